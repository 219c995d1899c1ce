"""The registers of Quake 40K's sentences, and the names and dice that every chapter writes."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from q40k.games.quake.packs.personalities import Personality
from q40k.games.quake.state.match import Match
from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.tabletop import NOTHING_CHANGED, bot_name
from q40k.i18n.wording import EventText, Wording
from q40k.tabletop.rules import BotSeat, ClockRead, NothingChanged

SENTENCES = Path(__file__).parent / "codes.texts.yaml"


def name_of(state: Match, player: str) -> str:
    """Return the player's name, or the id itself if the match does not know it."""
    entry = state.players.get(player)
    return entry.name if entry else player


def names_of(state: Match, players: Iterable[str]) -> tuple[str, ...]:
    """Return the players' names, in their order."""
    return tuple(name_of(state, player) for player in players)


def name_bot(locale: Locale, bot: BotSeat, nature: Personality | None) -> str:
    """Return how a bot is called; `nature` is the data of its personality, if it is known."""
    is_its_own = nature is not None and nature.id == bot.personality
    return bot_name(locale, bot, locale.name_of(nature.name) if is_its_own and nature is not None else "")


def dice_text(dice: tuple[int, ...]) -> str:
    """Return dice as they show: "4 2"."""
    return " ".join(map(str, dice))


def of_player(_locale: Locale, command: Any) -> str:
    """Return the player a command is about."""
    return str(command.player)


def of_player_and(field: str) -> Callable[[Locale, Any], str]:
    """Return the words of a command's player, with a field if it has a value: "Ann (E1)"."""

    def player_and(_locale: Locale, command: Any) -> str:
        value = getattr(command, field)
        return f"{command.player} ({value})" if value else str(command.player)

    return player_and


def of_player_to(field: str) -> Callable[[Locale, Any], str]:
    """Return the words of a command's player, and of whom it is aimed at: "Ann → Bob"."""
    return lambda _locale, command: f"{command.player} → {getattr(command, field)}"


_CERTAINTIES = {
    "high": in_context("certainty", "sure"),
    "medium": in_context("certainty", "fairly sure"),
    "low": in_context("certainty", "doubtful"),
    "": in_context("certainty", "unsaid"),
}


def certainty_name(locale: Locale, certainty: str | None) -> str:
    """Return a word or two for how sure a profile is."""
    return locale.pgettext(*_CERTAINTIES.get(certainty or "", _CERTAINTIES[""]))


ELSEWHERE = {
    "initiative": "deployment",
    "questions": "table",
    "respawn": "portals",
    "score": "damage",
    "ties": "ending",
}
"""The chapters of the rules whose words are in another chapter."""

WORDS: Wording[Match] = Wording("q40k.games.quake.words", Path(__file__).parents[1] / "locales", ELSEWHERE)
WORDS.refusals_in(Path(__file__).with_name("refusals.texts.yaml"))
WORDS.silent(ClockRead)
WORDS.events(
    {
        NothingChanged: EventText(
            {"acts": N_("{player} is the one who acts"), ...: NOTHING_CHANGED}, by="why", fields={"player": "who"}
        )
    }
)


def _name(_locale: Locale, state: Match, player: str) -> str:
    return name_of(state, player)


def _names(locale: Locale, state: Match, players: Iterable[str]) -> str:
    return locale.join_and(names_of(state, players))


WORDS.dress_events(
    {
        **dict.fromkeys(("player", "target", "to", "dead"), _name),
        **dict.fromkeys(("others", "members"), _names),
        "players": lambda _locale, state, players: ", ".join(names_of(state, players)),
        "side": lambda _locale, state, side: state.side_name(side),
        "champion": lambda locale, _state, names: locale.name_of(names),
        "dice": lambda _locale, _state, dice: dice_text(dice),
        "distance": lambda locale, _state, inches: locale.inches(inches),
        "points": lambda locale, _state, points: locale.signed_points(points),
    }
)

events = WORDS.events
tells = WORDS.tells
tells_in_many_ways = WORDS.tells_in_many_ways
silent = WORDS.silent
questions = WORDS.questions
refusals = WORDS.refusals
commands = WORDS.commands
