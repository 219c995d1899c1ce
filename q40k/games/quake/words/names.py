"""Players by name, since events hold ids."""

from __future__ import annotations

from collections.abc import Iterable

from q40k.games.quake.rules.state import Match


def name_of(state: Match, player: str) -> str:
    """The player's name; the id itself for one the match does not know."""
    known = state.players.get(player)
    return known.name if known else player


def names_of(state: Match, players: Iterable[str]) -> tuple[str, ...]:
    """The players' names, in their order."""
    return tuple(name_of(state, player) for player in players)
