"""Replay: commands of the journal, carried out again with the answers they were given."""

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct, field
from msgspec.json import decode

from q40k.kernel.driver import Rules, Run
from q40k.kernel.events import Answer, AnswerError, Event, Question, Refused
from q40k.kernel.journal.journal import Entry

S = TypeVar("S")
C = TypeVar("C")


class JournaledInput(Protocol):
    """An input as the journal keeps it: the text of a command or an answer, and its events."""

    @property
    def body(self) -> str:
        """Return the command, or the answer, as JSON."""

    @property
    def events(self) -> str:
        """Return the events that it caused, as JSON."""


class CommandGroup(Struct, frozen=True):
    """A command of the journal with its answers."""

    inputs: tuple[Entry, ...]

    @property
    def entry(self) -> Entry:
        """Return the entry of the command."""
        return self.inputs[0]

    @property
    def answers(self) -> tuple[Entry, ...]:
        """Return the entries of its answers."""
        return self.inputs[1:]


def group_by_command(entries: Iterable[Entry]) -> Iterator[CommandGroup]:
    """Yield each command with its answers; answers before the first are a group also."""
    inputs: list[Entry] = []
    for entry in entries:
        if entry.kind == "command" and inputs:
            yield CommandGroup(tuple(inputs))
            inputs = []
        inputs.append(entry)
    if inputs:
        yield CommandGroup(tuple(inputs))


class AnsweredQuestion(Struct, Generic[S], frozen=True):
    """A question that was answered: the state it was asked in, and the answer."""

    state: S
    question: Question
    answer: Answer


class Replay(Struct, Generic[S, C]):
    """The result of a replay: the events of each input, and the questions that were answered.

    `failure` says why the command could not be carried on; the events end before it.
    """

    run: Run[S, C] | None = None
    events: list[Sequence[Event]] = field(default_factory=list)
    answered: list[AnsweredQuestion[S]] = field(default_factory=list)
    failure: Refused | AnswerError | RuntimeError | ValueError | None = None

    def run_or_raise(self) -> Run[S, C]:
        """Return the run after the last answer. Raises the failure, if there was one."""
        if self.failure is not None:
            raise self.failure
        assert self.run is not None
        return self.run


def replay(rules: Rules[S, C], state: S, inputs: Sequence[JournaledInput], *, has_events: bool = True) -> Replay[S, C]:
    """Carry out the command at the head of `inputs`, and answer it with the inputs after it.

    Whoever only wants the questions says `has_events=False`: then nothing follows the last answer.
    """
    result: Replay[S, C] = Replay()
    command, *answers = inputs
    try:
        run = result.run = Run(rules, state, rules.read_command(command.body))
        result.events.append(run.start())
        for entry in answers:
            answer = decode(entry.body)
            if run.question is None:
                raise RuntimeError("no question is open")
            checked = run.question.check(answer)
            result.answered.append(AnsweredQuestion(run.state, run.question, checked))
            if has_events or entry is not answers[-1]:
                result.events.append(run.go_on(checked))
    except (Refused, AnswerError, RuntimeError, ValueError) as failure:
        result.failure = failure
    return result


def first_difference(
    rules: Rules[S, C], result: Replay[S, C], inputs: Sequence[JournaledInput]
) -> tuple[int, str] | None:
    """Return the first input whose replayed events differ, as its index and those events; or None.

    The events are JSON; a refusal gives its code, another failure its message. An older program may
    have written an event without facts that only its wording needs: that is no difference.
    """
    for index, (events, entry) in enumerate(zip(result.events, inputs, strict=False)):
        text = rules.write_events(events)
        if text != entry.events and not events_match(rules, events, entry.events):
            return index, text
    if isinstance(result.failure, Refused):
        return len(result.events), result.failure.refusal.code
    return None if result.failure is None else (len(result.events), str(result.failure))


def events_match(rules: Rules[S, C], events: Sequence[Event], journaled: str) -> bool:
    """Return whether `events` equal the journaled ones, but for facts that only wording needs."""
    written, rewritten = rules.write_events(events), rewrite_events(rules, journaled)
    if written == rewritten:
        return True
    then, now, upgraded = decode(journaled), decode(written), decode(rewritten)
    if not len(then) == len(now) == len(upgraded):
        return False
    added = [type(event).added_for_wording - old.keys() for event, old in zip(events, then, strict=True)]
    return _leave_out(now, added) == _leave_out(upgraded, added)


def _leave_out(events: Iterable[dict[str, Any]], names: Iterable[Set[str]]) -> list[dict[str, Any]]:
    """Return the fields of each event, without those that are named for it."""
    return [
        {name: value for name, value in event.items() if name not in left_out}
        for event, left_out in zip(events, names, strict=True)
    ]


def rewrite_events(rules: Rules[S, C], events: str) -> str:
    """Return journaled events as they are written now: a field added since has its default.

    Return the text unchanged if it cannot be read.
    """
    try:
        return rules.write_events(rules.read_events(events))
    except ValueError:
        return events


def iterate_states(rules: Rules[S, C], inputs: Iterable[JournaledInput]) -> Iterator[S]:
    """Yield the state before each input of a match, from the journaled events."""
    state = rules.blank()
    for entry in inputs:
        yield state
        state = fold_journaled(rules, state, (entry,))


def fold_journaled(rules: Rules[S, C], state: S, inputs: Sequence[JournaledInput]) -> S:
    """Return the state after some inputs, from the journaled events."""
    read, fold = rules.read_events, rules.fold
    for entry in inputs:
        for event in read(entry.events):
            state = fold(state, event)
    return state


# -- verification ----------------------------------------------------------------------------------


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
