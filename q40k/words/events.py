"""The kill feed: one sentence for each event, lively and plain."""

from __future__ import annotations

from q40k.kernel.telling import Event
from q40k.rules import events as e
from q40k.rules.state import Match
from q40k.words.deaths import accident, killed
from q40k.words.speech import Speech
from q40k.words.telling import (
    barrels,
    clock,
    dying,
    fighting,
    flags,
    hazards,
    melee,
    moving,
    order,
    placing,
    rounds,
    table,
    teams,
    tokens,
    winning,
)
from q40k.words.telling.shared import Tellers

_TELLERS: Tellers = {
    **table.TELLERS,
    **clock.TELLERS,
    **order.TELLERS,
    **moving.TELLERS,
    **hazards.TELLERS,
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


def tell(speech: Speech, state: Match, event: Event, number: int = 0) -> str | None:
    """The sentence that tells `event`; None when it says nothing on its own.

    `state` is any state after the event, best the newest: then a name that was put right shows
    everywhere. `number`, the entry's place in the journal when it was first entered, picks among
    the ways to tell a death.
    """
    if isinstance(event, e.Killed):
        return killed(speech, state, event, number)
    if isinstance(event, e.AccidentSuffered):
        return accident(speech, state, event, number)
    return _TELLERS[type(event)](speech, state, event)
