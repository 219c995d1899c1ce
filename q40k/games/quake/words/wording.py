"""The registers of Quake 40K's sentences, and the names and dice that every chapter writes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from q40k.games.quake.rules.state import Match
from q40k.i18n.locale import Locale
from q40k.i18n.wording import Wording


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


# -- The registers of Quake 40K's sentences, to which every chapter of its words adds --------------


def certainty_name(locale: Locale, certainty: str | None) -> str:
    """Return a word or two for how sure a profile is."""
    words = {
        "high": locale.pgettext("certainty", "sure"),
        "medium": locale.pgettext("certainty", "fairly sure"),
        "low": locale.pgettext("certainty", "doubtful"),
    }
    return words.get(certainty or "", locale.pgettext("certainty", "unsaid"))


ELSEWHERE: Final = {
    "flag_carrying": "flags",
    "initiative": "deployment",
    "minds": "traits",
    "placing": "positions",
    "questions": "table",
    "respawn": "portals",
    "score": "damage",
    "ties": "ending",
}
"""The chapters of the rules whose words are in another chapter."""

WORDS: Wording[Match] = Wording(
    "q40k.games.quake.words", Path(__file__).parents[1] / "locales", ELSEWHERE
)

tells = WORDS.tells
tells_in_many_ways = WORDS.tells_in_many_ways
silent = WORDS.silent
questions = WORDS.questions
refusals = WORDS.refusals
commands = WORDS.commands
