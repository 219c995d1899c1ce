"""Statistics in words: chapters of tables and of time spans, for any layout."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest

from msgspec import Struct

from q40k.i18n.locale import Locale
from q40k.i18n.width import width, wrap


class Table(Struct, frozen=True):
    """Rows under heads; `figures` are the places of the columns that hold numbers.

    In a `matrix` the first column has the same names as the heads: who did it to whom. A `brief`
    table is readable at a glance, even in little space. `shares` are parts of one, a row each, which
    are drawn as bars where drawings are possible.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    figures: tuple[int, ...] = ()
    matrix: bool = False
    brief: bool = False
    shares: tuple[float, ...] = ()


def titled_table(
    locale: Locale,
    heads: Iterable[str],
    rows: tuple[tuple[str, ...], ...],
    *,
    figures: Iterable[int] = (),
    brief: bool = False,
    shares: Iterable[float] = (),
) -> Table:
    """Return a table whose heads are messages, in the language of `locale`."""
    return Table(tuple(map(locale.gettext, heads)), rows, tuple(figures), brief=brief, shares=tuple(shares))


def split_table(table: Table, room: int, gap: int) -> Iterator[Table]:
    """Yield a table in parts that fit the room, with `gap` cells between columns.

    A table of numbers is split into several, each with the names. In a table with words after the
    first column, cells of the widest columns are wrapped, with each line in a row of its own.
    """
    widths = _widths(table)
    words = [column for column in range(1, len(widths)) if column not in table.figures]
    if _total_width(widths, gap) <= room:
        yield table
    elif words:
        yield _wrap_cells(table, _narrow_columns(table, widths, words, room, gap))
    else:
        yield from _split_columns(table, widths, room, gap)


def _total_width(widths: Sequence[int], gap: int) -> int:
    return sum(widths) + gap * (len(widths) - 1)


def _widths(table: Table) -> list[int]:
    lines = (table.heads, *table.rows)
    return [max(width(line[column]) for line in lines) for column in range(len(table.heads))]


def _narrow_columns(table: Table, widths: Sequence[int], words: Sequence[int], room: int, gap: int) -> list[int]:
    """Return column widths that fit, if possible; none is narrower than its longest word."""
    narrow = list(widths)
    least = {
        column: max(width(table.heads[column]), *(width(word) for row in table.rows for word in row[column].split()))
        for column in words
    }
    while _total_width(narrow, gap) > room:
        free = [column for column in words if narrow[column] > least[column]]
        if not free:
            break
        narrow[max(free, key=lambda column: narrow[column])] -= 1
    return narrow


def _wrap_cells(table: Table, widths: Sequence[int]) -> Table:
    rows: list[tuple[str, ...]] = []
    for row in table.rows:
        cells = [wrap(cell, room) if width(cell) > room else [cell] for cell, room in zip(row, widths, strict=True)]
        rows += zip_longest(*cells, fillvalue="")
    return Table(table.heads, tuple(rows), table.figures, table.matrix)


def _split_columns(table: Table, widths: Sequence[int], room: int, gap: int) -> Iterator[Table]:
    part: list[int] = []
    free = room - widths[0]
    for column in range(1, len(widths)):
        if part and widths[column] + gap > free:
            yield _columns(table, part)
            part, free = [], room - widths[0]
        part.append(column)
        free -= widths[column] + gap
    yield _columns(table, part)


def _columns(table: Table, selected: Sequence[int]) -> Table:
    """Return a table of the first column and the given ones."""
    columns = (0, *selected)
    return Table(
        tuple(table.heads[column] for column in columns),
        tuple(tuple(row[column] for column in columns) for row in table.rows),
        tuple(range(1, len(columns))),
        table.matrix,
    )


class Span(Struct, frozen=True):
    """A time span in a lane, from entry to entry (None: the end of the match), and its words.

    `marks` are entries within it at which something was scored. If it was `cut` short, `by` is the
    number of the colour of who did it, or None.
    """

    start: int
    end: int | None
    text: str
    marks: tuple[int, ...] = ()
    cut: bool = False
    by: int | None = None


class Lane(Struct, frozen=True):
    """A player's spans, one after the other: a name, the number of a colour, the spans."""

    name: str
    colour: int
    spans: tuple[Span, ...]


class Chapter(Struct, frozen=True):
    """The statistics of one topic: a title, tables, and a note on how to read them.

    `lanes` are drawn along the course of the match, where drawings are possible.
    """

    title: str
    tables: tuple[Table, ...]
    note: str = ""
    lanes: tuple[Lane, ...] = ()


def brief(chapters: Iterable[Chapter]) -> Iterator[Chapter]:
    """Yield the brief part of chapters: lanes, and brief tables."""
    for chapter in chapters:
        tables = tuple(table for table in chapter.tables if table.brief and table.rows)
        if chapter.lanes or tables:
            yield Chapter(chapter.title, tables, "", chapter.lanes)


class CatalogueEntry(Struct, frozen=True):
    """Something of the packs that can be read about: its names, the shown one first, and its card."""

    names: tuple[str, ...]
    lines: Callable[[], Iterable[str]]
