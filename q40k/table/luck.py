"""Luck: what each player's dice did against what dice do on average, and whether they are fair.

Everything is read from the journal by replaying its inputs, so that typed dice count like those
the app rolled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import erfc, exp, pi, sqrt
from typing import Any

from q40k.games.game import Game
from q40k.kernel.driver import Rules
from q40k.kernel.journal.journal import Entry
from q40k.kernel.questions import Answer, DiceQuestion, TallyQuestion
from q40k.kernel.replay import as_journaled, parts, replay

LEAST_FOR_FAIRNESS = 30
"""Below five dice for each face, chi-square says nothing."""
ODD, VERY_ODD = 0.05, 0.001
FACES = range(1, 7)


@dataclass(frozen=True, slots=True)
class Rolled:
    """One answered dice question: whose, the dice as far as they were told, how many passed.

    `of_app` says of each die whether the app rolled it. `chance` is that of one die to pass,
    None where nothing can pass; `passed` counts those that did, out of `count`.
    """

    who: str | None
    dice: tuple[int, ...] = ()
    sides: tuple[int, ...] = ()
    of_app: tuple[bool, ...] = ()
    count: int = 0
    chance: Fraction | None = None
    passed: int = 0


@dataclass(frozen=True, slots=True)
class Luck:
    """A player's luck: D6 rolled and their sum; tests passed against what was to be expected.

    `tests` counts the dice that could pass or fail. `swing` is how many standard deviations the
    passes lie above the expected (below: negative), 0.0 without tests.
    """

    player: str
    dice: int = 0
    total: int = 0
    tests: int = 0
    passed: int = 0
    expected: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)

    @property
    def mean(self) -> Fraction | None:
        """The mean of all D6; 3.5 is to be expected. None before the first."""
        return Fraction(self.total, self.dice) if self.dice else None

    @property
    def more(self) -> Fraction:
        """How many tests more were passed than expected."""
        return self.passed - self.expected

    @property
    def swing(self) -> float:
        """The same in standard deviations."""
        return float(self.more) / sqrt(self.variance) if self.variance else 0.0


@dataclass(frozen=True, slots=True)
class Fairness:
    """Whether so many D6 look fair: how often each face came, and chi-square against even.

    `chance` is that of fair dice to be at least as uneven; None with too few dice to say.
    """

    faces: tuple[int, ...] = field(default=(0,) * 6)

    @property
    def dice(self) -> int:
        """How many dice there were."""
        return sum(self.faces)

    @property
    def chi_square(self) -> float:
        """The sum of squared differences over the expected; 5 on average for fair dice."""
        if not self.dice:
            return 0.0
        expected = self.dice / 6
        return sum((shown - expected) ** 2 for shown in self.faces) / expected

    @property
    def chance(self) -> float | None:
        """The chance of fair dice to be at least as uneven."""
        return None if self.dice < LEAST_FOR_FAIRNESS else tail_of_five(self.chi_square)

    @property
    def verdict(self) -> str:
        """In a word: "few", "fair", "odd" or "very-odd"."""
        chance = self.chance
        if chance is None:
            return "few"
        if chance < VERY_ODD:
            return "very-odd"
        return "odd" if chance < ODD else "fair"


@dataclass(frozen=True, slots=True)
class Report:
    """The luck of every player, in the order of joining, and the fairness of the dice.

    `app` are the D6 the app rolled, `hands` those that hands typed.
    """

    players: tuple[Luck, ...]
    app: Fairness
    hands: Fairness


def tail_of_five(chi_square: float) -> float:
    """The chance that chi-square with five degrees of freedom is at least so great."""
    x = chi_square
    return min(1.0, erfc(sqrt(x / 2)) + sqrt(2 * x / pi) * exp(-x / 2) * (1 + x / 3))


def luck(game: Game, state: Any, entries: Iterable[Entry]) -> Report:
    """The luck of a match that stands at `state`, from its standing inputs, oldest first."""
    found = {seat.id: Luck(seat.id) for seat in game.view.seats(state)}
    faces = {True: [0] * 6, False: [0] * 6}
    for one in rolls(game.rules, entries):
        if one.who in found:
            found[one.who] = _with(found[one.who], one)
        for die, sides, app in zip(one.dice, one.sides, one.of_app, strict=True):
            if sides == 6:
                faces[app][die - 1] += 1
    fair = {app: Fairness(tuple(count)) for app, count in faces.items()}
    return Report(tuple(found.values()), fair[True], fair[False])


def _with(known: Luck, one: Rolled) -> Luck:
    plain = [die for die, sides in zip(one.dice, one.sides, strict=True) if sides == 6]
    chance = one.chance
    count = 0 if chance is None else one.count
    each = chance or Fraction(0)
    return Luck(
        known.player,
        known.dice + len(plain),
        known.total + sum(plain),
        known.tests + count,
        known.passed + (one.passed if count else 0),
        known.expected + count * each,
        known.variance + count * each * (1 - each),
    )


def rolls(rules: Rules[Any, Any], entries: Iterable[Entry]) -> Iterator[Rolled]:
    """Every answered dice question of the standing inputs but secret ones, oldest first.

    A command that the rules no longer carry out as they did is passed over.
    """
    state = rules.blank()
    for part in parts(entries):
        if part.entry.kind != "command":
            continue
        asked_again = replay(rules, state, part.inputs).asked if part.answers else ()
        for asked, entry in zip(asked_again, part.answers, strict=False):
            if isinstance(asked.question, DiceQuestion) and not asked.question.secret:
                yield _rolled(asked.question, asked.answer, entry.dice)
        state = as_journaled(rules, state, part.inputs)


def _rolled(question: DiceQuestion, answer: Answer, by_app: int) -> Rolled:
    chance = chance_of(question)
    if not isinstance(answer, tuple):
        counts = TallyQuestion.counts(answer)
        if counts is None or chance is None:
            return Rolled(question.who)
        return Rolled(question.who, count=len(question.dice), chance=chance, passed=counts[0])
    dice = tuple(int(die) for die in answer)
    return Rolled(
        question.who,
        dice,
        question.dice,
        tuple(place >= len(dice) - by_app for place in range(len(dice))),
        len(dice),
        chance,
        0 if chance is None else sum(passes(question, die) for die in dice),
    )


def chance_of(question: DiceQuestion) -> Fraction | None:
    """The chance of one die of a question to pass; None where dice do not pass or fail one by one.

    What cannot fail or cannot pass is luck for nobody.
    """
    if not isinstance(question, TallyQuestion) or question.summed:
        return None
    passing = sum(passes(question, die) for die in FACES)
    return Fraction(passing, 6) if 0 < passing < 6 else None


def passes(question: DiceQuestion, die: int) -> bool:
    """Whether a die passes what its question needs."""
    needed = int(question.facts.get("needed") or 0)
    return die <= needed if question.facts.get("at_most") else die >= needed
