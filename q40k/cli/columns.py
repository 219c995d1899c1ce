"""Tables in plain text, aligned by the cells that letters take on a terminal."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from q40k.i18n.width import width

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
