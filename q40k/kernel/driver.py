"""The driver carries one command through the rules, question by question."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, Protocol, TypeVar

from msgspec.structs import force_setattr

from q40k.kernel.events import Answer, Event, Live, Question, Refusal, Refused, Rule

S = TypeVar("S")
C = TypeVar("C")


class Rules(Protocol[S, C]):
    """What the kernel needs of a game: its rules, and how its records are written.

    Texts that are read here come from the journal, and were checked when they were entered.
    """

    def blank(self) -> S:
        """Return the state before the first event."""

    def fold(self, state: S, event: Event) -> S:
        """Return the state after `event`."""

    def carry_out(self, live: Live[S], command: C) -> Rule[None]:
        """Return the rule that carries out `command`."""

    def load(self) -> None:
        """Import what the first command needs, while nobody waits for it."""

    def override_event(self, refusal: Refusal, command: C) -> Event | None:
        """Return the event by which `command` passes `refusal`, or None.

        It passes if the game master gave a reason.
        """

    def roller(self, state: S, who: str | None) -> str:
        """Return who rolls the dice asked of `who` by default: "hand" or "app"."""

    def seed(self, state: S) -> str:
        """Return the seed of the match's own dice."""

    def read_command(self, text: str) -> C:
        """Return a command from its JSON text. Raises ValueError if there is no such command."""

    def write_command(self, command: C) -> str:
        """Return a command as JSON text."""

    def read_events(self, text: str) -> Sequence[Event]:
        """Return events from their JSON text."""

    def write_events(self, events: Sequence[Event]) -> str:
        """Return events as JSON text."""

    def read_state(self, text: str) -> S:
        """Return a state from its snapshot."""

    def write_state(self, state: S) -> str:
        """Return a state as a snapshot."""


class Run(Generic[S, C]):
    """One command on its way through the rules.

    It holds its own copy of the state; the caller adopts that state once the inputs are safe.
    `question` is the open question, or None when the command is done.
    """

    __slots__ = ("_live", "_rule", "_rules", "command", "question")

    def __init__(self, rules: Rules[S, C], state: S, command: C) -> None:
        self._rules = rules
        self._live = Live(state, command=command)
        self.command = command
        self.question: Question | None = None
        self._rule = rules.carry_out(self._live, command)

    @property
    def state(self) -> S:
        """Return the state after all events so far."""
        return self._live.state

    def start(self) -> list[Event]:
        """Run to the first question or the end; return the events. Raises Refused."""
        return self._advance(None)

    def answer(self, answer: Answer) -> list[Event]:
        """Answer the open question, run on and return the events. Raises AnswerError, Refused."""
        if self.question is None:
            raise RuntimeError("no question is open")
        return self.go_on(self.question.check(answer))

    def go_on(self, checked: Answer) -> list[Event]:
        """Run on with an answer that the question's `check` has returned. Raises Refused."""
        return self._advance(checked)

    def _advance(self, sent: Any) -> list[Event]:
        live, fold, send = self._live, self._rules.fold, self._rule.send
        events, count = live.events, len(live.events)
        self.question = None
        while True:
            try:
                step = send(sent)
            except StopIteration:
                return events[count:]
            sent = None
            if isinstance(step, Question):
                self.question = step
                return events[count:]
            if isinstance(step, Refusal):
                passed = self._rules.override_event(step, self.command)
                if passed is None:
                    raise Refused(step)
                step = passed
            force_setattr(live, "state", fold(live.state, step))
            events.append(step)


def carry_out(
    rules: Rules[S, C],
    state: S,
    command: C,
    answer: Callable[[Question, S], Answer],
    watch: Callable[[Sequence[Event]], None] = lambda _events: None,
) -> S:
    """Return the state after a command whose questions a function answers. Raises Refused.

    `watch` is told all events of the command, once it is carried out.
    """
    run: Run[S, C] = Run(rules, state, command)
    events = run.start()
    while run.question is not None:
        events += run.answer(answer(run.question, run.state))
    watch(events)
    return run.state
