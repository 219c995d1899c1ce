"""Moving: how far, by what way, and what is not taken back."""

import pytest

from q40k.games.quake.rules.movement.move import allowance
from tests.games.quake.rules.playing import (
    deploying,
    standing,
    started,
)

# ---- moving


@pytest.mark.rule("MOVE-1")
def test_a_champion_moves_six_inches_in_all() -> None:
    table = started("Ann")
    table.do("move", player="Ann", inches=4)
    table.do("move", player="Ann", inches=2)
    refusal = table.refused("move", player="Ann", inches=0.5)
    assert (refusal.rule, refusal.code) == ("MOVE-1", "too-far")
    assert refusal.facts == {"player": "Ann", "inches": 0.5, "left": 0, "allowance": 6}


@pytest.mark.rule("MOVE-1")
@pytest.mark.parametrize(
    ("unit", "inches"),
    [("infantry", 6), ("terminator", 6), ("jump_infantry", 12), ("bike", 12), ("jetbike", 12)],
)
def test_what_a_champion_is_says_how_far_it_moves(unit: str, inches: int) -> None:
    table = started("Ann", unit_type=unit)
    assert allowance(table.state, table["Ann"]) == inches
    table.do("move", player="Ann", inches=inches)
    assert table.refused("move", player="Ann", inches=1).code == "too-far"


@pytest.mark.rule("MOVE-1", "BONUS-1")
def test_a_jump_pack_from_a_token_carries_twelve_inches() -> None:
    table = started("Ann")
    table.do("pickup", 1, 4, player="Ann", token="E1")
    table.do("move", player="Ann", inches=12)
    assert table.refused("move", player="Ann", inches=1).facts["allowance"] == 12


@pytest.mark.rule("MOVE-1")
def test_the_movement_is_whole_again_in_the_next_turn() -> None:
    table = started("Ann Bob")
    table.do("move", player="Ann", inches=6)
    for _ in range(4):
        table.do("end-phase")
    assert table["Ann"].movement.spent == 0
    (moved,) = table.do("move", player="Ann", inches=6)
    assert moved.spent == 6


@pytest.mark.rule("MOVE-1")
def test_between_known_places_the_straight_distance_is_counted() -> None:
    table = deploying("Ann")
    table.do("deploy", player="Ann", at=(10, 10))
    (moved,) = table.do("move", player="Ann", to=(20.16, 10))
    assert moved.spent == pytest.approx(4)
    assert table["Ann"].position.at == (20.16, 10)
    assert table.refused("move", player="Ann", to=(27, 10)).code == "too-far"
    (moved,) = table.do("move", player="Ann", to=(20.16, 11), inches=2)  # round a corner
    assert moved.spent == pytest.approx(6)


@pytest.mark.rule("MOVE-1")
def test_exactly_all_of_the_movement_is_not_too_far() -> None:
    table = deploying("Ann")
    table.do("deploy", player="Ann", at=(10, 10))
    table.do("move", player="Ann", to=(10 + 3 * 2.54, 10 + 3 * 2.54), inches=6)
    for _ in range(4):
        table.do("end-phase")
    end = (10 + 3 * 2.54 + 6 * 2.54, 10 + 3 * 2.54)
    table.do("move", player="Ann", to=end)
    assert table["Ann"].position.at == end


@pytest.mark.rule("MOVE-1")
def test_a_move_ends_on_the_table() -> None:
    table = started("Ann")
    refusal = table.refused("move", player="Ann", to=(61, 30))
    assert (refusal.rule, refusal.code) == ("MOVE-1", "off-table")


@pytest.mark.rule("MOVE-1", "MOVE-2")
def test_a_move_leaves_the_portal_and_is_not_taken_back() -> None:
    table = standing("Ann Bob", Ann=3)
    table.do("move", player="Ann", inches=6)
    assert (table["Ann"].position.portal, table["Ann"].position.near) == (None, None)
    assert table.refused("move", player="Ann", inches=1).code == "too-far"
