"""A bot that takes its worst move in a match of Quake 40K is found: who, where, and at what cost."""

from __future__ import annotations

from q40k.games.game import find
from q40k.study.playouts import Settings
from tests.study.long_counts import CULPRIT, plant_errors, weigh_errors


def test_a_planted_error_is_found_with_its_player_entry_and_size() -> None:
    """`python -m tests.study.long_counts planted 10` prints more of them."""
    game = find("quake")
    planted = plant_errors(game, number=3, every=1, most=1)
    error, *others = weigh_errors(game, planted, Settings(plays=8, ahead=1, rerolls=1, options=2))
    assert not others
    assert (error.who, error.entry) == (CULPRIT, planted.errors[0])
    assert error.cost.low > 0
    assert error.other.low > 0
    assert error.cost.low <= error.other.high
    assert error.other.low <= error.cost.high
