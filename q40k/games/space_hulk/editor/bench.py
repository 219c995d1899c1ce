"""The workbench: the work with its history, check, file and draft. It knows no screen.

The check reads the file as it would be written, as plain data. Instead of line numbers this data
has running numbers, which lead from a problem back to its place.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from q40k.games.space_hulk.editor import files
from q40k.games.space_hulk.editor.files import Known, Opened, Origin, copy_work, data_of, insert_work, merge_work
from q40k.games.space_hulk.editor.work import Pieces, Work
from q40k.games.space_hulk.packs.boards import Cell, cell_of
from q40k.games.space_hulk.packs.kinds import KINDS
from q40k.games.space_hulk.table.missions import own_file
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
        faults = [_fault(problem, paths[(problem.line or 1) - 1], data, work) for problem in stock.all_problems()]
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
        square = next((here[name] for name in SQUARES if name in here), None) if isinstance(here, dict) else here
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


# -- the workbench ---------------------------------------------------------------------------


Edit = Callable[[Work], Work]
NOT_IN_FILE: tuple[Origin, ...] = ("copy", "board-copied", "draft")
"""Work of these origins is in no file yet."""


class Faulty(Exception):
    """Work with errors is not written among the missions."""


class Bench:
    """A mission under work, with unlimited undo."""

    def __init__(self, opened: Opened, folders: Iterable[Path] = ()) -> None:
        self.opened = opened
        self._checker = Checker(folders, without=opened.path)
        self.pieces: Pieces = self._checker.pieces
        self.work = opened.work
        self.past: list[Work] = []
        self.ahead: list[Work] = []
        self.saved: Work | None = None if opened.origin in NOT_IN_FILE else opened.work
        self._draft: Work | None = opened.work if opened.origin == "draft" else None
        self._checked: tuple[Work, tuple[Fault, ...]] | None = None
        self._base = data_of(opened.text)
        self._hold = files.Hold(opened.path)

    @property
    def is_second_window(self) -> bool:
        """Whether another window has the file open, and owns its draft."""
        return not self._hold.ours

    def close(self) -> None:
        """Give up the file and its draft."""
        self._hold.drop()

    # -- the work --------------------------------------------------------------------------

    def do(self, edit: Edit) -> bool:
        """Apply an edit to the work and return whether it changed. Raises NotHere."""
        new = edit(self.work)
        if new == self.work:
            return False
        self.past.append(self.work)
        self.ahead.clear()
        self.work = new
        return True

    def undo(self) -> bool:
        """Undo the last edit and return whether there was one."""
        if not self.past:
            return False
        self.ahead.append(self.work)
        self.work = self.past.pop()
        return True

    def redo(self) -> bool:
        """Redo the last undone edit and return whether there was one."""
        if not self.ahead:
            return False
        self.past.append(self.work)
        self.work = self.ahead.pop()
        return True

    @property
    def is_unsaved(self) -> bool:
        """Whether the work differs from its file."""
        return self.work != self.saved

    @property
    def is_in_draft(self) -> bool:
        """Whether the work is kept as a draft, and in no file."""
        return self.is_unsaved and self.work == self._draft

    @property
    def would_be_lost(self) -> bool:
        """Whether changes of this session are kept nowhere, such as on a full disk."""
        return self.is_unsaved and bool(self.past) and not self.is_in_draft

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The faults of the work, worst first."""
        if self._checked is None or self._checked[0] is not self.work:
            data = merge_work(self._base, self.opened.known, self.work)
            faults = self._checker.faults(str(self.opened.path), data, self.work)
            self._checked = (self.work, faults)
        return self._checked[1]

    @property
    def error_count(self) -> int:
        """The number of faults that keep the mission from being played."""
        return sum(fault.is_error for fault in self.faults)

    # -- its file --------------------------------------------------------------------------

    def keep(self) -> None:
        """Keep unsaved work as a draft. Raises OSError.

        The draft of a file that is open in another window stays as it is.
        """
        if self.is_second_window:
            return
        if self.is_unsaved:
            opened = self.opened
            files.write_draft(opened.path, opened.text, opened.known, self.work)
            self._draft = self.work
        else:
            files.drop_draft(self.opened.path)
            self._draft = None

    def save(self) -> bool:
        """Write the work into its file and return whether comments were lost.

        Raises Faulty, Changed, OSError; then the work is kept as a draft if possible.
        """
        opened, work = self.opened, self.work
        new = insert_work(opened.text, opened.known, work)
        try:
            if self.error_count:
                raise Faulty
            files.write(opened.path, new.text, opened.text)
        except (Faulty, files.Changed, OSError):
            with suppress(OSError):
                self.keep()
            raise
        if not self.is_second_window:
            files.drop_draft(opened.path)
        self._move_to(opened.path, new.text)
        return new.loses

    def save_elsewhere(self, folder: Path) -> None:
        """Write the work into a new file of a folder, with its faults, and go on there.

        Raises Changed if such a file exists, OSError.
        """
        path = folder / f"{self.work.mission.id}.yaml"
        text = insert_work("", Known(), self.work).text
        files.write(path, text, "")
        self._move_to(path, text)

    def _move_to(self, path: Path, text: str) -> None:
        ids = Known(board=self.work.board.id, mission=self.work.mission.id)
        self.opened = replace(self.opened, path=path, text=text, known=ids)
        self._base, self.saved, self._checked = data_of(text), self.work, None

    def is_taken(self, id: str) -> bool:
        """Return whether a mission or a board has that id already."""
        return self._checker.has_id(id) or own_file(id).exists()

    def copy_as(self, id: str) -> None:
        """Go on with a copy of the work under another id, in a new file."""
        old = self.opened.path
        self.past = [copy_work(work, id) for work in (*self.past, self.work)]
        self.ahead.clear()
        self.work, self.saved, self._draft = copy_work(self.work, id), None, None
        self.opened = replace(self.opened, path=own_file(id), text="", known=Known())
        self._base, self._checked = {}, None
        was_second = self.is_second_window
        self._hold.drop()
        self._hold = files.Hold(self.opened.path)
        with suppress(OSError):
            self.keep()
        if self.is_in_draft and not was_second:
            files.drop_draft(old)
