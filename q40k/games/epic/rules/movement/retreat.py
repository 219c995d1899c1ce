"""Retreat: away from the enemy, as long as an enemy sees any of them."""

from __future__ import annotations

from collections.abc import Mapping
from math import dist
from typing import Final

from q40k.games.epic.rules.ground.ground import (
    COHERENCY_CM,
    Way,
    enemies_beside,
    enemy_on_the_way,
    links,
    turned,
    way,
)
from q40k.games.epic.rules.ground.places import base_of, place_of
from q40k.games.epic.rules.ground.sight import seen
from q40k.games.epic.rules.movement.limits import limit
from q40k.games.epic.rules.questions import refuse
from q40k.games.epic.rules.state import Formation, Match
from q40k.geometry.bases import HAIR_CM, within_box
from q40k.geometry.spots import Spot
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule

SHORT_CM: Final = 0.1
"""So much may be left of the whole distance: nobody measures finer."""


def must_move(state: Match, formation: Formation) -> bool:
    """Whether a formation in Retreat is seen by an enemy as its move begins.

    Where no places are kept the table knows; then it must.

    Rule: EE-RETREAT-3
    """
    figures = state.standing(formation.id)
    for enemy in state.enemies(formation.side):
        for figure in figures:
            sight = seen(state, enemy, figure)
            if sight is None or sight.clear:
                return True
    return False


def away(
    live: Live[Match], formation: Formation, places: Mapping[str, tuple[float, ...]]
) -> Rule[None]:
    """Refuse a figure that ends no farther from the enemy that was nearest to it.

    Rule: EE-RETREAT-2, EE-RETREAT-3
    """
    state = live.state
    if not must_move(state, formation):
        return
    for figure, place in places.items():
        at = place_of(state, figure)
        spots = [(e, spot) for e in state.enemies(formation.side) if (spot := place_of(state, e))]
        if at is None or not spots:
            continue
        enemy, there = min(spots, key=lambda one: dist(one[1], at))
        if dist(place[:2], there) <= dist(at, there) + HAIR_CM and not _cornered(state, at):
            yield from refuse("EE-RETREAT-2", "not-away", figure=figure, other=enemy)


def _cornered(state: Match, at: tuple[float, float]) -> bool:
    """Whether a figure stands at the table's edge already: there it stops."""
    width, height = state.scenario.size_cm
    return min(at[0], at[1], width - at[0], height - at[1]) <= 1.0


def all_the_way(
    live: Live[Match], formation: Formation, found: Mapping[str, Way],
    spent: Mapping[str, float], places: Mapping[str, tuple[float, ...]],
) -> Rule[None]:  # fmt: skip
    """Refuse a retreat that stops short of the whole distance with nothing to stop it.

    It is enough that one figure has gone it, for the formation stays together, or that the ground,
    an enemy or the table's edge lies in the rest of its way; or that no enemy sees any of them
    where they end. Ranks that losses have torn open are closed first.

    Rule: EE-RETREAT-2, EE-RETREAT-3, EE-MOVE-4
    """
    state = live.state
    left = {f: limit(state, f) - state.figures[f].doing.spent - spent[f] for f in found}
    if min(left.values(), default=0.0) <= SHORT_CM or not must_move(state, formation):
        return
    if any(_stopped(state, formation, one, places[f], left[f]) for f, one in found.items()):
        return
    stood = [(base_of(state, f), one.start) for f, one in found.items()]
    ends = {f: {"at": one.end, "facing": places[f][2]} for f, one in found.items()}
    if links(stood) > COHERENCY_CM or not must_move(state.with_figures(ends), formation):
        return
    facts = {"formation": formation.id, "cm": round(min(left.values()), 1)}
    yield from refuse("EE-RETREAT-2", "not-all-the-way", **facts)


def _stopped(
    state: Match, formation: Formation, one: Way, place: tuple[float, ...], left: float
) -> bool:
    """Whether a figure cannot go on where it was going, as far as is left."""
    doing = state.figures[one.figure].doing
    if doing.stuck or doing.thrown:
        return True
    onward = _onward(state, formation, one, left)
    if onward is None:
        return True
    if not within_box(turned(state, one.figure, place[2]), onward, state.scenario.size_cm):
        return True
    further = way(state, one.figure, one.end, onward)
    enemies = enemies_beside(state, formation.side, (further,))
    return bool(
        further.barred or further.ground or enemy_on_the_way(state, further, place[2], enemies)
    )


def _onward(state: Match, formation: Formation, one: Way, left: float) -> Spot | None:
    """Where the way would end, or, of who has not moved, the way from the nearest enemy."""
    start = one.start
    if one.long <= HAIR_CM:
        spots = [spot for e in state.enemies(formation.side) if (spot := place_of(state, e))]
        if not spots:
            return None
        start = min(spots, key=lambda spot: dist(spot, one.end))
    far = dist(start, one.end)
    share = left / far if far > HAIR_CM else 0.0
    return (
        one.end[0] + share * (one.end[0] - start[0]),
        one.end[1] + share * (one.end[1] - start[1]),
    )
