"""The desk of the game's screens, the registry of their actions, and when an action makes sense.

An action is registered where its form is written:

    @action("kill", "play", key="k", at=150, name=N_("Kill"), help=N_("…"), when=playing)
    def kill(desk: Desk) -> Form: ...
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from q40k.games.quake.rules.movement.second_move import kind_now
from q40k.tui.actions import Actions
from q40k.tui.forms import FormDesk

if TYPE_CHECKING:
    from q40k.games.quake.packs.library import Library
    from q40k.games.quake.rules.state import Match

Desk: TypeAlias = "FormDesk[Match, Library]"

action = Actions(package="q40k.games.quake.screen", without=("champion", "lobby", "map", "opening"))
"""The registry of the game's actions. Those left out register none, and take their time."""


def playing(state: Match) -> bool:
    """Return whether the set-up is over."""
    return state.play.phase != "setup"


def during(phase: str) -> Callable[[Match], bool]:
    """Return a condition that holds in one phase."""
    return lambda state: state.play.phase == phase


def running(state: Match) -> bool:
    """Return whether a turn is being played."""
    return state.running


def acting(state: Match) -> bool:
    """Return whether a turn is being played and a champion acts in it."""
    return state.running and state.play.active is not None


def moving(state: Match) -> bool:
    """Return whether a champion may move."""
    return state.play.phase == "movement" and state.play.active is not None


def springing(state: Match) -> bool:
    """Return whether the active champion may move again in this phase, by a trait."""
    if state.play.active is None or state.outcome.over:
        return False
    return kind_now(state, state.players[state.play.active]) is not None


def somebody(state: Match) -> bool:
    """Return whether a player is at the table."""
    return any(player.present for player in state.players.values())


def anybody(state: Match) -> bool:
    """Return whether a player is, or has been, at the table."""
    return bool(state.players)
