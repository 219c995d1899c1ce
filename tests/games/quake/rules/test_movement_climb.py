"""Climbing costs its height."""

import pytest

from .playing import deploying, start_table
from .test_movement_ground import box, walled_table

# ---- climbing


@pytest.mark.rule("MOVE-6")
def test_climbing_costs_its_height() -> None:
    table = start_table("Ann Bob")
    table.do("climb", player="Ann", height=4)
    assert table["Ann"].movement.spent == 4
    refusal = table.refused("climb", player="Ann", height=3)
    assert (refusal.rule, refusal.code) == ("MOVE-6", "too-far")


@pytest.mark.rule("DIFF-5", "MOVE-6")
def test_nobody_climbs_down_onto_the_base_of_another() -> None:
    tower = box("tower", 20, 30, height_in=4, climbable=True, hollow=True)
    table = deploying("Ann Bob", table=walled_table(tower), base_mm=60)
    for name, at in (("Bob", (14, 30)), ("Ann", (22, 30))):
        table.do("deploy", player=name, at=at)
    table.do("place", player="Ann", at=(18, 30), level=4, override="on the edge")
    refusal = table.refused("climb", player="Ann", height=3)
    assert (refusal.rule, refusal.code) == ("DIFF-5", "on-a-base")
