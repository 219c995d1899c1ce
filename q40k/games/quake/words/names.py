"""Players by name, since events hold ids; and the nearest word to one that does not fit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from q40k.games.quake.rules.state import Match
from q40k.i18n.locale import N_, Locale


def name_of(state: Match, player: str) -> str:
    """The player's name; the id itself for one the match does not know."""
    known = state.players.get(player)
    return known.name if known else player


def names_of(state: Match, players: Iterable[str]) -> tuple[str, ...]:
    """The players' names, in their order."""
    return tuple(name_of(state, player) for player in players)


def nearest(locale: Locale, facts: Mapping[str, Any]) -> str:
    """The nearest valid word, as a question to add; "" when nothing is near."""
    near = facts.get("nearest")
    if near is None:
        return ""
    return " " + locale.say(N_("Did you mean {nearest}?"), nearest=near)
