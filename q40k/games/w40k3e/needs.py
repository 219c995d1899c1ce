"""Hold the dice an attack needs next, the answers to them, and the state of the attack."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import factorial
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from q40k.games.w40k3e.plans import Attack, Reason, Save, Saves, Test, Trial, reason
from q40k.kernel.errors import CodedError

NeedKind = Literal[
    "cast",  # the psychic test before all else
    "count",  # how many shots: the dice are added up
    "hit",
    "hit-again",  # misses rolled again
    "hit-more",  # hits that roll for another hit
    "hot",  # the attacker's own armour save, for each 1
    "wound",
    "wound-again",
    "ap",  # the AP of each wound
    "save",
    "save-again",
    "no-pain",
    "rise",  # the last wound is gone: does it stay with one
    "trial",  # 2D6 against Leadership
    "penetrate",
    "penetrate-again",  # the second D6 of a rending 6
]
Side = Literal["attacker", "target"]

ONE, FAIL, PASS, SIX = range(4)
Reading = tuple[int, ...]
"""What matters of the dice: counts of (ones, failed, passed, sixes), or only their sum."""


class WrongAnswer(CodedError, ValueError):
    """Report an answer that does not fit the need.

    Codes: "dice-count" (wanted, got), "dice-range" (got, most), "total-range" (got, least, most),
    "no-such-save".
    """


class Total(Struct, frozen=True):
    """Hold the answer of a guided match: how many dice passed, with rerolls already made.

    `sixes` of the passed dice count as 6s, and `ones` of the failed dice as 1s, where that matters.
    For dice that are added up, `passed` is their sum.
    """

    passed: int
    sixes: int = 0
    ones: int = 0


class Dead(Struct, frozen=True):
    """Answer that the target is dead, which ends the attack."""


class Choose(Struct, frozen=True):
    """Answer that the target takes a different save than the one asked for."""

    kind: str


Answer = Sequence[int] | Total | Dead | Choose


class Need(Struct, frozen=True):
    """Describe dice to roll: how many of how many sides, what passes, who rolls, and why.

    `needed` is the lowest roll that passes, or with `at_most` the highest. `faces` gives the class
    of each face (ONE, FAIL, PASS, SIX). It is empty when dice are added up (`keep` "sum") or the
    best is kept ("highest"). `subject` names the save or the weapon; `others` are saves the target
    may take instead.
    """

    kind: NeedKind
    dice: tuple[int, ...]
    needed: int
    by: Side
    faces: tuple[int, ...] = ()
    at_most: bool = False
    keep: Literal["each", "sum", "highest"] = "each"
    subject: str = ""
    reasons: tuple[Reason, ...] = ()
    others: tuple[str, ...] = ()

    def read(self, dice: Sequence[int]) -> Reading:
        """Return what matters of these dice. Raises WrongAnswer."""
        if len(dice) != len(self.dice):
            raise WrongAnswer("dice-count", wanted=len(self.dice), got=len(dice))
        for shown, sides in zip(dice, self.dice, strict=True):
            if not 1 <= shown <= sides:
                raise WrongAnswer("dice-range", got=shown, most=sides)
        if self.keep != "each":
            return (sum(dice) if self.keep == "sum" else max(dice),)
        counts = [0, 0, 0, 0]
        for shown in dice:
            counts[self.faces[shown - 1]] += 1
        return tuple(counts)

    def read_total(self, total: Total) -> Reading:
        """Return what matters of a total. Raises WrongAnswer."""
        count = len(self.dice)
        if self.keep != "each":
            least = 1 if self.keep == "highest" else count
            most = max(self.dice) if self.keep == "highest" else sum(self.dice)
            _check_range(total.passed, least, most)
            return (total.passed,)
        _check_range(total.passed, 0, count)
        _check_range(total.sixes, 0, total.passed if SIX in self.faces else 0)
        _check_range(total.ones, 0, count - total.passed if ONE in self.faces else 0)
        rest = count - total.passed - total.ones
        return (total.ones, rest, total.passed - total.sixes, total.sixes)

    def readings(self) -> tuple[tuple[Reading, Fraction], ...]:
        """Return every reading with its exact chance."""
        if self.keep == "each":
            return _pool_readings(len(self.dice), self.faces)
        return _sum_readings(self.dice, self.keep)


def faces(needed: int, *, ones: bool = False, sixes: bool = False) -> tuple[int, ...]:
    """Return the class of each face of a D6 that needs `needed`; `ones` and `sixes` are classes of
    their own if asked.
    """
    classes = [PASS if shown >= needed else FAIL for shown in range(1, 7)]
    if ones:
        classes[0] = ONE
    if sixes and classes[5] == PASS:
        classes[5] = SIX
    return tuple(classes)


def _check_range(got: int, least: int, most: int) -> None:
    if not least <= got <= most:
        raise WrongAnswer("total-range", got=got, least=least, most=most)


@lru_cache(maxsize=4096)
def _pool_readings(count: int, classes: tuple[int, ...]) -> tuple[tuple[Reading, Fraction], ...]:
    """Return the multinomial distribution of `count` D6 over the classes of their faces."""
    weight = [classes.count(face) for face in range(4)]
    whole = 6**count
    readings = []
    for ones in range(count + 1 if weight[ONE] else 1):
        for sixes in range(count - ones + 1 if weight[SIX] else 1):
            rest = count - ones - sixes
            for passed in range(rest + 1):
                reading = (ones, rest - passed, passed, sixes)
                ways = factorial(count)
                for number, each in zip(reading, weight, strict=True):
                    ways = ways // factorial(number) * each**number
                if ways:
                    readings.append((reading, Fraction(ways, whole)))
    return tuple(readings)


@lru_cache(maxsize=256)
def _sum_readings(dice: tuple[int, ...], keep: str) -> tuple[tuple[Reading, Fraction], ...]:
    """Return the distribution of dice added up, or of the best of them."""
    ways: dict[int, int] = {0: 1}
    for sides in dice:
        after: dict[int, int] = {}
        for value, number in ways.items():
            for shown in range(1, sides + 1):
                result = value + shown if keep == "sum" else max(value, shown)
                after[result] = after.get(result, 0) + number
        ways = after
    whole = sum(ways.values())
    return tuple(((value,), Fraction(number, whole)) for value, number in ways.items())


# -- the state of an attack ------------------------------------------------------------------------


PLAIN, PIERCED, GRAVE = range(3)
"""The kinds of wound, each with its own saves: ordinary, ignoring armour, killing outright."""


class Tally(NamedTuple):
    """Hold the state of an attack. `stage` names the next stage; `n` is the number of dice it
    rolls.
    """

    stage: NeedKind = "cast"
    n: int = 0
    queue: int = 0
    shots: int = 0
    hits: int = 0
    sharp: int = 0
    fresh: int = 0
    chain: int = 0
    ones: int = 0
    burns: int = 0
    jammed: bool = False
    wounds: tuple[int, int, int] = (0, 0, 0)
    failed: int = 0
    bare: int = 0
    unsaved: int = 0
    pain: int = 0
    lost: int = 0
    slain: bool = False
    risen: bool = False
    ward: int = 0
    broken: bool = False
    perils: int = 0
    glancing: int = 0
    penetrating: int = 0
    done: bool = False


class Step(Struct, frozen=True):
    """Hold one line of the workings: the need, the answer (dice or total) and its reading.

    `reading` is (ones, failed, passed, sixes) or (sum,).
    """

    need: Need
    answer: tuple[int, ...] | Total
    reading: Reading

    @property
    def passed(self) -> int:
        """Return how many dice passed (not for dice that are added up)."""
        return self.reading[PASS] + self.reading[SIX] if len(self.reading) > 1 else 0


class Outcome(Struct, frozen=True):
    """Hold what an attack did.

    `unsaved` counts the wounds that no save stopped, `lost` the wounds the target really loses (at
    most what it had). `dead`: it dies; `slain`: outright. `burns` are wounds of the attacker by its
    own weapon, `perils` attacks of the warp on it. `jammed`: the weapon is out of the match.
    `broken`: the breaking save is lost. `ward` is the number of failed saves it may still ignore.
    `risen`: it stays with its last wound. `stunned`: a survivor may not strike. `glancing`,
    `penetrating` and `destroyed` are for hulls. `told`: the table answered "dead" before the dice
    did.
    """

    shots: int = 0
    hits: int = 0
    wounds: int = 0
    unsaved: int = 0
    lost: int = 0
    dead: bool = False
    slain: bool = False
    burns: int = 0
    perils: int = 0
    jammed: bool = False
    broken: bool = False
    ward: int = 0
    risen: bool = False
    stunned: bool = False
    glancing: int = 0
    penetrating: int = 0
    destroyed: bool = False
    told: bool = False
    steps: tuple[Step, ...] = ()


def current_save(attack: Attack, tally: Tally) -> Save | None:
    """Return the save that is rolled for the current wounds, if there is one."""
    saves = saves_of(attack, tally.queue)
    return saves.fallback if tally.broken else saves.preferred


def saves_of(attack: Attack, queue: int) -> Saves:
    """Return the saves against one kind of wound."""
    return attack.saves_pierced if queue == PIERCED else attack.saves


# -- the dice of each stage ------------------------------------------------------------------------


def need(attack: Attack, tally: Tally) -> Need | None:
    """Return the dice that come next, or None when the attack is over."""
    return None if tally.done else _NEEDS[tally.stage](attack, tally)


def _d6(kind: NeedKind, test: Test, tally: Tally, **more: object) -> Need:
    options = {"by": "attacker", "faces": faces(test.needed), "reasons": test.reasons, **more}
    return Need(kind, (6,) * tally.n, test.needed, **options)  # type: ignore[arg-type]


def _need_count(attack: Attack, _tally: Tally) -> Need:
    return Need(
        "count", attack.count.dice, 0, "attacker", keep="sum", subject=attack.label, reasons=attack.count.reasons
    )


def _need_hit(attack: Attack, tally: Tally) -> Need:
    classes = faces(attack.hit.needed, ones=attack.hot is not None or attack.jams > 0, sixes=attack.six_hits != "")
    return _d6(tally.stage, attack.hit, tally, faces=classes, subject=attack.label)


def _need_hot(attack: Attack, tally: Tally) -> Need:
    test = attack.hot or Test(7)
    return _d6("hot", test, tally, subject=attack.label)


def _need_wound(attack: Attack, tally: Tally) -> Need:
    classes = faces(attack.wound.needed, sixes=attack.six_slays)
    return _d6(tally.stage, attack.wound, tally, faces=classes, subject=attack.label)


def _need_ap(attack: Attack, tally: Tally) -> Need:
    most = attack.ap_below or 0
    return Need(
        "ap",
        (6,) * tally.n,
        most,
        "attacker",
        faces=tuple(PASS if shown <= most else FAIL for shown in range(1, 7)),
        at_most=True,
        subject=attack.label,
        reasons=(reason("ap-rolled", attack.label, sides=6),),
    )


def _need_save(attack: Attack, tally: Tally) -> Need:
    save = current_save(attack, tally)
    assert save is not None  # a stage of saves is entered only with a save
    rolls = tally._replace(n=1) if save.breaks else tally
    others: tuple[str, ...] = ()
    if tally.stage == "save" and not tally.broken:
        options = saves_of(attack, tally.queue).options
        others = tuple(dict.fromkeys(option.kind for option in options if option.kind != save.kind))
    return _d6(tally.stage, save.test, rolls, by="target", subject=save.kind, others=others)


def _need_pain(attack: Attack, tally: Tally) -> Need:
    return _d6("no-pain", attack.no_pain or Test(7), tally, by="target")


def _need_rise(attack: Attack, tally: Tally) -> Need:
    return _d6("rise", attack.rises or Test(7), tally, by="target")


def _need_cast(attack: Attack, _tally: Tally) -> Need:
    assert attack.cast is not None
    return _leadership("cast", attack.cast)


def _need_trial(attack: Attack, tally: Tally) -> Need:
    return _leadership("trial", attack.trials[tally.queue])


def _leadership(kind: NeedKind, trial: Trial) -> Need:
    return Need(
        kind,
        (6, 6),
        trial.needed,
        trial.by,
        at_most=True,
        keep="sum",
        subject="psychic" if trial.psychic else "leadership",
        reasons=trial.reasons,
    )


def _need_penetrate(attack: Attack, tally: Tally) -> Need:
    hull = attack.hull
    assert hull is not None
    needed = max(0, hull.av - hull.strength)
    options: dict[str, Any] = {"subject": attack.label, "reasons": hull.reasons}
    if tally.stage == "penetrate-again" or hull.six_again:
        return Need(tally.stage, (6,), needed, "attacker", keep="sum", **options)
    if hull.dice > 1:
        return Need("penetrate", (6,) * hull.dice, needed, "attacker", keep=hull.keep, **options)
    classes = tuple((FAIL, PASS, SIX)[hull.result(shown, six=shown == 6)] for shown in range(1, 7))
    least = next((shown for shown in range(1, 7) if classes[shown - 1] != FAIL), 7)
    return Need("penetrate", (6,) * tally.n, least, "attacker", faces=classes, **options)


_NEEDS: dict[str, Callable[[Attack, Tally], Need]] = {
    "cast": _need_cast,
    "count": _need_count,
    "hit": _need_hit,
    "hit-again": _need_hit,
    "hit-more": _need_hit,
    "hot": _need_hot,
    "wound": _need_wound,
    "wound-again": _need_wound,
    "ap": _need_ap,
    "save": _need_save,
    "save-again": _need_save,
    "no-pain": _need_pain,
    "rise": _need_rise,
    "trial": _need_trial,
    "penetrate": _need_penetrate,
    "penetrate-again": _need_penetrate,
}
