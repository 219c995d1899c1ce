"""The announcer: reads a match's journal and knows what was called at which entry.

It walks the entries that stand, each with the state before and after every event, and asks the
game's `Caller`. It remembers where it was at each of them, so that an undo or an amendment takes
it back to the last entry that still stands, and no further.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from msgspec import Struct

from q40k.games.game import Game
from q40k.kernel.calls import Call, heaviest
from q40k.kernel.journal.journal import Entry
from q40k.table.match_session import MatchSession
from q40k.table.story import told_by

MOST = 2
"""So many calls are made of one entry: three would drown what happened."""


RECENT = 50
"""Among so many of the newest entries is found what an undo took back, nearly always."""


class _Heard(Struct, frozen=True):
    """All that is known after an entry."""

    seq: int
    state: Any
    memory: Any
    numbers: Mapping[str, int]
    before: Any = None  # the state as its turn began


class Announcer:
    """The calls of one match: `calls` by the seq of the entry they were made at, heaviest first.

    Nobody's secrets are heard: what is called is called to the room.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._heard: list[_Heard] = []
        self.calls: dict[int, tuple[Call, ...]] = {}
        self.fresh: tuple[Call, ...] = ()  # what was called of what has just been entered
        self.head = 0  # the newest line of the journal, when it was read last

    def catch_up(self, match_session: MatchSession) -> bool:
        """Hear what was entered since; True when anything was called, or no longer stands.

        Raises JournalError.
        """
        head, self.fresh = match_session.head, ()
        if head == self.head:
            return False
        journal, match = match_session.session.journal, match_session.number
        new = journal.entries(match, after=self.head)
        if all(entry.kind in ("command", "answer") for entry in new):
            self.head = head
            called = self.hear([entry for entry in new if entry.undone_by is None])
            self.fresh = tuple(call for one in new for call in self.calls.get(one.seq, ()))
            return called
        # What is taken back, or put right, is always the end of what stands.
        before = self._heard[-RECENT - 1].seq if len(self._heard) > RECENT else 0
        entries = journal.live(match, after=before)
        if before and (not entries or entries[0].seq != self._heard[-RECENT].seq):
            return self.read(journal.live(match), head)
        self.head = head
        return self._hear_end(entries, from_=len(self._heard) - RECENT if before else 0)

    def read(self, entries: Sequence[Entry], head: int) -> bool:
        """Hear all entries that stand, as far as they have not been heard; as `catch_up`."""
        self.head = head
        return self._hear_end(entries, from_=0)

    def _hear_end(self, entries: Sequence[Entry], from_: int) -> bool:
        """Hear what stands now from a place on; forget what was heard there and stands no more."""
        pairs = zip(self._heard[from_:], entries, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0].seq == pair[1].seq, pairs))
        lost = [one for one in self._heard[from_ + same :] if self.calls.pop(one.seq, None)]
        del self._heard[from_ + same :]
        return self.hear(entries[same:]) or bool(lost)

    def hear(self, entries: Sequence[Entry]) -> bool:
        """Hear entries that follow those heard so far; True when anything was called."""
        before = len(self.calls)
        for entry in entries:
            self._heard.append(self._one(entry))
        return len(self.calls) > before

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
        turn, then = view.status(seen).turn, view.status(last.state).turn
        before = last.state if turn != then or last.before is None else last.before
        if caller is None or not told:
            return _Heard(entry.seq, state, last.memory, last.numbers, before)
        memory, found = caller.heed(last.memory, told)
        calls, numbers = [], dict(last.numbers)
        for call in heaviest(found, caller.kinds, MOST):
            numbers[call.kind] = numbers.get(call.kind, -1) + 1
            calls.append(Call(call.kind, call.side, call.other, call.count, numbers[call.kind]))
        if calls:
            self.calls[entry.seq] = tuple(calls)
        return _Heard(entry.seq, state, memory, numbers, before)
