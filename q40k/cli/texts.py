"""Tables in plain text, as wide as the terminal allows."""

from collections.abc import Callable, Collection, Iterator, Sequence

from q40k.cli.say import echo_lines, locale, speaker
from q40k.i18n.locale import with_label
from q40k.i18n.width import width

GAP = "  "
LEAST = 8
"""A column is never cut to fewer cells."""


def pad(text: str, cells: int, *, right: bool = False) -> str:
    """Return the text filled up with spaces to so many cells, on the left if `right`."""
    spaces = " " * (cells - width(text))
    return spaces + text if right else text + spaces


def table(head: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> Iterator[str]:
    """Yield the lines of a table; the columns numbered in `right` are aligned to the right.

    A listener hears a line for each row, with every value after its word.
    """
    speak = speaker()
    if speak is not None:
        yield from (_row_aloud(speak, head, row) for row in rows)
        return
    lines = [head, *rows]
    widths = [max(width(line[column]) for line in lines) for column in range(len(head))]
    for line in lines:
        yield GAP.join(pad(cell, widths[column], right=column in right) for column, cell in enumerate(line)).rstrip()


def _row_aloud(speak: Callable[[str], str], head: Sequence[str], row: Sequence[str]) -> str:
    """Return a row as a sentence: its first word, then every value after the head of its column."""
    named = zip(head, row, strict=True) if head[0] != "#" else zip(head[1:], row[1:], strict=True)
    (_first, subject), *rest = named
    cells = [f"{word} {cell}".strip() for word, cell in rest if speak(cell).strip(" -–")]
    return speak(with_label(locale(), subject, ", ".join(cells)))


def echo_table(head: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> None:
    """Print a table; the columns numbered in `right` are aligned to the right."""
    echo_lines(table(head, rows, right))


def cut(text: str, cells: int) -> str:
    """Return the text in at most so many cells; … marks what was cut."""
    if width(text) <= cells:
        return text
    while text and width(text) >= cells:
        text = text[:-1]
    return text.rstrip() + "…"


def fit_rows(
    head: Sequence[str], rows: Sequence[Sequence[str]], flexible: Collection[int], room: int
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
