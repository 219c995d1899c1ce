"""Who is under a template: by the positions, or as the table says."""

from __future__ import annotations

from math import atan2, ceil, degrees
from typing import TYPE_CHECKING

from q40k.games.quake.packs.models import Weapon
from q40k.games.quake.rules import barrels, damage, positions
from q40k.games.quake.rules.melee.contact import contacts_of
from q40k.games.quake.rules.questions import choose, choose_several, find_player, find_present, forbid, refuse, roll
from q40k.games.quake.rules.shooting.aiming import Shoot
from q40k.games.quake.rules.state import Match, Player
from q40k.games.w40k3e.ground import PLAIN, Eyes, spotting_in
from q40k.games.w40k3e.traits import Trait, greatest, has
from q40k.kernel.events import Live, Rule

if TYPE_CHECKING:
    from q40k.geometry.templates import Template


def refuse_bad_template(live: Live[Match], shooter: Player, target: Player, shape: str, command: Shoot) -> Rule[None]:
    """Refuse, before any die, a template that does not cover its target, or absent victims.

    Rule: DIFF-3, BARREL-2
    """
    state = live.state
    if isinstance(command.barrels, tuple):
        for name in command.barrels:
            barrels.find_barrel(state, name)
    if command.also is None:
        covered = _covered_by_places(state, shooter, target, shape, command)
        if covered is not None and target.id not in covered:
            yield from refuse("DIFF-3", "not-under", player=target.name)
    elif command.also != "ask":
        for name in command.also:
            if not find_present(state, name).in_play:
                raise forbid("DIFF-3", "not-on-table", player=name)


def under_template(
    live: Live[Match], shooter: Player, target: Player, shape: str, command: Shoot
) -> Rule[tuple[str, ...]]:
    """Return everyone a template hits, the target first: under it even partly, or in contact.

    Everyone in contact with the target is hit with it, also the firer. A flame begins at the
    firer's own base and hits the firer in no other way.

    Rule: DIFF-2, DIFF-3
    """
    state = live.state
    spared = (target.id, shooter.id) if shape == "flame" else (target.id,)
    if command.also is None:
        named = _covered_by_places(state, shooter, target, shape, command) or ()
    elif command.also == "ask":
        others = tuple(p for p in state.order if p not in spared and state.players[p].in_play)
        names = tuple(state.players[p].name for p in others)
        picked = yield from choose_several(None, "under-template", "DIFF-3", names, target=target.id, shape=shape)
        named = tuple(others[names.index(name)] for name in picked)
    else:
        named = tuple(find_player(state, name).id for name in command.also)
    hit = (victim for victim in named if victim not in spared)
    beside = (victim for victim in contacts_of(state, target.id) if victim != target.id)
    return tuple(dict.fromkeys((target.id, *hit, *beside)))


def barrels_under(
    live: Live[Match], shooter: Player, target: Player, shape: str, command: Shoot
) -> Rule[tuple[str, ...]]:
    """Return the barrels a template touches: by their places, else as the table says.

    Rule: BARREL-2, DIFF-3
    """
    if isinstance(command.barrels, tuple):
        return tuple(dict.fromkeys(barrels.find_barrel(live.state, name).id for name in command.barrels))
    template = _template(live.state, shooter, target, shape, command)
    caught, unknown = barrels.touched_barrels(live.state, template, levels_of(live.state, shooter, target, shape))
    return (yield from barrels.ask_touched(caught, unknown if command.barrels == "ask" else ()))


def _covered_by_places(
    state: Match, shooter: Player, target: Player, shape: str, command: Shoot
) -> tuple[str, ...] | None:
    """Return everyone under the template by their places; None if its place is unknown."""
    template = _template(state, shooter, target, shape, command)
    if template is None:
        return None
    from q40k.geometry.templates import find_touched_figures

    ignoring = (shooter.id,) if shape == "flame" else ()
    levels = levels_of(state, shooter, target, shape)
    ids = {figure.id for figure in find_touched_figures(positions.positions_of(state), template, ignoring, levels)}
    if target.position.at is None:
        ids.add(target.id)
    return tuple(p for p in state.order if p in ids)


