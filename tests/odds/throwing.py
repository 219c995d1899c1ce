"""Throw a command again and again, and count what was said to happen so often.

The rules are a function of state, command and answers, so answers that were given before lead where they led before:
a tree remembers it. Its branches are the very answers; every new one is carried out by the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any

from q40k.kernel.driver import Rules, Run
from q40k.kernel.events import Answer, DiceQuestion, Event, Question, TallyQuestion

DEVIATIONS = 4.5
"""So many standard deviations a mean may be off: by luck one of 150,000 is."""
ROUNDED_LITTLE = 1e-6
"""What is rounded by less is an exact number."""
MOST_QUESTIONS = 80
MOST_KEPT = 150_000
"""A tree that has so many branches grows no further."""


@dataclass(frozen=True, slots=True)
class Ending:
    """What followed a claim: the answer to its question, the events after it, the state at the end."""

    answer: Answer | None
    events: Sequence[Event]
    state: Any


@dataclass(frozen=True, slots=True)
class Claim:
    """Something shown before a die: a name, the mean that it says, and what is counted after the throw.

    `value` returns None where the claim is void: somebody chose otherwise than it supposes. A chance is a claim whose
    value is true or false. `rounded` is how far the number shown may be from the exact one.
    """

    name: str
    expected: float | Fraction
    value: Callable[[Ending], float | None]
    is_chance: bool = True
    rounded: float = 1e-9


@dataclass(slots=True)
class Count:
    """How often a claim was put to the dice, and what came of it."""

    claim: Claim
    throws: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        """Count one throw."""
        self.throws += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        """The mean of all throws."""
        return self.total / self.throws

    @property
    def error(self) -> float:
        """The standard error of the mean, by what was shown if that is a chance; 0 of a certainty."""
        variance = max(self.squares / self.throws - self.mean**2, 1 / self.throws)
        if self.claim.is_chance:
            shown = float(self.claim.expected)
            variance = shown * (1 - shown)
            if self.claim.rounded > ROUNDED_LITTLE:
                variance = max(variance, self.claim.rounded)
        return sqrt(max(variance, 0.0) / self.throws)

    @property
    def holds(self) -> bool:
        """Whether the mean agrees with what was shown."""
        return abs(self.mean - float(self.claim.expected)) <= DEVIATIONS * self.error + self.claim.rounded


@dataclass(slots=True)
class Node:
    """A point of a command: an open question or the end, and how many events came before it."""

    question: Question | None
    events: int
    claims: tuple[Claim, ...]
    choice: Answer | None = None
    children: dict[Answer, Node] = field(default_factory=dict)
    values: list[tuple[Claim, float]] | None = None


def _as_counted(question: TallyQuestion, thrown: tuple[int, ...]) -> tuple[int, ...]:
    """Return dice that pass, fail, and are sixes and ones as often as those thrown; so there are far fewer branches.

    The question itself says that nothing else of them counts: a person may type these counts instead.
    """
    if "needs" in question.facts:
        return tuple(need - (die < need) for die, need in zip(thrown, question.facts["needs"], strict=True))
    if question.summed or not 2 <= question.needed <= 6:
        return tuple(sorted(thrown))

    def as_counted(die: int) -> int:
        if (die == 6 and question.sixes) or (die == 1 and question.ones):
            return die
        return question.needed if die >= question.needed else question.needed - 1

    return tuple(sorted(map(as_counted, thrown)))


Choose = Callable[[Any, Any, Question], Answer]
"""An answer by the command, the state and the question."""
ClaimsAt = Callable[[Any, Question], Iterable[Claim]]


class Thrower:
    """One command in one state, thrown as often as one likes. Raises Refused if the rules refuse it."""

    def __init__(
        self, rules: Rules[Any, Any], state: Any, command: Any, claims: Iterable[Claim], at: ClaimsAt, choose: Choose
    ) -> None:
        self.rules, self.state, self.command = rules, state, command
        self.at, self.choose = at, choose
        self.counts: dict[tuple[str, float | Fraction], Count] = {}
        self._kept = 0
        self._run: Run[Any, Any] = Run(rules, state, command)
        self._events: list[Event] = self._run.start()
        self._answers: tuple[Answer, ...] = ()
        self._root = self._node()
        self._claims = tuple(claims)

    def _node(self) -> Node:
        question = self._run.question
        claims = () if question is None else tuple(self.at(self._run.state, question))
        self._kept += 1
        return Node(question, len(self._events), claims)

    def throw(self, dice: Random) -> None:
        """Throw the command once, to its end, and count every claim on the way."""
        node, path, answers = self._root, [self._root], list[Answer]()
        while node.question is not None:
            if len(answers) > MOST_QUESTIONS:
                return
            answer = self._answer(node, answers, dice)
            answers.append(answer)
            child = node.children.get(answer)
            if child is None:
                self._go_to(tuple(answers))
                child = self._node()
                if self._kept < MOST_KEPT:
                    node.children[answer] = child
            node = child
            path.append(node)
        if node.values is None:
            self._go_to(tuple(answers))
            node.values = list(self._values(path, answers))
        for claim, value in node.values:
            self.counts.setdefault((claim.name, claim.expected), Count(claim)).add(value)

    def _answer(self, node: Node, answers: list[Answer], dice: Random) -> Answer:
        question = node.question
        if isinstance(question, DiceQuestion):
            thrown = tuple(dice.randint(1, sides) for sides in question.dice)
            return _as_counted(question, thrown) if isinstance(question, TallyQuestion) else thrown
        assert question is not None
        if node.choice is None:
            self._go_to(tuple(answers))
            node.choice = question.check(self.choose(self.command, self._run.state, question))
        return node.choice

    def _go_to(self, answers: tuple[Answer, ...]) -> None:
        """Let the run stand after these answers; it goes on from where it is, if that is on the way."""
        if answers[: len(self._answers)] != self._answers:
            self._run = Run(self.rules, self.state, self.command)
            self._events, self._answers = self._run.start(), ()
        for answer in answers[len(self._answers) :]:
            self._events = [*self._events, *self._run.answer(answer)]
        self._answers = answers

    def _values(self, path: list[Node], answers: list[Answer]) -> Iterator[tuple[Claim, float]]:
        parts: list[tuple[Answer | None, int, tuple[Claim, ...]]] = [(None, 0, self._claims)]
        parts += [(answer, node.events, node.claims) for answer, node in zip(answers, path, strict=False)]
        for answer, events, claims in parts:
            ending = Ending(answer, self._events[events:], self._run.state)
            for claim in claims:
                value = claim.value(ending)
                if value is not None:
                    yield claim, float(value)

    def wrong(self) -> list[str]:
        """Return a line for every claim that the dice do not bear out."""
        return [
            f"{count.claim.name}: shown {float(count.claim.expected):.4f}, "
            f"thrown {count.mean:.4f} ± {count.error:.4f} ({count.throws} times)"
            for count in self.counts.values()
            if not count.holds
        ]
