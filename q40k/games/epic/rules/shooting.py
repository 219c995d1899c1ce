"""Shooting: what a volley needs, and how formations fire it in turn."""

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from q40k.games.epic.packs.profiles import Profile, Weapon
from q40k.games.epic.packs.scenarios import TerrainKind
from q40k.games.epic.rules import losses, morale, questions, transport
from q40k.games.epic.rules.ground import TABLE
from q40k.games.epic.rules.places import angle_off_ahead, find_sight, gap, place_of
from q40k.games.epic.rules.registry import Cm, Command, Event, FormationId, fold, rule
from q40k.games.epic.rules.state import Formation, Match, Order, Switches
from q40k.geometry.space import HAIR_CM
from q40k.kernel.events import Live, Rule
from q40k.kernel.lookup import find_exact
from q40k.kernel.state import Part
from q40k.packs.base import Pack

MODIFIERS: dict[Order, int] = {"advance": 0, "charge": 2, "first-fire": -1, "retreat": 0}
"""What each order adds to the number that is needed (EE-ORDER-5, EE-ORDER-6, EE-SHOOT-11)."""
SECOND = {7: 4, 8: 5}
"""What the second die needs for a 7 and an 8; for 9 and more it is a 6."""
WORST_SECOND = 6


def number_to_hit(switches: Switches, to_hit: int, order: Order, cover: int) -> int:
    """Return the number a shot needs: the weapon's, plus the order's change and the cover's bonus.

    A natural 1 misses. The table may play without that; then a need of 1 or less is a certain hit.

    Rule: EE-SHOOT-5, EE-SHOOT-6, EE-SHOOT-7, EE-COVER-2
    """
    least = 2 if switches.natural_one == "fails" else 1
    return max(least, to_hit + MODIFIERS[order] + cover)


def first_die(number: int) -> int:
    """Return the number the first die must show.

    Rule: EE-SHOOT-8
    """
    return min(6, number)


def second_die(switches: Switches, number: int, cover: int) -> int | None:
    """Return the number for a second die after a 6: 0 for no die, None if it cannot hit.

    Rule: EE-SHOOT-8, EE-SHOOT-9
    """
    if number <= 6:
        return 0
    if switches.seven_plus == "cover-only" and not cover:
        return None
    return SECOND.get(number, WORST_SECOND)


# -- cover ---------------------------------------------------------------------------------


def cover_bonus(switches: Switches, target: Profile, terrain: TerrainKind) -> int:
    """Return what is added to the number needed to hit a partly hidden target.

    Rule: EE-COVER-1, EE-COVER-2, EE-COVER-3
    """
    if target.vehicle and switches.vehicle_cover == "none":
        return 0
    return TABLE[terrain].cover_bonus


def save_bonus(switches: Switches, target: Profile, terrain: TerrainKind) -> int:
    """Return by how much the save number of a target falls; only infantry's does.

    Rule: EE-COVER-3, EE-COVER-4
    """
    if target.vehicle and switches.vehicle_cover != "both":
        return 0
    return TABLE[terrain].save_bonus


def best_cover(pieces: Iterable[TerrainKind]) -> TerrainKind:
    """Return the terrain that hides best: bonuses do not add up, both come from one piece.

    Rule: EE-COVER-5
    """
    worth = {kind: (TABLE[kind].cover_bonus, TABLE[kind].save_bonus) for kind in pieces}
    return max(worth, key=lambda kind: worth[kind], default="open")


# -- vehicles ------------------------------------------------------------------------------


Facing = Literal["front", "side", "rear"]
WORSE: dict[Facing, int] = {"front": 0, "side": 1, "rear": 2}
"""By how much a vehicle's save is worse (EE-VEHICLE-2)."""


def has_no_effect(target: Profile, weapon: Weapon) -> bool:
    """Return whether a weapon cannot damage a target: heavy vehicles need a modifier below 0.

    Rule: EE-VEHICLE-1
    """
    return target.kind == "heavy-vehicle" and weapon.save_mod >= 0


def facing_penalty(target: Profile, facing: Facing) -> int:
    """Return by how much the facing makes a target's save worse; only a vehicle's is.

    Rule: EE-VEHICLE-2
    """
    return WORSE[facing] if target.vehicle else 0


def facing_of(state: Match, target: str, shooter: str) -> Facing:
    """Return the quarter of a vehicle that a shooter is in; a borderline favours the target.

    Rule: EE-VEHICLE-2
    """
    place = place_of(state, shooter)
    off = None if place is None else angle_off_ahead(state, target, place)
    if off is None or off <= 45 + HAIR_CM:
        return "front"
    return "side" if off <= 135 + HAIR_CM else "rear"