def levels_of(state: Match, shooter: Player, target: Player, shape: str) -> tuple[float, float]:
    """Return the lowest and the highest level a template reaches, in inches.

    It is at its target's feet; a flame reaches from its firer's height to its target's.

    Rule: DIFF-3
    """
    levels = (
        positions.feet_height(state, target),
        positions.feet_height(state, shooter if shape == "flame" else target),
    )
    return min(levels), max(levels)


def _template(state: Match, shooter: Player, target: Player, shape: str, command: Shoot) -> Template | None:
    """Return the template where it was put, else upon the target."""
    spot = shooter.position.at if shape == "flame" else command.at or target.position.at
    if spot is None:
        return None
    from q40k.geometry.templates import blast, flame, ordnance

    if shape != "flame":
        return blast(spot) if shape == "blast" else ordnance(spot)
    angle = command.angle
    if angle is None:
        if target.position.at is None:
            return None
        angle = degrees(atan2(target.position.at[1] - spot[1], target.position.at[0] - spot[0]))
    return flame(positions.figure_of(state, shooter, spot), angle)


# -- the spotting test of a dark zone -----------------------------------------------------


BARRAGE = "barrage"


def needs_sight(weapon: Weapon) -> bool:
    """Return whether a weapon is fired only at what its bearer sees: not a barrage, nor a homing missile.

    Rule: SHOOT-2, SHOOT-4
    """
    return not {BARRAGE, "no-line-of-sight-needed"} & set(weapon.tags)


def eyes_on(shooter: Player, weapon: Weapon, target: Player, *, dark: bool) -> Eyes | None:
    """Return how a shooter has to spot a target; None if it simply sees it, or fires a barrage.

    `dark`: it stands in a dark zone, or counts as in one by its bonus. A target always in the dark
    by a trait is seen there from half as far. Shrouded targets are looked for with different dice.

    Rule: SHOOT-3, SHOOT-4
    """
    return None if BARRAGE in weapon.tags else eyes_of(shooter.abilities, target.abilities, dark=dark)


def eyes_of(shooter: tuple[Trait, ...], target: tuple[Trait, ...], *, dark: bool) -> Eyes | None:
    """Return how to spot a target, by the traits of both.

    Rule: SHOOT-3
    """
    hidden, veil = has(target, "dark-zone"), greatest(target, "spotting-dice")
    if not (dark or hidden or veil):
        return None
    plain = dark or hidden
    return Eyes(
        dice=PLAIN.dice if plain else veil,
        times=greatest(shooter, "spotting-factor", otherwise=PLAIN.times),
        half=dark and hidden,
    )


def spot(
    live: Live[Match], shooter: Player, target: Player, distance_in: float | None, eyes: Eyes
) -> Rule[tuple[bool, damage.Workings]]:
    """Roll 2D6 times 3 in, which must reach the target; return whether it does, and the roll.

    The table measures now if nobody measured before.

    Rule: SHOOT-3
    """
    number = eyes.dice
    distance = 0.0 if distance_in is None else distance_in * (2 if eyes.half else 1)
    needed = 0 if distance_in is None else max(number, ceil(distance / eyes.times - 1e-6))
    dice = yield from roll(
        live,
        shooter.id,
        "spotting",
        "SHOOT-3",
        (6,) * number,
        target=target.id,
        needed=needed or None,
        away=distance_in,
    )
    reach = spotting_in(dice, eyes)
    if distance_in is None:
        near = yield from choose(None, "spotted", "SHOOT-3", ("yes", "no"), target=target.id, inches=float(reach))
        seen = near == "yes"
    else:
        seen = distance_in <= reach + 1e-6
    step = damage.Working(
        kind="spot", by=shooter.id, count=number, needed=needed, summed=True, dice=dice, passed=sum(dice)
    )
    return seen, (step,)
