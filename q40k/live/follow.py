"""The current match, followed through a connection that cannot write.

It follows one match, or always the one of the library that was played last. It knows what a page
shows: the state, the announcer's calls, how the race went, who moved last.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import Struct

from q40k.games.game import View, Viewer
from q40k.geometry.scene import Line
from q40k.geometry.space import Spot
from q40k.kernel.journal.journal import JournalError
from q40k.table.commentary import Announcer
from q40k.table.match_library import MatchLibrary
from q40k.table.match_session import MatchSession
from q40k.table.shown import standing

PORTION = 100
"""The announcer hears so many past entries at a time."""
LEAST_MOVE_CM = 0.5
"""A shorter move does not count."""


MOST_POINTS = 240
"""A drawing of the race shows at most so many moments."""


class Point(Struct, frozen=True):
    """A moment of the race: the turn, and each side's progress to its goal."""

    turn: int
    shares: tuple[float, ...]


class RaceNote(Struct, frozen=True):
    """A note about a state: the turn, and the progress by side."""

    turn: int
    progress: Mapping[str, float]


class Chances(Struct, frozen=True):
    """Everybody's chance to win, by side, and how the last news changed it.

    Such chances came true as often in games of bots.
    """

    now: Mapping[str, float] = {}
    swing: Mapping[str, float] = {}


class Followed:
    """The match that is followed; it is read again whenever something was written."""

    def __init__(self, path: Path, match: int | None = None) -> None:
        """Follow a match of the library at `path`, or always the one played last.

        Raises JournalError.
        """
        self.path = path
        self._chosen_match = match
        self._library = MatchLibrary(path, follow=True)
        self._file = _identity(path)
        self._changes = -1
        self._session: MatchSession | None = None
        self.announcer: Announcer | None = None
        self.number: int | None = None
        self.heard = False  # whether the announcer has heard the past
        self.moved: tuple[Line, ...] = ()
        self.chances = Chances()
        self._places: dict[str, Spot] = {}
        self.find_match()

    def close(self) -> None:
        """Close the library."""
        self._library.close()

    # -- which match -----------------------------------------------------------------------

    def follow(self, match: int | None) -> None:
        """Follow another match from now on. Raises JournalError."""
        self._chosen_match = match
        self.find_match()

    def find_match(self) -> bool:
        """Find the match to follow; return whether it is another one. Raises JournalError."""
        if (now := _identity(self.path)) != self._file:  # the file was replaced
            library = MatchLibrary(self.path, follow=True)
            self._library.close()
            self._library, self._file, self.number = library, now, None
        number = self._chosen_match if self._chosen_match is not None else self._last()
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
        self.announcer, self.chances = None, Chances()
        if self._session is not None:
            view = self._session.game.view
            self.announcer = Announcer(self._session.game, lambda state: _note_of(view, state))
            self._places = self._places_now()
            self._note_chances()

    # -- the match -------------------------------------------------------------------------

    @property
    def head(self) -> int:
        """The number of the newest entry that was read; 0 if nothing is followed."""
        return 0 if self._session is None else self._session.head

    def session(self, viewer: Viewer = None) -> MatchSession | None:
        """Return the match as a viewer may know it, or None if there is none."""
        whole = self._session
        if whole is None or viewer is None:
            return whole
        return MatchSession(whole.game, whole.session, None, watching=True, viewer=viewer, damage=whole.damage)

    def race(self, sides: Sequence[str]) -> list[Point]:
        """Return how the race went between some sides, by their ids."""
        notes = [] if self.announcer is None else self.announcer.notes(MOST_POINTS)
        return [
            Point(note.turn, tuple(note.progress.get(side, 0.0) for side in sides))
            for note in notes
            if note is not None
        ]

    # -- looking ---------------------------------------------------------------------------

    def read_news(self) -> bool:
        """Read what was written since; return whether there was anything. Raises JournalError."""
        changes = self._library.journal.changes
        if changes == self._changes or self._session is None:
            return False
        self._changes = changes
        if not self._session.refresh():
            return False
        if self.heard and self.announcer is not None:
            self.announcer.catch_up(self._session)
        self._note_moves()
        self._note_chances()
        return True

    def hear(self) -> Iterator[None]:
        """Let the announcer hear the past, in portions. Raises JournalError."""
        session, announcer = self._session, self.announcer
        if session is None or announcer is None:
            return
        if session.damage is None:
            head = session.head
            entries = [entry for entry in session.inputs() if entry.seq <= head]
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
        return {piece.id: piece.at for piece in pieces}

    def _note_chances(self) -> None:
        """Note everybody's chance to win while the match is played, and what has changed it."""
        assert self._session is not None
        view, state = self._session.game.view, self._session.state
        status, before, now = view.status(state), self.chances.now, dict[str, float]()
        if status.turn and not status.over:
            now = standing(view, state)
        if now != before:
            self.chances = Chances(now, {side: now[side] - before[side] for side in now if side in before})

    def _note_moves(self) -> None:
        """Note who has moved. The note stays until somebody moves again."""
        now = self._places_now()
        moved = tuple(
            Line((previous, place), "moved")
            for id, place in now.items()
            if (previous := self._places.get(id)) is not None and _far(previous, place)
        )
        self.moved = moved or self.moved
        self._places = now


def _far(previous: Spot, place: Spot) -> bool:
    return abs(previous[0] - place[0]) + abs(previous[1] - place[1]) > LEAST_MOVE_CM


def _note_of(view: View, state: Any) -> RaceNote | None:
    """Return the note for the race; None before the first turn, when nobody has progress."""
    turn = view.status(state).turn
    if not turn:
        return None
    return RaceNote(turn, {racer.side: round(float(racer.progress), 3) for racer in view.race(state)})


def _identity(path: Path) -> Mapping[str, int]:
    """Return which file is there now."""
    try:
        status = path.stat()
    except OSError:
        return {}
    return {"device": status.st_dev, "file": status.st_ino}
