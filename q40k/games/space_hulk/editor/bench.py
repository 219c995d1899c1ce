"""The workbench: the work with its past, its check, its file and its draft. Knows no screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from q40k.games.space_hulk.editor import keeping
from q40k.games.space_hulk.editor.checking import Checker, Fault
from q40k.games.space_hulk.editor.opening import Opened, Said, copied
from q40k.games.space_hulk.editor.text import Known, data_of, merged, written
from q40k.games.space_hulk.editor.work import Pieces, Work
from q40k.games.space_hulk.table.own_mission import own_file

Op = Callable[[Work], Work]
NOT_IN_FILE: Final[tuple[Said, ...]] = ("copy", "board-copied", "draft")
"""What is opened so stands in no file as it is."""


class Faulty(Exception):
    """Work with faults is not written among the missions."""


class Bench:
    """A mission under work. What is done to it can be undone without limit."""

    def __init__(self, opened: Opened, folders: Iterable[Path] = ()) -> None:
        self.opened = opened
        self._checker = Checker(folders, without=opened.path)
        self.pieces: Pieces = self._checker.pieces
        self.work = opened.work
        self.past: list[Work] = []
        self.ahead: list[Work] = []
        self.saved: Work | None = None if opened.said in NOT_IN_FILE else opened.work
        self._checked: tuple[Work, tuple[Fault, ...]] | None = None
        self._base = data_of(opened.text)
        self._hold = keeping.Hold(opened.path)

    @property
    def second(self) -> bool:
        """Whether the file is open in another window, whose draft it is then."""
        return not self._hold.ours

    def close(self) -> None:
        """Leave the file, and its draft, to others."""
        self._hold.drop()

    # -- the work --------------------------------------------------------------------------

    def do(self, op: Op) -> bool:
        """Do something to the work; whether it is another then. Raises NotHere."""
        new = op(self.work)
        if new == self.work:
            return False
        self.past.append(self.work)
        self.ahead.clear()
        self.work = new
        return True

    def undo(self) -> bool:
        """Take back what was done last; whether there was anything."""
        if not self.past:
            return False
        self.ahead.append(self.work)
        self.work = self.past.pop()
        return True

    def redo(self) -> bool:
        """Do again what was taken back last; whether there was anything."""
        if not self.ahead:
            return False
        self.past.append(self.work)
        self.work = self.ahead.pop()
        return True

    @property
    def unsaved(self) -> bool:
        """Whether the work is another than in its file."""
        return self.work != self.saved

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What is wrong with the work as it stands, the worst first."""
        if self._checked is None or self._checked[0] is not self.work:
            data = merged(self._base, self.opened.known, self.work)
            found = self._checker.faults(str(self.opened.path), data, self.work)
            self._checked = (self.work, found)
        return self._checked[1]

    @property
    def hindered(self) -> int:
        """How many faults keep it from being played."""
        return sum(one.hinders for one in self.faults)

    # -- its file --------------------------------------------------------------------------

    def keep(self) -> None:
        """Keep the work aside, as long as it is not in its file. Raises OSError.

        The draft of a file that is open in another window stays as it is.
        """
        if self.second:
            return
        if self.unsaved:
            opened = self.opened
            keeping.keep_draft(opened.path, opened.text, opened.known, self.work)
        else:
            keeping.drop_draft(self.opened.path)

    def save(self) -> bool:
        """Write the work into its file; whether comments of it were lost.

        Raises Faulty, Changed, OSError; the work is kept as a draft then.
        """
        if self.hindered:
            raise Faulty
        opened, work = self.opened, self.work
        new = written(opened.text, opened.known, work)
        keeping.write(opened.path, new.text, opened.text)
        if not self.second:
            keeping.drop_draft(opened.path)
        self._now_in(opened.path, new.text)
        return new.loses

    def _now_in(self, path: Path, text: str) -> None:
        known = Known(board=self.work.board.id, mission=self.work.mission.id)
        self.opened = replace(self.opened, path=path, text=text, known=known)
        self._base, self.saved, self._checked = data_of(text), self.work, None

    def taken(self, id: str) -> bool:
        """Whether a mission or a board of that id is there already."""
        return self._checker.known(id) or own_file(id).exists()

    def copy_as(self, id: str) -> None:
        """Go on with a copy of the work under another id, in a file of its own."""
        old = self.opened.path
        self.past = [copied(one, id) for one in (*self.past, self.work)]
        self.ahead.clear()
        self.work, self.saved = copied(self.work, id), None
        self.opened = replace(self.opened, path=own_file(id), text="", known=Known())
        self._base, self._checked = {}, None
        if not self.second:
            keeping.drop_draft(old)
        self._hold.drop()
        self._hold = keeping.Hold(self.opened.path)
