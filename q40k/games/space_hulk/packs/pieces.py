"""Board pieces: corridors, rooms, junctions, each drawn once and laid as often as it is wanted.

A piece is drawn in letters, north first: `.` floor, `#` wall. The outermost letters lie around it:
a `+` there says that the floor beside it is open to that side, where another piece may join it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Final, Literal

from msgspec import Meta

from q40k.games.space_hulk.packs.boards import FLOOR, STEPS, WALL, Facing, Row
from q40k.packs.base import Certainty, Id, InvalidValue, Line, Names, Pack

JOINT: Final = "+"
TURNS: Final[tuple[Facing, ...]] = ("N", "E", "S", "W")
BoxPart = Literal[
    "corridor", "room", "crossing", "t-junction", "bend", "dead-end", "corridor-end",
    "large-crossing", "refuse-chute", "boarding-torpedo", "torpedo-ramp", "turbo-lift",
    "turbo-lift-entrance",
]  # fmt: skip
Rows = Annotated[tuple[Row, ...], Meta(min_length=3, max_length=30)]
Offset = tuple[int, int]
"""Columns to the east and rows to the north, from the south-western square of a piece."""


class Piece(Pack, frozen=True, kw_only=True):
    """A piece of the board; `kind` is what of the box it is, if it is of the box.

    Rule: SH-BOARD-4, SH-BOX-5
    """

    id: Id
    name: Names
    kind: BoxPart | None = None
    rows: Rows
    source: Line = "own"
    certainty: Certainty = "high"

    def problems(self) -> Iterable[InvalidValue]:
        """It is drawn as pieces are, its floor hangs together, and every joint has its floor."""
        width = len(self.rows[0])
        for place, row in enumerate(self.rows):
            if len(row) != width:
                facts = {"wanted": width, "got": len(row), "row": place + 1}
                yield InvalidValue("row-length", "rows of one length", facts, ("rows", place))
                return
            for x, letter in enumerate(row):
                rim = place in (0, len(self.rows) - 1) or x in (0, width - 1)
                if letter not in ((WALL, JOINT) if rim else (WALL, FLOOR)):
                    path = ("rows", place)
                    yield InvalidValue("piece-letter", "an unknown letter", {"letter": letter}, path)
                    return
        floor, joints = shape(self.rows)
        if sum(row.count(JOINT) for row in self.rows) != len(joints):
            yield InvalidValue("joint-off", "a joint beside no floor", {}, ("rows",))
        if not floor or set(_hanging(floor)) != floor:
            yield InvalidValue("piece-torn", "no floor, or in two parts", {}, ("rows",))


def turned(rows: tuple[str, ...], turn: Facing) -> tuple[str, ...]:
    """The rows of a piece whose northern side is laid to `turn`."""
    for _ in range(TURNS.index(turn)):
        rows = tuple("".join(row[x] for row in reversed(rows)) for x in range(len(rows[0])))
    return rows


def shape(rows: tuple[str, ...]) -> tuple[set[Offset], set[tuple[Offset, Facing]]]:
    """The floor of a piece, and where it is open: a square and the side it is open to."""
    letters = {
        (x - 1, len(rows) - 2 - place): letter
        for place, row in enumerate(rows)
        for x, letter in enumerate(row)
    }
    floor = {at for at, letter in letters.items() if letter == FLOOR}
    joints: set[tuple[Offset, Facing]] = set()
    for side in TURNS:
        dx, dy = STEPS[side]
        joints |= {(at, side) for at in floor if letters[at[0] + dx, at[1] + dy] == JOINT}
    return floor, joints


def _hanging(floor: set[Offset]) -> Iterator[Offset]:
    """The squares that hang together with one of them by their sides."""
    left, open_ = set(floor), [min(floor)]
    left.discard(open_[0])
    while open_:
        x, y = open_.pop()
        yield x, y
        beside = {(x + dx, y + dy) for dx, dy in STEPS.values()} & left
        left -= beside
        open_ += beside
