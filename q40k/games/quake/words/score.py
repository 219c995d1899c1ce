"""Sentences of the score, and of kills in a row."""

from __future__ import annotations

from q40k.games.quake.rules.score import Adjust, Adjusted
from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.names import name_of
from q40k.games.quake.words.wording import commands, tells
from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.wording import CommandText


@tells(Adjusted)
def _adjusted(locale: Locale, state: Match, event: Adjusted) -> str:
    sentence = N_("Score adjusted: {player} {points} ({why})")
    who, points = name_of(state, event.player), locale.signed_points(event.score)
    return locale.say(sentence, player=who, points=points, why=event.why)


_STREAKS = (
    (8, N_("unstoppable: {number} in a row")),
    (5, N_("rampage: {number} in a row")),
    (3, N_("on a roll: {number} in a row")),
)


def streak(locale: Locale, number: int) -> str:
    """Return the words for a number of kills without dying; "" below three."""
    for least, words in _STREAKS:
        if number >= least:
            return locale.say(words, number=number)
    return ""


def _of_adjustment(locale: Locale, command: Adjust) -> str:
    return f"{command.player} {locale.signed_points(command.score)}"


commands(
    {
        Adjust: CommandText(in_context("command", "score"), _of_adjustment),
    }
)
