"""Sentences of rounds: lives lost, who is out, who won."""

from typing import Any

from q40k.games.quake.packs.mods import RoundWonBy
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.objectives import rounds
from q40k.games.quake.words.wording import events, name_of, tells
from q40k.i18n.locale import N_, Locale
from q40k.i18n.wording import EventText

_WON: dict[RoundWonBy, str] = {
    "structures": N_("No other building stands: {side} wins round {round} ({wins} won so far)"),
    "flag": N_("The flag is home: {side} wins round {round} ({wins} won so far)"),
    "last-alive": N_("Last alive: {side} wins round {round} ({wins} won so far)"),
    "others-left": N_("Nobody else is left: {side} wins round {round} ({wins} won so far)"),
}


def _is_hunted(state: Match, _event: Any) -> bool:
    return state.hunt is not None


events(
    {
        rounds.RoundOpened: N_("Round {round}: everyone is alive again"),
        rounds.RoundDrawn: N_("The last ones died together: round {round} is drawn and played again"),
        rounds.RoundWon: EventText(_WON, by="how"),
        rounds.Eliminated: EventText(
            {
                False: N_("{player} is out until the round is won"),
                True: N_("{player} is out for the rest of this hunt"),
            },
            by=_is_hunted,
        ),
        rounds.RoundAwaited: EventText(
            {False: N_("{player} waits for the next round"), True: N_("{player} takes no part in this hunt")},
            by=_is_hunted,
        ),
    }
)


@tells(rounds.LifeLost)
def _life_lost(locale: Locale, state: Match, event: rounds.LifeLost) -> str:
    sentence = locale.ngettext(
        "{player} has {left} life left in this round", "{player} has {left} lives left in this round", event.left
    )
    if state.hunt is not None:
        sentence = locale.ngettext(
            "{player} has {left} life left in this hunt", "{player} has {left} lives left in this hunt", event.left
        )
    return sentence.format(player=name_of(state, event.player), left=event.left)
