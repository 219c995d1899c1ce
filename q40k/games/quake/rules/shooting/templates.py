"""Who is under a template: as the places say, or as the table says."""

from __future__ import annotations

from math import atan2, degrees
from typing import TYPE_CHECKING

from q40k.games.quake.rules.melee.contact import touching
from q40k.games.quake.rules.positions.places import feet, figure_of, positions_of
from q40k.games.quake.rules.questions import choose_several, find, find_present, forbid, refuse
from q40k.games.quake.rules.shooting.shot import Shoot
from q40k.games.quake.rules.state import Match, Player
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule

if TYPE_CHECKING:
    from q40k.geometry.templates import Template


def template_lies(
    live: Live[Match], shooter: Player, target: Player, shape: str, command: Shoot
) -> Rule[None]:
    """Refuse, before any die, what cannot lie under a template: its target must.

    Rule: DIFF-3
    """
    state = live.state
    if command.also is None:
        known = _placed(state, shooter, target, shape, command)
        if known is not None and target.id not in known:
            yield from refuse("DIFF-3", "not-under", player=target.name)
    elif command.also != "ask":
        for name in command.also:
            if not find_present(state, name).in_play:
                raise forbid("DIFF-3", "not-on-table", player=name)


def under_template(
    live: Live[Match], shooter: Player, target: Player, shape: str, command: Shoot
) -> Rule[tuple[str, ...]]:
    """Everyone a template hits, the target first: wholly or partly under it, or in contact.

    Whoever is in contact with the target is hit with it, the firer too. A flame, which begins at
    the firer's own base, touches the firer in no other way.

    Rule: DIFF-2, DIFF-3
    """
    state = live.state
    spared = (target.id, shooter.id) if shape == "flame" else (target.id,)
    if command.also is None:
        named = _placed(state, shooter, target, shape, command) or ()
    elif command.also == "ask":
        others = tuple(p for p in state.order if p not in spared and state.players[p].in_play)
        names = tuple(state.players[p].name for p in others)
        said = yield from choose_several(
            None, "under-template", "DIFF-3", names, target=target.id, shape=shape
        )
        named = tuple(others[names.index(name)] for name in said)
    else:
        named = tuple(find(state, name).id for name in command.also)
    hit = (one for one in named if one not in spared)
    beside = (one for one in touching(state, target.id) if one != target.id)
    return tuple(dict.fromkeys((target.id, *hit, *beside)))


def _placed(
    state: Match, shooter: Player, target: Player, shape: str, command: Shoot
) -> tuple[str, ...] | None:
    """Everyone under the template by their places; None where it has none."""
    template = _template(state, shooter, target, shape, command)
    if template is None:
        return None
    from q40k.geometry.templates import touched

    ignoring = (shooter.id,) if shape == "flame" else ()
    levels = levels_of(state, shooter, target, shape)
    found = {one.id for one in touched(positions_of(state), template, ignoring, levels)}
    if target.position.at is None:
        found.add(target.id)
    return tuple(p for p in state.order if p in found)


def levels_of(state: Match, shooter: Player, target: Player, shape: str) -> tuple[float, float]:
    """From how high to how high a template reaches, in inches: it lies where its target stands; a
    flame reaches from its firer's height to its target's.

    Rule: DIFF-3
    """
    high = (feet(state, target), feet(state, shooter if shape == "flame" else target))
    return min(high), max(high)


def _template(
    state: Match, shooter: Player, target: Player, shape: str, command: Shoot
) -> Template | None:
    """The template as it lies: where it was put, else upon the target."""
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
    return flame(figure_of(state, shooter, spot), angle)
