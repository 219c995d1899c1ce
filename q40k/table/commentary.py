"""The commentary of a match: its story step by step, the announcer's calls, and its medals.

The story is every live entry, with the states around its events. Everything computed from a whole
match (calls, figures, reports) uses this walk. It contains no secrets: all is as everyone in the
room may know it.

The announcer reads a match's journal and knows which calls were made at which entry. It keeps a
snapshot after each live entry, so an undo or an amendment takes it back only to the last entry that
is still live.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from q40k.games.game import Game
from q40k.i18n.scores import LEAST_TESTS, WIDTH_OF_95
from q40k.kernel.commentary import Call, Caller, Medal, Step, Transition, award, foremost
from q40k.kernel.journal.history import INPUTS
from q40k.kernel.journal.journal import Entry
from q40k.table.match_session import MatchSession
from q40k.table.settings import Settings

if TYPE_CHECKING:
    from q40k.table.luck import Luck, Report


def read_entry(game: Game, state: Any, entry: Entry) -> tuple[Any, Any, tuple[Transition[Any], ...]]:
    """Return the state after an entry, the same state masked, and the entry's masked events."""
    rules, view = game.rules, game.view
    seen, events = view.mask_state(state, None), []
    for event in rules.read_events(entry.events):
        before, state = seen, rules.fold(state, event)
        seen = view.mask_state(state, None)
        masked = view.mask_event(state, event, None)
        if masked is not None:
            events.append(Transition(before, masked, seen))
    return state, seen, tuple(events)


def walk(game: Game, entries: Iterable[Entry], *, has_calls: bool = True) -> Iterator[tuple[Any, Step[Any]]]:
    """Yield the state before each live entry and the entry's step, oldest first, with its calls or without.

    That state is unmasked, for replays of what was entered then; it must not be shown.
    """
    state, caller = game.rules.blank(), game.calls if has_calls else None
    memory = caller.begin() if caller is not None else None
    for entry in entries:
        before = state
        state, seen, events = read_entry(game, state, entry)
        calls: tuple[Call, ...] = ()
        if caller is not None and events:
            memory, calls = caller.update(memory, events)
        yield before, Step(entry, events, seen, calls)


def steps(game: Game, entries: Iterable[Entry], *, has_calls: bool = True) -> Iterator[Step[Any]]:
    """Yield the step of every live entry of a match, oldest first; counting needs no calls."""
    return (step for _before, step in walk(game, entries, has_calls=has_calls))


# -- the announcer ---------------------------------------------------------------------------------

MOST = 2
"""How many calls are made at one entry: three would drown what happened."""


KEPT = 100
"""How many snapshots are kept to go back to; older entries are heard again when needed."""
NOTED_EVERY = 20
"""Of older entries, one note in so many is kept."""
PORTION = 100
"""How many entries are read at a time, so that little of a long match is in memory."""
RECENT = 50
"""How many of the newest entries are searched first for what an undo took back."""


class _Snapshot(Struct, frozen=True):
    """Everything the announcer knows after an entry."""

    seq: int
    state: Any
    memory: Any
    numbers: Mapping[str, int]
    before: Any = None  # the state as its turn began
    note: Any = None  # what is noted of the state


