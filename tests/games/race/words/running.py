"""A run, in sentences."""

from __future__ import annotations

from q40k.i18n.locale import N_, Locale, in_context
from q40k.i18n.questions import QuestionText
from q40k.i18n.wording import CommandText
from tests.games.race.rules.running import Ran, Run, Stumbled, TurnOpened
from tests.games.race.rules.state import Race
from tests.games.race.words.table import name_of
from tests.games.race.words.wording import commands, questions, refusals, tells


@tells(Ran)
def _ran(locale: Locale, state: Race, event: Ran) -> str:
    said = {"runner": name_of(state, event.runner), "die": event.die, "square": event.square}
    if event.thrown is None:
        return locale.say(N_("{runner} rolls {die} and runs to square {square}."), **said)
    sentence = N_("{runner} rolls {die} and runs to square {square}, which throws to {thrown}.")
    return locale.say(sentence, thrown=event.thrown, **said)


@tells(Stumbled)
def _stumbled(locale: Locale, state: Race, event: Stumbled) -> str:
    name = name_of(state, event.runner)
    sentence = N_("{runner} dares too much, and is back on square {square}.")
    return locale.say(sentence, runner=name, square=event.square)


@tells(TurnOpened)
def _turn_opened(_locale: Locale, _state: Race, _event: TurnOpened) -> None:
    return


_RISK = N_("Another die: on a 1, back to where the run began.")
_LUCK = N_("Another die: on a 1, back to where the run began. Your lucky number is {lucky}.")

questions(
    {
        "run": QuestionText(N_("{who} rolls {dice}: a run"), N_("So many squares on.")),
        "dare": QuestionText(
            N_("{who}: run on?"),
            lambda question: _LUCK if "lucky" in question.facts else _RISK,
        ),
        "dared": QuestionText(
            N_("{who} rolls {dice}: running on"), N_("On a 1, back to where the run began.")
        ),
    }
)
refusals({"too-few": N_("At least {least} are needed for a race.")})
commands({Run: CommandText(in_context("command", "run"))})
