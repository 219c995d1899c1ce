"""The way of a charge where places are known: around walls, past bases, through fire."""

import pytest

from q40k.games.quake.packs.models import Scenery
from tests.games.quake.rules.brawling import at_spots, charge_event, to_phase
from tests.games.quake.rules.playing import Table, arena, both
from tests.games.quake.rules.shooting import gunners


def wall(x: float, low: float, high: float) -> Scenery:
    """An impassable wall of 1 cm, across the table's width from `low` to `high`."""
    corners = ((x, low), (x + 1, low), (x + 1, high), (x, high))
    return Scenery(id="wall", name=both("Wall"), polygon=corners, height_in=6, impassable=True)


@pytest.mark.rule("ASSAULT-2", "MOVE-1")
def test_nobody_charges_through_a_wall_unless_the_table_agrees() -> None:
    table = at_spots(wall(85, 58, 62), Ann=(80, 60), Bob=(90, 60))
    refusal = table.refused("charge", player="Ann", target="Bob")
    assert (refusal.rule, refusal.code) == ("MOVE-1", "through-a-wall")
    events = table.do("charge", player="Ann", target="Bob", override="there is a door")
    assert charge_event(events).reached


@pytest.mark.rule("ASSAULT-2", "MOVE-1")
def test_a_charge_may_go_around_and_is_as_long_as_its_way() -> None:
    table = at_spots(wall(85, 58, 62), Ann=(80, 60), Bob=(90, 60))
    events = charge_event(table.do("charge", player="Ann", target="Bob", path=((85.5, 65),)))
    assert events.distance_in == pytest.approx((2 * (5.5**2 + 5**2) ** 0.5 - 2.8) / 2.54, abs=0.2)
    assert events.reached
    far = at_spots(wall(85, 53, 67), Ann=(80, 60), Bob=(90, 60))
    refusal = far.refused("charge", player="Ann", target="Bob", path=((85.5, 69),))
    assert refusal.code == "charge-too-far"


@pytest.mark.rule("ASSAULT-2", "MOVE-1")
def test_another_base_stands_in_the_way_of_a_charge() -> None:
    table = at_spots(Ann=(80, 60), Bob=(90, 60), Cid=(85, 60.5))
    assert table.refused("charge", player="Ann", target="Bob").code == "through-a-base"


@pytest.mark.rule("ASSAULT-2")
def test_an_oval_base_is_charged_and_touched_as_it_is_turned() -> None:
    bike = {"unit_type": "bike", "base_mm": 25, "base_length_mm": 75}
    ground = arena(120, 120)
    table = gunners("Ann Bob", ["boltgun"], table=Table(arena_data=ground), Bob=bike)
    table.do("place", player="Ann", at=(80, 60))
    table.do("place", player="Bob", at=(90, 60), angle=90)
    to_phase(table, "assault")
    events = charge_event(table.do("charge", player="Ann", target="Bob"))
    assert events.distance_in == pytest.approx(7.5 / 2.54, abs=0.01)  # across, not along the bike
    assert table["Ann"].position.at == pytest.approx((87.5, 60), abs=0.01)


@pytest.mark.rule("ASSAULT-2", "MOVE-2")
def test_a_charge_round_a_corner_that_is_too_slow_stops_on_its_way() -> None:
    mud = Scenery(id="mud", name=both("Mud"), polygon=((70, 62), (100, 62), (100, 70), (70, 70)), difficult=True)
    table = at_spots(mud, Ann=(80, 60), Bob=(84, 60))
    events = charge_event(table.do("charge", 1, 1, player="Ann", target="Bob", path=((80, 66),)))
    assert not events.reached
    assert table["Ann"].position.at == pytest.approx((80, 62.54), abs=0.01)
