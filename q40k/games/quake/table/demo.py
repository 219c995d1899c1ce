"""The recorded evening that `q40k demo` plays, and the moment of it that a picture shows."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from q40k.games.game import Demo
from q40k.games.quake.rules.state import Match


def suits_picture(state: Match) -> bool:
    """Return whether a jump has something to show: somebody is in another portal."""
    others = {p for n in (1, 2, 3, 4) for p in state.occupants(n)} - {state.play.active}
    return state.play.phase == "movement" and bool(others)


DEMO: Final = Demo(
    Path(__file__).parents[1] / "demo" / "evening.jsonl",
    lines=120,
    suits_picture=suits_picture,
    keys=("p", "5"),
)
