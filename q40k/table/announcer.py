"""The announcer: reads a match's journal and knows what was called at which entry.

It walks the entries that stand, each with the state before and after every event, and asks the
game's `Caller`. It remembers where it was at each of them, so that an undo or an amendment takes
it back to the last entry that still stands, and no further.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Any

from msgspec import Struct

from q40k.games.game import Game
from q40k.kernel.calls import Call, Caller, Step, heaviest
from q40k.kernel.journal.history import INPUTS
from q40k.kernel.journal.journal import Entry
from q40k.table.match_session import MatchSession
from q40k.table.settings import Settings
from q40k.table.story import told_by

MOST = 2
"""So many calls are made of one entry: three would drown what happened."""


KEPT = 100
"""So far back it keeps what it knew, to go back to; what is older is heard again when need be."""
NOTED_EVERY = 20
"""Of what is older, what was noted is kept of one entry in so many."""
PORTION = 100
"""So many entries are read at a time, so that little is held of a long match."""
RECENT = 50
"""Among so many of the newest entries is found what an undo took back, nearly always."""


class _Heard(Struct, frozen=True):
    """All that is known after an entry."""

    seq: int
    state: Any
    memory: Any
    numbers: Mapping[str, int]
    before: Any = None  # the state as its turn began
    note: Any = None  # what is noted of the state


class Announcer:
    """The calls of one match: `calls` by the seq of the entry they were made at, heaviest first.

    Nobody's secrets are heard: what is called is called to the room. What is to be `noted` of the
    state after every entry, as the room may know it, is kept as `notes`.
    """

    def __init__(self, game: Game, noted: Callable[[Any], Any] | None = None) -> None:
        self._game = game
        self._noted = noted
        self._older = array("Q")  # the entries before those of which all is known
        self._older_notes: list[Any] = []
        self._heard: list[_Heard] = []
        self.calls: dict[int, tuple[Call, ...]] = {}
        self.fresh: tuple[Call, ...] = ()  # what was called of what has just been entered
        self.head = 0  # the newest line of the journal, when it was read last

    def catch_up(self, match_session: MatchSession) -> bool:
        """Hear what was entered since; True when anything was called, or no longer stands.

        Raises JournalError.
        """
        head, self.fresh = match_session.head, ()
        journal, match = match_session.session.journal, match_session.number
        called = False
        while self.head < head:
            new = journal.entries(match, after=self.head, first=PORTION)
            if any(entry.kind not in INPUTS for entry in new):
                self.fresh = ()
                return self._put_right(match_session, head) or called
            self.head = new[-1].seq if new else head
            called = self.hear([entry for entry in new if entry.undone_by is None]) or called
            self.fresh += tuple(call for one in new for call in self.calls.get(one.seq, ()))
        return called

    def _put_right(self, match_session: MatchSession, head: int) -> bool:
        """Hear the end of what stands anew: what is taken back, or put right, is always there."""
        journal, match = match_session.session.journal, match_session.number
        before = self._heard[-RECENT - 1].seq if len(self._heard) > RECENT else 0
        entries = journal.live(match, after=before)
        if before and (not entries or entries[0].seq != self._heard[-RECENT].seq):
            return self.read(journal.live(match), head)
        self.head = head
        known = len(self._older) + len(self._heard)
        return self._hear_end(entries, from_=known - RECENT if before else 0)

    def read(self, entries: Sequence[Entry], head: int) -> bool:
        """Hear all entries that stand, as far as they have not been heard; as `catch_up`."""
        self.head = head
        return self._hear_end(entries, from_=0)

    def _hear_end(self, entries: Sequence[Entry], from_: int) -> bool:
        """Hear what stands now from a place on; forget what was heard there and stands no more."""
        recent = [one.seq for one in self._heard]
        known = [*self._older[from_:], *recent[max(0, from_ - len(self._older)) :]]
        pairs = zip(known, entries, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1].seq, pairs))
        lost = [seq for seq in known[same:] if self.calls.pop(seq, None)]
        left = from_ + same - len(self._older)
        if left <= 0 and self._older:  # too far back: all of it anew
            del self._older[:]
            self._older_notes.clear()
            self.calls.clear()
            left = same = 0
        del self._heard[left:]
        return self.hear(entries[same:]) or bool(lost)

    def hear(self, entries: Sequence[Entry]) -> bool:
        """Hear entries that follow those heard so far; True when anything was called."""
        before = len(self.calls)
        for entry in entries:
            if self._heard and entry.seq <= self._heard[-1].seq:
                continue  # another writer may have gone on while the end was being read
            self._heard.append(self._one(entry))
            if len(self._heard) > KEPT:
                old = self._heard.pop(0)
                if len(self._older) % NOTED_EVERY == 0:
                    self._older_notes.append(old.note)
                self._older.append(old.seq)
        return len(self.calls) > before

    def notes(self, most: int) -> list[Any]:
        """What was noted after entries that stand: so many of them at most, evenly, and the last.

        Where an older one is no longer known, that before it stands for it.
        """
        older, known = len(self._older), len(self._older) + len(self._heard)
        places = dict.fromkeys((*range(0, known, max(1, -(-known // most))), *range(known)[-1:]))
        return [
            self._older_notes[place // NOTED_EVERY]
            if place < older
            else self._heard[place - older].note
            for place in places
        ]

    def made(self, seq: int, taste: Settings) -> tuple[Call, ...]:
        """What is called of an entry, the heaviest first, without what somebody has silenced."""
        if not taste.calls:
            return ()
        return tuple(call for call in self.calls.get(seq, ()) if call.kind not in taste.silent)

    @property
    def turn_began(self) -> Any | None:
        """The state as the turn began that is played now; None while nothing has been heard."""
        last = self._heard[-1] if self._heard else None
        return None if last is None else self._game.view.masked(last.before, None)

    def _one(self, entry: Entry) -> _Heard:
        """Hear one entry, and note what is called at it."""
        caller, rules, view = self._game.calls, self._game.rules, self._game.view
        if self._heard:
            last = self._heard[-1]
        else:
            last = _Heard(0, rules.blank(), caller.begin() if caller else None, {})
        state, seen, told = told_by(self._game, last.state, entry)
        note = self._noted(seen) if self._noted is not None else None
        note = last.note if note == last.note else note  # one of what is equal is enough
        turn, then = view.status(seen).turn, view.status(last.state).turn
        before = last.state if turn != then or last.before is None else last.before
        if caller is None or not told:
            return _Heard(entry.seq, state, last.memory, last.numbers, before, note)
        memory, found = caller.heed(last.memory, told)
        calls, numbers = _made(caller, found, last.numbers)
        if calls:
            self.calls[entry.seq] = calls
        return _Heard(entry.seq, state, memory, numbers, before, note)


def called(game: Game, walked: Iterable[Step[Any]]) -> dict[int, tuple[Call, ...]]:
    """What was called at which entry of a match that is walked, as an `Announcer` calls it."""
    numbers: Mapping[str, int] = {}
    found = {}
    for step in walked:
        if game.calls is not None and step.calls:
            found[step.entry.seq], numbers = _made(game.calls, step.calls, numbers)
    return found


def _made(
    caller: Caller[Any, Any], found: tuple[Call, ...], numbers: Mapping[str, int]
) -> tuple[tuple[Call, ...], Mapping[str, int]]:
    """The heaviest of some calls, each with its number; and how many there are of each kind."""
    calls, numbered = [], dict(numbers)
    for call in heaviest(found, caller.kinds, MOST):
        numbered[call.kind] = numbered.get(call.kind, -1) + 1
        calls.append(Call(call.kind, call.side, call.other, call.count, numbered[call.kind]))
    return tuple(calls), numbered
