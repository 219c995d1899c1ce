"""Write a season, or a league, as one self-contained HTML page, like the report of a match."""

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from gzip import compress
from itertools import islice
from typing import Any

from msgspec.structs import replace

from q40k.games.game import name_of
from q40k.i18n.chapters import Chapter
from q40k.i18n.locale import N_, Locale
from q40k.report.html import asset, chapter, chart, document, safe, script_json, section
from q40k.season import filters, league, league_view, statistics
from q40k.season.data import data, league_data
from q40k.season.facts import LeagueState
from q40k.season.league_wording import KINDS, league_chapters, what_next
from q40k.season.pictures import cross_tables, draw_bracket
from q40k.season.profiles import Profile, profiles
from q40k.season.season import Filter, Season
from q40k.season.wording import chapters, item_name
from q40k.tabletop.colours import seat_colour

FIRST = 3
"""The number of places on the podium."""
MOST_LINES = 12
"""The number of strongest players whose course is drawn."""
MOST_PLAYERS = 64
"""The number of players who have a part of their own."""
WIDE, HIGH, LEFT, RIGHT, TOP, FOOT = 900, 320, 44, 130, 12, 28
APART = 15
"""The smallest distance of two names, in pixels."""
MOST_POINTS = 400
"""Longer lines skip points."""


def page(locale: Locale, season: Season, filter_: Filter) -> str:
    """Return the whole page of a season."""
    title = locale.gettext(N_("The season"))
    parts = (*league_chapters(locale, league_view.leagues(season)), *chapters(locale, season))
    body = (
        _head(locale, season, title, filters.describe_filter(locale, filter_)),
        _podium(locale, season),
        *_courses(locale, season),
        _players(locale, season),
        *(chapter(part, folded=True) for part in parts),
    )
    return _document(locale, title, body, data(season, filter_), "season.json")


def league_page(locale: Locale, season: Season, state: LeagueState) -> str:
    """Return the page of a league: its podium, the points round by round, its players and tables."""
    now = league_view.named_standing(state, season)
    identities = {table.match for tables in now.rounds for table in tables}
    played = replace(season, matches=tuple(match for match in season.every if match.identity in identities))
    names = league_view.names_of_players(state, season)
    body = (
        _head(locale, played, now.league.name, locale.gettext(KINDS[now.league.kind]), what_next(locale, now)),
        _league_podium(locale, now),
        _points(locale, [(names[name], course) for name, course in league.points_by_round(state)]),
        *_pictures(locale, now),
        _players(locale, played),
        *(chapter(part, folded=True) for part in league_chapters(locale, [now])),
        *(chapter(part, folded=True) for part in chapters(locale, played)),
    )
    return _document(locale, now.league.name, body, league_data(now), "league.json")


def _pictures(locale: Locale, now: league.LeagueStanding) -> Iterator[str]:
    """Yield the bracket of a knock-out, or the cross table of a league."""
    if now.league.kind == "knockout":
        yield section(locale.gettext(N_("Bracket")), chart(draw_bracket(locale, now)))
        return
    note = N_("1 for who finished ahead, ½ for a tie; * without playing.")
    crossed = Chapter(locale.gettext(N_("Who beats whom")), tuple(cross_tables(locale, now)), locale.gettext(note))
    yield chapter(crossed, folded=True)


def _document(locale: Locale, title: str, parts: Iterable[str], whole: Any, file: str) -> str:
    """Return a page of parts, with its data, to be saved from there."""
    body = "\n".join(part for part in (*parts, _foot(locale)) if part)
    packed = b64encode(compress(json.dumps(whole, ensure_ascii=False).encode(), mtime=0)).decode()
    scripts = (
        f'<script type="application/json" id="told">{script_json({"file": file})}</script>\n'
        f'<script type="application/gzip" id="journal">{packed}</script>\n'
        f"<script>{asset('script.js')}</script>\n"
    )
    return document(locale, title, body, scripts)


