"""The board: its squares and sections, the facings of figures, and exact lines of sight."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Set
from functools import lru_cache, reduce
from operator import or_
from typing import Literal, NamedTuple

from q40k.games.space_hulk.packs import boards
from q40k.games.space_hulk.packs.boards import DOOR, STEPS, Cell, Entry, Exit, Facing, Layout, cell_of, name_of

Direction = Literal["forward", "backward", "sideways"]
FACINGS: tuple[Facing, ...] = ("N", "E", "S", "W")
RELATIVE: dict[str, tuple[int, int]] = {
    "forward": (1, 0),
    "forward-left": (1, -1),
    "forward-right": (1, 1),
    "left": (0, -1),
    "right": (0, 1),
    "backward": (-1, 0),
    "backward-left": (-1, -1),
    "backward-right": (-1, 1),
}
"""Steps as a figure sees them: squares ahead and squares to the right."""
COMPASS: dict[str, tuple[int, int]] = {
    "N": (0, 1),
    "NE": (1, 1),
    "E": (1, 0),
    "SE": (1, -1),
    "S": (0, -1),
    "SW": (-1, -1),
    "W": (-1, 0),
    "NW": (-1, 1),
}


def ahead_and_right(facing: Facing, dx: int, dy: int) -> tuple[int, int]:
    """Return how many squares a place lies ahead of a figure and to its right.

    Rule: SH-BOARD-3
    """
    fx, fy = STEPS[facing]
    return dx * fx + dy * fy, dx * fy - dy * fx


def columns_and_rows(facing: Facing, ahead: int, right: int) -> tuple[int, int]:
    """Return the columns and rows of a step that goes so far ahead and to the right."""
    fx, fy = STEPS[facing]
    return ahead * fx + right * fy, ahead * fy - right * fx


def direction(facing: Facing, dx: int, dy: int) -> Direction:
    """Return the direction of a step to a neighbour: the front three, the rear three or the sides.

    Rule: SH-BOARD-3
    """
    ahead, _right = ahead_and_right(facing, dx, dy)
    return "forward" if ahead > 0 else "backward" if ahead < 0 else "sideways"


def quarter_turns(facing: Facing, other: Facing) -> int:
    """Return the number of quarter turns between two facings: 0, 1 or 2."""
    apart = abs(FACINGS.index(facing) - FACINGS.index(other))
    return min(apart, 4 - apart)


def turn_facing(facing: Facing, how: Literal["left", "right", "around"]) -> Facing:
    """Return the facing after a turn."""
    steps = {"left": -1, "right": 1, "around": 2}[how]
    return FACINGS[(FACINGS.index(facing) + steps) % 4]


def opposite(facing: Facing) -> Facing:
    """Return the opposite facing."""
    return turn_facing(facing, "around")


def is_straight_ahead(facing: Facing, dx: int, dy: int) -> bool:
    """Return whether a place is the square straight ahead.

    Rule: SH-MELEE-1
    """
    return (dx, dy) == STEPS[facing]


def facing_towards(dx: int, dy: int) -> Facing:
    """Return the facing towards a place; the longer of the two distances decides."""
    if abs(dx) >= abs(dy):
        return "E" if dx > 0 else "W"
    return "N" if dy > 0 else "S"


def in_front_arc(facing: Facing, origin: Cell, place: Cell) -> bool:
    """Return whether a square lies in the arc of 3, 5, 7 ... squares ahead, on the same level.

    Rule: SH-LOS-1
    """
    return origin[0] == place[0] and _is_ahead(facing, place[1] - origin[1], place[2] - origin[2])


@lru_cache(maxsize=4 * 8192)
def _is_ahead(facing: Facing, dx: int, dy: int) -> bool:
    ahead, right = ahead_and_right(facing, dx, dy)
    return ahead >= 1 and abs(right) <= ahead


def in_half_plane(facing: Facing, origin: Cell, place: Cell) -> bool:
    """Return whether a square lies ahead of a figure or in its own row, not behind it.

    Rule: SH1-LOS-1
    """
    if origin[0] != place[0] or origin == place:
        return False
    return ahead_and_right(facing, place[1] - origin[1], place[2] - origin[2])[0] >= 0


# -- the squares -----------------------------------------------------------------------------------


Mask = int
"""A set of squares of a board: one bit for each, as `Board.bits` has them."""


class SightLine(NamedTuple):
    """What a line of sight passes on the floor: squares that each block it, and corners between two
    squares that only both together block.
    """

    squares: Mask
    corners: tuple[Mask, ...]

    def is_clear(self, free: Mask) -> bool:
        """Return whether nothing blocks the line. `free` are the squares that do not block it."""
        if self.squares & ~free:
            return False
        for corner in self.corners:  # noqa: SIM110 (asked so often that a generator would show)
            if not corner & free:
                return False
        return True


class View(NamedTuple):
    """The squares that a figure sees, and the same as a mask."""

    squares: frozenset[Cell]
    mask: Mask


MOST_VIEWS = 64
"""So many views of one place are kept."""


class Lookout:
    """What a figure may see from a square: `lines` to all squares of its arc that no wall hides."""

    def __init__(self, lines: dict[Cell, SightLine], foot: Cell | None, bits: dict[Cell, Mask]) -> None:
        self.lines, self._foot, self._bits = lines, foot, bits
        self._passed = reduce(or_, [mask for line in lines.values() for mask in (line.squares, *line.corners)], 0)
        self._views: dict[Mask, View] = {}

    def view(self, free: Mask) -> View:
        """Return what the figure sees, if only `free` squares do not block its sight."""
        free &= self._passed  # few squares of a board: what else is blocked changes nothing
        view = self._views.get(free)
        if view is None:
            if len(self._views) >= MOST_VIEWS:
                self._views.clear()
            seen = [there for there, line in self.lines.items() if line.is_clear(free)]
            seen += [self._foot] if self._foot is not None else []
            mask = reduce(or_, [self._bits[there] for there in seen], 0)
            view = self._views[free] = View(frozenset(seen), mask)
        return view


class Board:
    """The fixed parts of a board. Squares are cells here; `name` and `cell` convert between the
    two.
    """

    stacked = False
    """Whether its levels are drawn one above the other, and not beside each other."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.several = len(layout.levels) > 1
        self._sections: dict[Cell, str] = {}
        self.doors: tuple[Cell, ...] = ()
        doors = []
        for level in layout.levels:
            for cell, letter, section in level.cells():
                name = f"{level.number}:{section}" if self.several else section
                self._sections[cell] = name
                if letter == DOOR:
                    doors.append(cell)
        self.doors = tuple(sorted(doors))
        self.floor = frozenset(self._sections)
        self.bits: dict[Cell, Mask] = {there: 1 << place for place, there in enumerate(self._sections)}
        self._named = {self.name(there): there for there in self._sections}
        self.ladders: dict[Cell, Cell] = {}
        self.tops: set[Cell] = set()
        for ladder in layout.ladders:
            top, foot = self._at(ladder.top), self._at(ladder.foot)
            self.ladders |= {top: foot, foot: top}
            self.tops.add(top)
        self.entries: dict[str, Entry] = {entry.id: entry for entry in layout.entries}
        self.exits: dict[str, Exit] = {way_out.id: way_out for way_out in layout.exits}
        self.generators = frozenset(self._at(name) for name in layout.generators)
        self.locked = frozenset(self._at(name) for name in layout.locked)
        self.looked_through = self.mask(self.floor - self.generators)

    def _at(self, name: str) -> Cell:
        cell = cell_of(name)
        assert cell is not None, name
        return cell

    # -- names -----------------------------------------------------------------------------

    def cell(self, name: str) -> Cell | None:
        """Return the floor square of that name, or None if there is none.

        Rule: SH-BOARD-9
        """
        return self._named.get(name) or self._named.get(name.upper().removeprefix("1:"))

    def name(self, cell: Cell) -> str:
        """Return the name of a square.

        Rule: SH-BOARD-9
        """
        return name_of(cell, levels=self.several)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Every square of the floor, in the order of the rows."""
        return tuple(self._sections)

    # -- what lies where -------------------------------------------------------------------

    def mask(self, squares: Iterable[Cell]) -> Mask:
        """Return squares of the floor as a mask; other cells have no bit."""
        mask = 0
        for square in squares:
            mask |= self.bits.get(square, 0)
        return mask

    def is_floor(self, cell: Cell) -> bool:
        """Return whether a cell is a square of the board, not wall."""
        return cell in self._sections

    def section(self, cell: Cell) -> str:
        """Return the section of a square.

        Rule: SH-BOARD-4
        """
        return self._sections[cell]

    def find_section(self, text: str) -> str | None:
        """Return the section of that name, or of that letter if only one level has it."""
        names = dict.fromkeys(self._sections.values())
        if text in names:
            return text
        matches = [name for name in names if name.rpartition(":")[2] == text]
        return matches[0] if len(matches) == 1 else None

    def section_squares(self, section: str) -> tuple[Cell, ...]:
        """Return the squares of a section.

        Rule: SH-BOARD-4
        """
        return tuple(cell for cell, name in self._sections.items() if name == section)

    def first_square(self, entry: str) -> Cell:
        """Return the first square of an entry.

        Rule: SH-ENTRY-2
        """
        return self._at(self.entries[entry].square)

    # -- sight -----------------------------------------------------------------------------

    @lru_cache(maxsize=16384)  # noqa: B019 - boards are few, and kept
    def lookout(self, here: Cell, facing: Facing, beside: bool) -> Lookout:
        """Return what a figure on a square may see, with its lines of sight.

        With `beside` the arc is the half-plane of the 1st edition.

        Rule: SH-LOS-1, SH-LOS-2, SH-LOS-3, SH-LOS-4, SH1-LOS-1
        """
        arc = in_half_plane if beside else in_front_arc
        lines = ((there, self._sight_line(here, there)) for there in self._sections if arc(facing, here, there))
        unhidden = {there: line for there, line in lines if line is not None}
        return Lookout(unhidden, self.ladders.get(here), self.bits)

    def _sight_line(self, here: Cell, there: Cell) -> SightLine | None:
        """Return what a line passes, or None if a wall blocks it."""
        level, x, y = here
        squares, corners = [], []
        for (ax, ay), corner in line_of_sight(there[1] - x, there[2] - y):
            passed = [(level, x + ax, y + ay)]
            if corner is not None:
                passed.append((level, x + corner[0], y + corner[1]))
            open_squares = [square for square in passed if square in self._sections]
            if not open_squares:
                return None
            if len(open_squares) == 1:
                squares.append(open_squares[0])
            else:
                corners.append(self.mask(open_squares))
        return SightLine(self.mask(squares), tuple(corners))

    # -- neighbours ------------------------------------------------------------------------

    def cells_around(self, cell: Cell) -> Iterator[tuple[Cell, tuple[Cell, Cell] | None]]:
        """Yield the floor squares around a cell; a diagonal one comes with the two cells that flank
        it.
        """
        level, x, y = cell
        for dx, dy in COMPASS.values():
            there = (level, x + dx, y + dy)
            if there in self._sections:
                flank = ((level, x + dx, y), (level, x, y + dy)) if dx and dy else None
                yield there, flank

    @lru_cache(maxsize=4096)  # noqa: B019 - boards are few, and kept
    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the squares adjacent to a cell: by a side, by a ladder, or by a corner that has no
        wall on both sides.

        Rule: SH-BOARD-8, SH-LADDER-2
        """
        adjacent = [
            there
            for there, flank in self.cells_around(cell)
            if flank is None or any(side in self._sections for side in flank)
        ]
        if cell in self.ladders:
            adjacent.append(self.ladders[cell])
        return tuple(adjacent)

    def is_adjacent(self, cell: Cell, other: Cell) -> bool:
        """Return whether two squares are adjacent.

        Rule: SH-BOARD-8
        """
        return other in self.neighbours(cell)

    def connected_squares(self, cell: Cell, passes: Callable[[Cell], bool]) -> set[Cell]:
        """Return the squares of a cell's section that connect to it by sides, through squares that
        `passes` accepts.
        """
        section = self._sections[cell]

        def near(here: Cell) -> Iterator[Cell]:
            return (there for there in boards.beside(here) if self._sections.get(there) == section and passes(there))

        return boards.reach([cell], near)

    def route_length(self, start: Cell, goal: Cell) -> int | None:
        """Return the number of steps of the shortest route, or None if there is none.

        The route passes over pieces, doors and fire, and ignores facings; a ladder is one step.

        Rule: SH-BOARD-7
        """
        return self.route_lengths(start).get(goal)

    @lru_cache(maxsize=1024)  # noqa: B019 - boards are few, and kept
    def route_lengths(self, start: Cell) -> dict[Cell, int]:
        """Return the number of steps of the shortest route to every square.

        Rule: SH-BOARD-7
        """
        steps, queue = {start: 0}, deque([start])
        while queue:
            cell = queue.popleft()
            for there in self.neighbours(cell):
                if there not in steps:
                    steps[there] = steps[cell] + 1
                    queue.append(there)
        return steps


