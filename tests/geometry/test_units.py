"""Lengths and distances."""

from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from q40k.geometry import space
from q40k.geometry.space import Centimetres, Inches, base_radius_cm, to_cm, to_inches

LENGTHS = st.floats(0, 1000)


def test_an_inch_is_two_and_a_half_centimetres_and_a_bit() -> None:
    assert to_cm(Inches(1)) == 2.54
    assert to_inches(Centimetres(25.4)) == pytest.approx(10)
    assert base_radius_cm(25) == 1.25


@given(LENGTHS)
def test_there_and_back_is_the_same_length(inches: float) -> None:
    assert to_inches(to_cm(Inches(inches))) == pytest.approx(inches)


@given(st.tuples(LENGTHS, LENGTHS), st.tuples(LENGTHS, LENGTHS))
def test_the_way_there_is_as_long_as_the_way_back(first: tuple[float, float], second: tuple[float, float]) -> None:
    assert space.distance_cm(first, second) == space.distance_cm(second, first)
    assert space.distance_cm(first, second) == pytest.approx(hypot(first[0] - second[0], first[1] - second[1]))
