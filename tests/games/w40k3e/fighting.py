"""Figures, weapons and hands to roll for them, for the tests of the 3rd edition."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product

from msgspec.structs import replace

from q40k.games.quake.packs.library import Library, load
from q40k.games.quake.packs.models import Trait, Weapon
from q40k.games.w40k3e.figures import Fighter
from q40k.games.w40k3e.modifiers import Modifier
from q40k.games.w40k3e.needs import Answer
from q40k.games.w40k3e.plans import Attack
from q40k.games.w40k3e.resolving import Outcome, Tally, need, outcome, sequence, start, take

MARINE = Fighter(sv=3)


def having(fighter: Fighter, *modifiers: Modifier) -> Fighter:
    """The same fighter with more modifiers: cover, a portal, a bonus."""
    return replace(fighter, modifiers=(*fighter.modifiers, *modifiers))


@lru_cache(maxsize=1)
def library() -> Library:
    return load()


def weapon(weapon_id: str) -> Weapon:
    return library().weapons[weapon_id]


def named_traits(names: str) -> tuple[Trait, ...]:
    """Traits by their ids, one after the other: "dodge fleet-of-foot"."""
    return tuple(library().traits[name] for name in names.split())


def roll_attack(attack: Attack, *answers: Answer) -> Outcome:
    """Resolve `attack` with these answers; every one of them must be asked for, and no more."""
    run = sequence(attack)
    arguments = list(answers)
    try:
        next(run)
        while arguments:
            run.send(arguments.pop(0))
    except StopIteration as end:
        assert not arguments, f"never asked for: {arguments}"
        done: Outcome = end.value
        return done
    raise AssertionError("the attack asks for more dice")


def asked_needs(attack: Attack, *answers: Answer) -> list[tuple[str, int, int]]:
    """The kind, the least that passes and the number of dice of every need on the way."""
    run = sequence(attack)
    arguments = list(answers)
    results: list[tuple[str, int, int]] = []
    try:
        expected = next(run)
        while True:
            results.append((expected.kind, expected.needed, len(expected.dice)))
            if not arguments:
                return results
            expected = run.send(arguments.pop(0))
    except StopIteration:
        return results


def by_hand(attack: Attack, what: Callable[[Outcome], object]) -> dict[object, Fraction]:
    """The law of `what`, by rolling every die in every way there is."""
    law: dict[object, Fraction] = {}
    rolling = {start(attack): Fraction(1)}
    while rolling:
        after: dict[Tally, Fraction] = {}
        for tally, chance in rolling.items():
            expected = need(attack, tally)
            if expected is None:
                key = what(outcome(attack, tally))
                law[key] = law.get(key, Fraction(0)) + chance
                continue
            each = chance / Fraction(6 ** len(expected.dice))
            for dice in product(*(range(1, sides + 1) for sides in expected.dice)):
                then = take(attack, tally, expected.read(dice))
                after[then] = after.get(then, Fraction(0)) + each
        rolling = after
    return law


def codes(reasons: Sequence[object]) -> list[str]:
    return [getattr(reason, "code", "") for reason in reasons]
