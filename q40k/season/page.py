"""Write a season, or a league, as one self-contained HTML page, like the report of a match."""

import json
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any

from msgspec.structs import replace

from q40k.games.game import name_of
from q40k.i18n.chapters import Chapter
from q40k.i18n.locale import N_, Locale
from q40k.report.charts import FOOT, HIGH, LEFT, RIGHT, TOP, WIDE, Line, draw_lines
from q40k.report.html import Macros, blocks, data_page
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
        *(blocks(locale).chapter(part, folded=True) for part in parts),
    )
    return _document(locale, title, body, data(season, filter_), "season.json")


def league_page(locale: Locale, season: Season, state: LeagueState) -> str:
    """Return the page of a league: its podium, the points round by round, its players and tables."""
    now = league_view.named_standing(state, season)
    identities = [table.match for tables in now.rounds for table in tables]
    matches = season.every.where("identity IN (SELECT value FROM json_each(?))", json.dumps(identities))
    played = replace(season, matches=matches)
    names = league_view.names_of_players(state, season)
    body = (
        _head(locale, played, now.league.name, locale.gettext(KINDS[now.league.kind]), what_next(locale, now)),
        _league_podium(locale, now),
        _points(locale, [(names[name], course) for name, course in league.points_by_round(state)]),
        *_pictures(locale, now),
        _players(locale, played),
        *(blocks(locale).chapter(part, folded=True) for part in league_chapters(locale, [now])),
        *(blocks(locale).chapter(part, folded=True) for part in chapters(locale, played)),
    )
    return _document(locale, now.league.name, body, league_data(now), "league.json")


def _pictures(locale: Locale, now: league.LeagueStanding) -> Iterator[str]:
    """Yield the bracket of a knock-out, or the cross table of a league."""
    if now.league.kind == "knockout":
        yield texts(locale).chart(locale.gettext(N_("Bracket")), draw_bracket(locale, now))
        return
    note = N_("1 for who finished ahead, ½ for a tie; * without playing.")
    crossed = Chapter(locale.gettext(N_("Who beats whom")), tuple(cross_tables(locale, now)), locale.gettext(note))
    yield blocks(locale).chapter(crossed, folded=True)


def texts(locale: Locale) -> Macros:
    """Return the templates of a season."""
    return Macros("q40k.season", "season.html", locale)


def _document(locale: Locale, title: str, parts: Sequence[str], whole: Any, file: str) -> str:
    """Return a page of parts, with its data, to be saved from there."""
    save = locale.gettext(N_("Save the data of this season"))
    return str(blocks(locale).whole(data_page(locale, title, file, whole), parts, save))


def _head(locale: Locale, season: Season, title: str, only: str, below: str = "") -> str:
    number = len(season.matches)
    facts = [name_of(game) for game in season.games]
    facts.append(locale.ngettext("{number} match", "{number} matches", number).format(number=number))
    if season.matches:
        facts.append(f"{season.matches[0].began[:10]} – {season.matches[-1].began[:10]}")
    if only:
        facts.append(only)
    return texts(locale).head(title, facts, below)


def _podium(locale: Locale, season: Season) -> str:
    ordered = statistics.standings(season.matches)
    results = [(standing.wins, standing.share) for standing in ordered]
    return texts(locale).podium(
        [
            (seat_colour(number), place, standing.player, f"p{number + 1}", _wins(locale, standing.wins))
            for number, standing in enumerate(ordered)
            if (place := results.index(results[number]) + 1) <= FIRST
        ]
    )


def _league_podium(locale: Locale, now: league.LeagueStanding) -> str:
    """Return the best of each group; in a knock-out by rounds survived, else by points."""
    return texts(locale).podium(
        [
            (seat_colour(number), row.place, row.player, "", _result(locale, now, row))
            for rows in now.groups
            for number, row in enumerate(rows)
            if row.place <= FIRST and row.played
        ]
    )


