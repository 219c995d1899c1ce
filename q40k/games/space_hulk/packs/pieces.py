"""Board pieces: corridors, rooms, junctions. Each is drawn once and laid any number of times.

A piece is drawn in letters, north first: `.` floor, `#` wall. The outermost letters lie around it:
a `+` there opens the floor beside it to that side, where another piece may join.
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
    """A piece of the board; `kind` is its kind in the box, if it is from the box.

    Rule: SH-BOARD-4, SH-BOX-5
    """

    id: Id
    name: Names
    kind: BoxPart | None = None
    rows: Rows
    source: Line = "own"
    certainty: Certainty = "high"

    def problems(self) -> Iterable[InvalidValue]:
        """Check that the letters are known, the floor hangs together, and each joint has floor."""
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
                    yield InvalidValue(
                        "piece-letter", "an unknown letter", {"letter": letter}, path
                    )
                    return
        floor, joints = shape(self.rows)
        if sum(row.count(JOINT) for row in self.rows) != len(joints):
            yield InvalidValue("joint-off", "a joint beside no floor", {}, ("rows",))
        if not floor or set(_connected_squares(floor)) != floor:
            yield InvalidValue("piece-torn", "no floor, or in two parts", {}, ("rows",))


def rotate(rows: tuple[str, ...], turn: Facing) -> tuple[str, ...]:
    """Return the rows of a piece whose northern side faces `turn`."""
    for _ in range(TURNS.index(turn)):
        rows = tuple("".join(row[x] for row in reversed(rows)) for x in range(len(rows[0])))
    return rows


def shape(rows: tuple[str, ...]) -> tuple[set[Offset], set[tuple[Offset, Facing]]]:
    """Return the floor of a piece, and its open sides as pairs of square and side."""
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


def _connected_squares(floor: set[Offset]) -> Iterator[Offset]:
    """Yield the squares that hang together with the first one."""
    rest, open_ = set(floor), [min(floor)]
    rest.discard(open_[0])
    while open_:
        x, y = open_.pop()
        yield x, y
        beside = {(x + dx, y + dy) for dx, dy in STEPS.values()} & rest
        rest -= beside
        open_ += beside
