"""Draw a league as SVG, each picture on one page: standings, cross table, pairings for a wall, bracket.

A picture lies down or stands, whichever gives the larger letters. Its length unit is a pixel of a
page of 1600 × 900 or 1000 × 1414 (A4).
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Literal

from msgspec import Struct

from q40k.i18n.chapters import Table
from q40k.i18n.locale import N_, Locale
from q40k.i18n.width import width
from q40k.report.html import safe
from q40k.season.facts import LeagueTable
from q40k.season.league import LeagueStanding, survivors
from q40k.season.league_wording import pairings, round_title, standings_tables

Kind = Literal["standings", "cross", "pairings", "bracket"]
PAGES = ((1600, 900), (1000, 1414))
EDGE = 30
TITLE = 80
"""The height of the title with its margin."""
LETTER = 0.62
"""The mean width of a letter, of its height."""
LARGEST = 60


def draw_picture(locale: Locale, standing: LeagueStanding, kind: Kind) -> str:
    """Return a picture of a league as SVG, or "" if there is nothing to draw."""
    if kind == "bracket":
        return draw_bracket(locale, standing)
    tables = {"standings": standings_tables, "cross": cross_tables, "pairings": pairing_tables}[kind](locale, standing)
    titles = {"pairings": round_title(locale, standing)}
    return _draw_tables(titles.get(kind, standing.league.name), [table for table in tables if table.rows])


# -- what the tables hold ----------------------------------------------------------------------


def pairing_tables(locale: Locale, standing: LeagueStanding) -> list[Table]:
    """Return who sits at which table in the round that is played, in the order of seats, and who sits out."""
    tables = [table for table in standing.rounds[standing.round_to_play - 1] if table.by != "bye"]
    return [pairings(locale, standing, tables, N_("{player} sits out"))]


def cross_tables(locale: Locale, standing: LeagueStanding) -> list[Table]:
    """Return what everybody won against everybody, group by group: 1 for who finished ahead, ½ for a tie."""
    results: dict[tuple[str, str], list[str]] = {}
    for table in (table for tables in standing.rounds for table in tables if table.order is not None):
        for (ahead, behind), points in _meetings(table):
            mark = "*" if table.is_unopposed else ""
            results.setdefault((ahead, behind), []).append(locale.points(points) + mark)
            results.setdefault((behind, ahead), []).append(locale.points(1 - points) + mark)
    tables = []
    for group in standing.groups:
        names = [row.player for row in group]
        rows = tuple(
            (name, *("·" if name == other else " ".join(results.get((name, other), ())) for other in names))
            for name in names
        )
        heads = ("", *(name if len(names) <= 8 else str(place) for place, name in enumerate(names, 1)))
        tables.append(Table(heads, rows, tuple(range(1, len(names) + 1)), matrix=True))
    return tables


def _meetings(table: LeagueTable) -> Iterator[tuple[tuple[str, str], Fraction]]:
    places = {name: place for place, tied in enumerate(table.order or ()) for name in tied}
    for first, second in combinations(table.players, 2):
        level = places[first] == places[second]
        yield (first, second), Fraction(1, 2) if level else Fraction(places[first] < places[second])


# -- tables ----------------------------------------------------------------------------------


class _Page(Struct, frozen=True):
    """Hold the size of a page, and of the letters on it."""

    wide: int
    high: int
    letter: float

    def text(self, x: float, y: float, text: str, anchor: str = "start", weight: str = "") -> str:
        """Return a line of text; `y` is its middle."""
        style = f' font-weight="{weight}"' if weight else ""
        return (
            f'<text x="{x:.1f}" y="{y + self.letter * 0.35:.1f}" font-size="{self.letter:.1f}"'
            f' text-anchor="{anchor}"{style}>{safe(text)}</text>'
        )

    def svg(self, title: str, parts: Sequence[str]) -> str:
        """Return the whole picture under its title."""
        size = min(48.0, (self.wide - 2 * EDGE) / max(1.0, width(title) * LETTER))
        head = _Page(self.wide, self.high, size).text(EDGE, EDGE + size * 0.5, title, weight="bold")
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.wide} {self.high}" role="img"'
            f' aria-label="{safe(title)}" class="league" style="background:#fff" font-family="sans-serif" fill="#111">'
            f"{head}{''.join(parts)}</svg>\n"
        )


def _largest_page(lines: float, cells: int) -> _Page:
    """Return the page with the largest letters: so many lines and cells must fit it."""
    pages = (
        _Page(wide, high, min(LARGEST, (high - TITLE - EDGE) / lines, (wide - 2 * EDGE) / (cells * LETTER)))
        for wide, high in PAGES
    )
    return max(pages, key=lambda page: page.letter)


def _draw_tables(title: str, tables: Sequence[Table]) -> str:
    """Draw tables, one below another, with the largest letters that fit a page."""
    if not tables:
        return ""
    lines = sum(len(table.rows) + 1.6 for table in tables)
    cells = max(sum(_widths(table)) + 2 * len(table.heads) for table in tables)
    page = _largest_page(1.4 * lines, cells)
    step = min(2 * page.letter, (page.high - TITLE - EDGE) / lines)
    y, parts = TITLE + step / 2, list[str]()
    for table in tables:
        ends, x = [], float(EDGE)
        for cell in _widths(table):
            ends.append((x, x + cell * page.letter * LETTER))
            x += (cell + 2) * page.letter * LETTER
        for number, row in enumerate((table.heads, *table.rows)):
            if number % 2 == 0 and number:
                parts.append(_rect(EDGE / 2, y - step / 2, page.wide - EDGE, step, 'fill="#eee"'))
            for column, (text, (left, right)) in enumerate(zip(row, ends, strict=True)):
                is_figure = column in table.figures
                weight = "" if number else "bold"
                parts.append(page.text(right if is_figure else left, y, text, "end" if is_figure else "start", weight))
            y += step
        y += step * 0.6
    return page.svg(title, parts)


def _rect(x: float, y: float, wide: float, high: float, style: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}" {style}/>'


def _widths(table: Table) -> list[int]:
    return [max(width(row[column]) for row in (table.heads, *table.rows)) for column in range(len(table.heads))]


# -- the bracket -----------------------------------------------------------------------------


def draw_bracket(locale: Locale, standing: LeagueStanding) -> str:
    """Draw a knock-out: a column for each round, bold who goes on, lines to the next table of duels."""
    if standing.league.kind != "knockout":
        return ""
    columns = [[table.players for table in tables] for tables in standing.rounds]
    while standing.league.table == 2 and len(columns[-1]) > 1:
        columns.append([("", "")] * -(-len(columns[-1]) // 2))
    rows = max(sum(len(seats) + 0.6 for seats in column) for column in columns)
    names = max((width(name) for column in columns for seats in column for name in seats), default=1)
    page = _largest_page(1.15 * rows, len(columns) * (names + 4))
    parts = list(_bracket_parts(page, standing, columns))
    title = standing.league.name
    if standing.winners:
        title = locale.say(N_("{league} · won by {player}"), league=title, player=locale.join_and(standing.winners))
    return page.svg(title, parts)


def _bracket_parts(page: _Page, standing: LeagueStanding, columns: Sequence[Sequence[Sequence[str]]]) -> Iterator[str]:
    wide = (page.wide - 2 * EDGE) / len(columns)
    high = page.high - TITLE - EDGE
    drawn = standing.rounds
    through = [{*survivors(standing.league, drawn, standing.contenders, place)} for place in range(len(drawn))]
    for round_, column in enumerate(columns):
        left = EDGE + round_ * wide
        right = left + wide - 2 * page.letter
        for place, seats in enumerate(column):
            middle = TITLE + (place + 0.5) * high / len(column)
            top = middle - len(seats) * page.letter * 0.575
            yield _rect(left, top, right - left, len(seats) * page.letter * 1.15, 'fill="none" stroke="#888"')
            for seat, name in enumerate(seats):
                weight = "bold" if round_ < len(drawn) and name in through[round_] else ""
                y = top + (seat + 0.5) * page.letter * 1.15
                yield page.text(left + page.letter * 0.4, y, name, weight=weight)
            if standing.league.table == 2 and round_ + 1 < len(columns):
                after = TITLE + (place // 2 + 0.5) * high / len(columns[round_ + 1])
                yield (
                    f'<path d="M{right:.1f} {middle:.1f}h{page.letter:.1f}V{after:.1f}h{page.letter:.1f}" fill="none"'
                    ' stroke="#888"/>'
                )
