"""The exact chances of what may be done: shots, charges, moves, portals, melee."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from math import ceil, inf
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from q40k.games.quake.packs.models import Weapon
from q40k.games.quake.state import parts, positions, shooting, traits
from q40k.games.quake.state.assault import HAIR_IN, ChargePlan, charges_into_cover
from q40k.games.quake.state.barrels import BLASTS, count_fires, plan_blast
from q40k.games.quake.state.bonus import fighter, known_wrath, profile
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.melee import plan, victims_of, worthwhile
from q40k.games.quake.state.movement.ground import Ground, GroundTest, plan_ground
from q40k.games.quake.state.respawn import has_beacon
from q40k.games.w40k3e import damage, figures, melee, plans
from q40k.games.w40k3e.distribution import dice_best
from q40k.games.w40k3e.ground import Eyes, charge_in, difficult_dice, difficult_in, spotting_odds
from q40k.games.w40k3e.odds import FighterState, MeleeOdds, Odds, attack_odds, melee_odds
from q40k.games.w40k3e.shooting import Aim, ShootingPlan, shooting_plan
from q40k.games.w40k3e.traits import Trait
from q40k.geometry.space import base_radius_cm, to_inches

if TYPE_CHECKING:
    pass


_SURE = Fraction(1)
_SIXTH = Fraction(1, 6)


_attack_odds = lru_cache(maxsize=4096)(attack_odds)


def odds_of(attack: plans.Attack) -> Odds:
    """Return the odds of an attack; earlier ones are cached."""
    return _attack_odds(attack)


class ShotOdds(Struct, frozen=True):
    """What a shot may do to its target.

    `seen` is the chance to pass the spotting test and all other tests before the shot; every other
    chance includes it. `hits` is the chance of at least one hit, `wounds` of a wound before saves,
    `harms` of a wound lost, `kills` that the target dies, `burns` that the shooter dies of its own
    weapon. `mean_hits` and `mean_lost` are averages. `findings` say why it may not be fired so,
    the plan's `attack.warnings` why it does nothing to its target. `hidden`: too little of the
    target can be seen (SHOOT-2).
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
    findings: tuple[plans.Reason, ...] = ()

    @property
    def allowed(self) -> bool:
        """Return whether the rules allow the shot."""
        return not self.findings and not self.hidden


def odds_of_plan(
    plan: ShootingPlan, target: str, *, seen: Fraction = _SURE, distance_in: float | None = None, hidden: bool = False
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
    shooter: figures.Fighter, weapon: Weapon, target: figures.Fighter, aim: Aim, name: str, eyes: Eyes | None = None
) -> ShotOdds:
    """Return the odds of one figure's shot at another, outside any match; it spots with `eyes`."""
    seen = _SURE
    if eyes is not None and aim.distance_in is not None:
        seen = spotting_odds(aim.distance_in, eyes)
    plan = shooting_plan(shooter, weapon, target, aim)
    return odds_of_plan(plan, name, seen=seen, distance_in=aim.distance_in)


def shot_odds(
    state: Match, shooter: Player, weapon: Weapon, target: Player, terms: shooting.ShotTerms = shooting.NO_TERMS
) -> ShotOdds:
    """Return the odds of a shot in the match now; the table's word precedes the places.

    If the table announces before it measures, only a distance it gave is used.

    Rule: SHOOT-2, SHOOT-3, SHOOT-4, MOVE-2
    """
    line = shooting.line_of_fire(state, shooter, target)
    odds = _odds_at(state, shooter, weapon, target, terms, line)
    assert odds is not None
    return odds


