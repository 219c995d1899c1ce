"""The kill feed: one sentence for each event, lively and plain."""

from __future__ import annotations

from q40k.games.quake.rules import events as e
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
from q40k.games.quake.words.telling.shared import Tellers, nothing
from q40k.games.quake.words.wording import silent, tells, tells_in_many_ways

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


tells_in_many_ways(e.Killed)(killed)
tells_in_many_ways(e.AccidentSuffered)(accident)
for _kind, _teller in _TELLERS.items():
    if _teller is nothing:
        silent(_kind)
    else:
        tells(_kind)(_teller)
