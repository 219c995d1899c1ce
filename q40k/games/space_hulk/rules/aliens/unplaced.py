"""Bring stealers into play when they are first named, where no places are kept."""

from __future__ import annotations

import re
from typing import Final

from q40k.games.space_hulk.rules.aliens.convert import ALPHA, StealerPlaced
from q40k.games.space_hulk.rules.places import board
from q40k.games.space_hulk.rules.questions import must_be_in_edition
from q40k.games.space_hulk.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule
from q40k.kernel.lookup import find_exact

_STEALER: Final = re.compile(r"S[1-9][0-9]?", re.I)


def introduce(live: Live[Match], *names: str) -> Rule[None]:
    """Bring named stealers such as S3 into play if they are new; the table sees them.

    Rule: SH-BOARD-1, SH1-BOX-1
    """
    for name in names:
        state = live.state
        pieces = {**state.marines, **state.stealers, **state.blips}
        if board(state) is not None or find_exact(name, pieces):
            continue
        if name.casefold() == ALPHA.casefold():
            must_be_in_edition(state, "alpha")
            yield StealerPlaced(who=ALPHA, alpha=True)
        elif _STEALER.fullmatch(name):
            yield StealerPlaced(who=name.upper())
