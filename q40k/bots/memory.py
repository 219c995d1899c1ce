"""A match in memory: a state that commands change, without a journal, with dice by a seed."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Generic, TypeVar

from q40k.kernel import events
from q40k.kernel.driver import Rules, Run, carry_out

S = TypeVar("S")
C = TypeVar("C")


def is_legal(rules: Rules[S, C], state: S, command: C) -> bool:
    """Return whether the rules accept a command, up to its first question."""
    run: Run[S, C] = Run(rules, state, command)
    try:
        run.start()
    except events.Refused:
        return False
    return True


def roll(question: events.DiceQuestion, dice: Random) -> tuple[int, ...]:
    """Return the dice of a question, rolled."""
    return tuple(dice.randint(1, sides) for sides in question.dice)


def plain_answer(question: events.Question) -> events.Answer:
    """Return the first answer that fits a question without dice."""
    if isinstance(question, events.ChoiceQuestion):
        return question.options[0]
    if isinstance(question, events.NumberQuestion):
        return question.least
    if isinstance(question, events.OrderQuestion):
        return question.items
    if isinstance(question, events.EachQuestion):
        return tuple(question.options[0] for _ in question.items)
    assert isinstance(question, events.SeveralQuestion), question
    return ()


class Table(Generic[S, C]):
    """The state of a match, its dice, and how many inputs the rules have accepted.

    `answer` answers the questions that are not dice; without it each takes its plainest answer.
    `watch` may be set: it is told the events of every command.
    """

    watch: Callable[[Sequence[events.Event]], None] = staticmethod(lambda _events: None)

    def __init__(
        self,
        rules: Rules[S, C],
        seed: int | str,
        state: S | None = None,
        answer: Callable[[events.Question, S], events.Answer] | None = None,
    ) -> None:
        self.rules = rules
        self.state: S = rules.blank() if state is None else state
        self.dice = Random(seed)
        self.inputs = 0
        self._chooser = answer

    def do(self, command: C) -> bool:
        """Carry out a command; return False if the rules refuse it."""
        try:
            self.carry_out(command)
        except events.Refused:
            return False
        return True

    def carry_out(self, command: C) -> None:
        """Carry out a command and answer its questions. Raises Refused."""
        self.state = carry_out(self.rules, self.state, command, self.answer, self.watch)
        self.inputs += 1

    def answer(self, question: events.Question, state: S) -> events.Answer:
        """Answer a question: roll dice by the seed, choose by the table's function."""
        self.inputs += 1
        if isinstance(question, events.DiceQuestion):
            return roll(question, self.dice)
        return plain_answer(question) if self._chooser is None else self._chooser(question, state)
