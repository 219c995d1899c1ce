"""Retreat: a move away from the enemy while an enemy sees any of the formation."""

from __future__ import annotations

from collections.abc import Mapping
from math import dist
from typing import Final

from q40k.games.epic.rules.ground.ground import (
    COHERENCY_CM,
    StraightPath,
    enemies_near,
    enemy_on_path,
    trace_path,
    turned_base,
    widest_gap,
)
from q40k.games.epic.rules.ground.places import base_of, place_of
from q40k.games.epic.rules.ground.sight import find_sight
from q40k.games.epic.rules.movement.limits import move_limit
from q40k.games.epic.rules.questions import refuse
from q40k.games.epic.rules.state import Formation, Match
from q40k.geometry.bases import HAIR_CM, within_box
from q40k.geometry.space import Spot
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule

SHORT_CM: Final = 0.1
"""How much of the whole distance may remain: nobody measures finer."""


def must_move(state: Match, formation: Formation) -> bool:
    """Return whether an enemy sees a formation in Retreat as its move begins.

    Where no positions are kept the answer is yes: the table knows.

    Rule: EE-RETREAT-3
    """
    figures = state.standing(formation.id)
    for enemy in state.enemies(formation.side):
        for figure in figures:
            sight = find_sight(state, enemy, figure)
            if sight is None or sight.clear:
                return True
    return False


def refuse_not_away(
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
        enemy, there = min(spots, key=lambda pair: dist(pair[1], at))
        if dist(place[:2], there) <= dist(at, there) + HAIR_CM and not _is_at_edge(state, at):
            yield from refuse("EE-RETREAT-2", "not-away", figure=figure, other=enemy)


def _is_at_edge(state: Match, at: tuple[float, float]) -> bool:
    """Return whether a figure is at the table's edge already, where it stops."""
    width, height = state.scenario.size_cm
    return min(at[0], at[1], width - at[0], height - at[1]) <= 1.0


def refuse_short_retreat(
    live: Live[Match], formation: Formation, paths: Mapping[str, StraightPath],
    spent: Mapping[str, float], places: Mapping[str, tuple[float, ...]],
) -> Rule[None]:  # fmt: skip
    """Refuse a retreat that stops short of the whole distance with nothing to stop it.

    It is enough if one figure moved the whole distance, because the formation stays together. It is
    also enough if ground, an enemy or the table's edge bars the rest of the path, or if no enemy
    sees the formation at the end. Ranks that losses have broken are closed first.

    Rule: EE-RETREAT-2, EE-RETREAT-3, EE-MOVE-4
    """
    state = live.state
    remaining = {f: move_limit(state, f) - state.figures[f].doing.spent - spent[f] for f in paths}
    if min(remaining.values(), default=0.0) <= SHORT_CM or not must_move(state, formation):
        return
    if any(
        _is_blocked(state, formation, path, places[f], remaining[f]) for f, path in paths.items()
    ):
        return
    stood = [(base_of(state, f), path.start) for f, path in paths.items()]
    ends = {f: {"at": path.end, "facing": places[f][2]} for f, path in paths.items()}
    if widest_gap(stood) > COHERENCY_CM or not must_move(state.with_figures(ends), formation):
        return
    facts = {"formation": formation.id, "cm": round(min(remaining.values()), 1)}
    yield from refuse("EE-RETREAT-2", "not-all-the-way", **facts)


def _is_blocked(
    state: Match,
    formation: Formation,
    path: StraightPath,
    place: tuple[float, ...],
    remaining: float,
) -> bool:
    """Return whether a figure cannot continue along its path for the remaining distance."""
    doing = state.figures[path.figure].doing
    if doing.stuck or doing.thrown:
        return True
    onward = _onward(state, formation, path, remaining)
    if onward is None:
        return True
    if not within_box(turned_base(state, path.figure, place[2]), onward, state.scenario.size_cm):
        return True
    further = trace_path(state, path.figure, path.end, onward)
    enemies = enemies_near(state, formation.side, (further,))
    return bool(
        further.barrier or further.ground or enemy_on_path(state, further, place[2], enemies)
    )


def _onward(
    state: Match, formation: Formation, path: StraightPath, remaining: float
) -> Spot | None:
    """Return where the path would end; an unmoved figure goes away from the nearest enemy."""
    start = path.start
    if path.length <= HAIR_CM:
        spots = [spot for e in state.enemies(formation.side) if (spot := place_of(state, e))]
        if not spots:
            return None
        start = min(spots, key=lambda spot: dist(spot, path.end))
    far = dist(start, path.end)
    share = remaining / far if far > HAIR_CM else 0.0
    return (
        path.end[0] + share * (path.end[0] - start[0]),
        path.end[1] + share * (path.end[1] - start[1]),
    )
