"""The end of a race, in sentences."""

from __future__ import annotations

from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.wording import CommandText
from tests.games.race.rules.ending import End, Revealed, Won
from tests.games.race.rules.state import Race
from tests.games.race.words.table import name_of
from tests.games.race.words.wording import commands, refusals, tells


@tells(Revealed)
def _revealed(locale: Locale, state: Race, event: Revealed) -> str:
    sentence = N_("{runner} shows a lucky {number}: on to square {square}.")
    name = name_of(state, event.runner)
    return locale.say(sentence, runner=name, number=event.number, square=event.square)


@tells(Won)
def _won(locale: Locale, state: Race, event: Won) -> str:
    return locale.say(N_("{runner} wins the race!"), runner=name_of(state, event.runner))


refusals(
    {
        "over": N_("The race is over."),
        "nobody": N_("Nobody has raced."),
    }
)
commands({End: CommandText(in_context("command", "end the race"))})
