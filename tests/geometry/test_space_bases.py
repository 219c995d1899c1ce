"""Bases as people measure them."""

from math import hypot, inf, nan, pi

import pytest
from hypothesis import given
from hypothesis import strategies as st

from q40k.geometry import space
from q40k.geometry.space import (
    Base,
    BoardError,
    between_segments,
    distance_to_segment,
    gap_cm,
    outline,
    within_box,
    within_disc,
)
from tests.geometry.tables import dots, in_base

ON_TABLE = st.tuples(st.floats(0, 60), st.floats(0, 60))
BASES = st.one_of(
    st.sampled_from([25, 32, 40, 60]).map(Base), st.builds(Base, st.just(25), st.integers(26, 120), st.floats(0, 360))
)


@given(ON_TABLE, ON_TABLE, st.sampled_from([25, 32, 40, 60]), st.sampled_from([25, 40]))
def test_round_bases_are_as_far_apart_as_their_centres_less_both_radii(
    at: space.Spot, there: space.Spot, first: int, second: int
) -> None:
    centres = hypot(at[0] - there[0], at[1] - there[1])
    assert gap_cm(Base(first), at, Base(second), there) == pytest.approx(centres - first / 20 - second / 20, abs=1e-9)


@given(BASES, ON_TABLE, BASES, ON_TABLE)
def test_the_gap_is_the_same_both_ways_and_that_of_the_nearest_points(
    first: Base, at: space.Spot, second: Base, there: space.Spot
) -> None:
    gap = gap_cm(first, at, second, there)
    assert gap == pytest.approx(gap_cm(second, there, first, at), abs=1e-9)
    steps = [n / 20 - 1 for n in range(41)]
    lines = [
        [(x + step * base.arm[0], y + step * base.arm[1]) for step in steps]
        for base, (x, y) in ((first, at), (second, there))
    ]
    nearest = min(hypot(p[0] - q[0], p[1] - q[1]) for p in lines[0] for q in lines[1])
    sampled = nearest - first.radius_cm - second.radius_cm
    assert gap <= sampled + 1e-9
    assert sampled <= gap + (first.half_spine_cm + second.half_spine_cm) / 20 + 1e-9


@given(st.tuples(ON_TABLE, ON_TABLE), st.tuples(ON_TABLE, ON_TABLE))
def test_segments_are_as_near_as_their_nearest_points(
    first: tuple[space.Spot, space.Spot], second: tuple[space.Spot, space.Spot]
) -> None:
    points = [tuple(a + n / 100 * (b - a) for a, b in zip(*first, strict=True)) for n in range(101)]
    sampled = min(distance_to_segment((x, y), second) for x, y in points)
    exact = between_segments(first, second)
    length = hypot(first[0][0] - first[1][0], first[0][1] - first[1][1])
    assert exact <= sampled + 1e-9
    assert sampled <= exact + length / 100 + 1e-9


@pytest.mark.rule("PORTAL-1", "PORTAL-3")
@given(BASES, ON_TABLE, ON_TABLE, st.floats(0.5, 12))
def test_a_base_lies_wholly_on_a_disc_when_every_point_of_it_does(
    base: Base, at: space.Spot, centre: space.Spot, radius: float
) -> None:
    far = max(hypot(x - centre[0], y - centre[1]) for x, y in outline(base, at, 720))
    if abs(far - radius) > 1e-3:
        assert within_disc(base, at, centre, radius) == (far < radius)


@pytest.mark.rule("DEPLOY-1")
@given(BASES, st.tuples(st.floats(-5, 65), st.floats(-5, 65)))
def test_a_base_lies_wholly_on_the_table_when_every_point_of_it_does(base: Base, at: space.Spot) -> None:
    rim = outline(base, at, 720)
    out = max(max(-x, -y, x - 60, y - 60) for x, y in rim)
    if abs(out) > 1e-3:
        assert within_box(base, at, (60, 60)) == (out < 0)


@given(BASES, ON_TABLE)
def test_an_outline_runs_along_the_true_rim(base: Base, at: space.Spot) -> None:
    for corner in outline(base, at):
        assert distance_to_segment(corner, base.spine(at)) == pytest.approx(base.radius_cm)


def test_an_oval_base_is_a_bar_with_round_ends() -> None:
    bike = Base(25, 75, 90)
    assert in_base(bike, (0, 0), (0, 3.74))
    assert not in_base(bike, (0, 0), (0, 3.76))
    assert gap_cm(bike, (0, 0), Base(25), (0, 5)) == pytest.approx(0)
    assert gap_cm(bike, (0, 0), Base(25), (2.5, 2)) == pytest.approx(0)


def test_a_base_that_is_wider_than_long_lies_across_its_angle() -> None:
    wide, tall = Base(75, 25, 0).spine((0, 0)), Base(25, 75, 90).spine((0, 0))
    assert wide[0] == pytest.approx(tall[0])
    assert wide[1] == pytest.approx(tall[1])


def test_dots_fill_a_base() -> None:
    share = len(dots(Base(40), (3, 3), 60)) / 60**2
    assert share == pytest.approx(pi / 4, abs=0.01)


@pytest.mark.parametrize("size", [0, -25, nan, inf, 5000])
def test_a_base_of_no_size_is_refused(size: float) -> None:
    with pytest.raises(BoardError, match="base-size"):
        Base(size)
    with pytest.raises(BoardError, match="base-size"):
        Base(25, size)
