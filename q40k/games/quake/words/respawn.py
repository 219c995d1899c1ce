"""Sentences of respawning and of newcomers who enter."""

from __future__ import annotations

from q40k.games.quake.rules.respawn import Respawned
from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.names import name_of
from q40k.games.quake.words.portals import portal_die
from q40k.games.quake.words.wording import questions, tells
from q40k.i18n.locale import N_, Locale
from q40k.i18n.questions import QuestionText

_ARRIVALS = {
    (False, "in"): N_("{player} is back in portal {portal}"),
    (False, "beside"): N_("{player} is back beside portal {portal}"),
    (True, "in"): N_("{player} enters the arena in portal {portal}"),
    (True, "beside"): N_("{player} enters the arena beside portal {portal}"),
}


@tells(Respawned)
def _respawned(locale: Locale, state: Match, event: Respawned) -> str:
    sentence = _ARRIVALS[event.entry, event.stand]
    return locale.say(sentence, player=name_of(state, event.player), portal=event.portal)


questions(
    {
        "respawn-portal": QuestionText(
            N_("{who} rolls {dice}: back by which portal?"),
            N_("Whoever stands in that portal dies; coming back is no danger."),
            odds=portal_die,
        ),
        "entry-portal": QuestionText(
            N_("{who} rolls {dice}: enters by which portal?"),
            N_("Whoever stands in that portal dies; no danger for the newcomer."),
            odds=portal_die,
        ),
    }
)
