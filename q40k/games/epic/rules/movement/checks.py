"""Refusals of a move: too far, through an enemy, out of coherency, or not away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from q40k.games.epic.rules.ground.ground import (
    COHERENCY_CM,
    StraightPath,
    enemies_near,
    enemy_on_path,
    spot_of,
    turned_base,
    widest_gap,
)
from q40k.games.epic.rules.ground.places import base_of, place_of
from q40k.games.epic.rules.movement import retreat
from q40k.games.epic.rules.movement.limits import move_limit
from q40k.games.epic.rules.questions import refuse
from q40k.games.epic.rules.state import Formation, Match
from q40k.geometry.bases import HAIR_CM, within_box
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule

Places = Mapping[str, tuple[float, ...]]


def refuse_too_far(live: Live[Match], figures: Iterable[str], cm: float) -> Rule[None]:
    """Refuse a distance that none of the figures may move.

    Rule: EE-MOVE-2, EE-TERRAIN-4
    """
    state = live.state
    remaining = [move_limit(state, f) - state.figures[f].doing.spent for f in figures]
    if cm > HAIR_CM and cm > max(remaining, default=0.0) + HAIR_CM:
        most = max(0.0, *remaining) if remaining else 0.0
        yield from refuse("EE-MOVE-2", "too-far", cm=cm, most=round(most, 2))


def refuse_paths(
    live: Live[Match], formation: Formation, paths: Mapping[str, StraightPath],
    spent: Mapping[str, float], places: Places, *, detours: bool, rides: bool,
) -> Rule[None]:  # fmt: skip
    """Refuse a move whose paths break a rule.

    `detours` means that the table stated a length, for paths around something. With `rides` a
    retreat may be shorter, because boarding costs movement.

    Rule: EE-MOVE-2, EE-MOVE-4, EE-MOVE-5, EE-TERRAIN-2, EE-TERRAIN-4
    """
    enemies = enemies_near(live.state, formation.side, paths.values())
    for figure, path in paths.items():
        doing = live.state.figures[figure].doing
        remaining = move_limit(live.state, figure) - doing.spent
        if path.length > HAIR_CM and (doing.stuck or doing.thrown):
            yield from refuse("EE-TERRAIN-4", "held", figure=figure)
        elif spent[figure] > remaining + HAIR_CM:
            facts = {"figure": figure, "cm": round(spent[figure], 2), "most": round(remaining, 2)}
            yield from refuse("EE-MOVE-2", "figure-too-far", **facts)
        if not within_box(
            turned_base(live.state, figure, places[figure][2]), path.end, _size(live)
        ):
            yield from refuse("EE-MOVE-2", "off-the-table", figure=figure)
        if path.barrier is not None and not detours:
            facts = {"figure": figure, "terrain": path.barrier.kind}
            yield from refuse("EE-TERRAIN-2", "way-barred", **facts)
        met = enemy_on_path(live.state, path, places[figure][2], enemies)
        if met is not None and not (met[0] == "passes" and detours):
            yield from refuse("EE-MOVE-5", f"enemy-{met[0]}", figure=figure, other=met[1])
    yield from refuse_incoherent(live, formation, places)
    if formation.retreats:
        yield from retreat.refuse_not_away(live, formation, places)
        if not rides:
            yield from retreat.refuse_short_retreat(live, formation, paths, spent, places)


def _size(live: Live[Match]) -> tuple[float, float]:
    return live.state.scenario.size_cm


def refuse_incoherent(live: Live[Match], formation: Formation, places: Places) -> Rule[None]:
    """Refuse a formation whose figures are not within 3 cm of one another in a chain.

    A chain that losses have broken must be mended if possible: the widest gap may not stay as it
    was. Passengers count where their transport is.

    Rule: EE-MOVE-4
    """
    state = live.state
    before, after = [], []
    for figure in state.alive(formation.id):
        at = place_of(state, figure)
        if at is None:
            return
        before.append((base_of(state, figure), at))
        place = places.get(figure)
        after.append(
            before[-1] if place is None else (turned_base(state, figure, place[2]), spot_of(place))
        )
    widest = widest_gap(after)
    if widest <= COHERENCY_CM + HAIR_CM:
        return
    widest_before = widest_gap(before)
    if not (widest_before > COHERENCY_CM + HAIR_CM and widest < widest_before - HAIR_CM):
        facts = {"formation": formation.id, "cm": round(widest, 1), "most": COHERENCY_CM}
        yield from refuse("EE-MOVE-4", "not-coherent", **facts)
