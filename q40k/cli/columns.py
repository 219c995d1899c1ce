"""Tables in plain text, aligned by the terminal cells that letters take."""

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
"""A column is never cut to fewer cells."""


def pad(text: str, cells: int, *, right: bool = False) -> str:
    """Return the text filled up with spaces to so many cells, on the left if `right`."""
    spaces = " " * (cells - width(text))
    return spaces + text if right else text + spaces


def table(
    head: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[int] = ()
) -> list[str]:
    """Return the lines of a table; the columns numbered in `right` are aligned to the right."""
    lines = [head, *rows]
    widths = [max(width(line[column]) for line in lines) for column in range(len(head))]
    return [
        GAP.join(
            pad(cell, widths[column], right=column in right) for column, cell in enumerate(line)
        ).rstrip()
        for line in lines
    ]


def cut(text: str, cells: int) -> str:
    """Return the text in at most so many cells; … marks what was cut."""
    if width(text) <= cells:
        return text
    while text and width(text) >= cells:
        text = text[:-1]
    return text.rstrip() + "…"


def fit_rows(
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    flexible: Collection[int],
    room: int,
) -> list[list[str]]:
    """Return the rows with the flexible columns cut, so that a line fits into `room` cells."""
    lines = [head, *rows]
    widths = [max(width(line[column]) for line in lines) for column in range(len(head))]
    while sum(widths) + len(GAP) * (len(head) - 1) > room:
        widest = max(flexible, key=lambda column: widths[column])
        if widths[widest] <= LEAST:
            break
        widths[widest] -= 1
    return [[cut(cell, widths[column]) for column, cell in enumerate(row)] for row in rows]


def chapter_lines(chapters: Sequence[Chapter]) -> Iterator[str]:
    """Yield chapters of tables, line by line. A note about a drawing is left out."""
    for number, chapter in enumerate(chapters):
        if number:
            yield ""
        yield chapter.title
        for shown in (part for whole in chapter.tables if whole.rows for part in _parts(whole)):
            yield from table(
                list(shown.heads), [list(row) for row in shown.rows], right=shown.figures
            )
        if chapter.note and not chapter.lanes:
            yield from click.wrap_text(chapter.note, 78).splitlines()


def _parts(table: Table) -> Iterable[Table]:
    """Split a table to the width of the terminal; return it whole if it goes into a file."""
    from q40k.i18n.chapters import split_table

    room = shutil.get_terminal_size().columns if sys.stdout.isatty() else 0
    return split_table(table, room, len(GAP)) if room else (table,)
