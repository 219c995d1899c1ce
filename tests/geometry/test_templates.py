"""Who is under a template: counted dot by dot."""

from math import atan2, hypot, sin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from q40k.geometry.space import CM_PER_INCH, Base, Spot, vector
from q40k.geometry.templates import (
    Disc,
    Flame,
    Template,
    UnderTemplate,
    blast,
    find_touched_figures,
    flame,
    ordnance,
    touch,
)
from tests.geometry.tables import dots, figure, laid_table

SPOTS = st.tuples(st.floats(0, 60), st.floats(0, 60))
BASES = st.one_of(
    st.sampled_from([25, 40, 60]).map(Base), st.builds(Base, st.just(25), st.integers(40, 90), st.floats(0, 360))
)
DOTS = 24


def in_disc(point: Spot, disc: Disc) -> bool:
    return hypot(point[0] - disc.spot[0], point[1] - disc.spot[1]) <= disc.diameter_in * 1.27


def in_flame(point: Spot, flame: Flame) -> bool:
    """Whether a point lies on one of the discs that a teardrop is made of, from tip to end."""
    long, wide = 8 * CM_PER_INCH, 2.5 * CM_PER_INCH / 2
    for n in range(161):
        share = n / 160
        x, y = vector(share * (long - wide), flame.angle_deg)
        away = hypot(point[0] - flame.tip[0] - x, point[1] - flame.tip[1] - y)
        if away <= share * wide:
            return True
    return False


def check(template: Template, base: Base, at: Spot) -> None:
    inside = in_disc if isinstance(template, Disc) else in_flame
    under = [inside(dot, template) for dot in dots(base, at, DOTS)]  # type: ignore[arg-type]
    result = touch(template, base, at)
    if any(under):
        assert result is not None
    if not all(under):
        assert result != "whole"
    share = sum(under) / len(under)
    # Discs side by side miss slivers of a teardrop's sides.
    if result == "whole":
        assert share > 0.98
    if result is None:
        assert share == 0


@pytest.mark.rule("DIFF-3")
@settings(deadline=None)
@given(BASES, SPOTS, SPOTS, st.sampled_from([blast, ordnance]))
def test_a_disc_touches_what_lies_under_it(base: Base, at: Spot, centre: Spot, kind: type[Disc]) -> None:
    near = (at[0] + (centre[0] - 30) / 6, at[1] + (centre[1] - 30) / 6)
    check(kind(near), base, at)  # type: ignore[call-arg]


@pytest.mark.rule("DIFF-3")
@settings(max_examples=60, deadline=None)
@given(BASES, st.floats(-5, 25), st.floats(-6, 6), st.floats(0, 360))
def test_a_flame_touches_what_lies_under_it(base: Base, along: float, across: float, angle: float) -> None:
    x, y = vector(along, angle)
    u, v = vector(across, angle + 90)
    check(Flame((30, 30), angle), base, (30 + x + u, 30 + y + v))


def test_a_flame_has_its_true_outline() -> None:
    drop = Flame((0, 0), 0)
    rim = drop.outline()
    assert rim[0] == (0, 0)
    assert max(x for x, _ in rim) == pytest.approx(8 * 2.54, rel=1e-3)
    assert max(y for _, y in rim) - min(y for _, y in rim) == pytest.approx(2.5 * 2.54, rel=1e-3)
    for corner in rim[1:]:
        assert abs(drop.depth_cm(corner)) < 1e-9
    # The straight sides touch the round end without a corner.
    (_, (x, y)), _ = drop.sides()
    half = atan2(-y, x)
    assert sin(half) == pytest.approx(drop.radius_cm / drop.reach_cm)


@pytest.mark.parametrize("angle", [0, 45, 90, 200, 359])
@pytest.mark.parametrize("base", [Base(25), Base(25, 70, 30)])
def test_the_narrow_end_touches_the_firer(angle: float, base: Base) -> None:
    firer = figure("A", 30, 30, base)
    drop = flame(firer, angle)
    away = min(hypot(drop.tip[0] - x, drop.tip[1] - y) for x, y in base.spine((30, 30)))
    assert away == pytest.approx(base.radius_cm)
    assert touch(drop, base, firer.spot) is None


@pytest.mark.rule("DIFF-3", "DIFF-2")
def test_everyone_under_it_is_touched_wholly_or_partly() -> None:
    table = laid_table(figure("A", 30, 30), figure("B", 33, 30), figure("C", 50, 30))
    assert find_touched_figures(table, blast((30, 30))) == (UnderTemplate("A", True), UnderTemplate("B", False))
    assert find_touched_figures(table, blast((30, 30)), ["A"]) == (UnderTemplate("B", False),)
    assert find_touched_figures(table, ordnance((30, 30))) == (UnderTemplate("A", True), UnderTemplate("B", True))


def test_edges_that_only_meet_do_not_touch() -> None:
    radius = 1.5 * 2.54
    assert touch(blast((30, 30)), Base(25), (30 + radius + 1.25, 30)) is None
    assert touch(blast((30, 30)), Base(25), (30 + radius + 1.249, 30)) == "part"
    assert touch(blast((30, 30)), Base(25), (30 + radius - 1.25, 30)) == "whole"


def test_a_template_is_moved_without_turning() -> None:
    assert Flame((1, 1), 30).move_to((2, 3)) == Flame((2, 3), 30)
    assert blast((1, 1)).move_to((2, 3)) == blast((2, 3))
    assert len(blast((0, 0)).outline()) == 128
    assert sum(hypot(*p) for p in blast((0, 0)).outline()) / 128 == pytest.approx(3.81)
