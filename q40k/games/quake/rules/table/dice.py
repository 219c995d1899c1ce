"""Who rolls whose dice, and how a D3 is typed."""

from __future__ import annotations

from typing import Literal

from q40k.games.quake.rules.changing import change_player
from q40k.games.quake.rules.command import Command
from q40k.games.quake.rules.parts import Roller
from q40k.games.quake.rules.questions import find_player, forbid
from q40k.games.quake.rules.registry import command, event, fold, rule
from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.table.d3 import D3Typed
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.packs.said import Name


@command
class Dice(Command, tag="dice"):
    """Say who rolls a player's dice by default, or everyone's."""

    by: Literal["hand", "app"]
    player: Name | None = None


@command
class D3(Command, tag="d3"):
    """Say how a D3 is typed: as 1 to 3, or as the D6 it was rolled on."""

    on_d6: bool


@event
class RollerSet(Event, tag="roller-set"):
    """Who rolls a player's dice, or the table's, by default."""

    player: str | None
    roller: Roller


@fold(RollerSet)
def _roller_set(state: Match, event: RollerSet) -> Match:
    if event.player is not None:
        return change_player(state, event.player, roller=event.roller)
    players = {name: player.replace(roller=None) for name, player in state.players.items()}
    return state.replace(roller=event.roller, players=players)


@rule(Dice)
def dice(live: Live[Match], command: Dice) -> Rule[None]:
    """Say who rolls a player's dice by default, or everyone's.

    Rule: TABLE-5
    """
    player = find_player(live.state, command.player).id if command.player else None
    yield RollerSet(player=player, roller=command.by)


@rule(D3)
def d3(live: Live[Match], command: D3) -> Rule[None]:
    """Say how a D3 is typed.

    Rule: TABLE-5
    """
    if live.state.setup.mod is None:
        raise forbid("TABLE-2", "no-match")
    yield D3Typed(on_d6=command.on_d6)
