"""The recorded match that `q40k demo --game space-hulk` plays, and the moment that is drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from q40k.games.game import Demo
from q40k.games.space_hulk.rules.state import Match


def suits_picture(state: Match) -> bool:
    """Whether somebody may react just now."""
    return state.window is not None


DEMO: Final = Demo(
    Path(__file__).parents[1] / "demo" / "airlock.jsonl",
    lines=84,
    suits_picture=suits_picture,
    keys=("v",),
)