def _result(locale: Locale, now: league.LeagueStanding, row: league.Row) -> str:
    if now.league.kind == "knockout":
        rounds = locale.ngettext("{number} round survived", "{number} rounds survived", row.through)
        return rounds.format(number=row.through)
    return locale.say(N_("{points} points"), points=locale.points(row.points))


def _wins(locale: Locale, number: int) -> str:
    return locale.ngettext("{number} win", "{number} wins", number).format(number=number)


def _players(locale: Locale, season: Season) -> str:
    """Return a part for each player, folded under the name and the form."""
    players = [(profile, _facts(locale, profile)) for profile in islice(profiles(season), MOST_PLAYERS)]
    return texts(locale).players(players, len(players) > MOST_LINES)


def _facts(locale: Locale, profile: Profile) -> list[tuple[str, str]]:
    totals = profile.totals
    message = N_("{what} ({wins} of {played} won)")
    best = (
        locale.say(message, what=item_name(locale, item, game), wins=item.wins, played=item.played)
        for game, item in profile.best
    )
    facts = (
        (N_("Matches"), str(totals.matches)),
        (N_("Wins"), str(totals.wins)),
        (N_("Mean place"), locale.decimal(f"{totals.mean_place:.1f}")),
        (N_("Most often ahead of"), ", ".join(f"{other} ({met.before}–{met.behind})" for other, met in profile.beaten)),
        (N_("Best with"), ", ".join(best)),
    )
    return [(locale.gettext(title), words) for title, words in facts]


# -- strength over time ------------------------------------------------------------------------


def _courses(locale: Locale, season: Season) -> Iterator[str]:
    """Draw a chart for every game: the strength of the strongest, match by match."""
    title = locale.gettext(N_("Strength over time"))
    for game in season.games:
        shown = [rating for rating in statistics.ratings(season.of(game)) if rating.tells][:MOST_LINES]
        if shown:
            head = f"{title} · {name_of(game)}" if len(season.games) > 1 else title
            drawn = draw_courses(locale, shown, len(season.of(game)), head)
            yield texts(locale).picture(head, drawn)


def draw_courses(locale: Locale, shown: Sequence[statistics.Rating], matches: int, title: str) -> str:
    """Draw the courses of strengths: matches from left to right, strength upwards."""
    lines = []
    for rating in shown:
        last = len(rating.course) - 1
        steps = [*islice(rating.course, 0, last, max(1, (last + 1) // MOST_POINTS)), rating.course[last]]
        begin = (float(rating.course[0].match), statistics.USUAL)
        lines.append((rating.player, [begin, *((step.match + 1.0, step.mu) for step in steps)]))
    low, high = min(rating.low for rating in shown), max(rating.high for rating in shown)
    return _draw_lines(locale, lines, (matches, low - 1, high + 1), (low, statistics.USUAL, high), title)


def _points(locale: Locale, courses: Sequence[tuple[str, Sequence[Fraction]]]) -> str:
    """Draw the points of a league after each round, for the best."""
    lines = [(player, [(0.0, 0.0), *enumerate(map(float, course), 1)]) for player, course in courses[:MOST_LINES]]
    if not lines:
        return ""
    title, most = locale.gettext(N_("Points after each round")), max(1.0, *(line[-1][1] for _player, line in lines))
    drawn = _draw_lines(locale, lines, (len(lines[0][1]) - 1, 0.0, most), sorted({0.0, most // 2, most // 1}), title)
    return texts(locale).picture(title, drawn)


def _draw_lines(
    locale: Locale,
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

    drawn = [
        Line(number, name, "M" + "L".join(f"{x(at):.1f} {y(value):.1f}" for at, value in points), y(points[-1][1]))
        for number, (name, points) in enumerate(lines)
    ]
    return draw_lines(locale, title, (WIDE, HIGH), [(y(mark), f"{mark:.0f}") for mark in marks], drawn)