class Announcer:
    """The calls of one match: `calls` by the seq of their entry, the most important first.

    Calls contain no secrets: they are made to the whole room. `make_note` notes something of the
    state after every entry, as the room may know it; the results are available as `notes`.
    """

    def __init__(self, game: Game, make_note: Callable[[Any], Any] | None = None) -> None:
        self._game = game
        self._make_note = make_note
        self._older = array("Q")  # the entries before those with a snapshot
        self._older_notes: list[Any] = []
        self._snapshots: list[_Snapshot] = []
        self.calls: dict[int, tuple[Call, ...]] = {}
        self.fresh: tuple[Call, ...] = ()  # the calls of what has just been entered
        self.head = 0  # the newest line of the journal at the last reading

    def catch_up(self, match_session: MatchSession) -> bool:
        """Hear the new entries; return True if a call was added or removed.

        Raises JournalError.
        """
        head, self.fresh = match_session.head, ()
        journal, match = match_session.session.journal, match_session.number
        changed = False
        while self.head < head:
            new = journal.entries(match, after=self.head, first=PORTION)
            if any(entry.kind not in INPUTS for entry in new):
                self.fresh = ()
                return self._hear_corrected(match_session, head) or changed
            self.head = new[-1].seq if new else head
            changed = self.hear([entry for entry in new if entry.undone_by is None]) or changed
            self.fresh += tuple(call for new_entry in new for call in self.calls.get(new_entry.seq, ()))
        return changed

    def _hear_corrected(self, match_session: MatchSession, head: int) -> bool:
        """Hear the last live entries again, after an undo, a redo or an amendment."""
        journal, match = match_session.session.journal, match_session.number
        before = self._snapshots[-RECENT - 1].seq if len(self._snapshots) > RECENT else 0
        entries = journal.live(match, after=before)
        if before and (not entries or entries[0].seq != self._snapshots[-RECENT].seq):
            return self.read(journal.live(match), head)
        self.head = head
        heard = len(self._older) + len(self._snapshots)
        return self._hear_end(entries, from_=heard - RECENT if before else 0)

    def read(self, entries: Sequence[Entry], head: int) -> bool:
        """Hear all live entries that have not been heard yet; return as `catch_up` does."""
        self.head = head
        return self._hear_end(entries, from_=0)

    def _hear_end(self, entries: Sequence[Entry], from_: int) -> bool:
        """Hear the live entries from a place on; forget what was heard there and is undone."""
        recent = [snapshot.seq for snapshot in self._snapshots]
        heard = [*self._older[from_:], *recent[max(0, from_ - len(self._older)) :]]
        pairs = zip(heard, entries, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1].seq, pairs))
        lost = [seq for seq in heard[same:] if self.calls.pop(seq, None)]
        kept = from_ + same - len(self._older)
        if kept <= 0 and self._older:  # too far back: start again
            del self._older[:]
            self._older_notes.clear()
            self.calls.clear()
            kept = same = 0
        del self._snapshots[kept:]
        return self.hear(entries[same:]) or bool(lost)

    def hear(self, entries: Sequence[Entry]) -> bool:
        """Hear entries that follow those heard so far; return True if a call was made."""
        before = len(self.calls)
        for entry in entries:
            if self._snapshots and entry.seq <= self._snapshots[-1].seq:
                continue  # another writer may have continued while the end was being read
            self._snapshots.append(self._hear_entry(entry))
            if len(self._snapshots) > KEPT:
                old = self._snapshots.pop(0)
                if len(self._older) % NOTED_EVERY == 0:
                    self._older_notes.append(old.note)
                self._older.append(old.seq)
        return len(self.calls) > before

    def notes(self, most: int) -> list[Any]:
        """Return at most `most` notes, evenly spread over the live entries, and the last one.

        Where an older note was dropped, the one before it takes its place.
        """
        older, total = len(self._older), len(self._older) + len(self._snapshots)
        places = dict.fromkeys((*range(0, total, max(1, -(-total // most))), *range(total)[-1:]))
        return [
            self._older_notes[place // NOTED_EVERY] if place < older else self._snapshots[place - older].note
            for place in places
        ]

    def calls_at(self, seq: int, taste: Settings) -> tuple[Call, ...]:
        """Return the calls at an entry, the most important first, without the silenced kinds."""
        if not taste.calls:
            return ()
        return tuple(call for call in self.calls.get(seq, ()) if call.kind not in taste.silent)

    @property
    def turn_began(self) -> Any | None:
        """The state at the beginning of the current turn; None before the first entry."""
        last = self._snapshots[-1] if self._snapshots else None
        return None if last is None else self._game.view.mask_state(last.before, None)

    def _hear_entry(self, entry: Entry) -> _Snapshot:
        caller, rules, view = self._game.calls, self._game.rules, self._game.view
        if self._snapshots:
            last = self._snapshots[-1]
        else:
            last = _Snapshot(0, rules.blank(), caller.begin() if caller else None, {})
        state, seen, events = read_entry(self._game, last.state, entry)
        note = self._make_note(seen) if self._make_note is not None else None
        note = last.note if note == last.note else note  # share equal notes
        turn, then = view.status(seen).turn, view.status(last.state).turn
        before = last.state if turn != then or last.before is None else last.before
        if caller is None or not events:
            return _Snapshot(entry.seq, state, last.memory, last.numbers, before, note)
        memory, new_calls = caller.update(last.memory, events)
        calls, numbers = _number_calls(caller, new_calls, last.numbers)
        if calls:
            self.calls[entry.seq] = calls
        return _Snapshot(entry.seq, state, memory, numbers, before, note)


def calls_by_entry(game: Game, walked: Iterable[Step[Any]]) -> dict[int, tuple[Call, ...]]:
    """Return the calls of a walked match by their entries, as an `Announcer` makes them."""
    numbers: Mapping[str, int] = {}
    calls = {}
    for step in walked:
        if game.calls is not None and step.calls:
            calls[step.entry.seq], numbers = _number_calls(game.calls, step.calls, numbers)
    return calls


def _number_calls(
    caller: Caller[Any, Any], candidates: tuple[Call, ...], numbers: Mapping[str, int]
) -> tuple[tuple[Call, ...], Mapping[str, int]]:
    """Number the most important of some calls; return them, and the last number of each kind."""
    calls, numbered = [], dict(numbers)
    for call in foremost(candidates, caller.kinds, MOST):
        numbered[call.kind] = numbered.get(call.kind, -1) + 1
        calls.append(Call(call.kind, call.side, call.other, call.count, numbered[call.kind]))
    return tuple(calls), numbered


# -- medals ----------------------------------------------------------------------------------------


def medals(game: Game, walked: Iterable[Step[Any]], report: Report | None = None) -> tuple[Medal, ...]:
    """Return the medals of a match from its live entries, oldest first, and from its luck."""
    steps = ((step.transitions, step.calls) for step in walked)
    won = award(game.medals, steps) if game.medals else ()
    return (*won, *(medals_for_luck(report) if report is not None else ()))


def medals_for_luck(report: Report) -> tuple[Medal, ...]:
    """Return the medals for the luckiest and the unluckiest, if they were outside the interval of 95 %."""
    tested = [luck for luck in report.players if luck.tests >= LEAST_TESTS]
    if not tested:
        return ()
    order = sorted(tested, key=lambda luck: -luck.swing)
    won = (_luck_medal("luckiest", order, 1), _luck_medal("unluckiest", order[::-1], -1))
    return tuple(medal for medal in won if medal is not None)


def _luck_medal(kind: str, order: Sequence[Luck], sign: int) -> Medal | None:
    """Return the medal of the first in order, with the runner-up, if its luck was remarkable."""
    best, *others = order
    if sign * best.swing <= WIDTH_OF_95:
        return None
    runner_up = next((other for other in others if sign * other.swing > 0), None)
    if runner_up is None:
        return Medal(kind, (best.player,), number=best.surplus)
    return Medal(kind, (best.player,), "", best.surplus, (runner_up.player,), runner_up.surplus)
