"""Work out the exact chance of every outcome of an attack, as fractions.

The odds follow every answer the resolver can get, each with its chance, and add up equal outcomes.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from q40k.games.w40k3e.distribution import ZERO, Distribution
from q40k.games.w40k3e.melee import Blows
from q40k.games.w40k3e.needs import Outcome, Tally, need
from q40k.games.w40k3e.plans import Attack
from q40k.games.w40k3e.resolving import outcome, start, take


class Odds(Struct, frozen=True):
    """Hold the distributions of what an attack does (`Outcome` explains each number).

    `dies` is the chance that the target dies, `burned` that the attacker dies of its own weapon,
    and `destroyed` that a hull loses its last structure point. `jams`, `breaks` and `perils` are
    the chances of these events.
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


def final_tallies(attack: Attack, keep: Callable[[Tally], Tally] = lambda tally: tally) -> dict[Tally, Fraction]:
    """Return every possible final tally of an attack with its chance.

    `keep` may erase what no longer matters, so that more tallies are equal.
    """
    waiting: dict[Tally, Fraction] = {start(attack): Fraction(1)}
    ended: dict[Tally, Fraction] = {}
    while waiting:
        following: dict[Tally, Fraction] = {}
        for tally, chance in waiting.items():
            upcoming = need(attack, tally)
            if upcoming is None:
                ended[tally] = ended.get(tally, ZERO) + chance
                continue
            for reading, each in upcoming.readings():
                after = keep(take(attack, tally, reading))
                following[after] = following.get(after, ZERO) + chance * each
        waiting = following
    return ended


def attack_odds(attack: Attack) -> Odds:
    """Return the odds of one attack: a weapon's fire, a fighter's blows, a fall."""
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
        burned=sum((chance * _chance_burns_kill(attack, end.burns) for end, chance in ended), ZERO),
        jams=chance_of(lambda end: end.jammed),
        breaks=chance_of(lambda end: end.broken),
        perils=chance_of(lambda end: end.perils > 0),
        destroyed=chance_of(lambda end: end.destroyed),
    )


def _chance_burns_kill(attack: Attack, burns: int) -> Fraction:
    """Return the chance that so many burns by its own weapon kill the attacker."""
    if attack.burn is None or not burns:
        return ZERO
    burn = replace(attack.burn, hits=burns)
    ended = final_tallies(burn, _damage_only).items()
    return sum((chance for tally, chance in ended if outcome(burn, tally).dead), ZERO)


_COUNTING = frozenset(("cast", "count", "hit", "hit-again", "hit-more", "hot", "wound", "wound-again"))


def _damage_only(tally: Tally) -> Tally:
    """Erase hits and wounds already dealt with: only the damage still matters."""
    if tally.stage in _COUNTING:
        return tally
    waiting = tuple(0 if k < tally.queue else n for k, n in enumerate(tally.wounds))
    if tally.done:
        waiting = (0, 0, 0)
    return tally._replace(shots=0, hits=0, sharp=0, fresh=0, ones=0, wounds=(waiting[0], waiting[1], waiting[2]))


class FighterState(NamedTuple):
    """Hold a fighter's state in a melee: wounds and ignored saves left, and if it is stunned."""

    wounds: int
    ward: int = 0
    stunned: bool = False


class MeleeOdds(Struct, frozen=True):
    """Hold the chance of each death and of each set of deaths in a round, and the wounds left."""

    dies: Mapping[str, Fraction]
    together: Mapping[frozenset[str], Fraction]
    left: Mapping[str, Distribution]


def melee_odds(steps: Sequence[Sequence[Blows]], fighters: Mapping[str, FighterState]) -> MeleeOdds:
    """Return the odds of a round, for `steps` from `initiative_steps` between named fighters.

    Fighters killed in a step do not strike in later steps, but all of one step strike. A breaking
    save is taken to last for the whole round of each attack.
    """
    names = tuple(fighters)
    states: dict[tuple[FighterState, ...], Fraction] = {tuple(fighters.values()): Fraction(1)}
    for step in steps:
        before = states
        states = {}
        for state, chance in before.items():
            for after, each in _one_step(names, state, tuple(step)):
                states[after] = states.get(after, ZERO) + chance * each
    together: dict[frozenset[str], Fraction] = {}
    for state, chance in states.items():
        dead = frozenset(n for n, fighter in zip(names, state, strict=True) if fighter.wounds == 0)
        together[dead] = together.get(dead, ZERO) + chance
    dies = {n: sum((p for dead, p in together.items() if n in dead), ZERO) for n in names}
    wounds_left = {
        n: Distribution.of((state[k].wounds, chance) for state, chance in states.items()) for k, n in enumerate(names)
    }
    return MeleeOdds(dies, together, wounds_left)


def _one_step(
    names: tuple[str, ...], initial: tuple[FighterState, ...], step: tuple[Blows, ...]
) -> list[tuple[tuple[FighterState, ...], Fraction]]:
    """Return every state after one step of simultaneous blows, with its chance."""
    states: dict[tuple[FighterState, ...], Fraction] = {initial: Fraction(1)}
    for blows in step:
        striker = initial[names.index(blows.striker)]
        if striker.wounds == 0 or striker.stunned:
            continue
        at = names.index(blows.target)
        if initial[at].wounds == 0:
            continue  # fighters killed in an earlier step are no targets
        after: dict[tuple[FighterState, ...], Fraction] = {}
        for state, chance in states.items():
            for standing, each in _states_after(blows.attack, state[at]):
                changed = (*state[:at], standing, *state[at + 1 :])
                after[changed] = after.get(changed, ZERO) + chance * each
        states = after
    return list(states.items())


@lru_cache(maxsize=1024)
def _states_after(attack: Attack, target: FighterState) -> tuple[tuple[FighterState, Fraction], ...]:
    """Return the states one attack can leave its target in, with their chances."""
    if target.wounds == 0:
        return ((target, Fraction(1)),)
    facing = attack.against(wounds=target.wounds, ward=target.ward)
    states: dict[FighterState, Fraction] = {}
    for tally, chance in final_tallies(facing, _damage_only).items():
        end = outcome(facing, tally)
        wounds_left = 0 if end.dead else target.wounds - end.lost
        after = FighterState(wounds_left, end.ward, target.stunned or end.stunned or end.risen)
        states[after] = states.get(after, ZERO) + chance
    return tuple(states.items())
