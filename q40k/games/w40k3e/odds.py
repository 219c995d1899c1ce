"""The exact chance of everything an attack may do, before a die is rolled.

The odds follow every answer the resolver can be given, each with its chance, and gather those
that come to the same: the numbers are those of the dice themselves, as fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from q40k.games.w40k3e.distribution import ZERO, Distribution
from q40k.games.w40k3e.melee import Blows
from q40k.games.w40k3e.plans import Attack
from q40k.games.w40k3e.resolving import Outcome, Tally, need, outcome, start, take


class Odds(Struct, frozen=True):
    """The laws of what an attack does (see `Outcome` for what each number means).

    `dies` is the chance that the target dies, `burned` that the attacker dies of its own weapon,
    `destroyed` that a hull's last structure point goes; `jams`, `breaks` and `perils` that each
    of these happens.
    """

    hits: Distribution
    wounds: Distribution
    unsaved: Distribution
    lost: Distribution
    burns: Distribution
    glancing: Distribution
    penetrating: Distribution
    dies: Fraction
    burned: Fraction
    jams: Fraction
    breaks: Fraction
    perils: Fraction
    destroyed: Fraction


def final_tallies(
    attack: Attack, keep: Callable[[Tally], Tally] = lambda tally: tally
) -> dict[Tally, Fraction]:
    """Every tally an attack may end with, and its chance.

    `keep` may forget what is no longer asked for, so that more tallies come to the same.
    """
    waiting: dict[Tally, Fraction] = {start(attack): Fraction(1)}
    ended: dict[Tally, Fraction] = {}
    while waiting:
        following: dict[Tally, Fraction] = {}
        for tally, chance in waiting.items():
            wanted = need(attack, tally)
            if wanted is None:
                ended[tally] = ended.get(tally, ZERO) + chance
                continue
            for reading, each in wanted.readings():
                after = keep(take(attack, tally, reading))
                following[after] = following.get(after, ZERO) + chance * each
        waiting = following
    return ended


def attack_odds(attack: Attack) -> Odds:
    """The odds of one attack: a weapon's fire, a fighter's blows, a fall."""
    ended = [(outcome(attack, tally), chance) for tally, chance in final_tallies(attack).items()]

    def law(number: Callable[[Outcome], int]) -> Distribution:
        return Distribution.of((number(end), chance) for end, chance in ended)

    def chance_of(event: Callable[[Outcome], bool]) -> Fraction:
        return sum((chance for end, chance in ended if event(end)), ZERO)

    return Odds(
        hits=law(lambda end: end.hits),
        wounds=law(lambda end: end.wounds),
        unsaved=law(lambda end: end.unsaved),
        lost=law(lambda end: end.lost),
        burns=law(lambda end: end.burns),
        glancing=law(lambda end: end.glancing),
        penetrating=law(lambda end: end.penetrating),
        dies=chance_of(lambda end: end.dead),
        burned=chance_of(lambda end: end.burns >= attack.own_wounds),
        jams=chance_of(lambda end: end.jammed),
        breaks=chance_of(lambda end: end.broken),
        perils=chance_of(lambda end: end.perils > 0),
        destroyed=chance_of(lambda end: end.destroyed),
    )


_COUNTING = frozenset(
    ("cast", "count", "hit", "hit-again", "hit-more", "hot", "wound", "wound-again")
)


def _harm_only(tally: Tally) -> Tally:
    """Forget hits and the wounds that are dealt with: only the harm done still matters."""
    if tally.stage in _COUNTING:
        return tally
    waiting = tuple(0 if k < tally.queue else n for k, n in enumerate(tally.wounds))
    if tally.done:
        waiting = (0, 0, 0)
    return tally._replace(
        shots=0, hits=0, sharp=0, fresh=0, ones=0, wounds=(waiting[0], waiting[1], waiting[2])
    )


class Standing(NamedTuple):
    """A fighter in the middle of a melee: wounds and ignored saves left, whether it may strike."""

    wounds: int
    ward: int = 0
    stunned: bool = False


class MeleeOdds(Struct, frozen=True):
    """The chance of each fighter's death in a round, of each set of dead, and the wounds left."""

    dies: Mapping[str, Fraction]
    together: Mapping[frozenset[str], Fraction]
    left: Mapping[str, Distribution]


def melee_odds(steps: Sequence[Sequence[Blows]], fighters: Mapping[str, Standing]) -> MeleeOdds:
    """The odds of a round: `steps` as of `initiative_steps`, their blows naming the fighters.

    The dead of a step strike no more in the steps after it, but those of the same step all
    strike. A breaking save is taken to hold for the whole round of each attack.
    """
    names = tuple(fighters)
    states: dict[tuple[Standing, ...], Fraction] = {tuple(fighters.values()): Fraction(1)}
    for step in steps:
        before = states
        states = {}
        for state, chance in before.items():
            for after, each in _one_step(names, state, tuple(step)):
                states[after] = states.get(after, ZERO) + chance * each
    together: dict[frozenset[str], Fraction] = {}
    for state, chance in states.items():
        dead = frozenset(n for n, one in zip(names, state, strict=True) if one.wounds == 0)
        together[dead] = together.get(dead, ZERO) + chance
    dies = {n: sum((p for dead, p in together.items() if n in dead), ZERO) for n in names}
    left = {
        n: Distribution.of((state[k].wounds, chance) for state, chance in states.items())
        for k, n in enumerate(names)
    }
    return MeleeOdds(dies, together, left)


def _one_step(
    names: tuple[str, ...], begun: tuple[Standing, ...], step: tuple[Blows, ...]
) -> list[tuple[tuple[Standing, ...], Fraction]]:
    """Every standing after one step of simultaneous blows."""
    states: dict[tuple[Standing, ...], Fraction] = {begun: Fraction(1)}
    for blows in step:
        striker = begun[names.index(blows.striker)]
        if striker.wounds == 0 or striker.stunned:
            continue
        at = names.index(blows.target)
        if begun[at].wounds == 0:
            continue  # who died in an earlier step is struck no more
        after: dict[tuple[Standing, ...], Fraction] = {}
        for state, chance in states.items():
            for standing, each in _struck(blows.attack, state[at]):
                changed = (*state[:at], standing, *state[at + 1 :])
                after[changed] = after.get(changed, ZERO) + chance * each
        states = after
    return list(states.items())


@lru_cache(maxsize=1024)
def _struck(attack: Attack, target: Standing) -> tuple[tuple[Standing, Fraction], ...]:
    """The standings one attack may leave its target in."""
    if target.wounds == 0:
        return ((target, Fraction(1)),)
    met = attack.against(wounds=target.wounds, ward=target.ward)
    found: dict[Standing, Fraction] = {}
    for tally, chance in final_tallies(met, _harm_only).items():
        end = outcome(met, tally)
        left = 0 if end.dead else target.wounds - end.lost
        after = Standing(left, end.ward, target.stunned or end.stunned or end.risen)
        found[after] = found.get(after, ZERO) + chance
    return tuple(found.items())
