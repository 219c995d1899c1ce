"""What a rule tells: events (what is now so) and refusals (what the rules do not allow)."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict

from q40k.kernel.questions import Facts, Question

T = TypeVar("T")


class Event(BaseModel):
    """A fact that has come about: frozen, with a version, and no sentence in it.

    Each kind of event narrows `type` to its own word; `v` grows when its fields change meaning.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    type: str
    v: int = 1


@dataclass(frozen=True, slots=True)
class Refusal:
    """What the rules say no to: the rule's id, a code and its facts.

    An `overridable` refusal lets the game master pass with a reason, which is kept.
    """

    rule: str
    code: str
    facts: Facts = field(default_factory=dict)
    overridable: bool = True


class Refused(Exception):
    """A command that the rules refuse; nothing of it was done."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.rule, refusal.code, dict(refusal.facts))
        self.refusal = refusal


Step = Question | Event | Refusal
Rule = Generator[Step, Any, T]
"""A rule of the game: it yields questions, events and refusals, and may return something."""
