"""The recorded match of `q40k demo --game space-hulk`, and the moment for its picture."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from q40k.games.game import Demo
from q40k.games.space_hulk.rules.state import Match


def suits_picture(state: Match) -> bool:
    """Return whether a reaction is possible."""
    return state.window is not None


DEMO: Final = Demo(
    Path(__file__).parents[1] / "demo" / "airlock.jsonl",
    lines=84,
    suits_picture=suits_picture,
    keys=("v",),
)
