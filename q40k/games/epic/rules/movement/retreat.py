"""Retreat: away from the enemy, as long as an enemy sees any of them."""

from __future__ import annotations

from collections.abc import Mapping
from math import dist

from q40k.games.epic.rules.ground.places import place_of
from q40k.games.epic.rules.ground.sight import seen
from q40k.games.epic.rules.questions import refuse
from q40k.games.epic.rules.state import Formation, Match
from q40k.geometry.bases import HAIR_CM
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule


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
