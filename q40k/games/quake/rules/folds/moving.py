"""What moves, jumps and arrivals change."""

from __future__ import annotations

from typing import Any

from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.folds.shared import Folds, changed, turned
from q40k.games.quake.rules.state import Match
from q40k.geometry.spots import Spot


def _moved(state: Match, event: e.Moved) -> Match:
    return changed(
        state,
        event.player,
        at=event.to,
        portal=event.portal,
        near=None,
        tile=None,
        spent=event.spent,
        moved=True,
        in_water=event.in_water,
        level=event.level,
        kept=event.to is not None,
        **turned(event.angle),
    )


def _entered(state: Match, event: e.PortalEntered) -> Match:
    return changed(
        state, event.player, portal=event.portal, at=None, near=None, tile=None, spent=event.spent,
        moved=True, in_water=False, level=None,
    )  # fmt: skip


def _arrival(state: Match, portal: int, stand: e.Stand, at: Spot | None = None) -> dict[str, Any]:
    kept: dict[str, Any] = {} if at is None else {"kept": True}
    if stand == "beside":
        there = {"portal": None, "near": portal, "tile": None, "at": at, "level": None}
        return {**there, **kept}
    assert state.setup.arena is not None
    centre = next(p.at for p in state.setup.arena.portals if p.number == portal)
    there = {"portal": portal, "near": None, "tile": None, "at": at or centre, "level": None}
    return {**there, **kept}


def _teleported(state: Match, event: e.Teleported) -> Match:
    there = _arrival(state, event.exit, event.stand, event.at)
    return changed(
        state, event.player, **there, came_by=event.exit, tested=False, in_water=event.in_water
    )


def _respawned(state: Match, event: e.Respawned) -> Match:
    there = _arrival(state, event.portal, event.stand, event.at)
    wounds = state.players[event.player].champion.w
    state = changed(
        state, event.player, **there, alive=True, placed=True, wounds=wounds, spent=0.0,
        came_by=None, beacon=False, in_water=event.in_water,
    )  # fmt: skip
    return state.replace(waiting=tuple(p for p in state.play.waiting if p != event.player))


def _beacon(state: Match, event: e.BeaconUsed) -> Match:
    return changed(state, event.player, beacon=False)


def _thrown(state: Match, event: e.Thrown) -> Match:
    start = state.players[event.player].position.at
    line = (start, event.to) if start is not None and event.to is not None else None
    there = {"at": event.to, "portal": None, "near": None, "tile": None, "level": None}
    return changed(state, event.player, **there).replace(thrown=line)


def _stand_set(state: Match, event: e.StandSet) -> Match:
    if event.portal is None:
        return changed(state, event.player, portal=None, near=None, tile=None, at=None, level=None)
    there = _arrival(state, event.portal, "in")
    return changed(state, event.player, **there, in_water=False)


FOLDS: Folds = {
    e.Moved: _moved,
    e.PortalEntered: _entered,
    e.Teleported: _teleported,
    e.Respawned: _respawned,
    e.BeaconUsed: _beacon,
    e.Thrown: _thrown,
    e.StandSet: _stand_set,
}
