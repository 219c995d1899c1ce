"""Shooting: fire volleys in turn, roll their hits and saves."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from q40k.games.epic.packs.profiles import Profile, Weapon
from q40k.games.epic.rules import morale, transport
from q40k.games.epic.rules.losses import lose
from q40k.games.epic.rules.questions import must_be_active, roll_against
from q40k.games.epic.state import losses, questions, shooting
from q40k.games.epic.state.match import Formation, Match
from q40k.games.epic.state.places import angle_off_ahead, find_sight, gap, place_of
from q40k.games.epic.state.registry import rule
from q40k.geometry.space import HAIR_CM
from q40k.kernel.events import Live, Rule
from q40k.kernel.lookup import find_exact
from q40k.tabletop.asking import forbid, refuse

WORSE: dict[shooting.Facing, int] = {"front": 0, "side": 1, "rear": 2}
"""By how much a vehicle's save is worse (EE-VEHICLE-2)."""


def facing_penalty(target: Profile, facing: shooting.Facing) -> int:
    """Return by how much the facing makes a target's save worse; only a vehicle's is.

    Rule: EE-VEHICLE-2
    """
    return WORSE[facing] if target.vehicle else 0


def facing_of(state: Match, target: str, shooter: str) -> shooting.Facing:
    """Return the quarter of a vehicle that a shooter is in; a borderline favours the target.

    Rule: EE-VEHICLE-2
    """
    place = place_of(state, shooter)
    off = None if place is None else angle_off_ahead(state, target, place)
    if off is None or off <= 45 + HAIR_CM:
        return "front"
    return "side" if off <= 135 + HAIR_CM else "rear"


ARC_DEGREES = 90.0
"""To either side of straight ahead."""


def plan_volley(state: Match, formation: Formation, shots: Iterable[shooting.Shot]) -> tuple[shooting.Aim, ...]:
    """Return all shots of a volley in the order they were named. Raises Refused.

    Rule: EE-SHOOT-2, EE-SHOOT-3
    """
    volley: list[shooting.Aim] = []
    for shot in shots:
        figures = _shooters(state, formation, shot)
        targets = _targets(state, formation, shot)
        for number, figure in enumerate(figures):
            weapon = _find_weapon(state, figure, shot.weapon)
            _must_fire_once(state, volley, figure, weapon)
            volley.append(plan_shot(state, shot, figure, weapon, targets[number % len(targets)]))
    if not volley:
        raise forbid("EE-SHOOT-2", "nobody-fires", formation=formation.id)
    return tuple(volley)


def _shooters(state: Match, formation: Formation, shot: shooting.Shot) -> tuple[str, ...]:
    named = (shot.figures,) if isinstance(shot.figures, str) else shot.figures
    figures: list[str] = []
    for name in named:
        if name not in state.figures and find_exact(name, [(formation.id, formation.id)]):
            figures += (f for f in state.standing(formation.id) if shooting.may_fire(state, f))
        else:
            figures.append(questions.find_figure(state, name))
    for figure in figures:
        questions.must_live(state, figure)
        if state.figures[figure].formation != formation.id:
            raise forbid("EE-SHOOT-1", "not-of-formation", figure=figure, formation=formation.id)
        if not state.figures[figure].on_table:
            raise forbid("EE-TRANSPORT-2", "aboard", figure=figure)
        if state.figures[figure].doing.thrown:
            raise forbid("EE-TRANSPORT-5", "thrown-out", figure=figure)
    return tuple(figures)


def _targets(state: Match, formation: Formation, shot: shooting.Shot) -> tuple[str, ...]:
    named = (shot.target,) if isinstance(shot.target, str) else shot.target
    targets: list[str] = []
    for name in named:
        whole = () if name in state.figures else find_exact(name, state.formations)
        targets += state.standing(whole[0].id) if whole else [questions.find_figure(state, name)]
    if not targets:
        raise forbid("EE-SHOOT-3", "no-target", said=", ".join(named))
    for target in targets:
        questions.must_live(state, target)
        if not state.figures[target].on_table:
            raise forbid("EE-TRANSPORT-2", "target-aboard", figure=target)
        if state.side_of(target) == formation.side:
            raise forbid("EE-SHOOT-11", "friend", figure=target)
    return tuple(targets)


def _find_weapon(state: Match, figure: str, weapon_id: str | None) -> Weapon:
    arms = state.troop(figure).weapons
    if weapon_id is None:
        if len(arms) != 1:
            weapon_ids = tuple(weapon.id for weapon in arms)
            raise forbid("EE-SHOOT-2", "which-weapon", figure=figure, known=weapon_ids)
        return arms[0]
    matches = [w for w in arms if w.id == weapon_id] or find_exact(weapon_id, [(w.id, w) for w in arms])
    if not matches:
        weapon_ids = tuple(weapon.id for weapon in arms)
        raise forbid("EE-SHOOT-2", "no-such-weapon", figure=figure, said=weapon_id, known=weapon_ids)
    return matches[0]


