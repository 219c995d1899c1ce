"""Verification: replay the inputs alone and compare with the events that were journaled."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from q40k.kernel.driver import Rules, Run
from q40k.kernel.events import Refused
from q40k.kernel.journal.journal import Entry
from q40k.kernel.questions import AnswerError

S = TypeVar("S")
C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class Verdict:
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
    run: Run[S, C] | None = None
    count = 0
    for entry in entries:
        count += 1
        try:
            if entry.kind == "command":
                run = Run(rules, state, rules.read_command(entry.body))
                events = run.start()
            elif run is None:
                return Verdict(count, entry.seq, entry.events, "no-question")
            else:
                events = run.answer(json.loads(entry.body))
        except Refused as refused:
            return Verdict(count, entry.seq, entry.events, refused.refusal.code)
        except (AnswerError, RuntimeError, ValueError) as error:
            return Verdict(count, entry.seq, entry.events, str(error))
        told = rules.write_events(events)
        if told != entry.events:
            return Verdict(count, entry.seq, entry.events, told)
        state = run.state
    return Verdict(count)
