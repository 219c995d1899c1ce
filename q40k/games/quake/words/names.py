"""The names of players, whose ids events hold, and dice as they show."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from q40k.games.quake.rules.state import Match
from q40k.i18n.locale import Locale


def name_of(state: Match, player: str) -> str:
    """Return the player's name, or the id itself if the match does not know it."""
    entry = state.players.get(player)
    return entry.name if entry else player


def names_of(state: Match, players: Iterable[str]) -> tuple[str, ...]:
    """Return the players' names, in their order."""
    return tuple(name_of(state, player) for player in players)


def dice_text(dice: tuple[int, ...]) -> str:
    """Return dice as they show: "4 2"."""
    return " ".join(map(str, dice))


def of_player(_locale: Locale, command: Any) -> str:
    """Return the player a command is about."""
    return str(command.player)
