"""Tables in plain text, aligned by the cells that letters take on a terminal."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from q40k.i18n.width import width

GAP = "  "


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
