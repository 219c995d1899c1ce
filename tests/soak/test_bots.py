"""A few evenings of bots; `make soak BOTS=1` plays as many as one likes."""

from __future__ import annotations

import pytest

from tests.soak.bots import evening


@pytest.mark.parametrize(("mod", "seed"), [("deathmatch", 3), ("team-champions", 4)])
def test_bots_play_an_evening_of_random_champions(mod: str, seed: int) -> None:
    assert evening(mod, seed).startswith(mod)
    assert evening(mod, seed) == evening(mod, seed), "the same seed plays the same evening"
