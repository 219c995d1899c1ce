"""Who is in contact, who is nearest, and who hangs together."""

from math import hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from q40k.geometry.positions import contacts, gap_in, groups, in_contact, nearest, trailing_foot
from q40k.geometry.space import Base, gap_cm
from tests.geometry.tables import crowd, figure, laid_table


@pytest.mark.rule("DIFF-2", "DIFF-5")
@pytest.mark.parametrize(("apart", "touching"), [(2.5, True), (2.6, True), (2.61, False)])
def test_bases_within_a_millimetre_are_in_contact(apart: float, touching: bool) -> None:
    a, b = figure("A", 30, 30), figure("B", 30 + apart, 30)
    assert in_contact(a, b) == touching
    assert contacts(laid_table(a, b)) == ((("A", "B"),) if touching else ())


@given(st.integers(0, 1000))
@settings(max_examples=20, deadline=None)
def test_all_gaps_at_once_are_those_of_each_pair(seed: int) -> None:
    table = crowd(seed, 8, 0, (60, 60))
    for i, a in enumerate(table.figures):
        for j, b in enumerate(table.figures):
            if i != j:
                exact = gap_cm(a.base, a.spot, b.base, b.spot)
                assert table.gaps_cm[i, j] == pytest.approx(exact, abs=1e-9)
                if not in_contact(a, b):
                    rise = a.elevation_in - b.elevation_in
                    assert gap_in(a, b) == pytest.approx(hypot(max(0, exact) / 2.54, rise))


@pytest.mark.rule("MELEE-3")
def test_a_melee_is_everyone_who_hangs_together_by_contacts() -> None:
    row = [figure(name, 10 + 2.5 * n, 10) for n, name in enumerate("ABC")]
    table = laid_table(*row, figure("D", 40, 40), figure("E", 42.5, 40), figure("F", 50, 10))
    assert groups(table) == (("A", "B", "C"), ("D", "E"))
    assert groups(table, "ACDE") == (("D", "E"),), "who does not fight joins nobody together"
    assert groups(table, "F") == ()


@pytest.mark.rule("NUKE")
def test_the_nearest_to_a_token_comes_first_by_the_rim_of_its_base() -> None:
    table = laid_table(figure("A", 20, 30), figure("B", 41, 30, Base(60)), figure("C", 30, 30))
    result = nearest(table, (30, 30))
    assert [near.id for near in result] == ["C", "B", "A"]
    assert result[1].distance_in == pytest.approx((11 - 3) / 2.54)
    assert result[0].distance_in == pytest.approx(0)
    assert [near.id for near in nearest(table, (30, 30), ["C"])] == ["B", "A"]


@pytest.mark.rule("DIFF-8")
@pytest.mark.parametrize(
    ("apart", "moved", "charge", "allowed"),
    [(2.5, 6, 6, True), (2.5, 6.1, 6, False), (2.5, 2, 6, True), (9, 2, 6, False)],
)
def test_a_trailing_foot_reaches_who_moved_no_farther_than_the_charge(
    apart: float, moved: float, charge: float, allowed: bool
) -> None:
    before = laid_table(figure("A", 20, 30), figure("B", 20 + apart, 30))
    assert trailing_foot("A", "B", before, moved, charge).allowed == allowed
