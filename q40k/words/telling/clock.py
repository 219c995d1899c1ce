"""The table's clock in sentences."""

from __future__ import annotations

from q40k.rules import events as e
from q40k.rules.state import Match
from q40k.words.speech import N_, Speech
from q40k.words.telling.shared import Tellers, nothing


def time_of(seconds: float) -> str:
    """So many seconds as a clock shows them: "1:30:00", "12:05"; "-0:20" when they are over."""
    sign = "-" if seconds < 0 else ""
    minutes, left = divmod(int(abs(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{sign}{hours}:{minutes:02}:{left:02}" if hours else f"{sign}{minutes}:{left:02}"


def _set(speech: Speech, _state: Match, event: e.ClockSet) -> str:
    if event.limit is None:
        return speech.say(N_("By the clock: {each} for each part"), each=time_of(event.each or 0))
    if event.each is None:
        return speech.say(N_("By the clock: {limit} of play"), limit=time_of(event.limit))
    sentence = N_("By the clock: {limit} of play, {each} for each part")
    return speech.say(sentence, limit=time_of(event.limit), each=time_of(event.each))


def _held(speech: Speech, _state: Match, event: e.ClockHeld) -> str:
    return speech.gettext(N_("The clock stands") if event.paused else N_("The clock goes on"))


def _taken_away(speech: Speech, _state: Match, _event: e.ClockTakenAway) -> str:
    return speech.gettext(N_("The clock is taken away"))


def _up(speech: Speech, _state: Match, event: e.TimeUp) -> str:
    return speech.say(N_("Time is up: turn {turn} was the last"), turn=event.turn)


TELLERS: Tellers = {
    e.ClockSet: _set,
    e.ClockRead: nothing,
    e.ClockHeld: _held,
    e.ClockTakenAway: _taken_away,
    e.TimeUp: _up,
}
