"""What the scenery says of a jump, a climb or a leap between known places (MOVE-3, 5, 6).

How high it is, how wide, what lies below; what the table said otherwise is pointed out. Where a
place is not known, or nothing on the table has a height, the table's word is all there is.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import dist
from typing import TYPE_CHECKING

from msgspec import Struct

from q40k.games.quake.packs.models import Scenery
from q40k.games.quake.rules.movement.move import allowance
from q40k.games.quake.rules.movement.paths import gap_told, length_of, rises
from q40k.games.quake.rules.positions.places import (
    Obstacle,
    base_of,
    feet,
    floor,
    stands_on,
    walls_at,
)
from q40k.games.quake.rules.state import Match, Player
from q40k.geometry.spots import Spot
from q40k.geometry.units import Centimetres, to_inches

if TYPE_CHECKING:
    from q40k.geometry.surfaces import Gap

SAID_IN = 0.1
"""What the table said and the scenery says are the same within so many inches."""


class Known(Struct, frozen=True):
    """What the scenery says of such a move.

    `height_in` is how far it goes up or down; `walked_in` how far it walks to where it begins and
    on from where it ends, in inches; `gap` what it leaps over; `wrong` is what was said and is not
    so, the gravest first.
    """

    height_in: float = 0.0
    walked_in: float = 0.0
    gap: Gap[Scenery] | None = None
    wrong: tuple[Obstacle, ...] = ()


def _wide_in(player: Player) -> float:
    return to_inches(Centimetres(2 * base_of(player).reach_cm))


def _too_far(state: Match, player: Player, walked_in: float) -> Iterator[Obstacle]:
    """That it has too little movement left to walk there.

    Rule: MOVE-1
    """
    most = allowance(state, player)
    left = max(0.0, most - player.movement.spent)
    if walked_in > left + 1e-6:
        facts = {"player": player.name, "inches": round(walked_in, 2), "left": left}
        yield Obstacle("MOVE-1", "walks-too-far", facts)


def jumped(state: Match, player: Player, said_in: float, to: Spot | None) -> Known | None:
    """What the scenery says of a jump down to a place; None when nobody knows.

    It walks to the edge, drops, and lands no farther out than it drops, or than its base is wide.

    Rule: MOVE-3
    """
    at = player.position.at
    if at is None or not rises(state):
        return None
    start, name = feet(state, player), player.name
    if to is None:
        level = max(0.0, start - said_in)
        stuck = walls_at(state, player, at, level) or not stands_on(state, player, at, level)
        nowhere = Obstacle("MOVE-3", "jump-where", {"player": name})
        return Known(said_in, wrong=(nowhere,) if stuck else ())
    from q40k.geometry.surfaces import edge_cm, lands_at

    assert state.setup.arena is not None
    drop = start - lands_at(state.setup.arena.field, to, start)
    edge = to_inches(Centimetres(edge_cm(state.setup.arena.field, at, to, start)))
    out = length_of((at, to)) - edge
    wrong: list[Obstacle] = []
    if abs(drop - said_in) > SAID_IN:
        facts = {"player": name, "told": said_in, "high": round(drop, 2)}
        wrong.append(Obstacle("MOVE-3", "jump-height", facts))
    most = max(drop, _wide_in(player))
    if out > most + SAID_IN:
        facts = {"player": name, "inches": round(out, 2), "furthest": round(most, 2)}
        wrong.append(Obstacle("MOVE-3", "jump-lands-far", facts))
    return Known(drop, edge, wrong=(*wrong, *_too_far(state, player, edge)))


def climbed(state: Match, player: Player, said_in: float, to: Spot | None) -> Known | None:
    """What the scenery says of a climb; None when nobody knows.

    It begins and ends at the wall, within its base's width; the rest of the way is walked. Where no
    place is said it stays where it is, and holds on: up as high as what it touches, or down.

    Rule: MOVE-6
    """
    at = player.position.at
    if at is None or not rises(state):
        return None
    start = feet(state, player)
    facts = {"player": player.name, "told": said_in}
    if to is None:
        from q40k.geometry.surfaces import climbs_to

        assert state.setup.arena is not None
        top = climbs_to(state.setup.arena.field, base_of(player), at)
        up = said_in if start + said_in <= top + SAID_IN else -said_in
        up = max(-start, min(up, top - start))
        if abs(up) < said_in - SAID_IN:
            wrong = Obstacle("MOVE-6", "climb-height", {**facts, "high": max(top - start, start)})
            return Known(said_in, wrong=(wrong,))
        stuck = walls_at(state, player, at, start + up)
        nowhere = Obstacle("MOVE-6", "climb-where", {"player": player.name})
        return Known(up, wrong=(nowhere,) if stuck else ())
    up = floor(state, to) - start
    walked = max(0.0, length_of((at, to)) - _wide_in(player))
    wrong = Obstacle("MOVE-6", "climb-height", {**facts, "high": round(abs(up), 2)})
    found = (wrong,) if abs(abs(up) - said_in) > SAID_IN else ()
    return Known(up, walked, wrong=found)


def leapt(state: Match, player: Player, said_in: float, to: Spot | None) -> Known | None:
    """What the scenery says of a leap to a place; None when nobody knows.

    Rule: MOVE-5
    """
    at = player.position.at
    if at is None or to is None or not (rises(state) or _swims(state)):
        return None
    from q40k.geometry.surfaces import gap

    assert state.setup.arena is not None
    start, end = feet(state, player), floor(state, to)
    found = gap(state.setup.arena.field, at, to, start, end)
    width = found.width_in if found is not None else 0.0
    wrong: list[Obstacle] = []
    if abs(width - said_in) > SAID_IN:
        if found is None:
            wrong.append(Obstacle("MOVE-5", "no-gap", {"player": player.name}))
        else:
            wrong.append(gap_told(player, found, "leap-gap", {"told": said_in}))
    if end > start + SAID_IN:
        facts = {"player": player.name, "high": round(end - start, 2)}
        wrong.append(Obstacle("MOVE-5", "leap-up", facts))
    flat = to_inches(Centimetres(dist(at, to)))
    walked = max(0.0, flat - width - _wide_in(player))
    return Known(end - start, walked, found, (*wrong, *_too_far(state, player, walked)))


def _swims(state: Match) -> bool:
    assert state.setup.arena is not None
    return any(one.water for one in state.setup.arena.scenery)
