"""Figures in words: chapters of tables, and of times to be drawn, for whatever lays them out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from msgspec import Struct

from q40k.i18n.width import broken, width


class Table(Struct, frozen=True):
    """Rows under heads. `figures` are the columns that hold numbers, by their places.

    In a `matrix` the first column names the same as the heads: who did it to whom. A `brief` one is
    read at a glance, also where there is little room.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    figures: tuple[int, ...] = ()
    matrix: bool = False
    brief: bool = False


def parted(table: Table, room: int, gap: int) -> Iterator[Table]:
    """A table that is wider than the room, as it fits; `gap` cells stand between columns.

    One of numbers comes in parts, the names before each. In one that holds words behind the first
    column the widest columns are broken between words, each line of them in a row of its own.
    """
    widths = _widths(table)
    words = [column for column in range(1, len(widths)) if column not in table.figures]
    if _whole(widths, gap) <= room:
        yield table
    elif words:
        yield _broken(table, _narrowed(table, widths, words, room, gap))
    else:
        yield from _in_parts(table, widths, room, gap)


def _whole(widths: Sequence[int], gap: int) -> int:
    return sum(widths) + gap * (len(widths) - 1)


def _widths(table: Table) -> list[int]:
    lines = (table.heads, *table.rows)
    return [max(width(line[column]) for line in lines) for column in range(len(table.heads))]


def _narrowed(
    table: Table, widths: Sequence[int], words: Sequence[int], room: int, gap: int
) -> list[int]:
    """How wide columns are so that all fit, if they can: none narrower than its longest word."""
    narrow = list(widths)
    least = {
        column: max(
            width(table.heads[column]),
            *(width(word) for row in table.rows for word in row[column].split()),
        )
        for column in words
    }
    while _whole(narrow, gap) > room:
        free = [column for column in words if narrow[column] > least[column]]
        if not free:
            break
        narrow[max(free, key=lambda column: narrow[column])] -= 1
    return narrow


def _broken(table: Table, widths: Sequence[int]) -> Table:
    rows: list[tuple[str, ...]] = []
    for row in table.rows:
        cells = [broken(cell, room) if width(cell) > room else [cell]
                 for cell, room in zip(row, widths, strict=True)]  # fmt: skip
        rows += zip_longest(*cells, fillvalue="")
    return Table(table.heads, tuple(rows), table.figures, table.matrix)


def _in_parts(table: Table, widths: Sequence[int], room: int, gap: int) -> Iterator[Table]:
    part: list[int] = []
    left = room - widths[0]
    for column in range(1, len(widths)):
        if part and widths[column] + gap > left:
            yield _columns(table, part)
            part, left = [], room - widths[0]
        part.append(column)
        left -= widths[column] + gap
    yield _columns(table, part)


def _columns(table: Table, wanted: Sequence[int]) -> Table:
    """The first column of a table, and those of some numbers."""
    columns = (0, *wanted)
    return Table(
        tuple(table.heads[column] for column in columns),
        tuple(tuple(row[column] for column in columns) for row in table.rows),
        tuple(range(1, len(columns))),
        table.matrix,
    )


class Span(Struct, frozen=True):
    """A time in a lane, from entry to entry (None: to the end of the match), and its words.

    `marks` are entries within it at which something was scored. It ended by somebody of the number
    of a colour, `by`, or by nobody, if it was `cut` short at all.
    """

    start: int
    end: int | None
    said: str
    marks: tuple[int, ...] = ()
    cut: bool = False
    by: int | None = None


class Lane(Struct, frozen=True):
    """Somebody's times, one after the other: a name, the number of a colour, the spans."""

    name: str
    colour: int
    spans: tuple[Span, ...]


class Chapter(Struct, frozen=True):
    """What there is to say of one matter: a title, tables, and a note on how to read them.

    `lanes` are to be drawn over the match, where anything can be drawn.
    """

    title: str
    tables: tuple[Table, ...]
    note: str = ""
    lanes: tuple[Lane, ...] = ()


def brief(chapters: Iterable[Chapter]) -> Iterator[Chapter]:
    """What of some chapters is seen at a glance: what is drawn, and brief tables."""
    for one in chapters:
        tables = tuple(table for table in one.tables if table.brief and table.rows)
        if one.lanes or tables:
            yield Chapter(one.title, tables, "", one.lanes)