@lru_cache(maxsize=16)
def board_of(layout: Layout) -> Board:
    """Return the board of a layout, compiled once."""
    return Board(layout)


def distance(origin: Cell, place: Cell) -> int | None:
    """Return the range between two squares of one level, or None between levels.

    Rule: SH-BOARD-5, SH-BOARD-6
    """
    if origin[0] != place[0]:
        return None
    return max(abs(origin[1] - place[1]), abs(origin[2] - place[2]))


# -- lines of sight --------------------------------------------------------------------------------


_Crossing = tuple[tuple[int, int], tuple[int, int] | None]
"""A square the line passes, as columns and rows from its start.

The second value is set where the line passes through a corner: the other square of the corner.
"""


@lru_cache(maxsize=8192)
def line_of_sight(dx: int, dy: int) -> tuple[_Crossing, ...]:
    """Return what a line to a square at that distance passes, without its two ends.

    A line through a corner passes between two squares: only both together block it.

    Rule: SH-LOS-2, SH-LOS-4
    """
    sx, sy = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
    wide, high = abs(dx), abs(dy)
    x = y = 0
    steps: list[_Crossing] = []
    while (x, y) != (wide, high):
        # The line meets the next upright joint after (2x+1)/2wide of its length; level likewise.
        upright = (2 * x + 1) * high if wide else None
        level = (2 * y + 1) * wide if high else None
        if upright is not None and upright == level:
            steps.append((((x + 1) * sx, y * sy), (x * sx, (y + 1) * sy)))
            x, y = x + 1, y + 1
        elif level is None or (upright is not None and upright < level):
            x += 1
        else:
            y += 1
        if (x, y) != (wide, high):
            steps.append(((x * sx, y * sy), None))
    return tuple(steps)


def is_line_clear(origin: Cell, place: Cell, free: Set[Cell]) -> bool:
    """Return whether nothing blocks the line between two squares of a level. `free` are the squares
    that do not block it.

    Rule: SH-LOS-2, SH-LOS-3, SH-LOS-4
    """
    level, x, y = origin
    for (ax, ay), corner in line_of_sight(place[1] - x, place[2] - y):
        if (level, x + ax, y + ay) not in free and (
            corner is None or (level, x + corner[0], y + corner[1]) not in free
        ):
            return False
    return True
