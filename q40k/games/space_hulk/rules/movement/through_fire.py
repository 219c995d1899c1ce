"""March through a burning section: a die roll at every square."""

from __future__ import annotations

from typing import Final

from q40k.games.space_hulk.rules.losses import kill_event
from q40k.games.space_hulk.rules.movement.ways import StepPath, is_within_one_fire
from q40k.games.space_hulk.rules.places import board, burning_squares
from q40k.games.space_hulk.rules.questions import roll_one, side_of
from q40k.games.space_hulk.rules.state import Match, Stealer
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule

SURVIVES: Final = 1
"""The only die result that survives the fire (SH-FIRE-3)."""


def enters_fire(state: Match, path: StepPath) -> bool:
    """Return whether a step goes from one burning square to the next and needs a die roll.

    Rule: SH-FIRE-3, SH1-FIRE-3
    """
    ground = board(state)
    return (
        not state.edition.burnt_survive
        and ground is not None
        and path.end is not None
        and path.end in burning_squares(state)
        and is_within_one_fire(state, ground, path)
    )


def march_on(live: Live[Match], who: str) -> Rule[None]:
    """Roll for a piece that marches through the fire; the Alpha does not burn.

    Rule: SH-FIRE-3, SH-ALPHA-4, SH-ALPHA-6
    """
    piece = live.state.piece(who)
    if isinstance(piece, Stealer) and piece.alpha:
        return
    die = yield from roll_one(side_of(piece), "fire", "SH-FIRE-3", who=who)
    if die > SURVIVES:
        yield kill_event(live.state, who, "fire")
