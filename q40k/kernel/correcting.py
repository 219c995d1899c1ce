"""What is put right in the past, and what no longer fits it: the facts of an amendment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct

from q40k.kernel.driver import Rules, Run
from q40k.kernel.events import Refused
from q40k.kernel.journal.history import Draft
from q40k.kernel.journal.journal import Entry
from q40k.kernel.questions import Answer, AnswerError, DiceQuestion, Question
from q40k.kernel.replay import Asked, Part, as_journaled, difference, replay

S = TypeVar("S")
C = TypeVar("C")

Same = Callable[[S, Question, S, Question], bool]
"""Whether two questions, each in its state, ask the same of the same one."""
Code = Literal["refused", "answer", "other-question", "more-questions", "left-over"]
Decision = Literal["", "asked", "rolled", "dropped", "overruled", "open"]


class Typed(str):
    """An answer as a hand types it, to be read by the question it meets."""

    __slots__ = ()


class Correction(Struct, Generic[C], frozen=True):
    """What is put right, at the command `entry` (its seq).

    `command` is carried out there, None for nothing, with `answers` (values, or `Typed`); with
    `kept` the old answers to what is asked after these follow, as far as they fit.
    With `inserted` the old command comes after it, as it was. With `listed` the answers are those
    of a match script: a number for each die.
    """

    entry: int
    command: C | None
    answers: tuple[Any, ...] = ()
    kept: bool = False
    inserted: bool = False
    listed: bool = False


class Misfit(Struct, Generic[S, C]):
    """An old command that no longer fits the corrected past, and what was decided about it.

    `code`: the rules refuse it (`refused`); an answer does not fit its question any more
    (`answer`, with the `error`); something else is asked than then, or more; or answers are left
    over. `lost` are old answers without a place. `state` and `question` are where it stands:
    what would be asked again. `own` marks what is being put right itself.
    """

    entry: int
    command: C
    code: Code
    state: S
    question: Question | None = None
    refused: Refused | None = None
    error: AnswerError | None = None
    lost: tuple[Any, ...] = ()
    own: bool = False
    decision: Decision = ""

    @property
    def final(self) -> bool:
        """Whether nobody can overrule it: it can only be dropped."""
        refused = self.refused
        return refused is not None and not refused.refusal.overridable


class Change(Struct, frozen=True):
    """One thing that is otherwise in a corrected match: what, whose, before and after.

    `kind` is a word of the game's own; people are given by name.
    """

    kind: str
    who: str | None = None
    before: Any = None
    after: Any = None


class Open(Struct, Generic[S, C]):
    """The command that is being replayed."""

    part: Part
    command: C
    run: Run[S, C]
    state: S
    start: int
    given: list[Any]
    old: list[Entry]
    asked: list[Asked[S]]
    at: int = 0
    fits: bool = True
    own: bool = False
    misfit: Misfit[S, C] | None = None


def same_question(_then: Any, old: Question, _now: Any, new: Question) -> bool:
    """Whether two questions have the same key and ask the same one."""
    return (old.key, old.who) == (new.key, new.who)


def as_it_was(rules: Rules[S, C], state: S, part: Part) -> tuple[S, list[Asked[S]]]:
    """The state after a command as it was journaled, and what it asked, question by question.

    If the rules have changed since and tell another story, the journaled events hold, and what
    was asked is not known.
    """
    again = replay(rules, state, part.inputs)
    if difference(rules, again, part.inputs) is None:
        return again.stood().state, again.asked
    return as_journaled(rules, state, part.inputs), []


def stand_again(rules: Rules[S, C], one: Open[S, C], drafts: Sequence[Draft]) -> None:
    """Stand at the open question again, after an answer that was refused."""
    one.run = replay(rules, one.state, drafts[one.start :]).stood()


def own_answer(question: Question, given: list[Any], *, listed: bool) -> Answer:
    """Take the answer to a question from the head of what was given. Raises AnswerError."""
    if listed:
        answer, used = question.take(given)
        del given[:used]
        return answer
    value = given.pop(0)
    if isinstance(value, Typed) and isinstance(question, DiceQuestion):
        while given and sum(map(str.isdigit, value)) < len(question.dice):
            value = Typed(f"{value} {given.pop(0)}")  # each die may be a word of its own
    return question.parse(value) if isinstance(value, Typed) else question.check(value)


def dice_of(part: Part) -> int:
    """How many of the app's dice a command and its answers used."""
    return sum(entry.dice for entry in part.answers)


def copied(entry: Entry, *, same: bool = False) -> Draft:
    """A new version of an entry that says what the old one said."""
    kind: Literal["command", "answer"] = "command" if entry.kind == "command" else "answer"
    return Draft(
        kind, entry.body, entry.hand, entry.events, entry.dice, entry.at, entry.seq, None, same
    )