# -- the plan of a volley ------------------------------------------------------------------


Fails = Literal["", "range", "arc", "sight", "no-effect", "impossible"]
ARC_DEGREES = 90.0
"""To either side of straight ahead."""


class Shot(Pack, frozen=True, kw_only=True):
    """A line of a volley: the figures, their weapon and target, and what the table knows of it.

    `figures` and `target` are figures or whole formations. Several targets are shared out in order,
    one for each figure, and round again. Where positions are kept the app works out `distance`
    (cm), `terrain` that hides the target, its `facing` and whether it is `seen`. Elsewhere the
    table says; the default is in range, in the open, from the front, seen.
    """

    figures: tuple[str, ...] | str
    target: tuple[str, ...] | str
    weapon: str | None = None
    distance: Cm | None = None
    terrain: TerrainKind | None = None
    facing: Facing | None = None
    seen: bool | None = None


class Aim(Part, frozen=True):
    """One weapon of one figure at one target.

    `needed` is the number to hit, `second` what a second die needs (0: none), `save` the target's
    (7: none); `fails` says why nothing is rolled at all.
    """

    figure: str
    weapon: str
    target: str
    dice: int
    needed: int
    second: int
    save: int
    terrain: TerrainKind = "open"
    facing: Facing = "front"
    distance: float | None = None
    fails: Fails = ""


def plan_volley(state: Match, formation: Formation, shots: Iterable[Shot]) -> tuple[Aim, ...]:
    """Return all shots of a volley in the order they were named. Raises Refused.

    Rule: EE-SHOOT-2, EE-SHOOT-3
    """
    volley: list[Aim] = []
    for shot in shots:
        figures = _shooters(state, formation, shot)
        targets = _targets(state, formation, shot)
        for number, figure in enumerate(figures):
            weapon = _find_weapon(state, figure, shot.weapon)
            _must_fire_once(state, volley, figure, weapon)
            volley.append(plan_shot(state, shot, figure, weapon, targets[number % len(targets)]))
    if not volley:
        raise questions.forbid("EE-SHOOT-2", "nobody-fires", formation=formation.id)
    return tuple(volley)


def _shooters(state: Match, formation: Formation, shot: Shot) -> tuple[str, ...]:
    named = (shot.figures,) if isinstance(shot.figures, str) else shot.figures
    figures: list[str] = []
    for name in named:
        if name not in state.figures and find_exact(name, [(formation.id, formation.id)]):
            figures += (f for f in state.standing(formation.id) if may_fire(state, f))
        else:
            figures.append(questions.find_figure(state, name))
    for figure in figures:
        questions.must_live(state, figure)
        if state.figures[figure].formation != formation.id:
            raise questions.forbid("EE-SHOOT-1", "not-of-formation", figure=figure, formation=formation.id)
        if not state.figures[figure].on_table:
            raise questions.forbid("EE-TRANSPORT-2", "aboard", figure=figure)
        if state.figures[figure].doing.thrown:
            raise questions.forbid("EE-TRANSPORT-5", "thrown-out", figure=figure)
    return tuple(figures)


def _targets(state: Match, formation: Formation, shot: Shot) -> tuple[str, ...]:
    named = (shot.target,) if isinstance(shot.target, str) else shot.target
    targets: list[str] = []
    for name in named:
        whole = () if name in state.figures else find_exact(name, state.formations)
        targets += state.standing(whole[0].id) if whole else [questions.find_figure(state, name)]
    if not targets:
        raise questions.forbid("EE-SHOOT-3", "no-target", said=", ".join(named))
    for target in targets:
        questions.must_live(state, target)
        if not state.figures[target].on_table:
            raise questions.forbid("EE-TRANSPORT-2", "target-aboard", figure=target)
        if state.side_of(target) == formation.side:
            raise questions.forbid("EE-SHOOT-11", "friend", figure=target)
    return tuple(targets)


def may_fire(state: Match, figure: str) -> bool:
    """Return whether a figure has a weapon and may use it: on the table, out of no wreck.

    Rule: EE-TRANSPORT-2, EE-TRANSPORT-5
    """
    model = state.figures[figure]
    return model.on_table and not model.doing.thrown and bool(state.troop(figure).weapons)


