"""What is worth doing: exact chances of shots and fights, in shares of a side.

A figure counts as its part of its side, because losses are counted so (EE-WIN-2), and more if it
kills more than others.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import exp
from typing import NamedTuple

from q40k.games.epic.packs.profiles import Profile, Troop, Weapon
from q40k.games.epic.packs.scenarios import TerrainKind
from q40k.games.epic.state import losses, melee, morale, odds, shooting
from q40k.games.epic.state.match import Formation, Match, Order, Switches
from q40k.games.epic.state.transport import COST_CM
from q40k.kernel.state import remember_by_identity, remember_newest

USUAL_CM = 25.0
"""The range of most weapons."""
BROKEN = 0.5
"""What a formation in Retreat is worth to the enemy, as a part of its destruction."""
MELEE = 0.1
"""What each point of assault factor adds to the worth of a figure."""


# -- shots ---------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _kill_chance(needed: int, second: int, save: int, hits: int) -> float:
    return float(odds.chance_to_hit(needed, second) * odds.chance_unsaved(save)) / hits


def shot_kills(state: Match, weapon: Weapon, target: str, order: Order, terrain: TerrainKind = "open") -> float:
    """Return how many figures the dice of one weapon destroy on average, in range and from the front.

    Rule: EE-SHOOT-6, EE-SHOOT-8, EE-SAVE-2, EE-VEHICLE-1, EE-VEHICLE-3
    """
    hits = state.figures[target].life.hits
    return _kills_of(state.switches, weapon, state.profile(target), hits, order, terrain)


@remember_by_identity
def _kills_of(
    switches: Switches, weapon: Weapon, profile: Profile, hits: int, order: Order, terrain: TerrainKind
) -> float:
    cover = shooting.cover_bonus(switches, profile, terrain)
    needed = shooting.number_to_hit(switches, weapon.to_hit, order, cover)
    second = shooting.second_die(switches, needed, cover)
    if second is None or shooting.has_no_effect(profile, weapon):
        return 0.0
    bonus = shooting.save_bonus(switches, profile, terrain)
    save = losses.save_needed(switches, profile.save, weapon.save_mod, 0, bonus)
    return weapon.dice * _kill_chance(needed, second, save, hits)


def volley_kills(
    state: Match, formation: str, target: str, cm: float, order: Order, terrain: TerrainKind = "open"
) -> float:
    """Return how many figures like `target` a formation shoots on average from so far.

    Rule: EE-SHOOT-2
    """
    kills = 0.0
    each: dict[int, float] = {}
    for figure in state.standing(formation):
        if shooting.may_fire(state, figure):
            number = state.figures[figure].troop
            if number not in each:
                troop = state.formations[formation].troops[number]
                shots = [
                    shot_kills(state, weapon, target, order, terrain)
                    for weapon in troop.weapons
                    if weapon.range_cm >= cm
                ]
                each[number] = sum(shots) if troop.profile.vehicle else max(shots, default=0.0)
            kills += each[number]
    return kills


# -- fights --------------------------------------------------------------------------------


@lru_cache(maxsize=65536)
def exchange(mine: tuple[int, ...], theirs: tuple[int, ...]) -> tuple[float, float]:
    """Return how many of them and of mine die on average if mine charge them.

    Both are assault factors. The chargers spread evenly; each further one joins an existing fight
    and rolls a die more.

    Rule: EE-MELEE-1, EE-MELEE-3
    """
    won = lost = 0.0
    for number, factor in enumerate(theirs):
        against = mine[number :: len(theirs)]
        stands = [survival_chance(factor, against[:fights]) for fights in range(1, len(against) + 1)]
        won += 1 - stands[-1] if stands else 0.0
        lost += sum(stands)
    return won, lost


@lru_cache(maxsize=65536)
def survival_chance(factor: int, against: tuple[int, ...]) -> float:
    """Return the chance of a figure to beat others in turn, each with a die more."""
    return float(odds.survival_chance(factor, against))


# -- what it brings ------------------------------------------------------------------------


def figure_worth(state: Match, formation: str) -> float:
    """Return the worth of a figure of a formation: its part of its side, more if it kills more."""
    unit = state.formations[formation]
    return _worth_of(unit.troops) / _strengths(state.formations)[unit.side]


@remember_newest
def _strengths(formations: Mapping[str, Formation]) -> dict[str, int]:
    """Return how many figures each side has set out with."""
    strengths: dict[str, int] = {}
    for unit in formations.values():
        strengths[unit.side] = strengths.get(unit.side, 0) + len(unit.figures)
    return strengths


@remember_by_identity
def _worth_of(troops: tuple[Troop, ...]) -> float:
    power = [_power(troop.weapons, troop.profile.fa, vehicle=troop.profile.vehicle) * troop.n for troop in troops]
    return 1 + sum(power) / sum(troop.n for troop in troops)


def _power(weapons: Sequence[Weapon], factor: int, *, vehicle: bool) -> float:
    each = [
        weapon.dice * (7 - weapon.to_hit) / 6 * (1 - 0.3 * weapon.save_mod) * weapon.range_cm / USUAL_CM
        for weapon in weapons
    ]
    return (sum(each) if vehicle else max(each, default=0.0)) + MELEE * max(0, factor)


def gain(state: Match, formation: str, kills: float) -> float:
    """Return what it brings to destroy so many figures of an enemy formation on average.

    Whoever breaks it may also put it to flight; what flees already is lost for the enemy in part.

    Rule: EE-MORALE-1, EE-MORALE-3, EE-MORALE-4, EE-WIN-2
    """
    living, worth, least, fails = _stake_in(state, formation)
    kills = min(kills, living)
    flight = 0.0
    if fails is not None:
        flight = _at_least(least, kills) * fails * max(0.0, living - max(kills, least)) * BROKEN
    return worth * (kills + flight)


class _Stake(NamedTuple):
    """The living of a formation, the worth of each, how many it loses before it tests, its chance to fail then."""

    living: int
    worth: float
    least: int
    fails: float | None


def _stake_in(state: Match, formation: str) -> _Stake:
    stakes = _stakes(state)
    if formation not in stakes:
        unit, living = state.formations[formation], len(state.alive(formation))
        never_tests = unit.retreats or unit.nerve.demoralised or unit.officers
        stakes[formation] = _Stake(
            living,
            figure_worth(state, formation) * (1 - BROKEN if unit.retreats else 1),
            losses.break_point(len(unit.figures)) - (len(unit.figures) - living),
            None if never_tests else _chance_to_fail(morale.morale_needed(state, unit)),
        )
    return stakes[formation]


@remember_newest
def _stakes(_state: Match) -> dict[str, _Stake]:
    """Return what has been worked out of this state."""
    return {}


@lru_cache
def _chance_to_fail(needed: int) -> float:
    return 1 - float(odds.chance_to_pass(needed))


def _at_least(least: int, mean: float) -> float:
    """Return the chance of at least so many, by Poisson's law."""
    if least <= 0:
        return 1.0
    term = total = exp(-mean)
    for number in range(1, least):
        term *= mean / number
        total += term
    return max(0.0, 1 - total)


