"""Where a champion comes out by a portal, when places are kept."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product
from math import ceil, hypot
from typing import Any

from q40k.games.quake.rules.command import Stand
from q40k.games.quake.rules.positions.places import (
    base_of,
    floor,
    in_water,
    keeps_positions,
    portal_at,
    positions_of,
    stands_clear,
)
from q40k.games.quake.rules.questions import refuse
from q40k.games.quake.rules.state import Match, Player
from q40k.geometry.bases import within_box, within_disc
from q40k.geometry.spots import Spot
from q40k.geometry.units import CM_PER_INCH, Centimetres, to_inches
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule


def arrived(state: Match, portal: int, stand: Stand, at: Spot | None = None) -> dict[str, Any]:
    """What changes of a champion that comes out in or beside a portal."""
    kept: dict[str, Any] = {} if at is None else {"kept": True}
    if stand == "beside":
        there = {"portal": None, "near": portal, "tile": None, "at": at, "level": None}
        return {**there, **kept}
    assert state.setup.arena is not None
    centre = next(p.at for p in state.setup.arena.portals if p.number == portal)
    there = {"portal": portal, "near": None, "tile": None, "at": at or centre, "level": None}
    return {**there, **kept}


AROUND_IN = 1.0
"""So far around a portal a champion may come out (PORTAL-3)."""


Place = tuple[Spot | None, Stand, bool]
"""Where in cm, None when nobody knows; in or beside the portal; whether that is in water."""


def come_out(
    live: Live[Match], player: Player, portal: int, said: Spot | None, stand: Stand
) -> Rule[Place]:
    """Where a champion comes out of a portal: where it is said, else at the place suggested.

    A place that was said is within an inch of the footprint, on the table, in nothing impassable
    and not on another base as long as that can be avoided. Who stands in the portal is not in
    the way: it dies. Without a place said, and where places are not kept, nobody knows where.

    Rule: PORTAL-1, PORTAL-3, RESPAWN-1
    """
    state = live.state
    if said is not None:
        yield from _may_come_out(state, player, portal, said)
        inside = portal_at(state, player, said) == portal
        return said, "in" if inside else "beside", in_water(state, said)
    if not keeps_positions(state, player):
        return None, stand, False
    at = suggested(state, player, portal, stand)
    if at is None:  # too large for the footprint, or somebody who lives stands in the way
        other: Stand = "beside" if stand == "in" else "in"
        at = suggested(state, player, portal, other)
        stand = stand if at is None else other
    return at, stand, at is not None and in_water(state, at)


def suggested(state: Match, player: Player, portal: int, stand: Stand) -> Spot | None:
    """A legal place in or beside a portal; None where there is no room.

    Rule: PORTAL-3, RESPAWN-1
    """
    from q40k.games.quake.arena.deployment import blocked_by
    from q40k.games.quake.arena.portals import arrival

    known, base = positions_of(state), base_of(player)
    gone = state.occupants(portal)
    found = arrival(known, portal, base, gone, player.id)
    at = found.inside if stand == "in" else found.beside
    if at is None:
        return None
    there = known.portals[portal]
    around = (there.diameter_in / 2 + AROUND_IN) * CM_PER_INCH
    others = () if found.crowded else known.others(player.id, *gone)
    for spot in _short(at):
        inside = portal_at(state, player, spot) == portal
        if (
            inside == (stand == "in")
            and within_disc(base, spot, there.at, around)
            and within_box(base, spot, known.field.size)
            and not blocked_by(known.field, others, base, spot)
        ):
            return spot
    return at


def _short(at: Spot) -> Iterator[Spot]:
    """The places of whole tenths of a millimetre around a place, the nearest first."""
    x, y = at[0] * 100, at[1] * 100
    yield round(x) / 100, round(y) / 100
    yield from product((math.floor(x) / 100, ceil(x) / 100), (math.floor(y) / 100, ceil(y) / 100))


def _may_come_out(state: Match, player: Player, portal: int, at: Spot) -> Rule[None]:
    from q40k.games.quake.arena.portals import lands

    assert state.setup.arena is not None
    base, name = base_of(player), player.name
    gone = state.occupants(portal)
    landing = lands(positions_of(state), portal, base, at, gone, player.id)
    if not landing.within:
        there = next(one for one in state.setup.arena.portals if one.number == portal)
        far = max(hypot(x - there.at[0], y - there.at[1]) for x, y in base.spine(at))
        rim = far + base.radius_cm - there.diameter_in * CM_PER_INCH / 2
        inches = round(to_inches(Centimetres(rim)), 2)
        yield from refuse(
            "PORTAL-3", "not-at-the-portal", player=name, portal=portal, inches=inches,
            reach=AROUND_IN,
        )  # fmt: skip
    if not landing.on_table:
        width, height = state.setup.arena.size
        x, y = at
        yield from refuse("PORTAL-3", "off-table", x=x, y=y, width=width, height=height)
    scenery = {one.id: one for one in state.setup.arena.scenery}
    level = floor(state, at)
    for wall in landing.walls:
        if not stands_clear(scenery[wall], level):
            code = (
                "in-lethal"
                if scenery[wall].lethal and not scenery[wall].impassable
                else "in-a-wall"
            )
            yield from refuse("PORTAL-3", code, player=name, scenery=scenery[wall].name)
    for other in landing.bases if landing.avoidable else ():
        yield from refuse("PORTAL-3", "on-a-base", player=name, other=state.players[other].name)