def _find_weapon(state: Match, figure: str, weapon_id: str | None) -> Weapon:
    arms = state.troop(figure).weapons
    if weapon_id is None:
        if len(arms) != 1:
            weapon_ids = tuple(weapon.id for weapon in arms)
            raise questions.forbid("EE-SHOOT-2", "which-weapon", figure=figure, known=weapon_ids)
        return arms[0]
    matches = [w for w in arms if w.id == weapon_id] or find_exact(weapon_id, [(w.id, w) for w in arms])
    if not matches:
        weapon_ids = tuple(weapon.id for weapon in arms)
        raise questions.forbid("EE-SHOOT-2", "no-such-weapon", figure=figure, said=weapon_id, known=weapon_ids)
    return matches[0]


def _must_fire_once(state: Match, volley: list[Aim], figure: str, weapon: Weapon) -> None:
    """Refuse a second shot: infantry fires once, a vehicle once with each weapon.

    Rule: EE-SHOOT-2
    """
    for aim in volley:
        again = aim.figure == figure
        if again and (aim.weapon == weapon.id or not state.profile(figure).vehicle):
            raise questions.forbid("EE-SHOOT-2", "fires-once", figure=figure)


def plan_shot(state: Match, shot: Shot, figure: str, weapon: Weapon, target: str) -> Aim:
    """Return one shot with all its numbers.

    A barrage needs neither sight nor arc.

    Rule: EE-SHOOT-4, EE-SHOOT-6, EE-SAVE-2, EE-VEHICLE-1, EE-COVER-1, EE-SIGHT-5
    """
    switches, profile = state.switches, state.profile(target)
    order = state.formations[state.figures[figure].formation].orders.order or "advance"
    sight = find_sight(state, figure, target)
    terrain = shot.terrain or (best_cover(sight.cover) if sight is not None else "open")
    facing = shot.facing or facing_of(state, target, figure)
    distance = shot.distance if shot.distance is not None else gap(state, figure, target)
    cover = cover_bonus(switches, profile, terrain)
    needed = number_to_hit(switches, weapon.to_hit, order, cover)
    second = second_die(switches, needed, cover)
    hidden = sight is not None and not sight.clear if shot.seen is None else not shot.seen
    fails: Fails = ""
    if distance is not None and distance > weapon.range_cm + HAIR_CM:
        fails = "range"
    elif not weapon.barrage and shot.seen is None and _is_out_of_arc(state, figure, target):
        fails = "arc"
    elif not weapon.barrage and hidden:
        fails = "sight"
    elif has_no_effect(profile, weapon):
        fails = "no-effect"
    elif second is None:
        fails = "impossible"
    save = losses.save_needed(
        switches, profile.save, weapon.save_mod, facing_penalty(profile, facing), save_bonus(switches, profile, terrain)
    )
    return Aim(figure, weapon.id, target, weapon.dice, needed, second or 0, save, terrain, facing, distance, fails)


def _is_out_of_arc(state: Match, figure: str, target: str) -> bool:
    """Return whether the centre of a target's base is behind the shooter.

    Rule: EE-SIGHT-3
    """
    place = place_of(state, target)
    off = None if place is None else angle_off_ahead(state, figure, place)
    return off is not None and off > ARC_DEGREES + HAIR_CM


# -- firing --------------------------------------------------------------------------------


class Shoot(Command, tag="shoot"):
    """A formation fires: all its targets are named at once."""

    formation: FormationId
    shots: tuple[Shot, ...]


class HoldFire(Command, tag="hold"):
    """A formation holds its fire: it has had its go."""

    formation: FormationId


class Fired(Event, tag="fired"):
    """A formation has fired: its shots with their numbers, and how many dice of each hit."""

    formation: str
    aims: tuple[Aim, ...]
    hits: tuple[int, ...]


class Held(Event, tag="held"):
    """A formation holds its fire."""

    formation: str


class ToFire(Event, tag="to-fire"):
    """It is for this side to fire; None when nobody has a formation left that can."""

    side: str | None


@fold(Fired, Held)
def _has_fired(state: Match, event: Fired | Held) -> Match:
    return state.with_formation(event.formation, fired=True)


@fold(ToFire)
def _to_fire(state: Match, event: ToFire) -> Match:
    return state.replace(active=event.side)


def can_fire(state: Match, formation: Formation) -> bool:
    """Return whether a formation may still fire and has a weapon for it.

    Rule: EE-SHOOT-1, EE-SHOOT-11
    """
    if formation.acted.fired:
        return False
    silent = formation.retreats and not state.switches.retreat_shoots
    return not silent and any(may_fire(state, figure) for figure in formation.figures)


