"""The odds of shots before a die is rolled, exact to the last fraction.

They use the same plans as the dice, so that they cannot disagree with them.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from q40k.games.quake.packs.models import Weapon
from q40k.games.quake.rules.bonus.wrath import known_wrath
from q40k.games.quake.rules.melee.blows import hull_of
from q40k.games.quake.rules.parts import Barrel
from q40k.games.quake.rules.positions.places import height_above, positions_of
from q40k.games.quake.rules.shooting.aiming import (
    NO_TERMS,
    ShotTerms,
    aim_of,
    is_in_dark,
    plan_at_thing,
    plan_of,
)
from q40k.games.quake.rules.shooting.arms import guns
from q40k.games.quake.rules.shooting.line_of_fire import (
    LineOfFire,
    distance_to,
    line_of_fire,
    lines_to,
)
from q40k.games.quake.rules.shooting.spotting import eyes_on
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.rules.traits.minds import chance_to_dare
from q40k.games.w40k3e.figures import Fighter
from q40k.games.w40k3e.ground import Eyes, spotting_odds
from q40k.games.w40k3e.odds import Odds, attack_odds
from q40k.games.w40k3e.plans import Attack
from q40k.games.w40k3e.reasons import Reason
from q40k.games.w40k3e.shooting import Aim, ShootingPlan, shooting_plan

if TYPE_CHECKING:
    from q40k.games.quake.arena.figures import ArenaPositions
    from q40k.geometry.sight import View


_SURE = Fraction(1)


_attack_odds = lru_cache(maxsize=4096)(attack_odds)


def odds_of(attack: Attack) -> Odds:
    """Return the odds of an attack; earlier ones are cached."""
    return _attack_odds(attack)


class ShotOdds(Struct, frozen=True):
    """What a shot may do to its target.

    `seen` is the chance to pass the spotting test and all other tests before the shot; every other
    chance includes it. `hits` is the chance of at least one hit, `wounds` of a wound before saves,
    `harms` of a wound lost, `kills` that the target dies, `burns` that the shooter dies of its own
    weapon. `mean_hits` and `mean_lost` are averages. `findings` say why it may not be fired so.
    `hidden`: too little of the target can be seen (SHOOT-2).
    """

    weapon: str
    target: str
    plan: ShootingPlan
    seen: Fraction
    hits: Fraction
    wounds: Fraction
    harms: Fraction
    kills: Fraction
    burns: Fraction
    mean_hits: Fraction
    mean_lost: Fraction
    distance_in: float | None = None
    hidden: bool = False
    findings: tuple[Reason, ...] = ()

    @property
    def allowed(self) -> bool:
        """Return whether the rules allow the shot."""
        return not self.findings and not self.hidden


def odds_of_plan(
    plan: ShootingPlan,
    target: str,
    *,
    seen: Fraction = _SURE,
    distance_in: float | None = None,
    hidden: bool = False,
) -> ShotOdds:
    """Return the odds of a plan; a shot at a target that stays unseen does nothing."""
    odds = odds_of(plan.attack)
    return ShotOdds(
        plan.weapon,
        target,
        plan,
        seen,
        seen * odds.hits.at_least(1),
        seen * odds.wounds.at_least(1),
        seen * odds.lost.at_least(1),
        seen * odds.dies,
        seen * odds.burned,
        seen * odds.hits.mean,
        seen * odds.lost.mean,
        distance_in,
        hidden,
        plan.findings,
    )


def duel_odds(
    shooter: Fighter,
    weapon: Weapon,
    target: Fighter,
    aim: Aim,
    name: str,
    eyes: Eyes | None = None,
) -> ShotOdds:
    """Return the odds of one figure's shot at another, outside any match; it spots with `eyes`."""
    seen = _SURE
    if eyes is not None and aim.distance_in is not None:
        seen = spotting_odds(aim.distance_in, eyes)
    plan = shooting_plan(shooter, weapon, target, aim)
    return odds_of_plan(plan, name, seen=seen, distance_in=aim.distance_in)


def shot_odds(
    state: Match,
    shooter: Player,
    weapon: Weapon,
    target: Player,
    terms: ShotTerms = NO_TERMS,
    standing: ArenaPositions | None = None,
) -> ShotOdds:
    """Return the odds of a shot in the match now; the table's word precedes the places.

    If the table announces before it measures, only a distance it gave is used.

    Rule: SHOOT-2, SHOOT-3, SHOOT-4, MOVE-2
    """
    line = line_of_fire(state, shooter, target, standing)
    return _odds_at(state, shooter, weapon, target, terms, line)


