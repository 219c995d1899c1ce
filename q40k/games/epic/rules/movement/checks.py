"""What the rules say against a move: too far, through an enemy, out of coherency, not away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from q40k.games.epic.rules.ground.ground import (
    COHERENCY_CM,
    Way,
    enemies_beside,
    enemy_on_the_way,
    links,
    spot_of,
    turned,
)
from q40k.games.epic.rules.ground.places import base_of, place_of
from q40k.games.epic.rules.movement import retreat
from q40k.games.epic.rules.movement.limits import limit
from q40k.games.epic.rules.questions import refuse
from q40k.games.epic.rules.state import Formation, Match
from q40k.geometry.bases import HAIR_CM, within_box
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule

Places = Mapping[str, tuple[float, ...]]


def far_enough(live: Live[Match], figures: Iterable[str], cm: float) -> Rule[None]:
    """Refuse a distance that none of the figures may go; who moves, is not held.

    Rule: EE-MOVE-2, EE-TERRAIN-4
    """
    state = live.state
    left = [limit(state, f) - state.figures[f].doing.spent for f in figures]
    if cm > HAIR_CM and cm > max(left, default=0.0) + HAIR_CM:
        most = max(0.0, *left) if left else 0.0
        yield from refuse("EE-MOVE-2", "too-far", cm=cm, most=round(most, 2))


def ways(
    live: Live[Match], formation: Formation, found: Mapping[str, Way],
    spent: Mapping[str, float], places: Places, *, said: bool, rides: bool,
) -> Rule[None]:  # fmt: skip
    """Refuse what the ways of a formation's figures break; who `rides` keeps what that costs.

    Rule: EE-MOVE-2, EE-MOVE-4, EE-MOVE-5, EE-TERRAIN-2, EE-TERRAIN-4
    """
    enemies = enemies_beside(live.state, formation.side, found.values())
    for figure, one in found.items():
        doing = live.state.figures[figure].doing
        left = limit(live.state, figure) - doing.spent
        if one.long > HAIR_CM and (doing.stuck or doing.thrown):
            yield from refuse("EE-TERRAIN-4", "held", figure=figure)
        elif spent[figure] > left + HAIR_CM:
            facts = {"figure": figure, "cm": round(spent[figure], 2), "most": round(left, 2)}
            yield from refuse("EE-MOVE-2", "figure-too-far", **facts)
        if not within_box(turned(live.state, figure, places[figure][2]), one.end, _size(live)):
            yield from refuse("EE-MOVE-2", "off-the-table", figure=figure)
        if one.barred is not None and not said:
            facts = {"figure": figure, "terrain": one.barred.kind}
            yield from refuse("EE-TERRAIN-2", "way-barred", **facts)
        met = enemy_on_the_way(live.state, one, places[figure][2], enemies)
        if met is not None and not (met[0] == "passes" and said):
            yield from refuse("EE-MOVE-5", f"enemy-{met[0]}", figure=figure, other=met[1])
    yield from coherent(live, formation, places)
    if formation.retreats:
        yield from retreat.away(live, formation, places)
        if not rides:
            yield from retreat.all_the_way(live, formation, found, spent, places)


def _size(live: Live[Match]) -> tuple[float, float]:
    return live.state.scenario.size_cm


def coherent(live: Live[Match], formation: Formation, places: Places) -> Rule[None]:
    """Refuse a formation that does not hang together within 3 cm from figure to figure.

    Where losses have broken the chain its next move must mend it as far as it can: the widest
    gap may not stay as it was. Passengers stand where their transport does.

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
            before[-1] if place is None else (turned(state, figure, place[2]), spot_of(place))
        )
    widest = links(after)
    if widest <= COHERENCY_CM + HAIR_CM:
        return
    was = links(before)
    if not (was > COHERENCY_CM + HAIR_CM and widest < was - HAIR_CM):
        facts = {"formation": formation.id, "cm": round(widest, 1), "most": COHERENCY_CM}
        yield from refuse("EE-MOVE-4", "not-coherent", **facts)