def _head(locale: Locale, season: Season, title: str, only: str, below: str = "") -> str:
    number = len(season.matches)
    facts = [name_of(game) for game in season.games]
    facts.append(locale.ngettext("{number} match", "{number} matches", number).format(number=number))
    if season.matches:
        facts.append(f"{season.matches[0].began[:10]} – {season.matches[-1].began[:10]}")
    if only:
        facts.append(only)
    line, news = safe(" · ".join(facts)), f"<p><strong>{safe(below)}</strong></p>" if below else ""
    return f'<header><h1>{safe(title)}</h1><p class="facts">{line}</p>{news}</header>'


def _podium(locale: Locale, season: Season) -> str:
    ordered = statistics.standings(season.matches)
    results = [(standing.wins, standing.share) for standing in ordered]
    places = "".join(
        f'<li style="--seat:{seat_colour(number)}"><b>{place}.'
        f' <a href="#p{number + 1}">{safe(standing.player)}</a></b>'
        f"{safe(_wins(locale, standing.wins))}</li>"
        for number, standing in enumerate(ordered)
        if (place := results.index(results[number]) + 1) <= FIRST
    )
    return f'<ol class="podium">{places}</ol>' if places else ""


def _league_podium(locale: Locale, now: league.LeagueStanding) -> str:
    """Return the best of each group; in a knock-out by rounds survived, else by points."""
    places = "".join(
        f'<li style="--seat:{seat_colour(number)}"><b>{row.place}. {safe(row.player)}</b>'
        f"{safe(_result(locale, now, row))}</li>"
        for rows in now.groups
        for number, row in enumerate(rows)
        if row.place <= FIRST and row.played
    )
    return f'<ol class="podium">{places}</ol>' if places else ""


def _result(locale: Locale, now: league.LeagueStanding, row: league.Row) -> str:
    if now.league.kind == "knockout":
        rounds = locale.ngettext("{number} round survived", "{number} rounds survived", row.through)
        return rounds.format(number=row.through)
    return locale.say(N_("{points} points"), points=locale.points(row.points))


def _wins(locale: Locale, number: int) -> str:
    return locale.ngettext("{number} win", "{number} wins", number).format(number=number)


def _players(locale: Locale, season: Season) -> str:
    """Return a part for each player, folded under the name and the form."""
    players = list(islice(profiles(season), MOST_PLAYERS))
    shown = "".join(_player(locale, number, profile) for number, profile in enumerate(players, 1))
    note = locale.gettext(N_("Beside each name are the places of the last matches, the newest on the right."))
    title = locale.gettext(N_("Players"))
    return section(title, shown, note, folded=len(players) > MOST_LINES) if players else ""


def _player(locale: Locale, number: int, profile: Profile) -> str:
    totals = profile.totals
    facts = [
        (locale.gettext(N_("Matches")), str(totals.matches)),
        (locale.gettext(N_("Wins")), str(totals.wins)),
        (locale.gettext(N_("Mean place")), locale.decimal(f"{totals.mean_place:.1f}")),
    ]
    beaten = ", ".join(f"{other} ({met.before}–{met.behind})" for other, met in profile.beaten)
    message = N_("{what} ({wins} of {played} won)")
    best = ", ".join(
        locale.say(message, what=item_name(locale, item, game), wins=item.wins, played=item.played)
        for game, item in profile.best
    )
    facts += [
        (locale.gettext(title), words)
        for title, words in ((N_("Most often ahead of"), beaten), (N_("Best with"), best))
        if words
    ]
    rows = "".join(f"<dt>{safe(title)}</dt><dd>{safe(words)}</dd>" for title, words in facts)
    form = "".join(f"<b{' class=won' * won}>{place}</b>" for place, won in profile.form)
    return (
        f'<details class="fold player" id="p{number}"><summary><h3>{safe(profile.player)}</h3>'
        f'<span class="form">{form}</span></summary><dl>{rows}</dl></details>'
    )


def _foot(locale: Locale) -> str:
    save = locale.gettext(N_("Save the data of this season"))
    fan = locale.gettext(N_("Made by q40k, an unofficial fan work."))
    return f'<footer><button id="save" type="button">{safe(save)}</button><p>{safe(fan)}</p></footer>'


# -- strength over time ------------------------------------------------------------------------