def _odds_at(
    state: Match,
    shooter: Player,
    weapon: Weapon,
    target: Player,
    terms: shooting.ShotTerms,
    line: shooting.LineOfFire,
    *,
    only_allowed: bool = False,
) -> ShotOdds | None:
    """Return the odds of a shot along a line of fire; with `only_allowed` None if the rules forbid it."""
    # A table that announces first learns no distance from its odds.
    aim = shooting.aim_of(shooter, terms, None if state.announces else line.distance_in)
    hidden = shooting.needs_sight(weapon) and not line.visible
    if only_allowed and hidden:
        return None
    boons = known_wrath(state, shooter.id, target.id)
    plan = shooting.plan_of(state, shooter, weapon, target, aim, line, terms.in_cover, boons)
    if only_allowed and plan.findings:
        return None
    seen = traits.chance_to_dare(state, shooter, target, power=plan.attack.cast is not None)
    dark = shooting.is_in_dark(state, target, line, dark=terms.dark)
    eyes = shooting.eyes_on(shooter, weapon, target, dark=dark)
    if aim.distance_in is not None and eyes is not None:
        seen *= spotting_odds(aim.distance_in, eyes)
    return odds_of_plan(plan, target.id, seen=seen, distance_in=aim.distance_in, hidden=hidden)


def targets_at_a_glance(
    state: Match,
    shooter: Player,
    terms: shooting.ShotTerms = shooting.NO_TERMS,
    targets: Iterable[str] | None = None,
    *,
    only_allowed: bool = False,
) -> tuple[ShotOdds, ...]:
    """Return the odds of every shot: each target in the order of play, with each weapon.

    With `targets` only at those. Forbidden shots are included, with their findings, unless
    `only_allowed` leaves them out.
    """
    arms = shooting.guns(state, shooter)
    if not arms:
        return ()
    candidates = (state.players[name] for name in (state.order if targets is None else targets))
    others = [target for target in candidates if target.id != shooter.id and target.in_play]
    if shooter.position.at is not None:
        must_see = only_allowed and all(map(shooting.needs_sight, arms))
        others = _look_at_all(state, shooter, others, must_see=must_see)
    shots = []
    for target in others:
        line = shooting.line_of_fire(state, shooter, target)
        shots += [_odds_at(state, shooter, weapon, target, terms, line, only_allowed=only_allowed) for weapon in arms]
    return tuple(shot for shot in shots if shot is not None)


def _look_at_all(state: Match, shooter: Player, others: list[Player], *, must_see: bool) -> list[Player]:
    """Look from a champion at all others at once, before `line_of_fire` asks for each; return them.

    If it `must_see` them, those that are hidden are left out.
    """
    from q40k.geometry.sight import is_enough

    standing = positions.positions_of(state)
    names = [other.id for other in others if other.id in standing.index]
    views = shooting.views_of(standing, shooter.id, names, shooting.lines_to(state))
    if must_see:
        others = [other for other in others if other.id not in views or is_enough(views[other.id].share)]
        names = [other.id for other in others if other.id in views]
    if any(piece.scenery.cover for piece in standing.field.pieces):
        shooting.views_of(standing, shooter.id, names, "base")
    return others


# ---- barrels and buildings


class ThingOdds(Struct, frozen=True):
    """What a shot may do to a barrel or a building.

    `strikes` is the chance to set a barrel off, or to penetrate a building at least once. `mean` is
    the average loss of structure points (0 for a barrel), `falls` the chance that the last one
    goes. `burns` and `findings` are those of any shot. `warnings` say why it does nothing.
    """

    weapon: str
    strikes: Fraction
    mean: Fraction
    falls: Fraction
    burns: Fraction
    findings: tuple[plans.Reason, ...] = ()
    warnings: tuple[plans.Reason, ...] = ()


def thing_odds(
    state: Match,
    shooter: Player,
    weapon: Weapon,
    target: parts.Barrel | str,
    terms: shooting.ShotTerms = shooting.NO_TERMS,
) -> ThingOdds:
    """Return the odds of a shot at a barrel, or at a team's building (the team's name).

    Rule: BARREL-2, BASE-1, SHOOT-4
    """
    _, plan = shooting.plan_at_thing(state, shooter, weapon, target, terms, measured=not state.announces)
    odds = odds_of(plan.attack)
    if isinstance(target, parts.Barrel):
        strikes, mean = odds.hits.at_least(1), Fraction(0)
    else:
        strikes, mean = odds.penetrating.at_least(1), odds.penetrating.mean
    return ThingOdds(weapon.id, strikes, mean, odds.destroyed, odds.burned, plan.findings, plan.attack.warnings)


# -- jumps, falls and leaps ---------------------------------------------------------------


# ---- moves


