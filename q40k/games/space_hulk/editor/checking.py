"""The check of the work: that of all packs, with the square that each fault is about.

What is checked is the file as it would be written, as plain data. Where a pack file has a line for
everything it says, this data has a number, by which a problem leads back to a place in it.
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
    """A problem of the work, the square it is about, if any, and which goal, if any."""

    problem: Problem
    cell: Cell | None = None
    goal: int | None = None

    @property
    def hinders(self) -> bool:
        """Whether the mission cannot be played with it."""
        return self.problem.severity == "error"


class Checker:
    """Checks work beside the packs there are, which are read once, the file under work excepted."""

    def __init__(self, folders: Iterable[Path] = (), without: Path | None = None) -> None:
        self._stock = _shipped().copy()
        for folder in folders:
            self._stock.add_beside(folder, without=() if without is None else (without,))

    @property
    def pieces(self) -> Pieces:
        """The board pieces there are."""
        return dict(self._stock.models()["pieces"])

    def known(self, id: str) -> bool:
        """Whether a mission or a board of that id is there."""
        models = self._stock.models()
        return id in models["missions"] or id in models["boards"]

    def faults(self, file: str, data: dict[str, Any], work: Work) -> tuple[Fault, ...]:
        """What is wrong with the data of a file, the worst first; `work` lends its squares."""
        document = Document(file, data)
        paths: list[Steps] = list(_paths(data))
        document.values = {path: (number, 1) for number, path in enumerate(paths, 1)}
        stock = self._stock.copy()
        stock.add_documents([document], report=True)
        found = [
            _fault(one, paths[(one.line or 1) - 1], data, work) for one in stock.all_problems()
        ]
        return tuple(sorted(found, key=lambda one: not one.hinders))


@cache
def _shipped() -> Stock:
    """The shipped packs, which stay as they are; read once."""
    stock = Stock(KINDS)
    stock.add_shipped(report=False)
    return stock


def _paths(data: Plain, path: Steps = ()) -> Iterator[Steps]:
    """The places of everything in the data."""
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
    """The square that a problem is about: one that it names, or that of where it was found."""
    for name in SQUARES:
        said = problem.facts.get(name)
        if isinstance(said, str) and (cell := cell_of(said)) is not None:
            return cell
    here: Any = data
    found = None
    for step in path:
        here = here[step]
        said = next((here[name] for name in SQUARES if name in here), None) if isinstance(
            here, dict
        ) else here  # fmt: skip
        if isinstance(said, str) and (cell := cell_of(said)) is not None:
            found = cell
    return found or _in_section(problem, path, work)


def _in_section(problem: Problem, path: Steps, work: Work) -> Cell | None:
    """The first square of the section that a problem names."""
    section = problem.facts.get("section")
    place = path[3] if path[2:3] == ("levels",) and len(path) > 3 else None
    if not isinstance(place, int) or section is None:
        return None
    cells = work.board.levels[place].cells()
    return next((cell for cell, _letter, one in cells if one == section), None)
