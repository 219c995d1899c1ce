"""The table’s clock."""

from __future__ import annotations

from q40k.games.quake.rules.clock import (
    ClockHeld,
    ClockRead,
    ClockSet,
    ClockTakenAway,
    SetClock,
    TimeUp,
)
from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.wording import commands, refusals, silent, tells
from q40k.i18n.locale import N_, Locale, meant
from q40k.i18n.sentences import time_of
from q40k.i18n.wording import CommandText


@tells(ClockSet)
def _set(locale: Locale, _state: Match, event: ClockSet) -> str:
    if event.limit is None:
        return locale.say(N_("By the clock: {each} for each part"), each=time_of(event.each or 0))
    if event.each is None:
        return locale.say(N_("By the clock: {limit} of play"), limit=time_of(event.limit))
    sentence = N_("By the clock: {limit} of play, {each} for each part")
    return locale.say(sentence, limit=time_of(event.limit), each=time_of(event.each))


@tells(ClockHeld)
def _held(locale: Locale, _state: Match, event: ClockHeld) -> str:
    return locale.gettext(N_("The clock stands") if event.paused else N_("The clock goes on"))


@tells(ClockTakenAway)
def _taken_away(locale: Locale, _state: Match, _event: ClockTakenAway) -> str:
    return locale.gettext(N_("The clock is taken away"))


@tells(TimeUp)
def _up(locale: Locale, _state: Match, event: TimeUp) -> str:
    return locale.say(N_("Time is up: turn {turn} was the last"), turn=event.turn)


def _of_clock(locale: Locale, command: SetClock) -> str:
    if command.off:
        return locale.gettext(N_("taken away"))
    if command.pause is not None:
        return locale.gettext(N_("stands") if command.pause else N_("goes on"))
    limits = (60 * (command.minutes or 0), command.seconds or 0)
    return " + ".join(time_of(seconds) for seconds in limits if seconds)


silent(ClockRead)

refusals(
    {
        "no-clock": N_("The table does not play by the clock."),
        "clock-without-limit": N_(
            "A clock needs minutes for the match, seconds for each part, or both."
        ),
    },
)

commands(
    {
        SetClock: CommandText(meant("command", "clock"), _of_clock),
    }
)
