"""Corrections of the past, and the commands that no longer fit them: the facts of an amendment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct

from q40k.kernel.driver import Rules, Run
from q40k.kernel.events import Refused
from q40k.kernel.journal.history import Draft
from q40k.kernel.journal.journal import Entry
from q40k.kernel.questions import Answer, AnswerError, DiceQuestion, Question
from q40k.kernel.replay import (
    AnsweredQuestion,
    CommandGroup,
    first_difference,
    fold_journaled,
    replay,
)

S = TypeVar("S")
C = TypeVar("C")

SameQuestion = Callable[[S, Question, S, Question], bool]
"""Whether two questions, each in its state, ask the same thing of the same player."""
Code = Literal["refused", "answer", "other-question", "more-questions", "left-over"]
Decision = Literal["", "asked", "rolled", "dropped", "overruled", "open"]


class TypedAnswer(str):
    """An answer as a hand typed it; the question it meets will parse it."""

    __slots__ = ()


class Correction(Struct, Generic[C], frozen=True):
    """A correction at the command `entry` (its seq).

    `command` is carried out there (None: nothing) with `answers`: values, or `TypedAnswer`. With `kept`,
    the old answers follow these as long as they fit. With `inserted`, the old command comes after
    it, unchanged. With `listed`, the answers are those of a match script: a number for each die.
    """

    entry: int
    command: C | None
    answers: tuple[Any, ...] = ()
    kept: bool = False
    inserted: bool = False
    listed: bool = False


class Misfit(Struct, Generic[S, C]):
    """An old command that no longer fits the corrected past, and the decision about it.

    `code` says why: the rules refuse it (`refused`); an answer does not fit its question (`answer`,
    with the `error`); a different question is asked, or more questions; or answers are left over.
    `lost` are old answers without a place. `state` and `question` are what would be asked again,
    and where. `own` marks the correction itself.
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
        """Return whether nobody can overrule the refusal: the command can only be dropped."""
        refused = self.refused
        return refused is not None and not refused.refusal.overridable


class Change(Struct, frozen=True):
    """One difference in a corrected match: what changed, for whom, before and after.

    `kind` is a word of the game's own; people are named.
    """

    kind: str
    who: str | None = None
    before: Any = None
    after: Any = None


class OpenCommand(Struct, Generic[S, C]):
    """The command that is being replayed.

    `start` is the index of its first draft, `next_old` that of the next old answer.
    """

    group: CommandGroup
    command: C
    run: Run[S, C]
    state: S
    start: int
    new_answers: list[Any]
    old_answers: list[Entry]
    old_questions: list[AnsweredQuestion[S]]
    next_old: int = 0
    fits: bool = True
    own: bool = False
    misfit: Misfit[S, C] | None = None


def same_question(_then: Any, old: Question, _now: Any, new: Question) -> bool:
    """Return whether two questions have the same key and ask the same player."""
    return (old.key, old.who) == (new.key, new.who)


def replay_original(
    rules: Rules[S, C], state: S, group: CommandGroup
) -> tuple[S, list[AnsweredQuestion[S]]]:
    """Return the state after a command as it was journaled, and the questions it answered.

    If the rules have changed since and tell different events, the journaled events hold, and the
    questions are unknown.
    """
    result = replay(rules, state, group.inputs)
    if first_difference(rules, result, group.inputs) is None:
        return result.run_or_raise().state, result.answered
    return fold_journaled(rules, state, group.inputs), []


def restore_run(rules: Rules[S, C], current: OpenCommand[S, C], drafts: Sequence[Draft]) -> None:
    """Bring the command back to its open question, after an answer that was refused."""
    current.run = replay(rules, current.state, drafts[current.start :]).run_or_raise()


def take_answer(question: Question, answers: list[Any], *, from_script: bool) -> Answer:
    """Take the answer to a question from the head of `answers`. Raises AnswerError."""
    if from_script:
        answer, used = question.take(answers)
        del answers[:used]
        return answer
    value = answers.pop(0)
    if isinstance(value, TypedAnswer) and isinstance(question, DiceQuestion):
        while answers and sum(map(str.isdigit, value)) < len(question.dice):
            value = TypedAnswer(
                f"{value} {answers.pop(0)}"
            )  # a die may be typed as a word of its own
    return question.parse(value) if isinstance(value, TypedAnswer) else question.check(value)


def count_app_dice(group: CommandGroup) -> int:
    """Return how many of the app's dice a command and its answers used."""
    return sum(entry.dice for entry in group.answers)


def copy_entry(entry: Entry, *, same: bool = False) -> Draft:
    """Return a new version of an entry with the old content."""
    kind: Literal["command", "answer"] = "command" if entry.kind == "command" else "answer"
    return Draft(
        kind, entry.body, entry.hand, entry.events, entry.dice, entry.at, entry.seq, None, same
    )
