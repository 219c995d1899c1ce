"""What an announcer calls out: moments that a rule of the game finds in what has come about.

A game brings a `Caller`: a fold over its events that remembers what it must (who struck last, who
was in the lead) and says what is worth a call. It is a rule as any other: no clock, no
dice, no words. So every face calls the same, and medals are won by the same facts.
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
    """Something to be called out: of whom, and whom else it is about.

    `side` and `other` are ids of seats or names of sides, "" for nobody; `count` is a number that
    belongs to it, such as the length of a streak. `nth` counts the calls of this kind so far, from
    0: by it a face takes another sentence than the last time.
    """

    kind: str
    side: str = ""
    other: str = ""
    count: int = 0
    nth: int = 0

    @property
    def about(self) -> tuple[str, str]:
        """Of whom it is, and whom else it is about."""
        return self.side, self.other


class Told(Struct, Generic[S], frozen=True):
    """An event, with the state before it and after it."""

    before: S
    event: Event
    after: S


class Step(Struct, Generic[S], frozen=True):
    """An entry of the journal, what it told the room, and how the room sees the state after it.

    `calls` is all that may be called of it, as the game's `Caller` found it.
    """

    entry: Entry
    told: tuple[Told[S], ...]
    state: S
    calls: tuple[Call, ...] = ()


class Caller(Protocol[S, M]):
    """Finds the calls of a game.

    `kinds` are all there are, each with its weight: of several at once the heaviest is called.
    """

    kinds: Mapping[str, int]

    def begin(self) -> M:
        """What it remembers before anything has happened."""

    def heed(self, memory: M, told: tuple[Told[S], ...]) -> tuple[M, tuple[Call, ...]]:
        """What it remembers after an entry of the journal, and what that is called.

        `told` are the events of one command or answer, at least one.
        """


def heaviest(calls: tuple[Call, ...], kinds: Mapping[str, int], most: int) -> tuple[Call, ...]:
    """Of several calls those that weigh most, the heaviest first; of one kind the last."""
    last = {call.kind: call for call in calls}
    return tuple(sorted(last.values(), key=lambda call: -kinds[call.kind])[:most])
