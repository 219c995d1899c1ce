"""What becomes of flags."""

from __future__ import annotations

from typing import Any

from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.folds.shared import Folds, as_it_was
from q40k.games.quake.rules.parts import Flag
from q40k.games.quake.rules.state import Match


def _placed(state: Match, event: e.FlagsPlaced) -> Match:
    flags = {name: Flag(name, team, event.homes.get(name)) for name, team in event.flags.items()}
    return state.replace(flags=flags)


def _flag(state: Match, name: str, **changes: Any) -> Match:
    return state.replace(flags={**state.flags, name: state.flags[name].replace(**changes)})


def _taken(state: Match, event: e.FlagTaken) -> Match:
    return _flag(state, event.flag, carrier=event.player, fell=None, at=None, sharers=())


def _dropped(state: Match, event: e.FlagDropped) -> Match:
    team = state.side_of(event.player)
    return _flag(state, event.flag, carrier=None, fell=team, at=event.at, sharers=())


def _returned(state: Match, event: e.FlagReturned) -> Match:
    return _flag(state, event.flag, carrier=None, fell=None, at=None, sharers=())


def _handed(state: Match, event: e.FlagHandedOver) -> Match:
    state = _flag(state, event.flag, carrier=event.to, sharers=(event.player, event.to))
    return (
        state
        if event.to in state.team_play.acted
        else state.replace(acted=(*state.team_play.acted, event.to))
    )


def _kept(state: Match, event: e.FlagKept) -> Match:
    return _flag(state, event.flag, carrier=event.player, sharers=(event.player,))


def homeward(state: Match) -> Match:
    """The state with every flag where it began."""
    flags = {name: Flag(name, flag.team, flag.home) for name, flag in state.flags.items()}
    return state.replace(flags=flags)


def unshared(state: Match) -> Match:
    """The state without exchanges: they count for one shooting phase (FLAG-4)."""
    if not any(flag.sharers for flag in state.flags.values()):
        return state
    flags = {name: flag.replace(sharers=()) for name, flag in state.flags.items()}
    return state.replace(flags=flags)


FOLDS: Folds = {
    e.FlagsPlaced: _placed,
    e.FlagTaken: _taken,
    e.FlagDropped: _dropped,
    e.FlagReturned: _returned,
    e.FlagHandedOver: _handed,
    e.FlagKept: _kept,
    e.FlagCaptured: as_it_was,
}
