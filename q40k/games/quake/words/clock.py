"""Sentences of the table’s clock."""

from q40k.games.quake.state.clock import ClockHeld, ClockSet, ClockTakenAway, SetClock, TimeUp
from q40k.games.quake.state.match import Match
from q40k.games.quake.words.wording import commands, events, tells
from q40k.i18n.locale import N_, Locale, clock_time, in_context
from q40k.i18n.wording import CommandText, EventText


@tells(ClockSet)
def _set(locale: Locale, _state: Match, event: ClockSet) -> str:
    if event.limit is None:
        return locale.say(N_("By the clock: {each} for each part"), each=clock_time(event.each or 0))
    if event.each is None:
        return locale.say(N_("By the clock: {limit} of play"), limit=clock_time(event.limit))
    sentence = N_("By the clock: {limit} of play, {each} for each part")
    return locale.say(sentence, limit=clock_time(event.limit), each=clock_time(event.each))


events(
    {
        ClockHeld: EventText({True: N_("The clock is stopped"), False: N_("The clock goes on")}, by="paused"),
        ClockTakenAway: N_("The clock is taken away"),
        TimeUp: N_("Time is up: turn {turn} was the last"),
    }
)


def _of_clock(locale: Locale, command: SetClock) -> str:
    if command.off:
        return locale.gettext(N_("taken away"))
    if command.pause is not None:
        return locale.gettext(N_("stopped") if command.pause else N_("goes on"))
    limits = (60 * (command.minutes or 0), command.seconds or 0)
    return " + ".join(clock_time(seconds) for seconds in limits if seconds)


commands({SetClock: CommandText(in_context("command", "clock"), _of_clock)})