def charge_gain(state: Match, chargers: Sequence[str], enemy: str) -> float:
    """Return what a charge on a formation brings, less what it costs, if all of `chargers` arrive.

    Rule: EE-MELEE-1, EE-MELEE-3, EE-MELEE-7
    """
    defenders = state.standing(enemy)
    if not (chargers and defenders):
        return 0.0
    mine = tuple(sorted([melee.factor(state, figure) for figure in chargers], reverse=True))
    won, lost = exchange(mine, tuple(sorted([melee.factor(state, figure) for figure in defenders])))
    own = state.figures[chargers[0]].formation
    return gain(state, enemy, won) - gain(state, own, lost)


def charge_loss(state: Match, enemy: str, figures: Sequence[str]) -> float:
    """Return what it costs figures, aboard or not, that all of an enemy formation charge them; 0 if they would win.

    Rule: EE-MELEE-1, EE-MELEE-3
    """
    chargers = state.standing(enemy)
    if not (chargers and figures):
        return 0.0
    theirs = tuple(sorted([melee.factor(state, figure) for figure in chargers], reverse=True))
    killed, lost = exchange(theirs, tuple(sorted([melee.factor(state, figure) for figure in figures])))
    own = state.figures[figures[0]].formation
    return max(0.0, gain(state, own, killed) - gain(state, enemy, lost))


# -- how far ---------------------------------------------------------------------------------


def longest_cm(state: Match, formation: str) -> float:
    """Return the longest range of a formation's weapons, 0 without any."""
    return _longest_cm(state.formations[formation].troops)


@remember_by_identity
def _longest_cm(troops: tuple[Troop, ...]) -> float:
    return max((weapon.range_cm for troop in troops for weapon in troop.weapons), default=0.0)


def charge_reach_cm(state: Match, formation: str, *, aboard: bool = False) -> float:
    """Return how far a formation on Charge comes in a turn, into contact; less what getting off costs.

    Rule: EE-ORDER-5, EE-ASSAULT-3, EE-TRANSPORT-1
    """
    profile = state.formations[formation].troops[0].profile
    return profile.mv_cm * (2 if profile.vehicle else 3) - (COST_CM if aboard else 0.0)
