"""The dice race is a game of the house for the tests of the board, too."""

from __future__ import annotations

import pytest

from q40k.games import game as games
from tests.games.race.playing import WHERE


@pytest.fixture(autouse=True)
def race_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the dice race, and take it away again."""
    monkeypatch.setattr(games, "GAMES", dict(games.GAMES))
    games.add("race", WHERE)