def _odds_at(
    state: Match,
    shooter: Player,
    weapon: Weapon,
    target: Player,
    terms: ShotTerms,
    line: LineOfFire,
) -> ShotOdds:
    # A table that announces first learns no distance from its odds.
    aim = aim_of(shooter, terms, None if state.announces else line.distance_in)
    boons = known_wrath(state, shooter.id, target.id)
    plan = plan_of(state, shooter, weapon, target, aim, line, terms.in_cover, boons)
    seen = chance_to_dare(state, shooter, target, power=plan.attack.cast is not None)
    dark = is_in_dark(state, target, line, dark=terms.dark)
    eyes = eyes_on(shooter, target, dark=dark)
    if aim.distance_in is not None and eyes is not None:
        seen *= spotting_odds(aim.distance_in, eyes)
    return odds_of_plan(
        plan, target.id, seen=seen, distance_in=aim.distance_in, hidden=not line.visible
    )


def targets_at_a_glance(
    state: Match,
    shooter: Player,
    terms: ShotTerms = NO_TERMS,
    targets: Iterable[str] | None = None,
) -> tuple[ShotOdds, ...]:
    """Return the odds of every shot: each target in the order of play, with each weapon.

    With `targets` only at those. Forbidden shots are included, with their findings.
    """
    arms = guns(state, shooter)
    if not arms:
        return ()
    names = state.order if targets is None else tuple(targets)
    standing = None if shooter.position.at is None else positions_of(state)
    seen, low = _sights(state, standing, shooter, names)
    shots = []
    for name in names:
        target = state.players[name]
        if name == shooter.id or not target.in_play:
            continue
        line = line_of_fire(state, shooter, target, standing, seen.get(name), low.get(name))
        shots += [_odds_at(state, shooter, weapon, target, terms, line) for weapon in arms]
    return tuple(shots)


def _sights(
    state: Match, standing: ArenaPositions | None, shooter: Player, names: Iterable[str]
) -> tuple[dict[str, View], dict[str, View]]:
    """Return how a champion sees the others whose places are known, and how it sees their bases."""
    if standing is None:
        return {}, {}
    from q40k.geometry.sight import seen_by

    visible_names = [name for name in names if name != shooter.id and name in standing.index]
    covers = any(piece.scenery.cover for piece in standing.field.pieces)
    low = seen_by(standing, shooter.id, visible_names, "base") if covers else {}
    return seen_by(standing, shooter.id, visible_names, lines_to(state)), low


# ---- barrels and buildings


class ThingOdds(Struct, frozen=True):
    """What a shot may do to a barrel or a building.

    `strikes` is the chance to set a barrel off, or to penetrate a building at least once. `mean` is
    the average loss of structure points (0 for a barrel), `falls` the chance that the last one
    goes. `burns` and `findings` are those of any shot.
    """

    weapon: str
    strikes: Fraction
    mean: Fraction
    falls: Fraction
    burns: Fraction
    findings: tuple[Reason, ...] = ()


def thing_odds(
    state: Match, shooter: Player, weapon: Weapon, target: Barrel | str, terms: ShotTerms = NO_TERMS
) -> ThingOdds:
    """Return the odds of a shot at a barrel, or at a team's building (the team's name).

    Rule: BARREL-2, BASE-1, SHOOT-4
    """
    if isinstance(target, Barrel):
        distance = distance_to(shooter, target.at, height_above(state, shooter, target.at))
        distance = None if state.announces else distance
        aim = structs.replace(aim_of(shooter, terms, distance), only_hits=True)
        plan = plan_at_thing(state, shooter, weapon, None, aim)
        odds = odds_of(plan.attack)
        strikes, mean = odds.hits.at_least(1), Fraction(0)
    else:
        plan = plan_at_thing(
            state, shooter, weapon, hull_of(state, target), aim_of(shooter, terms, None)
        )
        odds = odds_of(plan.attack)
        strikes, mean = odds.penetrating.at_least(1), odds.penetrating.mean
    return ThingOdds(weapon.id, strikes, mean, odds.destroyed, odds.burned, plan.findings)
