"""Sentences of what the rules of all games share: overruling, who rolls, an open match."""

from collections.abc import Mapping
from typing import Any

from q40k.i18n.locale import N_, Locale, in_context
from q40k.tabletop.rules import BotSeat, Level, Roller

OVERRULED = N_("The table overrules {rule}: {reason}")
"""The sentence of an overruled refusal."""
NOTHING_CHANGED = N_("Nothing changes")
"""The sentence of a command that needed no change, for a reason this program does not know."""
REFUSALS = {
    "no-match": N_("No match has been laid out yet."),
    "already-open": N_("The match is already laid out."),
    "match-over": N_("The match is over."),
}
"""Why a match that is not open refuses a command."""


LEVELS: dict[Level, tuple[str, str]] = {
    "straight": in_context("bot", "straight"),
    "sound": in_context("bot", "sound"),
    "sharp": in_context("bot", "sharp"),
}
"""The name of each level of a bot."""


def level_name(locale: Locale, level: Level) -> str:
    """Return the name of a bot's level."""
    return locale.pgettext(*LEVELS[level])


def bot_name(locale: Locale, bot: BotSeat, personality: str = "") -> str:
    """Return how a bot is called, with the name of its `personality`: "bot, sound, Camper"."""
    words = (locale.gettext(N_("bot")), level_name(locale, bot.level), personality or bot.personality)
    return ", ".join(word for word in words if word)


CHANCES = {
    "kills": N_("{chance} to kill"),
    "dies": N_("{chance} to die"),
    "accident": N_("{chance} to die"),
    "hits": N_("{chance} to hit"),
}
"""How the chances are said that a bot expects of a move."""


def chances_text(locale: Locale, expects: Mapping[str, float]) -> list[str]:
    """Return the chances that a bot expects of a move, in words."""
    named = ((name, chance) for name, chance in expects.items() if name in CHANCES)
    return [locale.say(CHANCES[name], chance=locale.percent(chance)) for name, chance in named]


def roller_name(locale: Locale, roller: Roller) -> str:
    """Return who rolls: a hand, or the app."""
    app, hand = in_context("dice", "the app rolls"), in_context("dice", "real dice")
    return locale.pgettext(*(app if roller == "app" else hand))


def of_roller(locale: Locale, command: Any) -> str:
    """Return who rolls from a command on, and whose dice."""
    by, player = roller_name(locale, command.by), getattr(command, "player", None)
    return f"{player} ({by})" if player else by
