"""A run: its key."""

from __future__ import annotations

from q40k.i18n.locale import N_
from tests.games.race.rules.running import Run
from tests.games.race.screen.base import Desk, action


@action(
    "run", "play", key="r", bar=0, name=N_("Run"), when=lambda state: len(state.runners) > 1,
    help=N_("Whoever is next runs: a die, and another for who dares."),
)  # fmt: skip
def run(_desk: Desk) -> Run:
    """R: whoever is next runs."""
    return Run()
