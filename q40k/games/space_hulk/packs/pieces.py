"""Board pieces: corridors, rooms, junctions, and the boards made of them.

A piece is drawn once and laid any number of times. It is drawn in letters, north first: `.` floor,
`#` wall. The outermost letters lie around it: a `+` there opens the floor beside it to that side,
where another piece may join.
"""

from collections.abc import Iterable, Iterator, Mapping
from string import ascii_letters, digits
from typing import Annotated, Literal

from msgspec import Meta, Struct, structs

from q40k.games.space_hulk.packs import boards
from q40k.kernel.commands import InvalidValue
from q40k.packs.base import Certainty, Id, Line, Names, Pack

JOINT = "+"
TURNS: tuple[boards.Facing, ...] = ("N", "E", "S", "W")
BoxPart = Literal[
    "corridor",
    "room",
    "crossing",
    "t-junction",
    "bend",
    "dead-end",
    "corridor-end",
    "large-crossing",
    "refuse-chute",
    "boarding-torpedo",
    "torpedo-ramp",
    "turbo-lift",
    "turbo-lift-entrance",
]
Rows = Annotated[tuple[boards.Row, ...], Meta(min_length=3, max_length=30)]
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
                if letter not in ((boards.WALL, JOINT) if rim else (boards.WALL, boards.FLOOR)):
                    path = ("rows", place)
                    yield InvalidValue("piece-letter", "an unknown letter", {"letter": letter}, path)
                    return
        floor, joints = shape(self.rows)
        if sum(row.count(JOINT) for row in self.rows) != len(joints):
            yield InvalidValue("joint-off", "a joint beside no floor", {}, ("rows",))
        if len(list(boards.connected_parts(floor))) != 1:
            yield InvalidValue("piece-torn", "no floor, or in two parts", {}, ("rows",))


def rotate(rows: tuple[str, ...], turn: boards.Facing) -> tuple[str, ...]:
    """Return the rows of a piece whose northern side faces `turn`."""
    for _ in range(TURNS.index(turn)):
        rows = tuple("".join(row[x] for row in reversed(rows)) for x in range(len(rows[0])))
    return rows


def shape(rows: tuple[str, ...]) -> tuple[set[Offset], set[tuple[Offset, boards.Facing]]]:
    """Return the floor of a piece, and its open sides as pairs of square and side."""
    letters = {(x - 1, len(rows) - 2 - place): letter for place, row in enumerate(rows) for x, letter in enumerate(row)}
    floor = {at for at, letter in letters.items() if letter == boards.FLOOR}
    joints: set[tuple[Offset, boards.Facing]] = set()
    for side in TURNS:
        dx, dy = boards.STEPS[side]
        joints |= {(at, side) for at in floor if letters[at[0] + dx, at[1] + dy] == JOINT}
    return floor, joints


# -- boards of pieces ------------------------------------------------------------------------


LARGEST = 60
"""The most columns and rows of a level, as in a board of letters."""
LETTERS = ascii_letters + digits + "".join(chr(ord("α") + n) for n in range(25))


class Ground(Struct):
    """The squares of laid pieces: the piece that owns each, the open sides, the faults."""

    owners: dict[boards.Cell, int]
    joints: set[tuple[boards.Cell, boards.Facing]]
    faults: list[InvalidValue]


def lay_board(layout: boards.Layout, pieces: Mapping[str, Piece]) -> boards.Layout:
    """Return the board with the rows of its pieces; a board of rows is returned as it is.

    Each piece is a section. Raises InvalidValue with the first fault.

    Rule: SH-BOARD-4, SH-MISSION-2
    """
    if not layout.laid:
        return layout
    for fault in misfits(layout, pieces):
        raise fault
    return in_rows(layout, pieces)


def in_rows(layout: boards.Layout, pieces: Mapping[str, Piece]) -> boards.Layout:
    """Return the board in rows without the pieces that do not fit, for display."""
    return _with_rows(layout, ground_of(layout, pieces)) if layout.laid else layout


def misfits(layout: boards.Layout, pieces: Mapping[str, Piece]) -> Iterator[InvalidValue]:
    """Yield all faults of a board of pieces: overlaps, unjoined contacts, then the faults of the
    rows.
    """
    ground = ground_of(layout, pieces)
    faults = [*ground.faults, *_unjoined_contacts(layout, ground), *_no_floor(layout, ground)]
    yield from faults
    if not faults and ground.owners:
        yield from _with_rows(layout, ground).problems()


def _with_rows(layout: boards.Layout, ground: Ground) -> boards.Layout:
    return structs.replace(layout, levels=_levels(layout, ground), laid=(), doors=())


def _no_floor(layout: boards.Layout, ground: Ground) -> Iterator[InvalidValue]:
    """Yield the doors without floor."""
    for place, square in enumerate(layout.doors):
        if boards.cell_of(square) not in ground.owners:
            yield InvalidValue("off-board", "no floor there", {"square": square}, ("doors", place))


