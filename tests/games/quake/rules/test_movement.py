"""Moving: how far, by what way, and what is not taken back."""

from typing import Any

import pytest

from q40k.games.quake.state.movement.move import allowance
from tests.games.quake.rules.brawling import at_spots, groups, melee, to_phase
from tests.games.quake.rules.playing import deploying, standing, start_table
from tests.games.quake.rules.shooting import gunners

# ---- moving


@pytest.mark.rule("MOVE-1")
def test_a_champion_moves_six_inches_in_all() -> None:
    table = start_table("Ann")
    table.do("move", player="Ann", inches=4)
    table.do("move", player="Ann", inches=2)
    refusal = table.refused("move", player="Ann", inches=0.5)
    assert (refusal.rule, refusal.code) == ("MOVE-1", "too-far")
    assert refusal.facts == {"player": "Ann", "inches": 0.5, "left": 0, "allowance": 6}


@pytest.mark.rule("MOVE-1")
@pytest.mark.parametrize(
    ("unit", "inches"), [("infantry", 6), ("terminator", 6), ("jump_infantry", 12), ("bike", 12), ("jetbike", 12)]
)
def test_what_a_champion_is_says_how_far_it_moves(unit: str, inches: int) -> None:
    table = start_table("Ann", unit_type=unit)
    assert allowance(table.state, table["Ann"]) == inches
    table.do("move", player="Ann", inches=inches)
    assert table.refused("move", player="Ann", inches=1).code == "too-far"


@pytest.mark.rule("MOVE-1", "BONUS-1")
def test_a_jump_pack_from_a_token_carries_twelve_inches() -> None:
    table = start_table("Ann")
    table.do("pickup", 1, 4, player="Ann", token="E1")
    table.do("move", player="Ann", inches=12)
    assert table.refused("move", player="Ann", inches=1).facts["allowance"] == 12


@pytest.mark.rule("MOVE-1")
def test_the_movement_is_whole_again_in_the_next_turn() -> None:
    table = start_table("Ann Bob")
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
    table = start_table("Ann")
    refusal = table.refused("move", player="Ann", to=(61, 30))
    assert (refusal.rule, refusal.code) == ("MOVE-1", "off-table")


@pytest.mark.rule("MOVE-1", "MOVE-2")
def test_a_move_leaves_the_portal_and_is_not_taken_back() -> None:
    table = standing("Ann Bob", Ann=3)
    table.do("move", player="Ann", inches=6)
    assert (table["Ann"].position.portal, table["Ann"].position.near) == (None, None)
    assert table.refused("move", player="Ann", inches=1).code == "too-far"


# ---- no move at all


@pytest.mark.rule("SHOOT-4", "PORTAL-6")
def test_who_moves_no_inches_stands_in_its_portal_still() -> None:
    table = start_table("Ann Bob")
    table.do("stand", player="Ann", portal=3)
    table.do("move", player="Ann", inches=0)
    assert table["Ann"].position.portal == 3
    table.do("next")
    table.do("portal", 3, 2, player="Bob", portal=1)
    assert table["Ann"].score.deaths == 1


@pytest.mark.rule("SHOOT-4", "DIFF-7")
def test_who_moves_no_inches_is_still_in_its_melee() -> None:
    table = melee("Ann Bob", "Ann > Bob")
    to_phase(table, "movement")
    table.do("move", player="Ann", inches=0)
    to_phase(table, "melee")
    assert groups(table) == ["Ann Bob"]


@pytest.mark.rule("SHOOT-4", "PORTAL-1")
@pytest.mark.parametrize("stays", [{"inches": 0}, {"to": (30, 30)}])
def test_who_stays_on_a_portal_uses_none(stays: dict[str, Any]) -> None:
    table = at_spots(Ann=(30, 30), Bob=(50, 50))
    to_phase(table, "movement")
    table.do("move", player="Ann", **stays)
    assert (table["Ann"].position.at, table["Ann"].position.portal) == ((30, 30), 5)


@pytest.mark.rule("SHOOT-4")
def test_a_way_there_and_back_is_a_move() -> None:
    table = gunners("Ann Bob", ["heavy-bolter"])
    table.do("place", player="Ann", at=(30, 20))
    table.do("place", player="Bob", at=(50, 50))
    to_phase(table, "movement")
    table.do("move", player="Ann", path=[(36, 20)], to=(30, 20))
    to_phase(table, "shooting")
    assert table.refused("shoot", player="Ann", target="Bob").rule == "SHOOT-4"
