"""The driver: carries one command through the rules, question by question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct, field
from msgspec.structs import force_setattr

from q40k.kernel.events import Event, Refusal, Refused, Rule
from q40k.kernel.questions import Answer, Question

S = TypeVar("S")
C = TypeVar("C")


class Live(Struct, Generic[S], frozen=True):
    """The state as the rules see it, after all events told so far; only the driver changes it.

    `told` are these events: all that the command has told.
    """

    state: S
    told: list[Event] = field(default_factory=list)


class Rules(Protocol[S, C]):
    """What the kernel needs to know of a game: its rules, and how its records are written.

    What is read here comes from the journal, and was checked when it was entered.
    """

    def blank(self) -> S:
        """The state before anything has happened."""

    def fold(self, state: S, event: Event) -> S:
        """The state after `event`."""

    def carry_out(self, live: Live[S], command: C) -> Rule[None]:
        """The rule that carries out `command`."""

    def overridden(self, refusal: Refusal, command: C) -> Event | None:
        """The event that lets `command` pass `refusal`, if the game master gave a reason."""

    def roller(self, state: S, who: str | None) -> str:
        """Who rolls the dice asked of `who` by default: "hand" or "app"."""

    def seed(self, state: S) -> str:
        """The seed of the match's own dice."""

    def read_command(self, text: str) -> C:
        """A command from its JSON text. Raises ValueError when it is none (any more)."""

    def write_command(self, command: C) -> str:
        """A command as JSON text."""

    def read_events(self, text: str) -> Sequence[Event]:
        """Events from their JSON text."""

    def write_events(self, events: Sequence[Event]) -> str:
        """Events as JSON text."""

    def read_state(self, text: str) -> S:
        """A state from its snapshot."""

    def write_state(self, state: S) -> str:
        """A state as a snapshot."""


class Run(Generic[S, C]):
    """One command on its way through the rules.

    It holds its own copy of the state; whoever drives it adopts that state once the inputs are
    safe. `question` is what the rules wait for, None when the command is done.
    """

    __slots__ = ("_live", "_rule", "_rules", "command", "question")

    def __init__(self, rules: Rules[S, C], state: S, command: C) -> None:
        self._rules = rules
        self._live = Live(state)
        self.command = command
        self.question: Question | None = None
        self._rule = rules.carry_out(self._live, command)

    @property
    def state(self) -> S:
        """The state after everything told so far."""
        return self._live.state

    def start(self) -> list[Event]:
        """Run to the first question or the end. Raises Refused."""
        return self._advance(None)

    def answer(self, answer: Answer) -> list[Event]:
        """Give the answer to the open question and run on. Raises AnswerError, Refused."""
        if self.question is None:
            raise RuntimeError("no question is open")
        return self.go_on(self.question.check(answer))

    def go_on(self, checked: Answer) -> list[Event]:
        """Run on with what the open question's own `check` made of an answer. Raises Refused."""
        return self._advance(checked)

    def _advance(self, sent: Any) -> list[Event]:
        live, fold, send = self._live, self._rules.fold, self._rule.send
        told, before = live.told, len(live.told)
        self.question = None
        while True:
            try:
                step = send(sent)
            except StopIteration:
                return told[before:]
            sent = None
            if isinstance(step, Question):
                self.question = step
                return told[before:]
            if isinstance(step, Refusal):
                passed = self._rules.overridden(step, self.command)
                if passed is None:
                    raise Refused(step)
                step = passed
            force_setattr(live, "state", fold(live.state, step))
            told.append(step)
