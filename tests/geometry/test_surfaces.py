"""Walks over heights: by hand, and against a walk of small steps over dots."""

from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from q40k.geometry.space import Base, Spot
from q40k.geometry.surfaces import barred_by, crossings, gap, is_supported, profile
from tests.geometry.tables import Ground, box, drum, figure, laid_table
from tests.soak.sounding import least_in

SMALL = Base(25)
SPOTS = st.tuples(st.floats(3, 57), st.floats(3, 57))
SIDES = st.tuples(SPOTS, st.floats(2, 12), st.floats(2, 12))
HEIGHTS = st.sampled_from([1.0, 2.0, 4.0])


def tower(name: str, left: float, right: float, high: float, *, solid: bool = True) -> Ground:
    return box(name, left, 20, right, 40, height_in=high, climbable=True, solid=solid)


@pytest.mark.rule("MOVE-1", "MOVE-6")
@pytest.mark.parametrize(("solid", "end", "climb"), [(True, None, 8), (False, None, 0), (False, 4, 4)])
def test_what_is_solid_is_gone_over_and_what_is_hollow_through(solid: bool, end: float | None, climb: float) -> None:
    field = laid_table(tower("tower", 20, 40, 4, solid=solid)).field
    far = (30, 30) if end else (50, 30)
    result = profile(field, SMALL, [(10, 30), far], 0.0, end)
    assert result.climb_in == pytest.approx(climb)
    assert result.obstructions == ()
    assert result.is_supported


@pytest.mark.rule("MOVE-1")
def test_a_walk_stays_as_high_as_anything_carries_it() -> None:
    field = laid_table(tower("a", 10, 20, 4), tower("b", 20, 30, 2), tower("c", 34, 44, 4)).field
    result = profile(field, SMALL, [(15, 30), (40, 30)], 4.0)
    assert [stretch.level_in for stretch in result.stretches] == [4, 2, 0, 4]
    assert result.climb_in == 8
    assert [step.scenery.id for step in result.steps if step.scenery] == ["a", "b", "c"]


@pytest.mark.rule("MOVE-5")
def test_a_gap_goes_from_edge_to_edge_and_has_a_bottom() -> None:
    field = laid_table(tower("a", 10, 20, 4), tower("b", 26, 40, 4), box("pit", 21, 0, 25, 60, lethal=True)).field
    result = gap(field, (18, 30), (30, 30), 4, 4)
    assert result is not None
    assert result.width_in == pytest.approx(6 / 2.54)
    assert (result.depth_in, result.near and result.near.id, result.far and result.far.id) == (4, "a", "b")
    assert result.into is not None
    pool = laid_table(drum("pool", (30, 30), 5, water=True)).field
    over = gap(pool, (20, 30), (40, 30), 0, 0)
    assert over is not None
    assert over.width_in == pytest.approx(10 / 2.54, abs=0.01)
    assert gap(laid_table().field, (18, 30), (30, 30), 0, 0) is None


@pytest.mark.rule("MOVE-6")
def test_one_stands_on_a_top_or_holds_on_beside_it() -> None:
    field = laid_table(tower("tower", 20, 40, 4)).field
    assert is_supported(field, SMALL, (30, 30), 4)
    assert is_supported(field, SMALL, (18.75, 30), 3)
    assert not is_supported(field, SMALL, (18.0, 30), 3)
    assert not is_supported(field, SMALL, (18.75, 30), 5)
    assert barred_by(field, SMALL, (19, 30), 3)
    assert not barred_by(field, SMALL, (19, 30), 4)


@pytest.mark.rule("MOVE-1")
def test_what_lies_below_the_feet_is_not_crossed() -> None:
    field = laid_table(tower("roof", 10, 50, 4, solid=False), box("mud", 20, 20, 30, 40)).field
    up = profile(field, SMALL, [(15, 30), (45, 30)], 4.0)
    low = profile(field, SMALL, [(15, 30), (45, 30)], 0.0)
    way = [(15.0, 30.0), (45.0, 30.0)]
    assert [crossing.scenery.id for crossing in crossings(field, SMALL, way, up.stretches)] == ["roof"]
    assert {crossing.scenery.id for crossing in crossings(field, SMALL, way, low.stretches)} == {"roof", "mud"}


@pytest.mark.rule("MOVE-1", "MOVE-6")
@settings(max_examples=20, deadline=None)
@given(st.lists(st.tuples(SIDES, HEIGHTS, st.booleans()), max_size=3), SPOTS, SPOTS)
def test_a_walk_costs_what_small_steps_over_dots_cost(
    towers: list[tuple[tuple[Spot, float, float], float, bool]], start: Spot, end: Spot
) -> None:
    pieces = [
        box(f"t{n}", x, y, x + wide, y + deep, height_in=high, climbable=True, solid=solid)
        for n, (((x, y), wide, deep), high, solid) in enumerate(towers)
    ]
    field = laid_table(*pieces, size=(80, 80)).field
    level = max((p.height_in for p in field.pieces_under(start)), default=0.0)
    result = profile(field, SMALL, [start, end], level)
    walker = figure("A", *start, elevation_in=level)
    slow = [least_in(pieces, walker, [start, end], result.end_in, by) for by in (-0.06, 0.0, 0.06)]
    length = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5 / 2.54
    quick = length + result.climb_in if not result.obstructions else inf
    assert min(slow) - 0.05 <= quick <= max(slow) + 0.05
