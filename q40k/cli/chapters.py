"""Chapters of tables, as reports and seasons have them, line by line."""

import shutil
from collections.abc import Iterable, Iterator, Sequence

import click

from q40k.cli.say import on_a_terminal, speaker
from q40k.cli.texts import GAP, table
from q40k.i18n.chapters import Chapter, Table, split_table


def chapter_lines(chapters: Sequence[Chapter]) -> Iterator[str]:
    """Yield chapters of tables, line by line. A note about a drawing is left out."""
    for number, chapter in enumerate(chapters):
        if number:
            yield ""
        yield chapter.title
        for shown in (part for whole in chapter.tables if whole.rows for part in _parts(whole)):
            yield from table(list(shown.heads), [list(row) for row in shown.rows], right=shown.figures)
        speak = speaker()
        if chapter.note and not chapter.lanes and speak is not None:
            yield speak(chapter.note)
        elif chapter.note and not chapter.lanes:
            yield from click.wrap_text(chapter.note, 78).splitlines()


def _parts(table: Table) -> Iterable[Table]:
    """Split a table to the width of the terminal; return it whole if it goes into a file."""

    room = shutil.get_terminal_size().columns if on_a_terminal("stdout") else 0
    return split_table(table, room, len(GAP)) if room else (table,)
