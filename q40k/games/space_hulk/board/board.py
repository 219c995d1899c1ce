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
    """What lies still on a board. Squares are cells here; `name` and `cell` lead over."""

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
        self.entries: dict[str, Entry] = {one.id: one for one in layout.entries}
        self.exits: dict[str, Exit] = {one.id: one for one in layout.exits}
        self.generators = frozenset(self._at(name) for name in layout.generators)
        self.locked = frozenset(self._at(name) for name in layout.locked)

    def _at(self, name: str) -> Cell:
        cell = cell_of(name)
        assert cell is not None, name
        return cell

    # -- names -----------------------------------------------------------------------------

    def cell(self, name: str) -> Cell | None:
        """The floor of that name; None where there is none.

        Rule: SH-BOARD-9
        """
        return self._named.get(name) or self._named.get(name.upper().removeprefix("1:"))

    def name(self, cell: Cell) -> str:
        """The name of a square.

        Rule: SH-BOARD-9
        """
        return name_of(cell, levels=self.several)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Every square of the floor, in the order of the rows."""
        return tuple(self._sections)

    # -- what lies where -------------------------------------------------------------------

    def is_floor(self, cell: Cell) -> bool:
        """Whether a cell is a square of the board, not wall."""
        return cell in self._sections

    def section(self, cell: Cell) -> str:
        """The section of a square.

        Rule: SH-BOARD-4
        """
        return self._sections[cell]

    def find_section(self, said: str) -> str | None:
        """The section of that name, or of that letter where only one level has it."""
        names = dict.fromkeys(self._sections.values())
        if said in names:
            return said
        found = [name for name in names if name.rpartition(":")[2] == said]
        return found[0] if len(found) == 1 else None

    def of_section(self, section: str) -> tuple[Cell, ...]:
        """The squares of a section.

        Rule: SH-BOARD-4
        """
        return tuple(cell for cell, name in self._sections.items() if name == section)

    def first_square(self, entry: str) -> Cell:
        """The first square of an entry.

        Rule: SH-ENTRY-2
        """
        return self._at(self.entries[entry].square)

    # -- neighbours ------------------------------------------------------------------------

    def around(self, cell: Cell) -> Iterator[tuple[Cell, tuple[Cell, Cell] | None]]:
        """The squares of the floor round one, a diagonal one with the two cells that flank it."""
        level, x, y = cell
        for dx, dy in COMPASS.values():
            there = (level, x + dx, y + dy)
            if there in self._sections:
                flank = ((level, x + dx, y), (level, x, y + dy)) if dx and dy else None
                yield there, flank

    @lru_cache(maxsize=4096)  # noqa: B019 - boards are few, and kept
    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """The squares adjacent to one: by a side, by a corner that is not wall on both sides, or
        by a ladder.

        Rule: SH-BOARD-8, SH-LADDER-2
        """
        found = [
            there
            for there, flank in self.around(cell)
            if flank is None or any(one in self._sections for one in flank)
        ]
        if cell in self.ladders:
            found.append(self.ladders[cell])
        return tuple(found)

    def adjacent(self, one: Cell, other: Cell) -> bool:
        """Whether two squares are adjacent.

        Rule: SH-BOARD-8
        """
        return other in self.neighbours(one)

    def reach(self, cell: Cell, passes: Callable[[Cell], bool]) -> set[Cell]:
        """The squares of a cell's section that hang together with it by their sides."""
        section, found, left = self._sections[cell], {cell}, [cell]
        while left:
            level, x, y = left.pop()
            for dx, dy in STEPS.values():
                there = (level, x + dx, y + dy)
                if there not in found and self._sections.get(there) == section and passes(there):
                    found.add(there)
                    left.append(there)
        return found

    def route(self, one: Cell, other: Cell) -> int | None:
        """How many steps the shortest route has; None where there is none.

        It passes over pieces, doors and fire, and has no facing; a ladder is one step.

        Rule: SH-BOARD-7
        """
        return self.routes(one).get(other)

    @lru_cache(maxsize=1024)  # noqa: B019 - boards are few, and kept
    def routes(self, start: Cell) -> dict[Cell, int]:
        """How many steps it is to every square.

        Rule: SH-BOARD-7
        """
        found, queue = {start: 0}, deque([start])
        while queue:
            cell = queue.popleft()
            for there in self.neighbours(cell):
                if there not in found:
                    found[there] = found[cell] + 1
                    queue.append(there)
        return found


@lru_cache(maxsize=16)
def board_of(layout: Layout) -> Board:
    """The board of a layout, compiled once."""
    return Board(layout)


def distance(one: Cell, other: Cell) -> int | None:
    """The range between two squares of one level; None between levels.

    Rule: SH-BOARD-5, SH-BOARD-6
    """
    if one[0] != other[0]:
        return None
    return max(abs(one[1] - other[1]), abs(one[2] - other[2]))
