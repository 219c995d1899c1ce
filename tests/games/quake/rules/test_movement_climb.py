"""Climbing costs its height."""

import pytest

from .playing import started

# ---- climbing


@pytest.mark.rule("MOVE-6")
def test_climbing_costs_its_height() -> None:
    table = started("Ann Bob")
    table.do("climb", player="Ann", height=4)
    assert table["Ann"].movement.spent == 4
    refusal = table.refused("climb", player="Ann", height=3)
    assert (refusal.rule, refusal.code) == ("MOVE-6", "too-far")
