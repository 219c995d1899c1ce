"""Where no places are kept, a stealer that is named for the first time is there."""

from __future__ import annotations

import re
from typing import Final

from q40k.games.space_hulk.rules.aliens.convert import ALPHA, StealerPlaced
from q40k.games.space_hulk.rules.places import board
from q40k.games.space_hulk.rules.questions import must_know
from q40k.games.space_hulk.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule
from q40k.kernel.lookup import exactly

_STEALER: Final = re.compile(r"S[1-9][0-9]?", re.I)


def introduce(live: Live[Match], *names: str) -> Rule[None]:
    """Stealers such as S3 are named that nobody has spoken of yet; the table sees them.

    Rule: SH-BOARD-1, SH1-BOX-1
    """
    for said in names:
        state = live.state
        known = {**state.marines, **state.stealers, **state.blips}
        if board(state) is not None or exactly(said, known):
            continue
        if said.casefold() == ALPHA.casefold():
            must_know(state, "alpha")
            yield StealerPlaced(who=ALPHA, alpha=True)
        elif _STEALER.fullmatch(said):
            yield StealerPlaced(who=said.upper())
