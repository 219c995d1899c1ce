"""The fold: the only place where a state changes, one event at a time."""

from __future__ import annotations

from q40k.kernel.telling import Event
from q40k.rules.folds import (
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
from q40k.rules.folds.shared import Folds
from q40k.rules.state import Match

FOLDS: Folds = melee.with_melees(
    {
        **table.FOLDS,
        **clock.FOLDS,
        **order.FOLDS,
        **moving.FOLDS,
        **placing.FOLDS,
        **hazards.FOLDS,
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
