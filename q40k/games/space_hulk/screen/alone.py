"""Playing alone: the program does its next thing as the Genestealers."""

from __future__ import annotations

from q40k.games.space_hulk.rules.solo.automaton import Alien
from q40k.games.space_hulk.rules.state import Match
from q40k.games.space_hulk.screen.base import Desk, action
from q40k.i18n.locale import N_


def program_acts(state: Match) -> bool:
    """Whether the program plays the Genestealers, and it is their turn."""
    theirs = state.play.phase in ("stealer-reinforcement", "stealer-action")
    return state.options.solo and theirs and not _waits(state)


def _waits(state: Match) -> bool:
    """Whether the player must turn up a blip first."""
    return state.conversion is not None and not state.conversion.own


@action(
    "alien", "play", key="A", bar=0, name=N_("Genestealers"), when=program_acts,
    help=N_("Alone: the program does its next thing as the Genestealers; Space as well."),
)  # fmt: skip
def alien(_desk: Desk) -> Alien:
    """Shift+A: a blip arrives, or an alien acts."""
    return Alien()
