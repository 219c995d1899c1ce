"""RESPAWN: arrivals, telefrags and returns as events."""

from typing import Any

from msgspec.structs import replace

from q40k.games.quake.state.match import Match, change_player, stand_at
from q40k.games.quake.state.registry import Event, Stand
from q40k.geometry.space import Spot


def arrival_changes(state: Match, portal: int, stand: Stand, at: Spot | None = None) -> dict[str, Any]:
    """Return the changes to a champion that comes out in or beside a portal."""
    kept: dict[str, Any] = {} if at is None else {"kept": True}
    if stand == "beside":
        return {**stand_at(at), "near": portal, **kept}
    return {**stand_at(at or state.arena.portal(portal).at, portal), **kept}


# -- the portal of exit -------------------------------------------------------------------


def has_beacon(state: Match, player: str) -> bool:
    """Return whether a champion may roll a portal die again: by a beacon it holds, or just died with.

    Rule: BONUS-1
    """
    return state.players[player].beacon or state.holds(player, "beacon")


class BeaconUsed(Event, tag="beacon-used"):
    """The beacon's holder rolls its portal die again; `die` is what it showed."""

    player: str
    die: int

    def fold(self, state: Match) -> Match:
        return change_player(state, self.player, beacon=False)


# -- respawns -----------------------------------------------------------------------------


class Respawned(Event, tag="respawned"):
    """A champion came (back) onto the table by a portal (RESPAWN-1, INIT-4).

    `at` is where, in cm, when places are kept. `in_water`: it stands in water there.
    """

    player: str
    portal: int
    die: int
    stand: Stand
    entry: bool = False
    at: tuple[float, float] | None = None
    in_water: bool = False

    def fold(self, state: Match) -> Match:
        changes = arrival_changes(state, self.portal, self.stand, self.at)
        dead = state.players[self.player]
        back = replace(
            dead,
            beacon=False,
            life=replace(dead.life, alive=True, placed=True, wounds=dead.champion.w),
            movement=replace(dead.movement, spent=0.0, came_by=None, in_water=self.in_water),
            position=replace(dead.position, **changes),
        )
        waiting = tuple([p for p in state.play.waiting if p != self.player])
        return replace(state, players={**state.players, self.player: back}, play=replace(state.play, waiting=waiting))
