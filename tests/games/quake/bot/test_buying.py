"""What a bot buys for a perfect fighter."""

from __future__ import annotations

import pytest

from q40k.games.quake.bot.buying import buy_gear
from q40k.games.quake.bot.playing import Entrant, set_up
from tests.table.scripts import library


def value_with(gear: tuple[str, ...]) -> float:
    """What the perfect fighter costs with its gear; the rules accept it."""
    seats = [Entrant("Ann", "ig-guardsman", gear), Entrant("Bob", "nid-carnifex")]
    table = set_up(library(), "supreme-master", "classic-60", seats, 1)
    return float(table.state.players["p1"].value)


@pytest.mark.rule("CHAMPION-5", "CHAMPION-8")
def test_a_bot_buys_what_hurts_its_foes_within_the_budget() -> None:
    bare = value_with(())
    gear = buy_gear(library(), "supreme-master", "ig-guardsman", ["nid-carnifex"])
    assert gear, "its own gun does nothing to a carnifex"
    assert bare < value_with(gear) <= bare * 4
    free = buy_gear(library(), "supreme-master", "ig-guardsman", ["nid-carnifex"], int(bare))
    assert value_with(free) == bare, "some list gives it away"
    poor = buy_gear(library(), "supreme-master", "ig-guardsman", ["nid-carnifex"], int(value_with(gear)) - 1)
    assert poor != gear
    assert value_with(poor) < value_with(gear)
