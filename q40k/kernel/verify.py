"""Verification: replay the inputs alone and compare with the events that were journaled."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from msgspec import Struct

from q40k.kernel.driver import Rules
from q40k.kernel.journal.journal import Entry
from q40k.kernel.replay import difference, parts, replay

S = TypeVar("S")
C = TypeVar("C")


class Verdict(Struct, frozen=True):
    """What a replay found: how many inputs, and the first that tells another story.

    `journaled` and `replayed` are the events of that input as JSON (a refusal's code when the
    rules now refuse it).
    """

    inputs: int
    differs_at: int | None = None
    journaled: str = ""
    replayed: str = ""


def verify(rules: Rules[S, C], entries: Iterable[Entry]) -> Verdict:
    """Replay the standing inputs `entries`, oldest first, on a blank state."""
    state = rules.blank()
    count = 0
    for part in parts(entries):
        inputs = part.inputs
        if inputs[0].kind != "command":
            return Verdict(1, inputs[0].seq, inputs[0].events, "no-question")
        again = replay(rules, state, inputs)
        other = difference(rules, again, inputs)
        if other is not None:
            place, told = other
            entry = inputs[place]
            return Verdict(count + place + 1, entry.seq, entry.events, told)
        count += len(inputs)
        state = again.stood().state
    return Verdict(count)
