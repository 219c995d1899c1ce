"""Players by name, since events hold ids; dice as they show."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from q40k.games.quake.rules.state import Match
from q40k.i18n.locale import Locale


def name_of(state: Match, player: str) -> str:
    """The player's name; the id itself for one the match does not know."""
    known = state.players.get(player)
    return known.name if known else player


def names_of(state: Match, players: Iterable[str]) -> tuple[str, ...]:
    """The players' names, in their order."""
    return tuple(name_of(state, player) for player in players)


def dice_shown(dice: tuple[int, ...]) -> str:
    """Dice as they show: "4 2"."""
    return " ".join(map(str, dice))


def of_player(_locale: Locale, command: Any) -> str:
    """The player a command is about."""
    return str(command.player)