class MoveOdds(Struct, frozen=True):
    """The odds of a jump, a leap or a charge; the chances add up to one.

    `done`: it lands, or reaches its target. `falls`: it falls and lives. `dies`: it is killed.
    `short`: a charge does not reach. A leap's fall into anything but ground kills.
    """

    done: Fraction
    falls: Fraction = Fraction(0)
    dies: Fraction = Fraction(0)
    short: Fraction = Fraction(0)


def drop_odds(figure: figures.Fighter, height_in: float, *, three: bool = False) -> MoveOdds:
    """Return the odds of jumping down: the best of 2D6 (or 3D6) must reach the height.

    Rule: MOVE-3
    """
    safe = dice_best(difficult_dice(three=three)).at_least(ceil(height_in - 1e-6))
    dies = chance_fall_kills(figure, height_in)
    return MoveOdds(safe, (1 - safe) * (1 - dies), (1 - safe) * dies)


def chance_fall_kills(figure: figures.Fighter, height_in: float) -> Fraction:
    """Return the chance that a fall kills: one hit at a strength of the inches, no armour save.

    Rule: MOVE-3
    """
    attack = damage.hit_plan(int(height_in), figure, "MOVE-3", no_save=("armour", "cover"))
    return odds_of(attack).dies


def leap_odds(figure: figures.Fighter, gap_in: float, base_in: float, height_in: float | None = None) -> MoveOdds:
    """Return the odds of a leap: the best of 3D6 must carry the base over; on the edge, 4+.

    `height_in` is how far it falls; None is a fall into anything but ground, which kills.

    Rule: MOVE-5
    """
    best = dice_best(3)
    across = best.at_least(ceil(gap_in + base_in - 1e-6))
    edge = best.at_least(ceil(gap_in - 1e-6)) - across
    done = across + edge / 2
    dies = Fraction(1) if height_in is None else chance_fall_kills(figure, height_in)
    return MoveOdds(done, (1 - done) * (1 - dies), (1 - done) * dies)


def odds_of_jump(state: Match, player: Player, height_in: float, *, three: bool = False) -> MoveOdds:
    """Return the odds of a champion's jump down in the match, with the dice its traits give it.

    Rule: MOVE-2, MOVE-3, PORTAL-8
    """
    three = difficult_dice(three=three, traits=player.abilities) > difficult_dice()
    return drop_odds(_on_its_way(state, player), height_in, three=three)


def odds_of_leap(state: Match, player: Player, gap_in: float, height_in: float | None = None) -> MoveOdds:
    """Return the odds of a champion's leap in the match; `height_in` is how far it falls, None a deadly fall.

    Rule: MOVE-5, PORTAL-8
    """
    return leap_odds(_on_its_way(state, player), gap_in, base_width_in(player), height_in)


def chance_to_die_by_ground(state: Match, player: Player, test: GroundTest) -> Fraction:
    """Return the chance that a champion on its way dies of the ground it crosses or ends in.

    Rule: MOVE-2, PORTAL-9
    """
    return _chance_to_die(_on_its_way(state, player), _danger(test))


def base_width_in(player: Player) -> float:
    """Return the width of a champion's base in inches."""
    return 2 * to_inches(base_radius_cm(player.champion.base_mm))


def _on_its_way(state: Match, player: Player) -> figures.Fighter:
    """Return a champion that has set out, so that no portal protects it any more."""
    return fighter(state, player.replace(portal=None))


# -- charges ------------------------------------------------------------------------------


def charge_odds(state: Match, plan: ChargePlan, *, napalm: bool = False) -> MoveOdds | None:
    """Return the odds of a charge from the plan that the rule carries out; None if no distance is known.

    `napalm`: the table says that it crosses a burning barrel.

    Rule: ASSAULT-2, MOVE-2, MOVE-4, BARREL-5, TRAIT-1
    """
    player, distance = plan.player, plan.aim.distance_in
    if distance is None:
        return None
    if plan.is_too_far and not state.announces:
        return MoveOdds(Fraction(0), short=_SURE)
    dares = _SURE if plan.aim.player is None else traits.chance_to_dare(state, player, plan.aim.player)
    spots = () if plan.path is None else plan.path.spots
    figure = fighter(state, player)
    burn = partial(plan_blast, state, player, BLASTS["napalm"])
    fires = tuple(count_fires(state, player, there, declared=napalm) for there in (spots, ()))
    limited = plan.test.dice > 0 or plan.wet or plan.is_too_far
    done = dies = Fraction(0)
    for chance, reach in _reaches(plan.test, plan.reach_in, profile(player).unit_type, player.abilities):
        for swum, swim in _swims(plan):
            weight = chance * swum
            if swim is None:
                dies += weight
                continue
            arrives = not limited or distance <= min(reach, swim) + HAIR_IN
            burns = [burn] * fires[0 if arrives else 1]
            killed = _chance_to_die(figure, [*_danger(plan.test), *burns])
            dies += weight * killed
            done += weight * (1 - killed) if arrives else 0
    return MoveOdds(dares * done, dies=dares * dies, short=1 - dares * (done + dies))


