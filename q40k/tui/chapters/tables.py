"""A chapter of statistics as lines: its note, then its tables."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content

from q40k.i18n.chapters import Chapter, Table, split_table
from q40k.i18n.width import wrap
from q40k.tui import look
from q40k.tui.look import Rows, fit, right, style_text

GAP = "  "


def chapter_rows(chapter: Chapter, width: int) -> Rows:
    """Return a chapter in lines: its note, then its tables. Wider lines scroll sideways."""
    rows: Rows = []
    if chapter.note:
        rows += [style_text(line, look.MUTED) for line in wrap(chapter.note, width)]
    for piece in (part for table in chapter.tables if table.rows
                for part in split_table(table, width, len(GAP))):  # fmt: skip
        rows += ["", *_table(piece)]
    return rows


def _table(table: Table) -> list[Content]:
    widths = [max(cell_len(row[column]) for row in (table.heads, *table.rows))
              for column in range(len(table.heads))]  # fmt: skip

    def line(cells: Sequence[str], style: str) -> Content:
        placed = [right(cell, widths[at]) if at in table.figures else fit(cell, widths[at])
                  for at, cell in enumerate(cells)]  # fmt: skip
        return Content.assemble((placed[0], style or "bold"), (GAP + GAP.join(placed[1:]), style))

    return [line(table.heads, look.MUTED), *(line(row, "") for row in table.rows)]
