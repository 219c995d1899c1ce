"""A chapter of figures as lines: its note, then its tables."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content

from q40k.i18n.chapters import Chapter, Table, parted
from q40k.i18n.width import broken
from q40k.tui import look
from q40k.tui.look import Rows, fit, right, styled

GAP = "  "


def shown(chapter: Chapter, width: int) -> Rows:
    """A chapter in lines: its note, then its tables, made to fit. What is wider scrolls aside."""
    rows: Rows = []
    if chapter.note:
        rows += [styled(line, look.MUTED) for line in broken(chapter.note, width)]
    for one in (part for table in chapter.tables if table.rows
                for part in parted(table, width, len(GAP))):  # fmt: skip
        rows += ["", *_table(one)]
    return rows


def _table(one: Table) -> list[Content]:
    widths = [max(cell_len(row[column]) for row in (one.heads, *one.rows))
              for column in range(len(one.heads))]  # fmt: skip

    def line(cells: Sequence[str], style: str) -> Content:
        placed = [right(cell, widths[at]) if at in one.figures else fit(cell, widths[at])
                  for at, cell in enumerate(cells)]  # fmt: skip
        return Content.assemble((placed[0], style or "bold"), (GAP + GAP.join(placed[1:]), style))

    return [line(one.heads, look.MUTED), *(line(row, "") for row in one.rows)]
