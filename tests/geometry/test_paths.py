"""Moves along waypoints, measured by hand."""

from itertools import pairwise
from math import ceil, hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from q40k.geometry.paths import Walk, walk
from q40k.geometry.space import Base, Spot
from tests.geometry.tables import Ground, box, dots, drum, figure, in_piece, laid_table, wall

SPOTS = st.tuples(st.floats(2, 58), st.floats(2, 58))
HAND = 0.01
"""An inch's hundredth: what enters something round is that true at least."""


@pytest.mark.rule("MOVE-1")
@given(st.lists(SPOTS, max_size=5))
def test_a_path_is_as_long_as_its_legs(ways: list[Spot]) -> None:
    path = walk(laid_table(), figure("A", 30, 30), ways)
    legs = [hypot(b[0] - a[0], b[1] - a[1]) / 2.54 for a, b in pairwise([(30, 30), *ways])]
    assert path.legs_in == pytest.approx(legs)
    assert path.length_in == pytest.approx(sum(legs))


@pytest.mark.rule("MOVE-1")
def test_the_ground_is_crossed_as_long_as_any_part_of_the_base_is_in_it() -> None:
    mud = box("mud", 20, 20, 30, 40)
    path = walk(laid_table(mud), figure("A", 10, 30), [(50, 30)])
    (crossing,) = path.ground
    assert crossing.scenery == mud
    assert crossing.inches == pytest.approx((10 + 2.5) / 2.54, abs=HAND)
    assert crossing.enters_in == pytest.approx((10 - 1.25) / 2.54, abs=HAND)
    there_and_back = walk(laid_table(mud), figure("A", 10, 30), [(25, 30), (10, 30)])
    assert there_and_back.ground[0].inches == pytest.approx(2 * (5 + 1.25) / 2.54, abs=HAND)


def crossed_cm(walk: Walk[Ground]) -> float:
    return walk.ground[0].inches * 2.54 if walk.ground else 0.0


@pytest.mark.rule("MOVE-1")
@settings(max_examples=25, deadline=None)
@given(SPOTS, SPOTS, st.sampled_from([Base(25), Base(60), Base(25, 70, 30)]))
def test_ground_by_many_steps_is_ground_by_arithmetic(start: Spot, end: Spot, base: Base) -> None:
    mud = wall("mud", (20, 20), (40, 24), (30, 30), (36, 44), (22, 38))
    path = walk(laid_table(mud), figure("A", *start, base), [end])
    steps, length = 60, hypot(end[0] - start[0], end[1] - start[1])
    inside = 0
    for n in range(steps):
        share = (n + 0.5) / steps
        at = (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
        inside += any(in_piece(mud, dot) for dot in dots(base, at, 12))
    # Dots lie inside the base, so they may miss what only grazes it, but nothing that meets a base
    # smaller all round by more than half the diagonal between two of them.
    less = 2 * ceil(0.75 * max(base.width_mm, base.length_mm or 0) / 12)
    length_mm = base.length_mm and base.length_mm - less
    smaller = Base(base.width_mm - less, length_mm, base.angle_deg)
    least = walk(laid_table(mud), figure("A", *start, smaller), [end])
    slack, counted = 2 * length / steps + 1, inside / steps * length
    assert crossed_cm(least) - slack <= counted <= crossed_cm(path) + slack


@pytest.mark.rule("MOVE-1")
def test_a_wall_and_a_base_are_met_where_the_mover_touches_them() -> None:
    rock = drum("rock", (40, 30), 3, impassable=True)
    table = laid_table(rock, figure("B", 20, 30, Base(40)))
    path = walk(table, figure("A", 10, 30), [(55, 30)])
    assert [(met.kind, met.id) for met in path.collisions] == [("figure", "B"), ("scenery", "rock")]
    assert path.collisions[0].at_in == pytest.approx((10 - 1.25 - 2) / 2.54, abs=HAND)
    assert path.collisions[0].spot == pytest.approx((20 - 3.25, 30), abs=0.02)
    assert path.collisions[1].at_in == pytest.approx((30 - 1.25 - 3) / 2.54, abs=HAND)
    assert path.ground == ()


@pytest.mark.rule("MOVE-1", "DIFF-5")
def test_one_may_move_along_a_wall_and_away_from_a_base_in_contact() -> None:
    rock = box("rock", 20, 20, 40, 28.75, impassable=True)
    table = laid_table(rock, figure("B", 7.5, 30))
    assert walk(table, figure("A", 10, 30), [(55, 30)]).collisions == ()


@pytest.mark.rule("MOVE-1")
def test_a_base_leaves_the_table_when_its_rim_does() -> None:
    table = laid_table()
    assert walk(table, figure("A", 30, 30), [(58.75, 30)]).off_table_in is None
    path = walk(table, figure("A", 30, 30), [(30, 40), (62, 40)])
    assert path.off_table_in == pytest.approx((10 + 28.75) / 2.54)
    assert walk(table, figure("A", 30, 1), [(30, 9)]).off_table_in == pytest.approx(0)
