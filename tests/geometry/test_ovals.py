"""The area of an oval base to one side of a line, against its outline cut by shapely."""

from math import cos, sin

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from q40k.geometry.space import Base, outline
from q40k.geometry.wedges import area_below


@given(
    st.builds(Base, st.just(25), st.floats(26, 120), st.floats(0, 360)),
    st.floats(-12, 12),
    st.floats(-12, 12),
    st.one_of(st.floats(0, 7), st.sampled_from([0.0, 1.5707963267948966])),
)
def test_the_share_is_that_of_the_outline_cut_by_the_line(base: Base, x: float, y: float, angle: float) -> None:
    ray = (cos(angle), sin(angle))
    result = area_below(base, (0.0, 0.0), np.array([(x, y)]), np.array([ray]))
    far, wide = 100.0, 100.0
    side = shapely.Polygon(
        [
            (x - far * ray[0], y - far * ray[1]),
            (x + far * ray[0], y + far * ray[1]),
            (x + far * ray[0] + wide * ray[1], y + far * ray[1] - wide * ray[0]),
            (x - far * ray[0] + wide * ray[1], y - far * ray[1] - wide * ray[0]),
        ]
    )
    whole = shapely.Polygon(outline(base, (0.0, 0.0), 720))
    assert result[0] == pytest.approx(whole.intersection(side).area / whole.area, abs=1e-4)


def test_a_line_through_the_middle_halves_a_base() -> None:
    rays = np.array([(cos(n), sin(n)) for n in range(20)])
    result = area_below(Base(25, 70, 33), (5.0, 5.0), np.full((20, 2), 5.0), rays)
    assert result == pytest.approx(0.5)
