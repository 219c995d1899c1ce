"""Where no places are kept, a stealer that is named for the first time is there."""

from __future__ import annotations

import re
from typing import Final

from q40k.games.space_hulk.rules.aliens.convert import ALPHA, StealerPlaced
from q40k.games.space_hulk.rules.places import board
from q40k.games.space_hulk.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule
from q40k.kernel.lookup import exactly

_STEALER: Final = re.compile(r"S[1-9][0-9]?", re.I)


def introduce(live: Live[Match], said: str) -> Rule[None]:
    """A stealer such as S3 is named that nobody has spoken of yet; the table sees it.

    Rule: SH-BOARD-1
    """
    state = live.state
    known = {**state.marines, **state.stealers, **state.blips}
    if board(state) is not None or exactly(said, known):
        return
    if _STEALER.fullmatch(said) or said.casefold() == ALPHA.casefold():
        name = said.upper() if said.casefold() != ALPHA.casefold() else ALPHA
        yield StealerPlaced(who=name, alpha=name == ALPHA)
