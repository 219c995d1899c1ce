"""The past of a match: walk through it without changing it, bookmark it, and branch off."""

from bisect import bisect_left, bisect_right
from collections import OrderedDict
from typing import Any

from msgspec import Struct

from q40k.care.notes import Place, read_places
from q40k.kernel.events import Question
from q40k.kernel.journal import history
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.text import clean_text
from q40k.table.amending import find_target, question_at
from q40k.table.match_session import Line, MatchSession

KEPT = 256
RUN_UP = 48
"""How many states are computed at once when a walk goes back to an unknown one."""
NAME_LENGTH = 60


class Bookmark(Struct, frozen=True):
    """A named place in the past: the entry that is there now."""

    entry: int
    name: str


class History:
    """A read-only walk through the live entries of a match.

    `place` counts the live entries from 0; the state is the one after the entry at `place`.
    """

    def __init__(self, match_session: MatchSession) -> None:
        """Begin at the newest entry. Raises JournalError."""
        match_session.must_be_whole()
        self._match_session = match_session
        self.stops = history.standing_inputs(match_session.session.journal, match_session.number)
        if not self.stops:
            raise JournalError("nothing-past")
        self.place = len(self.stops) - 1
        self._states: OrderedDict[int, Any] = OrderedDict()
        self._great: list[int] | None = None
        self._turns: dict[int, int] | None = None

    @property
    def entry(self) -> int:
        """The number of the current entry."""
        return self.stops[self.place]

    @property
    def at_end(self) -> bool:
        """Whether this is the newest entry: the present."""
        return self.place == len(self.stops) - 1

    @property
    def state(self) -> Any:
        """The state after the entry, as the viewer may know it. Raises JournalError."""
        if self.place not in self._states:
            self._compute_states()
        self._states.move_to_end(self.place)
        return self._match_session.mask_state(self._states[self.place])

    def _compute_states(self) -> None:
        session = self._match_session.session
        first = self.place
        if first - 1 not in self._states:
            first = max(0, self.place - RUN_UP)
            state = session.state_before(self.stops[first])
        else:
            state = self._states[first - 1]
        entries = session.journal.live(self._match_session.number, self.stops[first] - 1, self.stops[self.place] + 1)
        for place, entry in enumerate(entries, first):
            for event in session.rules.read_events(entry.events):
                state = session.rules.fold(state, event)
            self._states[place] = state
            self._states.move_to_end(place)
        while len(self._states) > KEPT:
            self._states.popitem(last=False)

    def lines(self, most: int) -> list[Line]:
        """Return the last `most` lines up to the current entry. Raises JournalError."""
        first = max(0, self.place - most + 1)
        after, entry = self.stops[first] - 1, self.entry
        lines = self._match_session.lines(after=after, first=most, undone=False)
        return [line for line in lines if line.entry.seq <= entry]

    @property
    def line(self) -> Line:
        """The line of the current entry."""
        return self._match_session.lines(after=self.entry - 1, first=1)[0]

    @property
    def question(self) -> Question | None:
        """The question that was open then, or None."""
        return question_after(self._match_session, self.entry)

    # -- walking ---------------------------------------------------------------------------

    def step(self, by: int) -> bool:
        """Go some entries forward, or back; return False at either end."""
        place = max(0, min(len(self.stops) - 1, self.place + by))
        moved, self.place = place != self.place, place
        return moved

    def go_to(self, entry: int) -> None:
        """Go to an entry, or to the last live one before it. Raises JournalError."""
        place = bisect_right(self.stops, entry) - 1
        if place < 0 or entry > self._match_session.head:
            raise JournalError("amend-unknown", entry=entry, last=self._match_session.head)
        self.place = place

    def go_to_moment(self, by: int) -> bool:
        """Go to the next great moment (1) or the previous one (-1); return False without one."""
        if self._great is None:
            great = self._match_session.game.view.moments.highlights
            self._great = sorted({seq for word in great for seq in self._with_event(word)})
        return self._go_along(self._great, by)

    @property
    def turns(self) -> dict[int, int]:
        """The entry with which each turn began."""
        if self._turns is None:
            moments = self._match_session.game.view.moments
            self._turns = {}
            for seq in self._with_event(moments.turn) if moments.turn else ():
                for event in self._match_session.lines(after=seq - 1, first=1)[0].events:
                    if event.type == moments.turn:
                        self._turns[getattr(event, moments.turn_number)] = seq
        return self._turns

    def _with_event(self, word: str) -> list[int]:
        """Return the live entries that caused an event of this type."""
        journal, match = self._match_session.session.journal, self._match_session.number
        return history.standing_inputs(journal, match, f'"type":"{word}"')

    def go_to_next_turn(self, by: int) -> bool:
        """Go to the next beginning of a turn (1) or the previous one (-1)."""
        return self._go_along(sorted(self.turns.values()), by)

    def go_to_turn(self, number: int) -> bool:
        """Go to the beginning of a turn; return False if it was never played."""
        if number not in self.turns:
            return False
        self.go_to(self.turns[number])
        return True

    @property
    def bookmarks(self) -> list[Bookmark]:
        """The bookmarks whose entries are still live, in the order of the match."""
        return bookmarks(self._match_session)

    def go_to_bookmark(self, by: int) -> bool:
        """Go to the next bookmark (1) or the previous one (-1)."""
        return self._go_along([mark.entry for mark in self.bookmarks], by)

    def _go_along(self, stops: list[int], by: int) -> bool:
        here = bisect_right(stops, self.entry) if by > 0 else bisect_left(stops, self.entry) - 1
        if not 0 <= here < len(stops):
            return False
        self.go_to(stops[here])
        return True