def champion_charge_odds(
    figure: figures.Fighter, held: tuple[Trait, ...], distance_in: float, ground: Ground, *, three: bool = False
) -> MoveOdds:
    """Return the odds of a charge outside any match, over the ground the table describes.

    Rule: ASSAULT-2, MOVE-2, PORTAL-9
    """
    kind = figure.unit_type
    test = plan_ground(kind, held, ground, three=three, charging=True)
    if distance_in > charge_in(kind, held) + HAIR_IN:
        return MoveOdds(Fraction(0), short=_SURE)
    reaches = _reaches(test, float(charge_in(kind, held)), kind, held)
    arrives = sum((chance for chance, reach in reaches if distance_in <= reach + HAIR_IN), Fraction(0))
    killed = _chance_to_die(figure, _danger(test))
    return MoveOdds(arrives * (1 - killed), dies=killed, short=(1 - arrives) * (1 - killed))


def _reaches(
    test: GroundTest, reach_in: float, unit_type: str, held: tuple[Trait, ...]
) -> tuple[tuple[Fraction, float], ...]:
    """Return how far a charge goes by the dice of its ground, with the chance of each."""
    if not test.dice:
        return ((_SURE, reach_in),)
    return tuple(
        (chance, min(reach_in, float(difficult_in((best,), unit_type, held, charging=True))))
        for best, chance in dice_best(test.dice)
    )


def _swims(plan: ChargePlan) -> tuple[tuple[Fraction, float | None], ...]:
    """Return how far a charge swims, with the chance of each; None where it drowns.

    Rule: MOVE-4
    """
    if not plan.swims:
        return ((_SURE, inf),)
    return tuple((_SIXTH, None if die == 1 else plan.dry_in + die) for die in range(1, 7))


Hit = Callable[[figures.Fighter], plans.Attack]


def _danger(test: GroundTest) -> list[tuple[Fraction, Hit | None] | Hit]:
    """Return what dangerous ground does: its chance, and the hit, None for certain death.

    Rule: PORTAL-9
    """
    if test.crashes:
        return [(_SURE, None)]
    if test.danger is None:
        return []
    hit = None if test.kills else _wound_by_ground
    return [(Fraction(test.fails_on, 6), hit)]


def _wound_by_ground(figure: figures.Fighter) -> plans.Attack:
    return damage.wounds_plan(1, figure, "w40k3e 7", no_save=("armour", "cover"))


def _chance_to_die(figure: figures.Fighter, hits: Sequence[tuple[Fraction, Hit | None] | Hit]) -> Fraction:
    """Return the chance that a figure dies of hits, one after the other, with the wounds it has left."""
    if not hits:
        return Fraction(0)
    first, *others = hits
    chance, hit = first if isinstance(first, tuple) else (_SURE, first)
    if hit is None:
        return chance + (1 - chance) * _chance_to_die(figure, others)
    odds = odds_of(hit(figure))
    killed = odds.dies
    for lost, share in odds.lost:
        if lost < figure.w and share:
            killed += share * _chance_to_die(structs.replace(figure, w=figure.w - lost), others)
    return chance * killed + (1 - chance) * _chance_to_die(figure, others)


# -- portals ------------------------------------------------------------------------------


class Exit(Struct, frozen=True):
    """One portal of arrival: its chance without the free choice, and what happens there.

    `dies`: the jumper would disintegrate (PORTAL-4). `telefrags`: the ids of the champions killed.
    """

    portal: int
    chance: Fraction
    dies: bool
    telefrags: tuple[str, ...]


