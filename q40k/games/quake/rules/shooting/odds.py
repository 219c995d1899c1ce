"""The odds of shots, charges, jumps and leaps before a die is rolled, exact to the last fraction.

They are those of the very plans the dice are rolled for, so that they cannot disagree with them.
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
from q40k.games.quake.rules.positions.places import positions_of, rise
from q40k.games.quake.rules.shooting.aiming import (
    NOTHING_SAID,
    Said,
    aim,
    in_the_dark,
    plan_at_thing,
    plan_of,
)
from q40k.games.quake.rules.shooting.arms import guns
from q40k.games.quake.rules.shooting.line_of_fire import (
    Setting,
    distance_to,
    lines_to,
    setting,
)
from q40k.games.quake.rules.shooting.spotting import eyes_on
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.rules.traits.minds import fires_at
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
    """The odds of an attack; those of one worked out before are remembered."""
    return _attack_odds(attack)


class ShotOdds(Struct, frozen=True):
    """What a shot may do to its target.

    `seen` is the chance of the spotting test, and of all else that must be passed before the shot,
    which every other chance already counts. `hits`
    hits at least once, `wounds` wounds at least once before saves, `harms` takes a wound at
    least, `kills` the target dies, `burns` the shooter dies of its own weapon. `mean_hits` and
    `mean_lost` are what comes of it on average. `findings` are why it may not be fired so;
    `hidden` that too little of the target can be seen (SHOOT-2).
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
        """Whether the rules let the shot be fired."""
        return not self.findings and not self.hidden


def odds_of_plan(
    plan: ShootingPlan,
    target: str,
    *,
    seen: Fraction = _SURE,
    distance_in: float | None = None,
    hidden: bool = False,
) -> ShotOdds:
    """The odds of a plan; one whose target stays unseen does nothing."""
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
    how: Aim,
    name: str,
    eyes: Eyes | None = None,
) -> ShotOdds:
    """The odds of one figure's shot at another, outside any match; `eyes` are those it spots by."""
    seen = _SURE
    if eyes is not None and how.distance_in is not None:
        seen = spotting_odds(how.distance_in, eyes)
    plan = shooting_plan(shooter, weapon, target, how)
    return odds_of_plan(plan, name, seen=seen, distance_in=how.distance_in)


def shot_odds(
    state: Match,
    shooter: Player,
    weapon: Weapon,
    target: Player,
    said: Said = NOTHING_SAID,
    standing: ArenaPositions | None = None,
) -> ShotOdds:
    """The odds of a shot in a match as it stands; the table's word comes before the places.

    Where the table announces before it measures they know no distance but what is said.

    Rule: SHOOT-2, SHOOT-3, SHOOT-4, MOVE-2
    """
    where = setting(state, shooter, target, standing)
    return _shot(state, shooter, weapon, target, said, where)


def _shot(
    state: Match, shooter: Player, weapon: Weapon, target: Player, said: Said, where: Setting
) -> ShotOdds:
    # A table that announces first learns no distance from its odds.
    how = aim(shooter, said, None if state.announces else where.distance_in)
    boons = known_wrath(state, shooter.id, target.id)
    plan = plan_of(state, shooter, weapon, target, how, where, said.in_cover, boons)
    seen = fires_at(state, shooter, target, power=plan.attack.cast is not None)
    dark = in_the_dark(state, target, where, said=said.dark)
    eyes = eyes_on(shooter, target, dark=dark)
    if how.distance_in is not None and eyes is not None:
        seen *= spotting_odds(how.distance_in, eyes)
    return odds_of_plan(
        plan, target.id, seen=seen, distance_in=how.distance_in, hidden=not where.visible
    )


def targets_at_a_glance(
    state: Match,
    shooter: Player,
    said: Said = NOTHING_SAID,
    targets: Iterable[str] | None = None,
) -> tuple[ShotOdds, ...]:
    """Every shot a champion may think of: each target in the order of play, with each weapon.

    With `targets` only at those. What may not be fired is among them, with its findings.
    """
    arms = guns(state, shooter)
    if not arms:
        return ()
    names = state.order if targets is None else tuple(targets)
    standing = None if shooter.position.at is None else positions_of(state)
    seen, low = _sights(state, standing, shooter, names)
    found = []
    for name in names:
        target = state.players[name]
        if name == shooter.id or not target.in_play:
            continue
        where = setting(state, shooter, target, standing, seen.get(name), low.get(name))
        found += [_shot(state, shooter, one, target, said, where) for one in arms]
    return tuple(found)


def _sights(
    state: Match, standing: ArenaPositions | None, shooter: Player, names: Iterable[str]
) -> tuple[dict[str, View], dict[str, View]]:
    """How a champion sees all others whose places are known, and how it sees their bases."""
    if standing is None:
        return {}, {}
    from q40k.geometry.sight import seen_by

    placed = [name for name in names if name != shooter.id and name in standing.index]
    covers = any(piece.scenery.cover for piece in standing.field.pieces)
    low = seen_by(standing, shooter.id, placed, "base") if covers else {}
    return seen_by(standing, shooter.id, placed, lines_to(state)), low


# ---- things


class ThingOdds(Struct, frozen=True):
    """What a shot may do to a barrel or a building.

    `strikes` is the chance to set a barrel off, or to penetrate a building once at least;
    `mean` the points of structure it costs on average (0 for a barrel), `falls` the chance that
    the last one goes. `burns` and `findings` are those of any shot.
    """

    weapon: str
    strikes: Fraction
    mean: Fraction
    falls: Fraction
    burns: Fraction
    findings: tuple[Reason, ...] = ()


def thing_odds(
    state: Match, shooter: Player, weapon: Weapon, target: Barrel | str, said: Said = NOTHING_SAID
) -> ThingOdds:
    """The odds of a shot at a barrel, or at the building of a team (its name).

    Rule: BARREL-2, BASE-1, SHOOT-4
    """
    if isinstance(target, Barrel):
        away = distance_to(shooter, target.at, rise(state, shooter, target.at))
        away = None if state.announces else away
        how = structs.replace(aim(shooter, said, away), only_hits=True)
        plan = plan_at_thing(state, shooter, weapon, None, how)
        odds = odds_of(plan.attack)
        strikes, mean = odds.hits.at_least(1), Fraction(0)
    else:
        plan = plan_at_thing(
            state, shooter, weapon, hull_of(state, target), aim(shooter, said, None)
        )
        odds = odds_of(plan.attack)
        strikes, mean = odds.penetrating.at_least(1), odds.penetrating.mean
    return ThingOdds(weapon.id, strikes, mean, odds.destroyed, odds.burned, plan.findings)
