"""A board compiled once: cells by name, sections, neighbours, ladders, entries and exits."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from functools import lru_cache

from q40k.games.space_hulk.board.facings import COMPASS
from q40k.games.space_hulk.packs.boards import (
    DOOR,
    STEPS,
    Cell,
    Entry,
    Exit,
    Layout,
    cell_of,
    name_of,
)


class Board:
    """The fixed parts of a board. Squares are cells here; `name` and `cell` convert between the
    two.
    """

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
        section, reached, queue = self._sections[cell], {cell}, [cell]
        while queue:
            level, x, y = queue.pop()
            for dx, dy in STEPS.values():
                there = (level, x + dx, y + dy)
                if there not in reached and self._sections.get(there) == section and passes(there):
                    reached.add(there)
                    queue.append(there)
        return reached

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
