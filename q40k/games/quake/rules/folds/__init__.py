"""The fold: the only place where a state changes, one event at a time."""

from __future__ import annotations

from q40k.games.quake.rules.folds import (
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
from q40k.games.quake.rules.folds.shared import Folds
from q40k.games.quake.rules.state import Match
from q40k.kernel.events import Event

FOLDS: Folds = melee.with_melees(
    {
        **table.FOLDS,
        **clock.FOLDS,
        **order.FOLDS,
        **moving.FOLDS,
        **placing.FOLDS,
        **special_moves.FOLDS,
        **dying.FOLDS,
        **fighting.FOLDS,
        **melee.FOLDS,
        **tokens.FOLDS,
        **teams.FOLDS,
        **flags.FOLDS,
        **barrels.FOLDS,
        **rounds.FOLDS,
        **winning.FOLDS,
    }
)
"""How each kind of event changes a state."""


def fold(state: Match, event: Event) -> Match:
    """The state after `event`."""
    return FOLDS[type(event)](state, event)
