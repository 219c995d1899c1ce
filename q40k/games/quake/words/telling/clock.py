"""The table's clock in sentences."""

from __future__ import annotations

from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.telling.shared import Tellers, nothing
from q40k.i18n.locale import N_, Locale
from q40k.i18n.sentences import time_of


def _set(locale: Locale, _state: Match, event: e.ClockSet) -> str:
    if event.limit is None:
        return locale.say(N_("By the clock: {each} for each part"), each=time_of(event.each or 0))
    if event.each is None:
        return locale.say(N_("By the clock: {limit} of play"), limit=time_of(event.limit))
    sentence = N_("By the clock: {limit} of play, {each} for each part")
    return locale.say(sentence, limit=time_of(event.limit), each=time_of(event.each))


def _held(locale: Locale, _state: Match, event: e.ClockHeld) -> str:
    return locale.gettext(N_("The clock stands") if event.paused else N_("The clock goes on"))


def _taken_away(locale: Locale, _state: Match, _event: e.ClockTakenAway) -> str:
    return locale.gettext(N_("The clock is taken away"))


def _up(locale: Locale, _state: Match, event: e.TimeUp) -> str:
    return locale.say(N_("Time is up: turn {turn} was the last"), turn=event.turn)


TELLERS: Tellers = {
    e.ClockSet: _set,
    e.ClockRead: nothing,
    e.ClockHeld: _held,
    e.ClockTakenAway: _taken_away,
    e.TimeUp: _up,
}
