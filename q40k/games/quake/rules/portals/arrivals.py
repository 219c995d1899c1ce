"""Where a champion comes out of a portal, when positions are kept."""

import math
from collections.abc import Iterator
from itertools import product
from math import ceil, hypot
from typing import Any

from q40k.games.quake.packs.arena import PORTALS
from q40k.games.quake.rules.positions import (
    base_of,
    floor_height,
    in_water,
    is_on_top,
    keeps_positions,
    portal_at,
    positions_of,
)
from q40k.games.quake.rules.questions import choose, refuse, roll
from q40k.games.quake.rules.registry import Event, Stand, fold
from q40k.games.quake.rules.state import Match, Player, change_player
from q40k.geometry.space import CM_PER_INCH, Centimetres, Spot, to_inches, within_box, within_disc
from q40k.kernel.events import Live, Rule


def arrival_changes(state: Match, portal: int, stand: Stand, at: Spot | None = None) -> dict[str, Any]:
    """Return the changes to a champion that comes out in or beside a portal."""
    kept: dict[str, Any] = {} if at is None else {"kept": True}
    if stand == "beside":
        changes = {"portal": None, "near": portal, "tile": None, "at": at, "level": None}
        return {**changes, **kept}
    centre = next(p.at for p in state.arena.portals if p.number == portal)
    changes = {"portal": portal, "near": None, "tile": None, "at": at or centre, "level": None}
    return {**changes, **kept}


AROUND_IN = 1.0
"""How far around a portal a champion may come out (PORTAL-3)."""


Place = tuple[Spot | None, Stand, bool]
"""Where in cm (None: unknown), in or beside the portal, and whether that is in water."""


def come_out(live: Live[Match], player: Player, portal: int, place: Spot | None, stand: Stand) -> Rule[Place]:
    """Return where a champion comes out of a portal: the given place, else the suggested one.

    A given place is within an inch of the footprint, on the table and in nothing impassable. It is
    not on another base if that can be avoided. A champion standing in the portal does not obstruct
    it: it dies. If no place is given and places are not kept, the place is unknown.

    Rule: PORTAL-1, PORTAL-3, RESPAWN-1
    """
    state = live.state
    if place is not None:
        yield from _refuse_bad_exit(state, player, portal, place)
        inside = portal_at(state, player, place) == portal
        return place, "in" if inside else "beside", in_water(state, place)
    if not keeps_positions(state, player):
        return None, stand, False
    at = suggest_place(state, player, portal, stand)
    if at is None:  # too large for the footprint, or a living champion obstructs it
        other: Stand = "beside" if stand == "in" else "in"
        at = suggest_place(state, player, portal, other)
        stand = stand if at is None else other
    return at, stand, at is not None and in_water(state, at)


def suggest_place(state: Match, player: Player, portal: int, stand: Stand) -> Spot | None:
    """Return a legal place in or beside a portal; None if there is no room.

    Rule: PORTAL-3, RESPAWN-1
    """
    from q40k.games.quake.arena.deployment import blocked_by
    from q40k.games.quake.arena.portals import arrival

    positions, base = positions_of(state), base_of(player)
    occupants = state.occupants(portal)
    landing = arrival(positions, portal, base, occupants, player.id)
    at = landing.inside if stand == "in" else landing.beside
    if at is None:
        return None
    exit_portal = positions.portals[portal]
    around = (exit_portal.diameter_in / 2 + AROUND_IN) * CM_PER_INCH
    others = () if landing.crowded else positions.others(player.id, *occupants)
    for spot in _rounded_spots(at):
        inside = portal_at(state, player, spot) == portal
        if (
            inside == (stand == "in")
            and within_disc(base, spot, exit_portal.at, around)
            and within_box(base, spot, positions.field.size)
            and not blocked_by(positions.field, others, base, spot)
        ):
            return spot
    return at


def _rounded_spots(at: Spot) -> Iterator[Spot]:
    """Yield the places of whole tenths of a millimetre around a place, the nearest first."""
    x, y = at[0] * 100, at[1] * 100
    yield round(x) / 100, round(y) / 100
    yield from product((math.floor(x) / 100, ceil(x) / 100), (math.floor(y) / 100, ceil(y) / 100))


def _refuse_bad_exit(state: Match, player: Player, portal: int, at: Spot) -> Rule[None]:
    from q40k.games.quake.arena.portals import lands

    base, name = base_of(player), player.name
    occupants = state.occupants(portal)
    landing = lands(positions_of(state), portal, base, at, occupants, player.id)
    if not landing.within:
        exit_portal = next(p for p in state.arena.portals if p.number == portal)
        far = max(hypot(x - exit_portal.at[0], y - exit_portal.at[1]) for x, y in base.spine(at))
        rim = far + base.radius_cm - exit_portal.diameter_in * CM_PER_INCH / 2
        inches = round(to_inches(Centimetres(rim)), 2)
        yield from refuse("PORTAL-3", "not-at-the-portal", player=name, portal=portal, inches=inches, reach=AROUND_IN)
    if not landing.on_table:
        width, height = state.arena.size
        x, y = at
        yield from refuse("PORTAL-3", "off-table", x=x, y=y, width=width, height=height)
    scenery = {piece.id: piece for piece in state.arena.scenery}
    level = floor_height(state, at)
    for wall in landing.walls:
        if not is_on_top(scenery[wall], level):
            code = "in-lethal" if scenery[wall].lethal and not scenery[wall].impassable else "in-a-wall"
            yield from refuse("PORTAL-3", code, player=name, scenery=scenery[wall].name)
    for other in landing.bases if landing.avoidable else ():
        yield from refuse("PORTAL-3", "on-a-base", player=name, other=state.players[other].name)


# -- the portal of exit -------------------------------------------------------------------


class BeaconUsed(Event, tag="beacon-used"):
    """The beacon's holder rolls its portal die again; `die` is what it showed."""

    player: str
    die: int


@fold(BeaconUsed)
def _beacon_used(state: Match, event: BeaconUsed) -> Match:
    return change_player(state, event.player, beacon=False)


def roll_portal(
    live: Live[Match], player: str, key: str, rule: str, entered: int | None = None
) -> Rule[tuple[int, int]]:
    """Roll 1D6: 1 to 5 is the portal of arrival, on a 6 the owner chooses any; (die, portal).

    The holder of a beacon may roll the die once more, also if it has just died with one. This is
    decided after the roll, before a 6 becomes a choice.

    Rule: PORTAL-2, BONUS-1
    """
    (die,) = yield from roll(live, player, key, rule, entered=entered)
    if live.state.players[player].beacon or live.state.holds(player, "beacon"):
        again = yield from choose(player, "beacon", "BONUS-1", ("yes", "no"), die=die)
        if again == "yes":
            yield BeaconUsed(player=player, die=die)
            (die,) = yield from roll(live, player, key, rule, entered=entered)
    if die < 6:
        return die, die
    portal: int = yield from choose(player, "choose-portal", "PORTAL-2", PORTALS, entered=entered)
    return die, portal