def exits(state: Match, player: str, entered: int | None = None) -> tuple[Exit, ...]:
    """Return the five exits of a jump from `entered` (None: a respawn), with the chance of each.

    The remaining chance is that of a 6, on which the owner chooses. Who holds a beacon rolls again
    if it would disintegrate, so that this chance is shared out once more.

    Rule: PORTAL-2, PORTAL-4, PORTAL-6, BONUS-1
    """
    again = _SIXTH * _SIXTH if entered is not None and has_beacon(state, player) else Fraction(0)
    return tuple(
        Exit(
            portal,
            again or _SIXTH if portal == entered else _SIXTH + again,
            portal == entered,
            () if portal == entered else tuple(p for p in state.occupants(portal) if p != player),
        )
        for portal in range(1, 6)
    )


class JumpOdds(Struct, frozen=True):
    """The odds of a jump by the die alone; on a 6 (`free`) the owner chooses."""

    exits: tuple[Exit, ...]
    dies: Fraction
    telefrags: Fraction
    free: Fraction


def jump_odds(state: Match, player: str, entered: int | None) -> JumpOdds:
    """Return the chances of death, of a telefrag and of a free choice, for a jump from `entered`.

    Rule: PORTAL-2, PORTAL-4, PORTAL-6
    """
    all_exits = exits(state, player, entered)
    dies = sum((x.chance for x in all_exits if x.dies), Fraction(0))
    frags = sum((x.chance for x in all_exits if x.telefrags), Fraction(0))
    return JumpOdds(all_exits, dies, frags, 1 - sum((x.chance for x in all_exits), Fraction(0)))


# -- close combat -------------------------------------------------------------------------


MOST_FIGHTERS = 3
"""With more fighters the sets of dead are too many to work out while somebody waits."""


def odds_of_melee(state: Match, members: tuple[str, ...]) -> MeleeOdds | None:
    """Return each fighter's chance to die in the coming round, all with their best weapon.

    Each strikes whom it charged, else the first of its foes. Returns None for a melee of more than
    `MOST_FIGHTERS`, or one without a fight.

    Rule: MELEE-2, MELEE-4
    """
    if not 2 <= len(members) <= MOST_FIGHTERS:
        return None
    blows: list[melee.Blows] = []
    wards = dict.fromkeys(members, 0)
    for name in members:
        striker = state.players[name]
        victims = victims_of(state, name, members)
        if not victims:
            continue
        charged = striker.turn.charge.target if striker.turn.charge else None
        victim = state.players[charged if charged in victims else victims[0]]
        grip = worthwhile(state, striker, (victim,))[0]
        struck = plan(state, striker, grip, victim)[0]
        blows += struck
        wards[victim.id] = max(wards[victim.id], *(blow.attack.ward for blow in struck))
    players = state.players
    standing = tuple(
        (p, FighterState(players[p].life.wounds, wards[p], players[p].turn.stunned >= state.play.turn)) for p in members
    )
    return _odds(melee.initiative_steps(blows), standing)


def duel_odds_of_round(
    state: Match, player: str, other: str, *, charging: bool = True, into_cover: bool | None = None
) -> MeleeOdds:
    """Return the odds of the round that would follow if `player` charged `other` now.

    Without `charging` they fight on, nobody with the bonus. Both take their best weapon. Whether
    the charge is `into_cover` is found as the charge finds it, if the table does not say so.

    Rule: ASSAULT-2, PORTAL-8, MELEE-2, MELEE-4
    """
    if into_cover is None:
        into_cover = charging and charges_into_cover(state, state.players[player], state.players[other])
    players = dict(state.players)
    charge = parts.ChargeMade(other, into_cover) if charging else None
    players[player] = players[player].replace(charge=charge)
    players[other] = players[other].replace(charge=None)
    odds = odds_of_melee(state.replace(players=players), (player, other))
    assert odds is not None
    return odds


@lru_cache(maxsize=256)
def _odds(steps: tuple[tuple[melee.Blows, ...], ...], standing: tuple[tuple[str, FighterState], ...]) -> MeleeOdds:
    return melee_odds(steps, dict(standing))