def question_after(match_session: MatchSession, entry: int) -> Question | None:
    """Return the question that was open after a live entry. Raises JournalError."""
    target = find_target(match_session, entry)
    place = 0 if target.place is None else target.place + 1
    if place >= len(target.answers):
        open_now = entry == max(e.seq for e in (target.part.entry, *target.part.answers))
        last = match_session.session.journal.live(match_session.number, after=entry)
        return match_session.question if open_now and not last else None
    later = target.part.answers[place]
    return question_at(match_session, find_target(match_session, later.seq))[1]


def bookmarks(match_session: MatchSession) -> list[Bookmark]:
    """Return the bookmarks whose entries are still live, in order; the last name counts."""
    journal, match = match_session.session.journal, match_session.number
    names: dict[int, str] = {}
    for mark in history.bookmarks(journal, match):
        entry = history.current_version(journal, match, mark.command)
        if entry is not None:
            names[entry.seq] = mark.body
    return [Bookmark(entry, names[entry]) for entry in sorted(names)]


def add_bookmark(match_session: MatchSession, entry: int, name: str) -> None:
    """Add a bookmark at a live entry. Raises JournalError."""
    find_target(match_session, entry)
    match_session.session.bookmark(entry, clean_text(name)[:NAME_LENGTH])


def branch(match_session: MatchSession, entry: int, name: str, *, whole: bool = False) -> int:
    """Begin a match with everything up to an entry of this one; return its number.

    The app's dice will be different ones, and a match that keeps secrets is not copied. A `whole`
    branch has the same dice and knows the secrets. A branch just like it that nobody has opened is not made again:
    whoever was interrupted may repeat the call. Raises JournalError.
    """
    find_target(match_session, entry)
    if match_session.is_open_with_secrets and not whole:
        raise JournalError("branch-secret", match=match_session.number)
    session, name = match_session.session, clean_text(name)
    at, journal, match = session.now(), session.journal, match_session.number
    if journal.path is not None:
        places, place = read_places(journal.path), Place(of=match_session.row.identity, entry=entry)
        for row in journal.matches():
            is_unopened = not row.played and (row.name, places.get(row.identity)) == (name, place)
            if is_unopened and history.is_branch(journal, row.id, match, entry, same_dice=whole):
                return row.id
    return history.branch(journal, match, entry, name, at, same_dice=whole)