def loose_ends(layout: boards.Layout, pieces: Mapping[str, Piece]) -> Iterator[InvalidValue]:
    """Yield what may be intended but is reported: open sides, pieces out of reach."""
    ground = ground_of(layout, pieces)
    openings = {(boards.cell_of(opening.square), opening.side) for opening in (*layout.entries, *layout.exits)}
    for cell, side in sorted(ground.joints):
        if _beside(cell, side) not in ground.owners and (cell, side) not in openings:
            facts = {"square": _name(layout, cell), "side": side}
            yield InvalidValue("joint-open", "open to nowhere", facts, ("laid", ground.owners[cell]))
    for piece in sorted(set(ground.owners.values()) - _reachable_pieces(layout, ground)):
        facts = {"piece": layout.laid[piece].piece}
        yield InvalidValue("piece-apart", "nothing leads there", facts, ("laid", piece))


def ground_of(layout: boards.Layout, pieces: Mapping[str, Piece]) -> Ground:
    """Return the squares of all pieces; a piece that overlaps an earlier one is left out.

    Unknown pieces are left out without a fault: they are reported elsewhere.
    """
    ground = Ground({}, set(), [])
    for index, laid in enumerate(layout.laid):
        corner = boards.cell_of(laid.at)
        if laid.piece not in pieces or corner is None:
            continue
        floor, joints = shape(rotate(pieces[laid.piece].rows, laid.turn))
        level, left, low = corner
        cells = {at: (level, left + at[0], low + at[1]) for at in floor}
        if max(max(x, y) for _, x, y in cells.values()) >= LARGEST:
            facts = {"piece": laid.piece, "most": LARGEST}
            ground.faults.append(InvalidValue("piece-beyond", "too far out", facts, ("laid", index)))
            continue
        shared = sorted(cell for cell in cells.values() if cell in ground.owners)
        if shared:
            other = layout.laid[ground.owners[shared[0]]]
            facts = {"square": _name(layout, shared[0]), "piece": other.piece, "at": other.at}
            ground.faults.append(InvalidValue("pieces-overlap", "two there", facts, ("laid", index)))
            continue
        ground.owners |= dict.fromkeys(cells.values(), index)
        ground.joints |= {(cells[at], side) for at, side in joints}
    return ground


def _unjoined_contacts(layout: boards.Layout, ground: Ground) -> Iterator[InvalidValue]:
    """Yield the pieces that touch by a wall: both sides must be open."""
    reported: set[tuple[int, int]] = set()
    for cell, index in ground.owners.items():
        for side in TURNS:
            there = _beside(cell, side)
            other = ground.owners.get(there, index)
            back = TURNS[(TURNS.index(side) + 2) % 4]
            joined = (cell, side) in ground.joints and (there, back) in ground.joints
            if other < index and not joined and (other, index) not in reported:
                reported.add((other, index))
                facts = {
                    "square": _name(layout, cell),
                    "other": _name(layout, there),
                    "piece": layout.laid[other].piece,
                }
                yield InvalidValue("not-joined", "they touch by a wall", facts, ("laid", index))


def _reachable_pieces(layout: boards.Layout, ground: Ground) -> set[int]:
    """Return the pieces that can be reached on foot from the first, also by ladders."""
    ladders: dict[boards.Cell, boards.Cell] = {}
    for ladder in layout.ladders:
        top, foot = boards.cell_of(ladder.top), boards.cell_of(ladder.foot)
        if top is not None and foot is not None:
            ladders |= {top: foot, foot: top}

    def near(cell: boards.Cell) -> set[boards.Cell]:
        return (boards.beside(cell) | {ladders.get(cell, cell)}) & ground.owners.keys()

    return {ground.owners[cell] for cell in boards.reach(list(ground.owners)[:1], near)}


def _levels(layout: boards.Layout, ground: Ground) -> tuple[boards.Level, ...]:
    """Return the rows of every level, highest first, with the letters of the sections."""
    names = _sections(layout)
    doors = {boards.cell_of(square) for square in layout.doors}
    levels = []
    for number in sorted({cell[0] for cell in ground.owners}, reverse=True):
        cells = [cell for cell in ground.owners if cell[0] == number]
        wide, high = max(x for _, x, _ in cells) + 1, max(y for _, _, y in cells) + 1
        rows, sections = [], []
        for y in reversed(range(high)):
            line = [(number, x, y) for x in range(wide)]
            signs = (boards.WALL if cell not in ground.owners else boards.FLOOR for cell in line)
            rows.append(
                "".join(
                    boards.DOOR if cell in doors and sign == boards.FLOOR else sign
                    for cell, sign in zip(line, signs, strict=True)
                )
            )
            sections.append(
                "".join(names[ground.owners[cell]] if cell in ground.owners else boards.WALL for cell in line)
            )
        levels.append(boards.Level(number=number, rows=tuple(rows), sections=tuple(sections)))
    return tuple(levels)


def _sections(layout: boards.Layout) -> list[str]:
    """Return the letter of each piece: its own, or the next free one."""
    used = {laid.section for laid in layout.laid}
    free = (letter for letter in LETTERS if letter not in used)
    return [laid.section or next(free) for laid in layout.laid]


def _beside(cell: boards.Cell, side: boards.Facing) -> boards.Cell:
    (level, x, y), (dx, dy) = cell, boards.STEPS[side]
    return level, x + dx, y + dy


def _name(layout: boards.Layout, cell: boards.Cell) -> str:
    levels = {boards.cell_of(laid.at) for laid in layout.laid}
    return boards.name_of(cell, levels=len({corner[0] for corner in levels if corner is not None}) > 1)
