"""Calls of an announcer: moments that a rule of the game finds among the events.

A game brings a `Caller`: a fold over its events that remembers what it needs (the last striker, the
leader) and returns what is worth a call. It is a rule like any other: no clock, no dice, no words.
So every face makes the same calls, and medals count the same facts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, Protocol, TypeVar

from msgspec import Struct

from q40k.kernel.events import Event
from q40k.kernel.journal.journal import Entry

S = TypeVar("S")
M = TypeVar("M")


class Call(Struct, frozen=True):
    """A moment to call out: its side, and the other side it is about.

    `side` and `other` are ids of seats or names of sides, "" for nobody. `count` is a number that
    belongs to it, such as the length of a streak. `nth` counts the calls of this kind so far, from
    0: a face uses it to vary its sentences.
    """

    kind: str
    side: str = ""
    other: str = ""
    count: int = 0
    nth: int = 0

    @property
    def about(self) -> tuple[str, str]:
        """Return its side, and the other side it is about."""
        return self.side, self.other


class Transition(Struct, Generic[S], frozen=True):
    """An event, with the state before it and after it."""

    before: S
    event: Event
    after: S


class Step(Struct, Generic[S], frozen=True):
    """An entry of the journal, the events that the viewer may see, and the state as the viewer sees
    it.

    `calls` are all possible calls of it, as the game's `Caller` found them.
    """

    entry: Entry
    transitions: tuple[Transition[S], ...]
    state: S
    calls: tuple[Call, ...] = ()


class Caller(Protocol[S, M]):
    """Finds the calls of a game.

    `kinds` are all there are, each with its weight: of several at once the heaviest is called.
    """

    kinds: Mapping[str, int]

    def begin(self) -> M:
        """Return its memory before the first event."""

    def update(
        self, memory: M, transitions: tuple[Transition[S], ...]
    ) -> tuple[M, tuple[Call, ...]]:
        """Return its memory after an entry of the journal, and the calls of that entry.

        `transitions` are the events of one command or answer, at least one.
        """


def heaviest(calls: tuple[Call, ...], kinds: Mapping[str, int], most: int) -> tuple[Call, ...]:
    """Return the heaviest calls, the heaviest first, at most `most`; of each kind the last."""
    last_calls = {call.kind: call for call in calls}
    return tuple(sorted(last_calls.values(), key=lambda call: -kinds[call.kind])[:most])
