"""The podium: the first three of a match on blocks of their colours."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content

from q40k.i18n.locale import Locale
from q40k.table.shown.race import RacePlace, ranks
from q40k.tui import look
from q40k.tui.headline.letters import dots, middling
from q40k.tui.headline.race import ink

STEPS = ((1, 3), (0, 5), (2, 2))
"""From left to right: the place on the block, and its height in steps."""
STEP = 3
"""The most rows of a step."""
WIDEST = 26
LETTERS = 6
"""The rows from which a block shows its number in large letters."""


def podium(
    locale: Locale, race: Sequence[RacePlace], winners: Sequence[str], width: int, rows: int
) -> list[Content]:
    """Return the first three on blocks, the first in the middle; empty without a race or room."""
    wide, step = min(WIDEST, (width - 2) // 3), min(STEP, (rows - 1) // STEPS[1][1])
    if not race or wide < 4 or step < 1:
        return []
    rows = 1 + step * STEPS[1][1]
    standing = list(zip(ranks([place.racer for place in race], winners), race, strict=True))
    columns = [
        _block(locale, standing[at] if at < len(race) else None, step * high, (wide, rows))
        for at, high in STEPS
    ]
    return [Content(" ").join(column[row] for column in columns) for row in range(rows)]


def _block(
    locale: Locale, standing: tuple[int, RacePlace] | None, high: int, size: tuple[int, int]
) -> list[Content]:
    """Return one column: air, the name, and a block with its number and its result."""
    wide, rows = size
    blank = Content(" " * wide)
    if standing is None:
        return [blank] * rows
    reached, place = standing
    number = [str(reached)]
    drawn = dots(number[0])
    if high >= LETTERS and drawn is not None:
        number = ["", *middling(drawn), ""]
    inside = [*number, place.figure(locale), *[""] * high][:high]
    name = look.style_text(_centre(place.racer.name, wide), f"bold {ink(place)}")
    block = [look.style_text(_centre(text, wide), f"reverse bold {ink(place)}") for text in inside]
    return [*[blank] * (rows - high - 1), name, *block]


def _centre(text: str, width: int) -> str:
    """Centre a text in exactly `width` columns."""
    fitting = look.fit(text, min(width, cell_len(text)))
    margin = (width - cell_len(fitting)) // 2
    return look.fit(" " * margin + fitting, width)