def _must_fire_once(state: Match, volley: list[shooting.Aim], figure: str, weapon: Weapon) -> None:
    """Refuse a second shot: infantry fires once, a vehicle once with each weapon.

    Rule: EE-SHOOT-2
    """
    for aim in volley:
        again = aim.figure == figure
        if again and (aim.weapon == weapon.id or not state.profile(figure).vehicle):
            raise forbid("EE-SHOOT-2", "fires-once", figure=figure)


def plan_shot(state: Match, shot: shooting.Shot, figure: str, weapon: Weapon, target: str) -> shooting.Aim:
    """Return one shot with all its numbers.

    A barrage needs neither sight nor arc.

    Rule: EE-SHOOT-4, EE-SHOOT-6, EE-SAVE-2, EE-VEHICLE-1, EE-COVER-1, EE-SIGHT-5
    """
    switches, profile = state.switches, state.profile(target)
    order = state.formations[state.figures[figure].formation].orders.order or "advance"
    sight = find_sight(state, figure, target)
    terrain = shot.terrain or (shooting.best_cover(sight.cover) if sight is not None else "open")
    facing = shot.facing or facing_of(state, target, figure)
    distance = shot.distance if shot.distance is not None else gap(state, figure, target)
    cover = shooting.cover_bonus(switches, profile, terrain)
    needed = shooting.number_to_hit(switches, weapon.to_hit, order, cover)
    second = shooting.second_die(switches, needed, cover)
    hidden = sight is not None and not sight.clear if shot.seen is None else not shot.seen
    fails: shooting.Fails = ""
    if distance is not None and distance > weapon.range_cm + HAIR_CM:
        fails = "range"
    elif not weapon.barrage and shot.seen is None and _is_out_of_arc(state, figure, target):
        fails = "arc"
    elif not weapon.barrage and hidden:
        fails = "sight"
    elif shooting.has_no_effect(profile, weapon):
        fails = "no-effect"
    elif second is None:
        fails = "impossible"
    save = losses.save_needed(
        switches,
        profile.save,
        weapon.save_mod,
        facing_penalty(profile, facing),
        shooting.save_bonus(switches, profile, terrain),
    )
    return shooting.Aim(
        figure, weapon.id, target, weapon.dice, needed, second or 0, save, terrain, facing, distance, fails
    )


def _is_out_of_arc(state: Match, figure: str, target: str) -> bool:
    """Return whether the centre of a target's base is behind the shooter.

    Rule: EE-SIGHT-3
    """
    place = place_of(state, target)
    off = None if place is None else angle_off_ahead(state, figure, place)
    return off is not None and off > ARC_DEGREES + HAIR_CM


@rule(shooting.HoldFire)
def hold_fire(live: Live[Match], command: shooting.HoldFire) -> Rule[None]:
    """Let a formation hold its fire.

    Rule: EE-SHOOT-1
    """
    formation = yield from _find_firing_formation(live, command.formation)
    yield shooting.Held(formation=formation.id)
    yield shooting.ToFire(side=shooting.next_to_fire(live.state, formation.side))


@rule(shooting.Shoot)
def shoot(live: Live[Match], command: shooting.Shoot) -> Rule[None]:
    """Fire a formation: to-hit dice, second dice, saves; then passengers and break tests.

    Rule: EE-SHOOT-1, EE-SHOOT-3, EE-SHOOT-10, EE-SHOOT-11
    """
    formation = yield from _find_firing_formation(live, command.formation)
    if formation.retreats and not live.state.switches.retreat_shoots:
        yield from refuse("EE-SHOOT-11", "retreat-silent", formation=formation.id)
    if live.state.contacts:
        yield from refuse("EE-SHOOT-11", "while-in-contact", formation=formation.id)
    volley = plan_volley(live.state, formation, command.shots)
    hits = yield from _roll_to_hit(formation, volley)
    counts = tuple(sum(place == number for place in hits) for number in range(len(volley)))
    yield shooting.Fired(formation=formation.id, aims=volley, hits=counts)
    destroyed = yield from _roll_saves(live, [volley[place] for place in hits])
    yield from lose(live, destroyed, "shot")
    yield from transport.resolve_wrecks(live, destroyed)
    yield from morale.after_losses(live)
    yield shooting.ToFire(side=shooting.next_to_fire(live.state, formation.side))


