"""A few evenings of bots; `make soak BOTS=1` plays as many as one likes."""

from __future__ import annotations

from tests.soak.bots import evening


def test_bots_play_an_evening_of_random_champions_and_again_from_its_seed() -> None:
    played = evening("deathmatch", 28)  # three levels at one table, and over soon
    assert played.startswith("deathmatch")
    assert evening("deathmatch", 28) == played


def test_bots_play_an_evening_in_teams() -> None:
    assert evening("team-champions", 5).startswith("team-champions")
