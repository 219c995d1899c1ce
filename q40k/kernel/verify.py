"""Verification: replay the inputs and compare the events with the journaled ones."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from msgspec import Struct

from q40k.kernel.driver import Rules
from q40k.kernel.journal.journal import Entry
from q40k.kernel.replay import first_difference, group_by_command, replay

S = TypeVar("S")
C = TypeVar("C")


class Verdict(Struct, frozen=True):
    """The result of a verification: the number of inputs, and the first that differs (its seq).

    `journaled` and `replayed` are the events of that input as JSON. If the rules now refuse it,
    `replayed` is the refusal's code.
    """

    inputs: int
    differs_at: int | None = None
    journaled: str = ""
    replayed: str = ""


def verify(rules: Rules[S, C], entries: Iterable[Entry]) -> Verdict:
    """Replay the standing inputs `entries`, oldest first, from a blank state."""
    state = rules.blank()
    count = 0
    for group in group_by_command(entries):
        inputs = group.inputs
        if inputs[0].kind != "command":
            return Verdict(1, inputs[0].seq, inputs[0].events, "no-question")
        result = replay(rules, state, inputs)
        differing = first_difference(rules, result, inputs)
        if differing is not None:
            index, replayed = differing
            entry = inputs[index]
            return Verdict(count + index + 1, entry.seq, entry.events, replayed)
        count += len(inputs)
        state = result.run_or_raise().state
    return Verdict(count)