def formations_to_fire(state: Match, side: str) -> tuple[str, ...]:
    """Return the formations of a side that may still fire."""
    return tuple(formation.id for formation in state.of_side(side) if can_fire(state, formation))


def next_to_fire(state: Match, after: str) -> str | None:
    """Return which side fires next: the other one, if it has a formation left.

    Rule: EE-SHOOT-1
    """
    order = (state.enemy(after), after)
    able = (side for side in order if any(can_fire(state, formation) for formation in state.of_side(side)))
    return next(able, None)


@rule(HoldFire)
def hold_fire(live: Live[Match], command: HoldFire) -> Rule[None]:
    """Let a formation hold its fire.

    Rule: EE-SHOOT-1
    """
    formation = yield from _find_firing_formation(live, command.formation)
    yield Held(formation=formation.id)
    yield ToFire(side=next_to_fire(live.state, formation.side))


@rule(Shoot)
def shoot(live: Live[Match], command: Shoot) -> Rule[None]:
    """Fire a formation: to-hit dice, second dice, saves; then passengers and break tests.

    Rule: EE-SHOOT-1, EE-SHOOT-3, EE-SHOOT-10, EE-SHOOT-11
    """
    formation = yield from _find_firing_formation(live, command.formation)
    if formation.retreats and not live.state.switches.retreat_shoots:
        yield from questions.refuse("EE-SHOOT-11", "retreat-silent", formation=formation.id)
    if live.state.contacts:
        yield from questions.refuse("EE-SHOOT-11", "while-in-contact", formation=formation.id)
    volley = plan_volley(live.state, formation, command.shots)
    hits = yield from _roll_to_hit(formation, volley)
    counts = tuple(sum(place == number for place in hits) for number in range(len(volley)))
    yield Fired(formation=formation.id, aims=volley, hits=counts)
    destroyed = yield from _roll_saves(live, [volley[place] for place in hits])
    yield from losses.lose(live, destroyed, "shot")
    yield from transport.resolve_wrecks(live, destroyed)
    yield from morale.after_losses(live)
    yield ToFire(side=next_to_fire(live.state, formation.side))


def _find_firing_formation(live: Live[Match], formation_id: str) -> Rule[Formation]:
    """Return the formation, or refuse it if it may not fire now.

    Rule: EE-SHOOT-1
    """
    questions.must_be_in_phase(live.state, "shooting", "shots")
    formation = questions.find_living_formation(live.state, formation_id)
    if formation.acted.fired:
        yield from questions.refuse("EE-SHOOT-1", "has-fired", formation=formation.id)
    yield from questions.must_be_active(live.state, formation, "EE-SHOOT-1")
    return formation


def _roll_to_hit(formation: Formation, volley: tuple[Aim, ...]) -> Rule[list[int]]:
    """Roll all to-hit dice, then all second dice; return the shot of each hit, in order.

    Rule: EE-SHOOT-5, EE-SHOOT-8, EE-SHOOT-10
    """
    thrown = [place for place, aim in enumerate(volley) if not aim.fails for _ in range(aim.dice)]
    rolled = [place for place in thrown if volley[place].needed > 1]
    passed: Iterator[bool] = iter(())
    if rolled:
        needs = tuple(first_die(volley[place].needed) for place in rolled)
        targets = tuple(volley[place].target for place in rolled)
        throws = yield from questions.roll_against(
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
    throws = yield from questions.roll_against(
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


def _roll_saves(live: Live[Match], hits: list[Aim]) -> Rule[list[str]]:
    """Roll a save for each hit, as many together as possible; return who was destroyed.

    A hit on a destroyed target is lost. So a second hit waits for the first where the first may be
    the last.

    Rule: EE-SAVE-1, EE-SAVE-3, EE-SAVE-4, EE-SHOOT-10, EE-VEHICLE-3
    """
    targets = {aim.target: _Target(live.state.figures[aim.target].life.hits) for aim in hits}
    destroyed: list[str] = []
    waiting: list[Aim] = []
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
    live: Live[Match], waiting: list[Aim], targets: dict[str, _Target], destroyed: list[str]
) -> Rule[None]:
    """Roll the saves of some hits and note what they leave of their targets."""
    uncertain = [aim for aim in waiting if losses.certain_save(aim.save) is None]
    passed: Iterator[bool] = iter(())
    if uncertain:
        throws = yield from questions.roll_against(
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
        for formation in formations_to_fire(live.state, side):
            yield Held(formation=formation)
