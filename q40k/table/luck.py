"""Luck: what each player's dice did against what dice do on average, and whether they are fair.

Everything is read from the journal by replaying its inputs, so that typed dice count like those
the app rolled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice, tee
from math import erfc, exp, pi, sqrt
from typing import Any

from q40k.games.game import Game
from q40k.kernel.driver import Rules
from q40k.kernel.journal.journal import Entry
from q40k.kernel.questions import Answer, DiceQuestion, TallyQuestion
from q40k.kernel.replay import befores, parts, replay

LEAST_FOR_FAIRNESS = 30
"""Below five dice for each face, chi-square says nothing."""
ODD, VERY_ODD = 0.05, 0.001
FACES = range(1, 7)


@dataclass(frozen=True, slots=True)
class Rolled:
    """One answered dice question: whose, the dice as far as they were told, how many passed.

    `of_app` says of each die whether the app rolled it. `chances` are those of the dice that could
    pass or fail, one each; `passed` counts those that did.
    """

    who: str | None
    dice: tuple[int, ...] = ()
    sides: tuple[int, ...] = ()
    of_app: tuple[bool, ...] = ()
    chances: tuple[Fraction, ...] = ()
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


def luck(
    game: Game, state: Any, entries: Iterable[Entry], stood: Iterable[Any] | None = None
) -> Report:
    """The luck of a match that stands at `state`, from its standing inputs, oldest first.

    Whoever has walked it already knows how it `stood` before each of them (`story.walk`).
    """
    found: dict[str | None, list[Rolled]] = {seat.id: [] for seat in game.view.seats(state)}
    faces = {True: [0] * 6, False: [0] * 6}
    for one in rolls(game.rules, entries, stood):
        if one.who in found:
            found[one.who].append(one)
        for die, sides, app in zip(one.dice, one.sides, one.of_app, strict=True):
            if sides == 6:
                faces[app][die - 1] += 1
    fair = {app: Fairness(tuple(count)) for app, count in faces.items()}
    players = tuple(_of(str(who), rolled) for who, rolled in found.items())
    return Report(players, fair[True], fair[False])


def _of(player: str, rolled: Iterable[Rolled]) -> Luck:
    """A player's luck, by all that it rolled."""
    faces: Counter[int] = Counter()
    chances: Counter[Fraction] = Counter()
    passed = 0
    for one in rolled:
        faces.update(die for die, sides in zip(one.dice, one.sides, strict=True) if sides == 6)
        chances.update(one.chances)
        passed += one.passed
    return Luck(
        player,
        faces.total(),
        sum(die * times for die, times in faces.items()),
        chances.total(),
        passed,
        sum((each * times for each, times in chances.items()), Fraction(0)),
        sum((each * (1 - each) * times for each, times in chances.items()), Fraction(0)),
    )


def rolls(
    rules: Rules[Any, Any], entries: Iterable[Entry], stood: Iterable[Any] | None = None
) -> Iterator[Rolled]:
    """Every answered dice question of the standing inputs but secret ones, oldest first.

    A command that the rules no longer carry out as they did is passed over. How the match `stood`
    before each input is worked out where it is not known.
    """
    entries, read_again = tee(entries)
    states = iter(befores(rules, read_again) if stood is None else stood)
    for part in parts(entries):
        state, *_ = islice(states, len(part.inputs))
        if part.entry.kind != "command" or not part.answers:
            continue
        for asked, entry in zip(
            replay(rules, state, part.inputs).asked, part.answers, strict=False
        ):
            if isinstance(asked.question, DiceQuestion) and not asked.question.secret:
                yield _rolled(asked.question, asked.answer, entry.dice)


def _rolled(question: DiceQuestion, answer: Answer, by_app: int) -> Rolled:
    chances = chances_of(question)
    known = tuple(one for one in chances if one is not None)
    if not isinstance(answer, tuple):
        counts = TallyQuestion.counts(answer)
        if counts is None or not known:
            return Rolled(question.who)
        return Rolled(question.who, chances=known, passed=min(counts[0], len(known)))
    dice = tuple(int(die) for die in answer)
    return Rolled(
        question.who,
        dice,
        question.dice,
        tuple(place >= len(dice) - by_app for place in range(len(dice))),
        known,
        sum(
            passes(question, die, place)
            for place, (die, chance) in enumerate(zip(dice, chances, strict=True))
            if chance is not None
        ),
    )


def chances_of(question: DiceQuestion) -> tuple[Fraction | None, ...]:
    """The chance of each die of a question to pass; None where it cannot pass or fail by itself.

    What cannot fail or cannot pass is luck for nobody. A question that `needs` a number for each of
    its dice says so; else all of a tally need the same.
    """
    summed = isinstance(question, TallyQuestion) and question.summed
    if summed or not (isinstance(question, TallyQuestion) or _needs(question)):
        return (None,) * len(question.dice)
    passing = [
        sum(passes(question, die, place) for die in FACES) for place in range(len(question.dice))
    ]
    return tuple(Fraction(many, 6) if 0 < many < 6 else None for many in passing)


def _needs(question: DiceQuestion) -> tuple[int, ...]:
    """What each die of a question needs, where its facts say so one by one."""
    needs = question.facts.get("needs")
    if not isinstance(needs, tuple) or len(needs) != len(question.dice):
        return ()
    return tuple(int(one) for one in needs)


def passes(question: DiceQuestion, die: int, place: int = 0) -> bool:
    """Whether a die passes what its question needs of it; `place` is its own among the dice."""
    needs = _needs(question)
    needed = needs[place] if needs else int(question.facts.get("needed") or 0)
    return die <= needed if question.facts.get("at_most") else die >= needed
