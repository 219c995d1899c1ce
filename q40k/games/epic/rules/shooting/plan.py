"""What a volley needs: every shot with its number, its second die and the target's save.

Nothing is rolled here. The rules carry out a plan; odds and bots weigh it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from q40k.games.epic.packs.models import Weapon
from q40k.games.epic.packs.scenarios import TerrainKind
from q40k.games.epic.rules.command import Cm
from q40k.games.epic.rules.ground.places import angle_off_ahead, gap, place_of
from q40k.games.epic.rules.ground.sight import find_sight
from q40k.games.epic.rules.questions import find_figure, forbid, must_live
from q40k.games.epic.rules.shooting import hit
from q40k.games.epic.rules.shooting.cover import best_cover, cover_bonus, save_bonus
from q40k.games.epic.rules.shooting.saves import save_needed
from q40k.games.epic.rules.shooting.vehicles import Facing, facing_of, facing_penalty, has_no_effect
from q40k.games.epic.rules.state import Formation, Match
from q40k.geometry.bases import HAIR_CM
from q40k.kernel.lookup import find_exact
from q40k.kernel.state import Part
from q40k.packs.base import Pack

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
        raise forbid("EE-SHOOT-2", "nobody-fires", formation=formation.id)
    return tuple(volley)


def _shooters(state: Match, formation: Formation, shot: Shot) -> tuple[str, ...]:
    named = (shot.figures,) if isinstance(shot.figures, str) else shot.figures
    figures: list[str] = []
    for name in named:
        if find_exact(name, [(formation.id, formation.id)]):
            figures += (f for f in state.standing(formation.id) if may_fire(state, f))
        else:
            figures.append(find_figure(state, name))
    for figure in figures:
        must_live(state, figure)
        if state.figures[figure].formation != formation.id:
            raise forbid("EE-SHOOT-1", "not-of-formation", figure=figure, formation=formation.id)
        if not state.figures[figure].on_table:
            raise forbid("EE-TRANSPORT-2", "aboard", figure=figure)
        if state.figures[figure].doing.thrown:
            raise forbid("EE-TRANSPORT-5", "thrown-out", figure=figure)
    return tuple(figures)


def _targets(state: Match, formation: Formation, shot: Shot) -> tuple[str, ...]:
    named = (shot.target,) if isinstance(shot.target, str) else shot.target
    targets: list[str] = []
    for name in named:
        whole = find_exact(name, state.formations)
        targets += state.standing(whole[0].id) if whole else [find_figure(state, name)]
    if not targets:
        raise forbid("EE-SHOOT-3", "no-target", said=", ".join(named))
    for target in targets:
        must_live(state, target)
        if not state.figures[target].on_table:
            raise forbid("EE-TRANSPORT-2", "target-aboard", figure=target)
        if state.side_of(target) == formation.side:
            raise forbid("EE-SHOOT-11", "friend", figure=target)
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
            raise forbid("EE-SHOOT-2", "which-weapon", figure=figure, known=weapon_ids)
        return arms[0]
    matches = find_exact(weapon_id, [(weapon.id, weapon) for weapon in arms])
    if not matches:
        weapon_ids = tuple(weapon.id for weapon in arms)
        raise forbid(
            "EE-SHOOT-2", "no-such-weapon", figure=figure, said=weapon_id, known=weapon_ids
        )
    return matches[0]


def _must_fire_once(state: Match, volley: list[Aim], figure: str, weapon: Weapon) -> None:
    """Refuse a second shot: infantry fires once, a vehicle once with each weapon.

    Rule: EE-SHOOT-2
    """
    for aim in volley:
        again = aim.figure == figure
        if again and (aim.weapon == weapon.id or not state.profile(figure).vehicle):
            raise forbid("EE-SHOOT-2", "fires-once", figure=figure)


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
    needed = hit.number_to_hit(switches, weapon.to_hit, order, cover)
    second = hit.second_die(switches, needed, cover)
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
    save = save_needed(
        switches, profile.save, weapon.save_mod, facing_penalty(profile, facing),
        save_bonus(switches, profile, terrain),
    )  # fmt: skip
    return Aim(
        figure, weapon.id, target, weapon.dice, needed, second or 0, save,
        terrain, facing, distance, fails,
    )  # fmt: skip


def _is_out_of_arc(state: Match, figure: str, target: str) -> bool:
    """Return whether the centre of a target's base is behind the shooter.

    Rule: EE-SIGHT-3
    """
    place = place_of(state, target)
    off = None if place is None else angle_off_ahead(state, figure, place)
    return off is not None and off > ARC_DEGREES + HAIR_CM
