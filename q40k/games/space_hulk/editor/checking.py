"""The check of the work, as of all packs, with the square of each fault.

It checks the file as it would be written, as plain data. Instead of line numbers this data has
running numbers, which lead from a problem back to its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from q40k.games.space_hulk.editor.work import Pieces, Work
from q40k.games.space_hulk.packs.boards import Cell, cell_of
from q40k.games.space_hulk.packs.kinds import KINDS
from q40k.packs.problems import Problem
from q40k.packs.reader import Document, Plain, Steps
from q40k.packs.stock import Stock

SQUARES = ("square", "at", "top", "foot")
"""The keys and facts that name a square."""


class Fault(Struct, frozen=True):
    """A problem of the work, with its square and its goal, if any."""

    problem: Problem
    cell: Cell | None = None
    goal: int | None = None

    @property
    def is_error(self) -> bool:
        """Whether the mission cannot be played with this fault."""
        return self.problem.severity == "error"


class Checker:
    """A check of work beside all other packs, which are read once without the work's own file."""

    def __init__(self, folders: Iterable[Path] = (), without: Path | None = None) -> None:
        self._stock = _shipped_stock().copy()
        for folder in folders:
            self._stock.add_beside(folder, without=() if without is None else (without,))

    @property
    def pieces(self) -> Pieces:
        """The known board pieces."""
        return dict(self._stock.models()["pieces"])

    def has_id(self, id: str) -> bool:
        """Return whether a mission or a board has that id."""
        models = self._stock.models()
        return id in models["missions"] or id in models["boards"]

    def faults(self, file: str, data: dict[str, Any], work: Work) -> tuple[Fault, ...]:
        """Return the faults in the data of a file, worst first; `work` supplies the squares."""
        document = Document(file, data)
        paths: list[Steps] = list(_paths(data))
        document.values = {path: (number, 1) for number, path in enumerate(paths, 1)}
        stock = self._stock.copy()
        stock.add_documents([document], report=True)
        faults = [
            _fault(problem, paths[(problem.line or 1) - 1], data, work)
            for problem in stock.all_problems()
        ]
        return tuple(sorted(faults, key=lambda fault: not fault.is_error))


@cache
def _shipped_stock() -> Stock:
    """Read the shipped packs, once."""
    stock = Stock(KINDS)
    stock.add_shipped(report=False)
    return stock


def _paths(data: Plain, path: Steps = ()) -> Iterator[Steps]:
    """Yield the path of everything in the data."""
    yield path
    inside: Iterable[tuple[str | int, Plain]] = ()
    if isinstance(data, dict):
        inside = data.items()
    elif isinstance(data, list):
        inside = enumerate(data)
    for step, value in inside:
        yield from _paths(value, (*path, step))


def _fault(problem: Problem, path: Steps, data: Plain, work: Work) -> Fault:
    if problem.object_id not in (work.mission.id, work.board.id):
        return Fault(problem)  # of something else in the file
    goal = path[3] if path[2:3] == ("goals",) and len(path) > 3 else None
    cell = _square(problem, path, data, work)
    return Fault(problem, cell, goal if isinstance(goal, int) else None)


def _square(problem: Problem, path: Steps, data: Plain, work: Work) -> Cell | None:
    """Return the square that a problem names, or that of the place where it was found."""
    for name in SQUARES:
        square = problem.facts.get(name)
        if isinstance(square, str) and (cell := cell_of(square)) is not None:
            return cell
    here: Any = data
    innermost = None
    for step in path:
        here = here[step]
        square = next((here[name] for name in SQUARES if name in here), None) if isinstance(
            here, dict
        ) else here  # fmt: skip
        if isinstance(square, str) and (cell := cell_of(square)) is not None:
            innermost = cell
    return innermost or _in_section(problem, path, work)


def _in_section(problem: Problem, path: Steps, work: Work) -> Cell | None:
    """Return the first square of the section that a problem names."""
    section = problem.facts.get("section")
    place = path[3] if path[2:3] == ("levels",) and len(path) > 3 else None
    if not isinstance(place, int) or section is None:
        return None
    cells = work.board.levels[place].cells()
    return next((cell for cell, _letter, other in cells if other == section), None)
