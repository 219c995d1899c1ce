"""The workbench: the work with its history, check, file and draft. It knows no screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from q40k.games.space_hulk.editor import keeping
from q40k.games.space_hulk.editor.checking import Checker, Fault
from q40k.games.space_hulk.editor.opening import Opened, Origin, copy_work
from q40k.games.space_hulk.editor.text import Known, data_of, insert_work, merge_work
from q40k.games.space_hulk.editor.work import Pieces, Work
from q40k.games.space_hulk.table.own_mission import own_file

Edit = Callable[[Work], Work]
NOT_IN_FILE: Final[tuple[Origin, ...]] = ("copy", "board-copied", "draft")
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
        self._checked: tuple[Work, tuple[Fault, ...]] | None = None
        self._base = data_of(opened.text)
        self._hold = keeping.Hold(opened.path)

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
            keeping.write_draft(opened.path, opened.text, opened.known, self.work)
        else:
            keeping.drop_draft(self.opened.path)

    def save(self) -> bool:
        """Write the work into its file and return whether comments were lost.

        Raises Faulty, Changed, OSError; then the work is kept as a draft.
        """
        if self.error_count:
            raise Faulty
        opened, work = self.opened, self.work
        new = insert_work(opened.text, opened.known, work)
        keeping.write(opened.path, new.text, opened.text)
        if not self.is_second_window:
            keeping.drop_draft(opened.path)
        self._move_to(opened.path, new.text)
        return new.loses

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
        self.work, self.saved = copy_work(self.work, id), None
        self.opened = replace(self.opened, path=own_file(id), text="", known=Known())
        self._base, self._checked = {}, None
        if not self.is_second_window:
            keeping.drop_draft(old)
        self._hold.drop()
        self._hold = keeping.Hold(self.opened.path)
