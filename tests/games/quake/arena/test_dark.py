"""Dark zones, and the roll that spots a target in one."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from q40k.games.quake.arena.figures import roll_for, spotting
from tests.games.quake.arena.tables import box, laid_table
from tests.geometry.tables import figure


@pytest.mark.rule("SHOOT-3")
def test_only_a_target_in_the_dark_must_be_spotted() -> None:
    cellar = box("cellar", 40, 20, 60, 40, dark=True)
    table = laid_table(cellar, figure("A", 10, 30), figure("B", 45, 30), figure("C", 39.5, 30))
    shot = spotting(table, "A", "B")
    assert (shot.needed, shot.zone) == (True, "cellar")
    assert shot.distance_in == pytest.approx(32.5 / 2.54)
    assert shot.roll == 5  # 12.8 in need 4.27 times 3 in
    assert shot.chance == Fraction(30, 36)
    assert not spotting(table, "B", "A").needed
    assert not spotting(table, "A", "C").needed, "the centre of its base lies outside"
    assert spotting(table, "A", "C", stealthy=True).needed
    assert table.in_the_dark == {"B": "cellar"}


@pytest.mark.rule("SHOOT-3")
@given(st.floats(0, 60))
def test_the_roll_is_the_least_that_reaches(distance: float) -> None:
    roll = roll_for(distance)
    assert roll * 3 >= distance - 1e-5
    assert roll == 2 or (roll - 1) * 3 < distance


@pytest.mark.rule("SHOOT-3")
def test_whole_dozens_are_not_lost_to_rounding() -> None:
    assert [roll_for(d) for d in (0, 6, 6.1, 36, 36.1)] == [2, 2, 3, 12, 13]


@pytest.mark.rule("SHOOT-3")
def test_on_an_empty_table_nobody_is_in_the_dark() -> None:
    assert laid_table().in_the_dark == {}


@pytest.mark.rule("SHOOT-3")
def test_who_stands_on_top_of_a_dark_shed_is_not_in_it() -> None:
    shed = box("shed", 40, 20, 60, 40, dark=True, height_in=4, climbable=True)
    night = box("night", 10, 10, 30, 50, dark=True)
    table = laid_table(
        shed,
        night,
        figure("under", 50, 30),
        figure("half-way", 45, 30, elevation_in=2),
        figure("roof", 55, 30, elevation_in=4),
        figure("gantry", 20, 30, elevation_in=6),
    )
    assert table.in_the_dark == {"under": "shed", "half-way": "shed", "gantry": "night"}
