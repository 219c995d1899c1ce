"""The kill feed: one sentence for each event, lively and plain."""

from __future__ import annotations

from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.deaths import accident, killed
from q40k.games.quake.words.telling import (
    barrels,
    clock,
    dying,
    fighting,
    flags,
    melee,
    moving,
    order,
    placing,
    rounds,
    special_moves,
    table,
    teams,
    tokens,
    winning,
)
from q40k.games.quake.words.telling.shared import Tellers
from q40k.i18n.locale import Locale
from q40k.kernel.events import Event

_TELLERS: Tellers = {
    **table.TELLERS,
    **clock.TELLERS,
    **order.TELLERS,
    **moving.TELLERS,
    **special_moves.TELLERS,
    **placing.TELLERS,
    **dying.TELLERS,
    **fighting.TELLERS,
    **melee.TELLERS,
    **tokens.TELLERS,
    **rounds.TELLERS,
    **teams.TELLERS,
    **flags.TELLERS,
    **barrels.TELLERS,
    **winning.TELLERS,
}


def tell(locale: Locale, state: Match, event: Event, number: int = 0) -> str | None:
    """The sentence that tells `event`; None when it says nothing on its own.

    `state` is any state after the event, best the newest: then a name that was put right shows
    everywhere. `number`, the entry's place in the journal when it was first entered, picks among
    the ways to tell a death.
    """
    if isinstance(event, e.Killed):
        return killed(locale, state, event, number)
    if isinstance(event, e.AccidentSuffered):
        return accident(locale, state, event, number)
    return _TELLERS[type(event)](locale, state, event)
