"""A command of the journal, carried out once more with the answers it was given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, Protocol, TypeVar

from msgspec import Struct, field
from msgspec.json import decode

from q40k.kernel.driver import Rules, Run
from q40k.kernel.events import Event, Refused
from q40k.kernel.journal.journal import Entry
from q40k.kernel.questions import Answer, AnswerError, Question

S = TypeVar("S")
C = TypeVar("C")


class Written(Protocol):
    """An input as the journal keeps it: the text of a command or an answer, and its events."""

    @property
    def body(self) -> str:
        """The command, or the answer, as JSON."""

    @property
    def events(self) -> str:
        """The events it brought about, as JSON."""


class Part(Struct, frozen=True):
    """A command of the journal with its answers."""

    inputs: tuple[Entry, ...]

    @property
    def entry(self) -> Entry:
        """The command."""
        return self.inputs[0]

    @property
    def answers(self) -> tuple[Entry, ...]:
        """Its answers."""
        return self.inputs[1:]


def parts(entries: Iterable[Entry]) -> Iterator[Part]:
    """Inputs as commands with their answers; answers before the first command are one, too."""
    found: list[Entry] = []
    for entry in entries:
        if entry.kind == "command" and found:
            yield Part(tuple(found))
            found = []
        found.append(entry)
    if found:
        yield Part(tuple(found))


class Asked(Struct, Generic[S], frozen=True):
    """A question that was answered: the state it was asked in, and the answer."""

    state: S
    question: Question
    answer: Answer


class Replay(Struct, Generic[S, C]):
    """What became of a command: the events of each input, and the questions it answered.

    `failure` is why it could not be carried on to the end; the events are those up to there.
    """

    run: Run[S, C] | None = None
    told: list[Sequence[Event]] = field(default_factory=list)
    asked: list[Asked[S]] = field(default_factory=list)
    failure: Refused | AnswerError | RuntimeError | ValueError | None = None

    def stood(self) -> Run[S, C]:
        """Where it stands after the last answer. Raises the failure, if there was one."""
        if self.failure is not None:
            raise self.failure
        assert self.run is not None
        return self.run


def replay(rules: Rules[S, C], state: S, inputs: Sequence[Written]) -> Replay[S, C]:
    """Carry out the command that `inputs` begin with, and answer it with those after it."""
    again: Replay[S, C] = Replay()
    command, *answers = inputs
    try:
        run = again.run = Run(rules, state, rules.read_command(command.body))
        again.told.append(run.start())
        for entry in answers:
            answer = decode(entry.body)
            if run.question is None:
                raise RuntimeError("no question is open")
            checked = run.question.check(answer)
            again.asked.append(Asked(run.state, run.question, checked))
            again.told.append(run.go_on(checked))
    except (Refused, AnswerError, RuntimeError, ValueError) as failure:
        again.failure = failure
    return again


def difference(
    rules: Rules[S, C], again: Replay[S, C], inputs: Sequence[Written]
) -> tuple[int, str] | None:
    """The first of the inputs that tells another story than it did, and that story; None if none.

    The story is its events as JSON, or why it cannot be carried out any more. What an older program
    wrote of an event is read as that event is now; what only sentences need may be missing there.
    """
    for place, (events, entry) in enumerate(zip(again.told, inputs, strict=False)):
        told = rules.write_events(events)
        if told != entry.events and not same_story(rules, events, entry.events):
            return place, told
    if isinstance(again.failure, Refused):
        return len(again.told), again.failure.refusal.code
    return None if again.failure is None else (len(again.told), str(again.failure))


def same_story(rules: Rules[S, C], events: Sequence[Event], kept: str) -> bool:
    """Whether events are those that were kept, but for facts that came later and are only told."""
    now, read = rules.write_events(events), as_now(rules, kept)
    if now == read:
        return True
    knew, there, then = decode(kept), decode(now), decode(read)
    if not len(there) == len(knew) == len(then):
        return False
    for event, one, known, other in zip(events, there, knew, then, strict=True):
        for name in type(event).told_later - known.keys():
            one.pop(name, None), other.pop(name, None)
    return bool(there == then)


def as_now(rules: Rules[S, C], events: str) -> str:
    """Journaled events as they are written now: a field that came later has its default."""
    try:
        return rules.write_events(rules.read_events(events))
    except ValueError:
        return events


def befores(rules: Rules[S, C], inputs: Iterable[Written]) -> Iterator[S]:
    """The state before each input of a match, from the events that were journaled."""
    state = rules.blank()
    for entry in inputs:
        yield state
        state = as_journaled(rules, state, (entry,))


def as_journaled(rules: Rules[S, C], state: S, inputs: Sequence[Written]) -> S:
    """The state after some inputs, from the events that were journaled."""
    fold = rules.fold
    for entry in inputs:
        for event in rules.read_events(entry.events):
            state = fold(state, event)
    return state
