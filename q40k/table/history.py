"""The past of a match: walked back and forth without touching it, marked, and branched off."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from q40k.kernel.care.shelf import Place, put
from q40k.kernel.journal import history
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.questions import Question
from q40k.kernel.replay import as_journaled
from q40k.kernel.text import clean_text
from q40k.table.amending import find, question_at
from q40k.table.match_session import Line, MatchSession

KEPT = 256
RUN_UP = 48
"""How many states are made at once when a walk goes back to where none is at hand."""
NAME_LENGTH = 60


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A named place in the past: the entry that stands there now."""

    entry: int
    name: str


class History:
    """A walk through all that stands in a match. It only reads.

    `place` counts the entries that stand, from 0: the state is that after the entry at `place`.
    """

    def __init__(self, match_session: MatchSession) -> None:
        """Begin at the newest entry. Raises JournalError."""
        match_session.must_be_whole()
        self._match_session = match_session
        self.stops = history.standing(match_session.session.journal, match_session.number)
        if not self.stops:
            raise JournalError("nothing-past")
        self.place = len(self.stops) - 1
        self._states: OrderedDict[int, Any] = OrderedDict()
        self._great: list[int] | None = None
        self._turns: dict[int, int] | None = None

    @property
    def entry(self) -> int:
        """The number of the entry the walk stands at."""
        return self.stops[self.place]

    @property
    def at_end(self) -> bool:
        """Whether this is the newest entry: the present."""
        return self.place == len(self.stops) - 1

    @property
    def state(self) -> Any:
        """The state after the entry, as the viewer may know it. Raises JournalError."""
        if self.place not in self._states:
            self._make()
        self._states.move_to_end(self.place)
        return self._match_session.seen(self._states[self.place])

    def _make(self) -> None:
        session = self._match_session.session
        first = self.place
        if first - 1 not in self._states:
            first = max(0, self.place - RUN_UP)
            state = session.state_before(self.stops[first])
        else:
            state = self._states[first - 1]
        entries = session.journal.live(
            self._match_session.number, self.stops[first] - 1, self.stops[self.place] + 1
        )
        for place, entry in enumerate(entries, first):
            for event in session.rules.read_events(entry.events):
                state = session.rules.fold(state, event)
            self._states[place] = state
            self._states.move_to_end(place)
        while len(self._states) > KEPT:
            self._states.popitem(last=False)

    def lines(self, most: int) -> list[Line]:
        """The entries up to this one, the newest last. Raises JournalError."""
        first = max(0, self.place - most + 1)
        after, entry = self.stops[first] - 1, self.entry
        lines = self._match_session.lines(after=after, first=most, undone=False)
        return [line for line in lines if line.entry.seq <= entry]

    @property
    def line(self) -> Line:
        """The entry itself."""
        return self._match_session.lines(after=self.entry - 1, first=1)[0]

    @property
    def question(self) -> Question | None:
        """What the match asked then; None when nothing was open."""
        return question_after(self._match_session, self.entry)

    # -- walking ---------------------------------------------------------------------------

    def step(self, by: int) -> bool:
        """Go some entries forth, or back; False when there is no further to go."""
        place = max(0, min(len(self.stops) - 1, self.place + by))
        moved, self.place = place != self.place, place
        return moved

    def to(self, entry: int) -> None:
        """Go to an entry, or the last that stands before it. Raises JournalError."""
        place = bisect_right(self.stops, entry) - 1
        if place < 0 or entry > self._match_session.head:
            raise JournalError("amend-unknown", entry=entry, last=self._match_session.head)
        self.place = place

    def great(self, by: int) -> bool:
        """Go to the next great moment (by 1) or the one before (-1); False when there is none."""
        if self._great is None:
            great = self._match_session.game.view.moments.great
            self._great = sorted({seq for word in great for seq in self._with_event(word)})
        return self._along(self._great, by)

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
        """The entries that brought about an event of that type."""
        journal, match = self._match_session.session.journal, self._match_session.number
        return history.standing(journal, match, f'"type":"{word}"')

    def turn(self, by: int) -> bool:
        """Go to where the next turn begins, or this one, or the one before."""
        return self._along(sorted(self.turns.values()), by)

    def to_turn(self, number: int) -> bool:
        """Go to where a turn begins; False when it was never played."""
        if number not in self.turns:
            return False
        self.to(self.turns[number])
        return True

    @property
    def bookmarks(self) -> list[Bookmark]:
        """The bookmarks whose place still stands, in the order of the match."""
        return bookmarks(self._match_session)

    def bookmark(self, by: int) -> bool:
        """Go to the next bookmark, or the one before."""
        return self._along([mark.entry for mark in self.bookmarks], by)

    def _along(self, stops: list[int], by: int) -> bool:
        here = bisect_right(stops, self.entry) if by > 0 else bisect_left(stops, self.entry) - 1
        if not 0 <= here < len(stops):
            return False
        self.to(stops[here])
        return True


def states_then(match_session: MatchSession, lines: Iterable[Line]) -> dict[int, Any]:
    """The state after each of all the lines of a match as it was then, undone ones too."""
    rules = match_session.session.rules
    state = rules.blank()
    before: dict[int, Any] = {}
    after: dict[int, Any] = {}
    undone: dict[int, Any] = {}
    for line in lines:
        entry = line.entry
        before[entry.seq] = state
        if entry.kind == "undo":
            undone[entry.command] = state
            state = before.get(entry.command, state)
        elif entry.kind == "redo":
            state = undone.get(entry.command, state)
        elif entry.kind == "amend":
            state = before.get(entry.command, state)
        state = as_journaled(rules, state, [entry])
        after[entry.seq] = match_session.seen(state)
    return after


def question_after(match_session: MatchSession, entry: int) -> Question | None:
    """What the match asked after an entry that stands. Raises JournalError."""
    target = find(match_session, entry)
    place = 0 if target.place is None else target.place + 1
    if place >= len(target.answers):
        open_now = entry == max(e.seq for e in (target.part.entry, *target.part.answers))
        last = match_session.session.journal.live(match_session.number, after=entry)
        return match_session.question if open_now and not last else None
    later = target.part.answers[place]
    return question_at(match_session, find(match_session, later.seq))[1]


def bookmarks(match_session: MatchSession) -> list[Bookmark]:
    """The bookmarks of a match whose place still stands, in its order; the last name counts."""
    journal, match = match_session.session.journal, match_session.number
    found: dict[int, str] = {}
    for mark in history.bookmarks(journal, match):
        entry = history.replaced_by(journal, match, mark.command)
        if entry is not None:
            found[entry.seq] = mark.body
    return [Bookmark(entry, found[entry]) for entry in sorted(found)]


def mark(match_session: MatchSession, entry: int, name: str) -> None:
    """Put a bookmark at an entry that stands. Raises JournalError."""
    find(match_session, entry)
    match_session.session.bookmark(entry, clean_text(name)[:NAME_LENGTH])


def branch(match_session: MatchSession, entry: int, name: str) -> int:
    """Begin a match that holds all up to an entry of this one; returns its number.

    Raises JournalError.
    """
    find(match_session, entry)
    session = match_session.session
    at, journal, match = session.now(), session.journal, match_session.number
    number = history.branch(journal, match, entry, clean_text(name), at)
    if journal.path is not None:
        identities = {row.id: row.identity for row in journal.matches()}
        put(journal.path, identities[number], Place(of=identities[match], entry=entry))
    return number
