"""Chapters of statistics as lines of text: their notes, their tables, and lives over a match."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest

from rich.cells import cell_len
from textual.containers import ScrollableContainer
from textual.content import Content

from q40k.i18n.chapters import Chapter, Lane, Span, Table, split_table
from q40k.i18n.locale import N_, Locale
from q40k.i18n.width import wrap
from q40k.tabletop.colours import seat_colour
from q40k.tui import look
from q40k.tui.look import Rows, fit, right, style_text

# -- lives over a match ---------------------------------------------------------------------

NAME = 12
LASTS, SCORED, KILLED, LOST = "━", "╋", "┫", "×"

Cell = tuple[str, str]
"""A character, and its style."""


def lanes(locale: Locale, lives: Sequence[Lane], times: Sequence[tuple[int, int]], width: int) -> Rows:
    """Return the lanes over a ruler of turns; `times` are entries, rising, and the turn of each."""
    began = min((span.start for lane in lives for span in lane.spans), default=0)
    times = [time for time in times if time[0] >= began]
    seqs = [seq for seq, _turn in times]
    across, last = max(1, width - NAME), max(len(seqs) - 1, 1)

    def at(seq: int | None) -> int:
        number = last if seq is None else min(bisect_left(seqs, seq), last)
        return number * (across - 1) // last

    rows: Rows = [_ruler(times, at, across)]
    for lane in lives:
        cells = _cells(lane, at, across)
        drawn = (Content.styled(char, style) if style else Content(char) for char, style in cells)
        rows.append(Content("").join([Content.styled(fit(lane.name, NAME), "bold"), *drawn]))
    says = N_(
        "{lasts} a life · {scored} a kill · {killed} killed, in the colour of who did it · {lost} an accident."
        " Below, lives are listed by their turns; † is a death."
    )
    legend = locale.say(says, lasts=LASTS, scored=SCORED, killed=KILLED, lost=LOST)
    return [*rows, "", *(style_text(line, look.MUTED) for line in wrap(legend, width))]


def _ruler(times: Sequence[tuple[int, int]], at: Callable[[int], int], across: int) -> Content:
    """Return the number of each turn where it begins, if there is room."""
    line, turn, free = [" "] * across, 0, 0
    for seq, now in times:
        if now == turn:
            continue
        turn = now
        place, digits = at(seq), str(now)
        if now and place >= free and place + len(digits) <= across:
            line[place : place + len(digits)] = digits
            free = place + len(digits) + 1
    return style_text(" " * NAME + "".join(line), look.MUTED)


def _cells(lane: Lane, at: Callable[[int | None], int], across: int) -> list[Cell]:
    """Return a lane, cell by cell: more important marks are drawn over the rest."""
    own = look.ink(seat_colour(lane.colour))
    cells: list[Cell] = [(" ", "")] * across
    for span in lane.spans:
        for place in range(at(span.start), at(span.end) + 1):
            cells[place] = (LASTS, own)
    for place in (at(mark) for span in lane.spans for mark in span.marks):
        cells[place] = (SCORED, own)
    for place, cell in _ends(lane.spans, at):
        cells[place] = cell
    return cells


def _ends(spans: Sequence[Span], at: Callable[[int | None], int]) -> Iterator[tuple[int, Cell]]:
    for span in spans:
        if span.cut:
            by = span.by
            yield at(span.end), (LOST, "") if by is None else (KILLED, look.ink(seat_colour(by)))


# -- notes and tables -----------------------------------------------------------------------

GAP = "  "


def chapter_rows(chapter: Chapter, width: int) -> Rows:
    """Return a chapter in lines: its note, then its tables. Wider lines scroll sideways."""
    rows: Rows = []
    if chapter.note:
        rows += [style_text(line, look.MUTED) for line in wrap(chapter.note, width)]
    for piece in (part for table in chapter.tables if table.rows for part in split_table(table, width, len(GAP))):
        rows += ["", *_table(piece)]
    return rows


def _table(table: Table) -> list[Content]:
    widths = [max(cell_len(row[column]) for row in (table.heads, *table.rows)) for column in range(len(table.heads))]

    def line(cells: Sequence[str], style: str) -> Content:
        placed = [
            right(cell, widths[at]) if at in table.figures else fit(cell, widths[at]) for at, cell in enumerate(cells)
        ]
        return Content.assemble((placed[0], style or "bold"), (GAP + GAP.join(placed[1:]), style))

    return [line(table.heads, look.MUTED), *(line(row, "") for row in table.rows)]


def widest(rows: Rows) -> int:
    """Return the columns of the longest row."""
    return max((_length(row) for row in rows), default=0)


def put_beside(left: Rows, right: Rows, column: int) -> Rows:
    """Return two blocks of rows as one; the right block begins at a column."""
    return [
        Content.assemble(first, " " * (column - _length(first)), second)
        for first, second in zip_longest(left, right, fillvalue="")
    ]


def _length(row: Content | str) -> int:
    return cell_len(row) if isinstance(row, str) else row.cell_length


# -- scrolling ------------------------------------------------------------------------------

SCROLLS = {
    "up": "scroll_up",
    "down": "scroll_down",
    "left": "scroll_left",
    "right": "scroll_right",
    "pageup": "scroll_page_up",
    "pagedown": "scroll_page_down",
    "home": "scroll_home",
    "end": "scroll_end",
}
"""The keys that scroll a long chapter."""


def scroll_chapter(page: ScrollableContainer, key: str) -> None:
    """Scroll the page of a chapter by one of the keys `SCROLLS`."""
    getattr(page, SCROLLS[key])(animate=False)
