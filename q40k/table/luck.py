"""Luck: each player's dice compared with the average, and whether the dice are fair.

Everything is read from the journal by replaying its inputs, so typed dice count like those the app
rolled.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice, tee
from math import erfc, exp, pi, sqrt
from typing import Any

from q40k.games.game import Game
from q40k.kernel.driver import Rules
from q40k.kernel.events import Answer, DiceQuestion, TallyQuestion
from q40k.kernel.journal.journal import Entry
from q40k.kernel.replay import AnsweredQuestion, group_by_command, iterate_states, replay

LEAST_FOR_FAIRNESS = 30
"""Chi-square says nothing below five dice for each face."""
ODD, VERY_ODD = 0.05, 0.001
FACES = range(1, 7)


@dataclass(frozen=True, slots=True)
class Rolled:
    """One answered dice question: the player, the dice if they are known, how many passed.

    `of_app` says of each die whether the app rolled it. `chances` has one entry for each die that
    could pass or fail; `passed` counts those that passed.
    """

    who: str | None
    dice: tuple[int, ...] = ()
    sides: tuple[int, ...] = ()
    of_app: tuple[bool, ...] = ()
    chances: tuple[Fraction, ...] = ()
    passed: int = 0


@dataclass(frozen=True, slots=True)
class Luck:
    """A player's luck: number and sum of the D6 rolled, tests passed and expected.

    `tests` counts the dice that could pass or fail.
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
        """The mean of all D6 (3.5 is expected); None before the first."""
        return Fraction(self.total, self.dice) if self.dice else None

    @property
    def surplus(self) -> Fraction:
        """How many more tests were passed than expected."""
        return self.passed - self.expected

    @property
    def swing(self) -> float:
        """The surplus of passed tests in standard deviations, negative below the expected.

        0.0 without tests.
        """
        return float(self.surplus) / sqrt(self.variance) if self.variance else 0.0


@dataclass(frozen=True, slots=True)
class Fairness:
    """How often each face of some D6 came, and whether they look fair."""

    faces: tuple[int, ...] = field(default=(0,) * 6)

    @property
    def dice(self) -> int:
        """The number of dice."""
        return sum(self.faces)

    @property
    def chi_square(self) -> float:
        """The sum of squared differences divided by the expected; 5 on average for fair dice."""
        if not self.dice:
            return 0.0
        expected = self.dice / 6
        return sum((shown - expected) ** 2 for shown in self.faces) / expected

    @property
    def chance(self) -> float | None:
        """The chance that fair dice are at least as uneven; None with too few dice."""
        return None if self.dice < LEAST_FOR_FAIRNESS else tail_of_five(self.chi_square)

    @property
    def verdict(self) -> str:
        """The verdict: "few", "fair", "odd" or "very-odd"."""
        chance = self.chance
        if chance is None:
            return "few"
        if chance < VERY_ODD:
            return "very-odd"
        return "odd" if chance < ODD else "fair"


@dataclass(frozen=True, slots=True)
class Report:
    """The luck of every player, in the order of joining, and the fairness of the dice.

    `app` are the D6 that the app rolled, `hands` those that were typed.
    """

    players: tuple[Luck, ...]
    app: Fairness
    hands: Fairness


def tail_of_five(chi_square: float) -> float:
    """Return the chance that chi-square with five degrees of freedom is at least so great."""
    x = chi_square
    return min(1.0, erfc(sqrt(x / 2)) + sqrt(2 * x / pi) * exp(-x / 2) * (1 + x / 3))


AnsweredEntry = tuple[Entry, AnsweredQuestion[Any]]
"""An answer of the journal, and the question that it answered."""


def luck_report(game: Game, state: Any, entries: Iterable[Entry]) -> Report:
    """Return the luck in a match at `state`, from its live inputs, oldest first."""
    return luck_of_answers(game, state, answered_entries(game.rules, entries))


