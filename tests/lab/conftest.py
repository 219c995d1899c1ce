"""The coin game as an installed one, in the lab."""

from __future__ import annotations

import pytest

from q40k.games import game as games


@pytest.fixture(autouse=True)
def coin(monkeypatch: pytest.MonkeyPatch) -> games.Game:
    """Add the game, as a package that is installed does."""
    monkeypatch.setattr(games, "GAMES", dict(games.GAMES))
    games.add("coin", "tests.games.coin.game:MANIFEST")
    return games.find("coin")
