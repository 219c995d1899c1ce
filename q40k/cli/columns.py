"""Tables in plain text, aligned by the cells that letters take on a terminal."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import click

from q40k.i18n.width import width

if TYPE_CHECKING:
    from q40k.i18n.chapters import Chapter, Table

GAP = "  "
LEAST = 8
"""So much of a column is left in any case."""


def pad(text: str, cells: int, *, right: bool = False) -> str:
    """The text filled up with spaces to so many cells, on the left when `right`."""
    spaces = " " * (cells - width(text))
    return spaces + text if right else text + spaces


def table(
    head: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[int] = ()
) -> list[str]:
    """Lines of a table; the columns numbered in `right` stand to the right."""
    lines = [head, *rows]
    widths = [max(width(line[column]) for line in lines) for column in range(len(head))]
    return [
        GAP.join(
            pad(cell, widths[column], right=column in right) for column, cell in enumerate(line)
        ).rstrip()
        for line in lines
    ]


def cut(text: str, cells: int) -> str:
    """The text in so many cells at most; what is left out shows as …"""
    if width(text) <= cells:
        return text
    while text and width(text) >= cells:
        text = text[:-1]
    return text.rstrip() + "…"


def fitted(
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    flexible: Collection[int],
    room: int,
) -> list[list[str]]:
    """The rows of a table, what stands in its flexible columns cut so that a line fits the room."""
    lines = [head, *rows]
    widths = [max(width(line[column]) for line in lines) for column in range(len(head))]
    while sum(widths) + len(GAP) * (len(head) - 1) > room:
        widest = max(flexible, key=lambda column: widths[column])
        if widths[widest] <= LEAST:
            break
        widths[widest] -= 1
    return [[cut(cell, widths[column]) for column, cell in enumerate(row)] for row in rows]


def lines(chapters: Sequence[Chapter]) -> Iterator[str]:
    """Chapters of tables, line by line; a note on what is only drawn is left out."""
    for number, chapter in enumerate(chapters):
        if number:
            yield ""
        yield chapter.title
        for one in (part for each in chapter.tables if each.rows for part in _parts(each)):
            yield from table(list(one.heads), [list(row) for row in one.rows], right=one.figures)
        if chapter.note and not chapter.lanes:
            yield from click.wrap_text(chapter.note, 78).splitlines()


def _parts(table: Table) -> Iterable[Table]:
    """A table as the terminal has room for it; whole where it goes into a file."""
    from q40k.i18n.chapters import parted

    room = shutil.get_terminal_size().columns if sys.stdout.isatty() else 0
    return parted(table, room, len(GAP)) if room else (table,)