def luck_of_answers(game: Game, state: Any, answered: Iterable[AnsweredEntry]) -> Report:
    """Return the luck in a match at `state`, from every answer of it."""
    rolls_by_seat: dict[str | None, list[Rolled]] = {seat.id: [] for seat in game.view.seats(state)}
    faces = {True: [0] * 6, False: [0] * 6}
    for roll in rolls(answered):
        if roll.who in rolls_by_seat:
            rolls_by_seat[roll.who].append(roll)
        for die, sides, app in zip(roll.dice, roll.sides, roll.of_app, strict=True):
            if sides == 6:
                faces[app][die - 1] += 1
    fair = {app: Fairness(tuple(count)) for app, count in faces.items()}
    players = tuple(_player_luck(str(who), rolled) for who, rolled in rolls_by_seat.items())
    return Report(players, fair[True], fair[False])


def _player_luck(player: str, rolled: Iterable[Rolled]) -> Luck:
    faces: Counter[int] = Counter()
    chances: Counter[Fraction] = Counter()
    passed = 0
    for roll in rolled:
        faces.update(die for die, sides in zip(roll.dice, roll.sides, strict=True) if sides == 6)
        chances.update(roll.chances)
        passed += roll.passed
    return Luck(
        player,
        faces.total(),
        sum(die * times for die, times in faces.items()),
        chances.total(),
        passed,
        sum((each * times for each, times in chances.items()), Fraction(0)),
        sum((each * (1 - each) * times for each, times in chances.items()), Fraction(0)),
    )


def answered_entries(
    rules: Rules[Any, Any], entries: Iterable[Entry], states_before: Iterable[Any] | None = None
) -> Iterator[AnsweredEntry]:
    """Yield every answer of the live inputs with its question, oldest first.

    A command is skipped where the rules no longer carry it out as they did. The states before each
    input are computed unless `states_before` has them.
    """
    entries, read_again = tee(entries)
    states = iter(iterate_states(rules, read_again) if states_before is None else states_before)
    for part in group_by_command(entries):
        state, *_ = islice(states, len(part.inputs))
        if part.entry.kind == "command" and part.answers:
            answered = replay(rules, state, part.inputs, has_events=False).answered
            yield from zip(part.answers, answered, strict=False)


def rolls(answered: Iterable[AnsweredEntry]) -> Iterator[Rolled]:
    """Yield every answered dice question, except secret ones."""
    for entry, reply in answered:
        if isinstance(reply.question, DiceQuestion) and not reply.question.secret:
            yield _read_roll(reply.question, reply.answer, entry.dice)


def _read_roll(question: DiceQuestion, answer: Answer, by_app: int) -> Rolled:
    chances = chances_of(question)
    tested = tuple(value for value in chances if value is not None)
    if not isinstance(answer, tuple):
        counts = TallyQuestion.counts(answer)
        if counts is None or not tested:
            return Rolled(question.who)
        return Rolled(question.who, chances=tested, passed=min(counts[0], len(tested)))
    dice = tuple(int(die) for die in answer)
    return Rolled(
        question.who,
        dice,
        question.dice,
        tuple(place >= len(dice) - by_app for place in range(len(dice))),
        tested,
        sum(
            passes(question, die, place)
            for place, (die, chance) in enumerate(zip(dice, chances, strict=True))
            if chance is not None
        ),
    )


def chances_of(question: DiceQuestion) -> tuple[Fraction | None, ...]:
    """Return each die's chance to pass; None for a die that cannot pass or fail alone.

    None also means that it cannot fail, or cannot pass: that is luck for nobody. A question may say
    in `needs` what each of its dice needs; in a tally all dice need the same.
    """
    summed = isinstance(question, TallyQuestion) and question.summed
    if summed or not (isinstance(question, TallyQuestion) or _needs(question)):
        return (None,) * len(question.dice)
    passing = [sum(passes(question, die, place) for die in FACES) for place in range(len(question.dice))]
    return tuple(Fraction(many, 6) if 0 < many < 6 else None for many in passing)


def _needs(question: DiceQuestion) -> tuple[int, ...]:
    """Return what each die of a question needs, if its facts list it."""
    needs = question.facts.get("needs")
    if not isinstance(needs, tuple) or len(needs) != len(question.dice):
        return ()
    return tuple(int(number) for number in needs)


def passes(question: DiceQuestion, die: int, place: int = 0) -> bool:
    """Return whether a die passes its question; `place` is the die's place among the dice."""
    needs = _needs(question)
    needed = needs[place] if needs else int(question.facts.get("needed") or 0)
    return die <= needed if question.facts.get("at_most") else die >= needed
