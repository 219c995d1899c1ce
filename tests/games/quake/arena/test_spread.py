"""How far apart five portals can lie."""

from itertools import combinations
from math import hypot, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from q40k.games.quake.arena.spread import best_five, spread
from q40k.geometry.space import Spot
from tests.games.quake.arena.tables import arena


def least(spots: list[Spot] | tuple[Spot, ...]) -> float:
    return min(hypot(a[0] - b[0], a[1] - b[1]) for a, b in combinations(spots, 2))


@pytest.mark.rule("ARENA-3")
@given(st.integers(1, 50), st.integers(1, 50), st.floats(0, 9))
def test_the_best_places_lie_on_the_table_and_as_far_apart_as_said(across: int, up: int, margin: float) -> None:
    size = (across * 20, up * 20)
    best, spots = best_five(size, margin)
    assert least(spots) == pytest.approx(best)
    for x, y in spots:
        assert margin - 1e-9 <= x <= size[0] - margin + 1e-9
        assert margin - 1e-9 <= y <= size[1] - margin + 1e-9
    turned, _ = best_five((size[1], size[0]), margin)
    assert turned == pytest.approx(best)


@pytest.mark.rule("ARENA-3")
@settings(max_examples=60)
@given(
    st.floats(0.2, 5), st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=5, max_size=5), st.floats(0, 0.05)
)
def test_nobody_finds_better_places_by_climbing(long: float, start: list[Spot], away: float) -> None:
    best, spots = best_five((long, 1.0), 0.0)
    near = [(x + away * (a - 0.5), y + away * (b - 0.5)) for (x, y), (a, b) in zip(spots, start, strict=True)]
    for beginning in ([(long * x, y) for x, y in start], near):
        assert climb_to_spread(beginning, long) <= best + 1e-9


def climb_to_spread(spots: list[Spot], long: float) -> float:
    """Move the nearest two apart, again and again, as far as the table goes."""
    places = [(min(long, max(0.0, x)), min(1.0, max(0.0, y))) for x, y in spots]
    result, step = least(places), 0.2
    while step > 1e-3:
        i, j = min(combinations(range(5), 2), key=lambda pair: least([places[k] for k in pair]))
        (ax, ay), (bx, by) = places[i], places[j]
        gap = hypot(bx - ax, by - ay) or 1.0
        ux, uy = (bx - ax) / gap * step, (by - ay) / gap * step
        tried = list(places)
        tried[i] = (min(long, max(0.0, ax - ux)), min(1.0, max(0.0, ay - uy)))
        tried[j] = (min(long, max(0.0, bx + ux)), min(1.0, max(0.0, by + uy)))
        if least(tried) > result:
            places, result = tried, least(tried)
        else:
            step *= 0.8
    return result


@pytest.mark.rule("ARENA-3")
@pytest.mark.parametrize(
    ("size", "best"),
    [
        ((1, 1), sqrt(2) / 2),
        ((1.6, 1), 0.943398),
        ((2, 1), 1.035276),  # six times as many random climbs found no better, to five digits
        ((2.5, 1), 1.179248),
        ((4, 1), sqrt(2)),
    ],
)
def test_known_best_distances(size: tuple[float, float], best: float) -> None:
    assert best_five(size, 0)[0] == pytest.approx(best, abs=1e-5)


@pytest.mark.rule("ARENA-3")
def test_a_table_is_measured_against_its_best() -> None:
    result = spread(arena())
    assert result.smallest_cm == pytest.approx(24 * sqrt(2))
    assert result.best_cm == pytest.approx((60 - 3 * 2.54) / sqrt(2))
    assert result.ratio == pytest.approx(0.9163, abs=1e-4)
    assert result.pair == (1, 5)
    _, spots = best_five((60, 60))
    best = spread(arena(portals=spots))
    assert best.ratio == pytest.approx(1)


@pytest.mark.rule("ARENA-3")
def test_the_places_are_numbered_as_in_the_reference_layout() -> None:
    _, spots = best_five((60, 60), 10)
    assert spots == ((10, 50), (50, 50), (50, 10), (10, 10), (30, 30))


def test_a_table_that_is_too_small_keeps_them_in_the_middle() -> None:
    assert best_five((20, 20), 12) == (0, ((10, 10),) * 5)
