"""Marching on in a burning section: a die at every square."""

from __future__ import annotations

from typing import Final

from q40k.games.space_hulk.rules.losses import kill
from q40k.games.space_hulk.rules.movement.ways import Way, within_one_fire
from q40k.games.space_hulk.rules.places import board, burning
from q40k.games.space_hulk.rules.questions import roll_one, side_of
from q40k.games.space_hulk.rules.state import Match, Stealer
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule

SURVIVES: Final = 1
"""The only number of a die on which fire spares (SH-FIRE-3)."""


def enters_fire(state: Match, found: Way) -> bool:
    """Whether a step goes from one burning square to the next, and that costs a die.

    Rule: SH-FIRE-3, SH1-FIRE-3
    """
    ground = board(state)
    return (
        not state.edition.burnt_survive
        and ground is not None
        and found.end is not None
        and found.end in burning(state)
        and within_one_fire(state, ground, found)
    )


def march_on(live: Live[Match], who: str) -> Rule[None]:
    """Whoever marches on through the fire rolls at every square; the Alpha does not burn.

    Rule: SH-FIRE-3, SH-ALPHA-4, SH-ALPHA-6
    """
    piece = live.state.piece(who)
    if isinstance(piece, Stealer) and piece.alpha:
        return
    die = yield from roll_one(side_of(piece), "fire", "SH-FIRE-3", who=who)
    if die > SURVIVES:
        yield kill(live.state, who, "fire")
