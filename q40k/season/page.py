"""Write the season as one self-contained HTML page, like the report of a match."""

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from gzip import compress
from itertools import islice

from q40k.games.game import name_of
from q40k.i18n.locale import N_, Locale
from q40k.report.html import asset, chapter, document, safe, script_json, section
from q40k.season.data import data
from q40k.season.filters import describe_filter as in_words
from q40k.season.league import leagues
from q40k.season.profiles import Profile, profiles
from q40k.season.season import Filter, Season
from q40k.season.statistics import Rating, ratings, standings
from q40k.season.wording import chapters, item_name, league_chapters
from q40k.table.shown import seat_colour

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
    """Return the whole page."""
    title = locale.gettext(N_("The season"))
    parts = (*league_chapters(locale, leagues(season)), *chapters(locale, season))
    sections = [chapter(part, folded=True) for part in parts]
    body = "\n".join(
        part
        for part in (_head(locale, season, title, filter_), _podium(locale, season),
                     *_courses(locale, season), _players(locale, season), *sections, _foot(locale))
        if part
    )  # fmt: skip
    whole = json.dumps(data(season, filter_), ensure_ascii=False)
    packed = b64encode(compress(whole.encode(), mtime=0)).decode()
    file = script_json({"file": "season.json"})
    scripts = (
        f'<script type="application/json" id="told">{file}</script>\n'
        f'<script type="application/gzip" id="journal">{packed}</script>\n'
        f"<script>{asset('script.js')}</script>\n"
    )
    return document(locale, title, body, scripts)


def _head(locale: Locale, season: Season, title: str, filter_: Filter) -> str:
    number = len(season.matches)
    facts = [name_of(game) for game in season.games]
    facts.append(locale.ngettext("{number} match", "{number} matches", number).format(number=number))
    if season.matches:
        facts.append(f"{season.matches[0].began[:10]} – {season.matches[-1].began[:10]}")
    if only := in_words(locale, filter_):
        facts.append(only)
    line = safe(" · ".join(facts))
    return f'<header><h1>{safe(title)}</h1><p class="facts">{line}</p></header>'


def _podium(locale: Locale, season: Season) -> str:
    ordered = standings(season.matches)
    results = [(standing.wins, standing.share) for standing in ordered]
    places = "".join(
        f'<li style="--seat:{seat_colour(number)}"><b>{results.index(results[number]) + 1}.'
        f' <a href="#p{number + 1}">{safe(standing.player)}</a></b>'
        f"{safe(_wins(locale, standing.wins))}</li>"
        for number, standing in enumerate(ordered[:FIRST])
    )
    return f'<ol class="podium">{places}</ol>' if places else ""


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
    facts = [(locale.gettext(N_("Matches")), str(totals.matches)), (locale.gettext(N_("Wins")), str(totals.wins)),
             (locale.gettext(N_("Mean place")), locale.decimal(f"{totals.mean_place:.1f}"))]  # fmt: skip
    beaten = ", ".join(f"{other} ({met.before}–{met.behind})" for other, met in profile.beaten)
    message = N_("{what} ({wins} of {played} won)")
    best = ", ".join(
        locale.say(message, what=item_name(locale, item, game), wins=item.wins, played=item.played)
        for game, item in profile.best
    )
    facts += [(locale.gettext(title), words) for title, words in
              ((N_("Most often ahead of"), beaten), (N_("Best with"), best)) if words]  # fmt: skip
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
        shown = [rating for rating in ratings(season.of(game)) if rating.tells][:MOST_LINES]
        if shown:
            head = f"{title} · {name_of(game)}" if len(season.games) > 1 else title
            yield section(head, draw_courses(shown, len(season.of(game)), head))


def draw_courses(shown: Sequence[Rating], matches: int, title: str) -> str:
    """Draw the courses as SVG: matches from left to right, strength upwards."""
    every = [25.0, *(step.mu for rating in shown for step in rating.course)]
    low, high = min(every) - 1, max(every) + 1
    across, up = WIDE - LEFT - RIGHT, HIGH - TOP - FOOT

    def x(match: float) -> float:
        return LEFT + across * match / max(matches, 1)

    def y(mu: float) -> float:
        return TOP + up * (high - mu) / (high - low)

    body = [f'<text x="{LEFT - 8}" y="{y(mark) + 4:.1f}" text-anchor="end">{mark:.0f}</text>'
            f'<path d="M{LEFT} {y(mark):.1f}H{WIDE - RIGHT}" class="grid"/>'
            for mark in (low + 1, 25.0, high - 1)]  # fmt: skip
    ends = []
    for number, rating in enumerate(shown):
        every_nth = max(1, len(rating.course) // MOST_POINTS)
        steps = [*rating.course[:-1:every_nth], rating.course[-1]]
        path = "".join(f"L{x(step.match + 1):.1f} {y(step.mu):.1f}" for step in steps)
        begin = f"M{x(rating.course[0].match):.1f} {y(25.0):.1f}"
        body.append(
            f'<path d="{begin}{path}" class="line" stroke="{seat_colour(number)}">'
            f"<title>{safe(rating.player)}</title></path>"
        )
        ends.append((y(rating.mu), number, rating.player))
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