def _find_firing_formation(live: Live[Match], formation_id: str) -> Rule[Formation]:
    """Return the formation, or refuse it if it may not fire now.

    Rule: EE-SHOOT-1
    """
    questions.must_be_in_phase(live.state, "shooting", "shots")
    formation = questions.find_living_formation(live.state, formation_id)
    if formation.acted.fired:
        yield from refuse("EE-SHOOT-1", "has-fired", formation=formation.id)
    yield from must_be_active(live.state, formation, "EE-SHOOT-1")
    return formation


def _roll_to_hit(formation: Formation, volley: tuple[shooting.Aim, ...]) -> Rule[list[int]]:
    """Roll all to-hit dice, then all second dice; return the shot of each hit, in order.

    Rule: EE-SHOOT-5, EE-SHOOT-8, EE-SHOOT-10
    """
    thrown = [place for place, aim in enumerate(volley) if not aim.fails for _ in range(aim.dice)]
    rolled = [place for place in thrown if volley[place].needed > 1]
    passed: Iterator[bool] = iter(())
    if rolled:
        needs = tuple(shooting.first_die(volley[place].needed) for place in rolled)
        targets = tuple(volley[place].target for place in rolled)
        throws = yield from roll_against(
            formation.side,
            "to-hit",
            "EE-SHOOT-5",
            needs,
            formation=formation.id,
            numbers=tuple(volley[place].needed for place in rolled),
            targets=targets,
            aims=volley,
        )
        passed = iter(throws)
    first = [place for place in thrown if volley[place].needed <= 1 or next(passed)]
    again = [place for place in first if volley[place].second]
    if not again:
        return first
    throws = yield from roll_against(
        formation.side,
        "second-die",
        "EE-SHOOT-8",
        tuple(volley[p].second for p in again),
        formation=formation.id,
        targets=tuple(volley[p].target for p in again),
    )
    passed = iter(throws)
    return [place for place in first if not volley[place].second or next(passed)]


class _Target(NamedTuple):
    """The hits a target has left in this volley, and how many of them wait for a save."""

    hits_left: int
    waiting: int = 0


def _roll_saves(live: Live[Match], hits: list[shooting.Aim]) -> Rule[list[str]]:
    """Roll a save for each hit, as many together as possible; return who was destroyed.

    A hit on a destroyed target is lost. So a second hit waits for the first where the first may be
    the last.

    Rule: EE-SAVE-1, EE-SAVE-3, EE-SAVE-4, EE-SHOOT-10, EE-VEHICLE-3
    """
    targets = {aim.target: _Target(live.state.figures[aim.target].life.hits) for aim in hits}
    destroyed: list[str] = []
    waiting: list[shooting.Aim] = []
    for aim in (*hits, None):
        if aim is not None:
            target = targets[aim.target]
            if target.waiting < target.hits_left:
                waiting.append(aim)
                targets[aim.target] = target._replace(waiting=target.waiting + 1)
                continue
        if waiting:
            yield from _throw_saves(live, waiting, targets, destroyed)
            waiting = []
        if aim is not None and targets[aim.target].hits_left > 0:
            waiting = [aim]
            targets[aim.target] = targets[aim.target]._replace(waiting=1)
    return destroyed


def _throw_saves(
    live: Live[Match], waiting: list[shooting.Aim], targets: dict[str, _Target], destroyed: list[str]
) -> Rule[None]:
    """Roll the saves of some hits and note what they leave of their targets."""
    uncertain = [aim for aim in waiting if losses.certain_save(aim.save) is None]
    passed: Iterator[bool] = iter(())
    if uncertain:
        throws = yield from roll_against(
            live.state.side_of(uncertain[0].target),
            "saves",
            "EE-SAVE-1",
            tuple(aim.save for aim in uncertain),
            targets=tuple(aim.target for aim in uncertain),
        )
        passed = iter(throws)
    for aim in waiting:
        sure = losses.certain_save(aim.save)
        saved = next(passed) if sure is None else sure
        yield losses.SaveRolled(figure=aim.target, needed=aim.save, saved=saved)
        remaining = targets[aim.target].hits_left - (not saved)
        targets[aim.target] = _Target(remaining)
        if saved:
            continue
        if remaining:
            yield losses.HitTaken(figure=aim.target, left=remaining)
        else:
            destroyed.append(aim.target)


def hold_the_rest(live: Live[Match]) -> Rule[None]:
    """Let every formation that has not fired hold its fire.

    Rule: EE-SHOOT-1
    """
    for side in live.state.by_initiative:
        for formation in shooting.formations_to_fire(live.state, side):
            yield shooting.Held(formation=formation)
