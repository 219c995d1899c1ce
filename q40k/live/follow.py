"""What is played now, followed through a connection that cannot write.

It follows one match, or whichever of the library was played last, and knows of it what a page
shows: the state, the announcer's calls, how the race went, who moved last.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from q40k.games.game import View, Viewer
from q40k.geometry.scene import Line
from q40k.geometry.spots import Spot
from q40k.kernel.journal.journal import JournalError
from q40k.table.announcer import Announcer
from q40k.table.match_library import MatchLibrary
from q40k.table.match_session import MatchSession

PORTION: Final = 100
"""So many entries of what was before are heard at a time."""
LEAST_MOVE_CM: Final = 0.5
"""What moved less has not moved."""


MOST_POINTS: Final = 240
"""A drawing of the race shows no more moments."""


class Point(Struct, frozen=True):
    """A moment of the race: the turn, and what part of its goal each side had made."""

    turn: int
    shares: tuple[float, ...]


class _Noted(Struct, frozen=True):
    """What is noted of a state: the turn, and the parts by side."""

    turn: int
    made: Mapping[str, float]


class Followed:
    """The match that is followed, read anew whenever something was written."""

    def __init__(self, path: Path, match: int | None = None) -> None:
        """Follow a match of the library at `path`, or always the one played last.

        Raises JournalError.
        """
        self.path = path
        self._said = match
        self._library = MatchLibrary(path, follow=True)
        self._file = _identity(path)
        self._changes = -1
        self._session: MatchSession | None = None
        self.announcer: Announcer | None = None
        self.number: int | None = None
        self.heard = False  # whether the announcer has heard what was before
        self.moved: tuple[Line, ...] = ()
        self._places: dict[str, Spot] = {}
        self.seek()

    def close(self) -> None:
        """Let go of the library."""
        self._library.close()

    # -- which match -----------------------------------------------------------------------

    def follow(self, match: int | None) -> None:
        """Follow another match from now on. Raises JournalError."""
        self._said = match
        self.seek()

    def seek(self) -> bool:
        """Look which match is to be followed; True when it is another one. Raises JournalError."""
        if (now := _identity(self.path)) != self._file:  # another file lies there
            library = MatchLibrary(self.path, follow=True)
            self._library.close()
            self._library, self._file, self.number = library, now, None
        number = self._said if self._said is not None else self._last()
        if number == self.number:
            return False
        self._open(number)
        return True

    def _last(self) -> int | None:
        with suppress(JournalError):
            return self._library.find().id
        return None

    def _open(self, number: int | None) -> None:
        self._session = None
        if number is not None:
            self._session = self._library.open(number, watch=True, whole=False)
        self.number = number
        self.heard, self.moved, self._places = False, (), {}
        self.announcer = None
        if self._session is not None:
            view = self._session.game.view
            self.announcer = Announcer(self._session.game, lambda state: _noted(view, state))
            self._places = self._places_now()

    # -- what is known of it ---------------------------------------------------------------

    @property
    def head(self) -> int:
        """The number of the newest entry that was read; 0 when nothing is followed."""
        return 0 if self._session is None else self._session.head

    def session(self, viewer: Viewer = None) -> MatchSession | None:
        """The match as a viewer may know it; None when there is none."""
        one = self._session
        if one is None or viewer is None:
            return one
        return MatchSession(
            one.game, one.session, None, watching=True, viewer=viewer, damage=one.damage
        )

    def race(self, sides: Sequence[str]) -> list[Point]:
        """How the race went between some sides, by their ids."""
        notes = [] if self.announcer is None else self.announcer.notes(MOST_POINTS)
        return [
            Point(one.turn, tuple(one.made.get(side, 0.0) for side in sides))
            for one in notes
            if one is not None
        ]

    # -- looking ---------------------------------------------------------------------------

    def look(self) -> bool:
        """Read what was written since; True when there was anything. Raises JournalError."""
        changes = self._library.journal.changes
        if changes == self._changes or self._session is None:
            return False
        self._changes = changes
        if not self._session.refresh():
            return False
        if self.heard and self.announcer is not None:
            self.announcer.catch_up(self._session)
        self._note_moves()
        return True

    def hear(self) -> Iterator[None]:
        """Let the announcer hear what was before, in portions. Raises JournalError."""
        session, announcer = self._session, self.announcer
        if session is None or announcer is None:
            return
        if session.damage is None:
            head, entries = session.head, session.inputs()
            for start in range(0, len(entries), PORTION):
                announcer.hear(entries[start : start + PORTION])
                yield
                if announcer is not self.announcer:
                    return
            announcer.head = head
            announcer.catch_up(session)
        self.heard = session.damage is None

    def _places_now(self) -> dict[str, Spot]:
        assert self._session is not None
        pieces = self._session.game.view.pieces(self._session.state)
        return {one.id: one.at for one in pieces}

    def _note_moves(self) -> None:
        """Note who stands elsewhere than before; the last of it stays until somebody moves."""
        now = self._places_now()
        moved = tuple(
            Line((was, at), "moved")
            for id, at in now.items()
            if (was := self._places.get(id)) is not None and _far(was, at)
        )
        self.moved = moved or self.moved
        self._places = now


def _far(was: Spot, at: Spot) -> bool:
    return abs(was[0] - at[0]) + abs(was[1] - at[1]) > LEAST_MOVE_CM


def _noted(view: View, state: Any) -> _Noted | None:
    """What is noted for the race: nothing before the first turn, when nobody is on the way."""
    turn = view.status(state).turn
    if not turn:
        return None
    return _Noted(turn, {one.side: round(float(one.part), 3) for one in view.race(state)})


def _identity(path: Path) -> Mapping[str, int]:
    """Which file lies there now."""
    try:
        found = path.stat()
    except OSError:
        return {}
    return {"device": found.st_dev, "file": found.st_ino}
