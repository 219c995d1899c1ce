"""What a volley needs: every shot with its number, its second die and the target's save.

Nothing is rolled here. The rules carry a plan out, odds and bots weigh it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from q40k.games.epic.packs.models import Weapon
from q40k.games.epic.packs.scenarios import TerrainKind
from q40k.games.epic.rules.command import Cm
from q40k.games.epic.rules.ground.places import gap, off_ahead, place_of
from q40k.games.epic.rules.ground.sight import seen
from q40k.games.epic.rules.questions import find_figure, forbid, must_live
from q40k.games.epic.rules.shooting import hit
from q40k.games.epic.rules.shooting.cover import best, cover_bonus, save_bonus
from q40k.games.epic.rules.shooting.saves import save_needed
from q40k.games.epic.rules.shooting.vehicles import Facing, facing_of, no_effect, worse_by
from q40k.games.epic.rules.state import Formation, Match
from q40k.geometry.bases import HAIR_CM
from q40k.kernel.lookup import find_exact
from q40k.kernel.state import Part
from q40k.packs.base import Pack

Fails = Literal["", "range", "arc", "sight", "no-effect", "impossible"]
ARC_DEGREES = 90.0
"""To either side of straight ahead."""


class Shot(Pack, frozen=True, kw_only=True):
    """A line of a volley: who fires with what at whom, and what the table knows of it.

    `figures` and `target` are figures or whole formations; several targets are shared out in
    order, one for each figure, and round again. `distance` (cm), `terrain` that hides the target,
    its `facing` and whether it is `seen` are worked out where places are kept, and else as said:
    in range, in the open, from the front, seen.
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


def aims(state: Match, formation: Formation, shots: Iterable[Shot]) -> tuple[Aim, ...]:
    """All the shots of a volley, in the order they were named. Raises Refused.

    Rule: EE-SHOOT-2, EE-SHOOT-3
    """
    found: list[Aim] = []
    for shot in shots:
        figures = _shooters(state, formation, shot)
        targets = _targets(state, formation, shot)
        for number, figure in enumerate(figures):
            weapon = _weapon(state, figure, shot.weapon)
            _fires_once(state, found, figure, weapon)
            found.append(aim(state, shot, figure, weapon, targets[number % len(targets)]))
    if not found:
        raise forbid("EE-SHOOT-2", "nobody-fires", formation=formation.id)
    return tuple(found)


def _shooters(state: Match, formation: Formation, shot: Shot) -> tuple[str, ...]:
    said = (shot.figures,) if isinstance(shot.figures, str) else shot.figures
    figures: list[str] = []
    for one in said:
        if find_exact(one, [(formation.id, formation.id)]):
            figures += (f for f in state.standing(formation.id) if may_fire(state, f))
        else:
            figures.append(find_figure(state, one))
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
    said = (shot.target,) if isinstance(shot.target, str) else shot.target
    targets: list[str] = []
    for one in said:
        whole = find_exact(one, state.formations)
        targets += state.standing(whole[0].id) if whole else [find_figure(state, one)]
    if not targets:
        raise forbid("EE-SHOOT-3", "no-target", said=", ".join(said))
    for target in targets:
        must_live(state, target)
        if not state.figures[target].on_table:
            raise forbid("EE-TRANSPORT-2", "target-aboard", figure=target)
        if state.side_of(target) == formation.side:
            raise forbid("EE-SHOOT-11", "friend", figure=target)
    return tuple(targets)


def may_fire(state: Match, figure: str) -> bool:
    """Whether a figure has a weapon and may use it: it stands on the table, out of no wreck.

    Rule: EE-TRANSPORT-2, EE-TRANSPORT-5
    """
    one = state.figures[figure]
    return one.on_table and not one.doing.thrown and bool(state.troop(figure).weapons)


def _weapon(state: Match, figure: str, said: str | None) -> Weapon:
    arms = state.troop(figure).weapons
    if said is None:
        if len(arms) != 1:
            known = tuple(one.id for one in arms)
            raise forbid("EE-SHOOT-2", "which-weapon", figure=figure, known=known)
        return arms[0]
    found = find_exact(said, [(one.id, one) for one in arms])
    if not found:
        known = tuple(one.id for one in arms)
        raise forbid("EE-SHOOT-2", "no-such-weapon", figure=figure, said=said, known=known)
    return found[0]


def _fires_once(state: Match, found: list[Aim], figure: str, weapon: Weapon) -> None:
    """Every infantry figure fires once, a vehicle once with each of its weapons.

    Rule: EE-SHOOT-2
    """
    for one in found:
        again = one.figure == figure
        if again and (one.weapon == weapon.id or not state.profile(figure).vehicle):
            raise forbid("EE-SHOOT-2", "fires-once", figure=figure)


def aim(state: Match, shot: Shot, figure: str, weapon: Weapon, target: str) -> Aim:
    """One shot with all its numbers.

    A barrage needs neither sight nor arc.

    Rule: EE-SHOOT-4, EE-SHOOT-6, EE-SAVE-2, EE-VEHICLE-1, EE-COVER-1, EE-SIGHT-5
    """
    switches, profile = state.switches, state.profile(target)
    order = state.formations[state.figures[figure].formation].orders.order or "advance"
    sight = seen(state, figure, target)
    terrain = shot.terrain or (best(sight.cover) if sight is not None else "open")
    facing = shot.facing or facing_of(state, target, figure)
    distance = shot.distance if shot.distance is not None else gap(state, figure, target)
    cover = cover_bonus(switches, profile, terrain)
    needed = hit.needed(switches, weapon.to_hit, order, cover)
    second = hit.second_die(switches, needed, cover)
    hidden = sight is not None and not sight.clear if shot.seen is None else not shot.seen
    fails: Fails = ""
    if distance is not None and distance > weapon.range_cm + HAIR_CM:
        fails = "range"
    elif not weapon.barrage and shot.seen is None and _out_of_arc(state, figure, target):
        fails = "arc"
    elif not weapon.barrage and hidden:
        fails = "sight"
    elif no_effect(profile, weapon):
        fails = "no-effect"
    elif second is None:
        fails = "impossible"
    save = save_needed(
        switches, profile.save, weapon.save_mod, worse_by(profile, facing),
        save_bonus(switches, profile, terrain),
    )  # fmt: skip
    return Aim(
        figure, weapon.id, target, weapon.dice, needed, second or 0, save,
        terrain, facing, distance, fails,
    )  # fmt: skip


def _out_of_arc(state: Match, figure: str, target: str) -> bool:
    """Whether the centre of a target's base lies behind the shooter.

    Rule: EE-SIGHT-3
    """
    place = place_of(state, target)
    off = None if place is None else off_ahead(state, figure, place)
    return off is not None and off > ARC_DEGREES + HAIR_CM