def _courses(locale: Locale, season: Season) -> Iterator[str]:
    """Draw a chart for every game: the strength of the strongest, match by match."""
    title = locale.gettext(N_("Strength over time"))
    for game in season.games:
        shown = [rating for rating in statistics.ratings(season.of(game)) if rating.tells][:MOST_LINES]
        if shown:
            head = f"{title} · {name_of(game)}" if len(season.games) > 1 else title
            yield section(head, draw_courses(shown, len(season.of(game)), head))


def draw_courses(shown: Sequence[statistics.Rating], matches: int, title: str) -> str:
    """Draw the courses of strengths: matches from left to right, strength upwards."""
    lines = []
    for rating in shown:
        every_nth = max(1, len(rating.course) // MOST_POINTS)
        steps = [*rating.course[:-1:every_nth], rating.course[-1]]
        begin = (float(rating.course[0].match), USUAL)
        lines.append((rating.player, [begin, *((step.match + 1.0, step.mu) for step in steps)]))
    every = [USUAL, *(step.mu for rating in shown for step in rating.course)]
    return _draw_lines(lines, (matches, min(every) - 1, max(every) + 1), (min(every), USUAL, max(every)), title)


USUAL = 25.0
"""The strength of somebody of whom nothing is known."""


def _points(locale: Locale, courses: Sequence[tuple[str, Sequence[Fraction]]]) -> str:
    """Draw the points of a league after each round, for the best."""
    lines = [(player, [(0.0, 0.0), *enumerate(map(float, course), 1)]) for player, course in courses[:MOST_LINES]]
    if not lines:
        return ""
    title, most = locale.gettext(N_("Points after each round")), max(1.0, *(line[-1][1] for _player, line in lines))
    drawn = _draw_lines(lines, (len(lines[0][1]) - 1, 0.0, most), sorted({0.0, most // 2, most // 1}), title)
    return section(title, drawn)


def _draw_lines(
    lines: Sequence[tuple[str, Sequence[tuple[float, float]]]],
    span: tuple[float, float, float],
    marks: Iterable[float],
    title: str,
) -> str:
    """Draw lines through points, with names at their ends.

    `span` is how far they go to the right, and the lowest and highest value; `marks` are values on
    the left.
    """
    last, low, high = span
    across, up = WIDE - LEFT - RIGHT, HIGH - TOP - FOOT

    def x(at: float) -> float:
        return LEFT + across * at / max(last, 1)

    def y(value: float) -> float:
        return TOP + up * (high - value) / (high - low)

    body = [
        f'<text x="{LEFT - 8}" y="{y(mark) + 4:.1f}" text-anchor="end">{mark:.0f}</text>'
        f'<path d="M{LEFT} {y(mark):.1f}H{WIDE - RIGHT}" class="grid"/>'
        for mark in marks
    ]
    ends = []
    for number, (name, points) in enumerate(lines):
        path = "L".join(f"{x(at):.1f} {y(value):.1f}" for at, value in points)
        colour = seat_colour(number)
        body.append(f'<path d="M{path}" class="line" stroke="{colour}"><title>{safe(name)}</title></path>')
        ends.append((y(points[-1][1]), number, name))
    for at, number, name in _apart(ends):
        body.append(
            f'<circle cx="{WIDE - RIGHT + 10}" cy="{at:.1f}" r="5" fill="{seat_colour(number)}"/>'
            f'<text x="{WIDE - RIGHT + 20}" y="{at + 4:.1f}">{safe(name[:16])}</text>'
        )
    return (
        f'<svg viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{safe(title)}" class="race">'
        + "".join(body)
        + "</svg>"
    )


def _apart(ends: Iterable[tuple[float, int, str]]) -> Iterator[tuple[float, int, str]]:
    """Place names beside the ends of their lines, without overlap and inside the picture."""
    placed: list[tuple[float, int, str]] = []
    at = -100.0
    for y, number, name in sorted(ends):
        at = max(y, at + APART)
        placed.append((at, number, name))
    at = HIGH - 4 + APART
    for low, number, name in reversed(placed):
        at = min(low, at - APART)
        yield at, number, name
