"""Moves along waypoints, throws and jumps, measured by hand."""

from itertools import pairwise
from math import cos, hypot, radians, sin, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from q40k.games.quake.arena.figures import laid_on
from q40k.games.quake.arena.flights import jump
from q40k.games.quake.arena.moves import kind_of, moved_over, throw
from q40k.games.quake.arena.portals import standing_in
from q40k.games.quake.packs.arena import Barrel, Flag, Scenery, TokenPlace
from q40k.geometry.bases import Base
from q40k.geometry.paths import Walk, walk
from q40k.geometry.spots import Spot
from tests.games.quake.arena.tables import arena, box, dots, drum, figure, in_piece, laid, wall

SPOTS = st.tuples(st.floats(2, 58), st.floats(2, 58))
HAND = 0.01
"""An inch's hundredth: what enters something round is that true at least."""


@pytest.mark.rule("MOVE-1")
@given(st.lists(SPOTS, max_size=5))
def test_a_path_is_as_long_as_its_legs(ways: list[Spot]) -> None:
    found = walk(laid(), figure("A", 30, 30), ways)
    legs = [hypot(b[0] - a[0], b[1] - a[1]) / 2.54 for a, b in pairwise([(30, 30), *ways])]
    assert found.legs_in == pytest.approx(legs)
    assert found.length_in == pytest.approx(sum(legs))
    assert found.left_in(6) == pytest.approx(6 - sum(legs))


@pytest.mark.rule("MOVE-1")
def test_the_ground_is_crossed_as_long_as_any_part_of_the_base_is_in_it() -> None:
    mud = box("mud", 20, 20, 30, 40, difficult=True)
    found = walk(laid(mud), figure("A", 10, 30), [(50, 30)])
    (crossing,) = found.ground
    assert crossing.scenery == mud
    assert crossing.inches == pytest.approx((10 + 2.5) / 2.54, abs=HAND)
    assert crossing.enters_in == pytest.approx((10 - 1.25) / 2.54, abs=HAND)
    there_and_back = walk(laid(mud), figure("A", 10, 30), [(25, 30), (10, 30)])
    assert there_and_back.ground[0].inches == pytest.approx(2 * (5 + 1.25) / 2.54, abs=HAND)


def crossed_cm(found: Walk[Scenery]) -> float:
    return found.ground[0].inches * 2.54 if found.ground else 0.0


@pytest.mark.rule("MOVE-1")
@settings(max_examples=25, deadline=None)
@given(SPOTS, SPOTS, st.sampled_from([Base(25), Base(60), Base(25, 70, 30)]))
def test_ground_by_many_steps_is_ground_by_arithmetic(start: Spot, end: Spot, base: Base) -> None:
    mud = wall("mud", (20, 20), (40, 24), (30, 30), (36, 44), (22, 38), water=True)
    found = walk(laid(mud), figure("A", *start, base), [end])
    steps, length = 60, hypot(end[0] - start[0], end[1] - start[1])
    inside = 0
    for n in range(steps):
        share = (n + 0.5) / steps
        at = (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
        inside += any(in_piece(mud, dot) for dot in dots(base, at, 12))
    # Dots lie inside the base: they may miss what only grazes it, but not what a smaller one meets.
    smaller = Base(
        base.width_mm - base.width_mm // 5,
        base.length_mm and base.length_mm - base.width_mm // 5,
        base.angle_deg,
    )
    least = walk(laid(mud), figure("A", *start, smaller), [end])
    slack, counted = 2 * length / steps + 1, inside / steps * length
    assert crossed_cm(least) - slack <= counted <= crossed_cm(found) + slack


@pytest.mark.rule("MOVE-1")
def test_a_wall_and_a_base_are_met_where_the_mover_touches_them() -> None:
    rock = drum("rock", (40, 30), 3, impassable=True)
    table = laid(rock, figure("B", 20, 30, Base(40)))
    found = walk(table, figure("A", 10, 30), [(55, 30)])
    assert [(met.kind, met.id) for met in found.met] == [("figure", "B"), ("scenery", "rock")]
    assert found.met[0].at_in == pytest.approx((10 - 1.25 - 2) / 2.54, abs=HAND)
    assert found.met[0].spot == pytest.approx((20 - 3.25, 30), abs=0.02)
    assert found.met[1].at_in == pytest.approx((30 - 1.25 - 3) / 2.54, abs=HAND)
    assert found.ground == ()


@pytest.mark.rule("MOVE-1", "DIFF-5")
def test_one_may_move_along_a_wall_and_away_from_a_base_in_contact() -> None:
    rock = box("rock", 20, 20, 40, 28.75, impassable=True)
    table = laid(rock, figure("B", 7.5, 30))
    assert walk(table, figure("A", 10, 30), [(55, 30)]).met == ()


@pytest.mark.rule("MOVE-1")
def test_a_base_leaves_the_table_when_its_rim_does() -> None:
    table = laid()
    assert walk(table, figure("A", 30, 30), [(58.75, 30)]).off_table_in is None
    found = walk(table, figure("A", 30, 30), [(30, 40), (62, 40)])
    assert found.off_table_in == pytest.approx((10 + 28.75) / 2.54)
    assert walk(table, figure("A", 30, 1), [(30, 9)]).off_table_in == pytest.approx(0)


@pytest.mark.rule("BONUS-1", "FLAG-1", "PORTAL-1")
def test_tokens_and_flags_are_moved_over_and_a_portal_is_reached() -> None:
    tokens = [
        TokenPlace(id="E1", category="equipment", at=(20, 31.2)),
        TokenPlace(id="E2", category="equipment", at=(20, 31.3)),
    ]
    table = arena(tokens=tokens, flags=[Flag(id="F1", at=(25, 29))])
    assert moved_over(table, figure("A", 10, 30), [(30, 30)]) == ("E1", "F1")
    assert standing_in(table, Base(25), (30, 30)) == 5
    assert moved_over(table, figure("A", 20, 31), []) == ("E1", "E2")


@pytest.mark.rule("BONUS-1")
@pytest.mark.parametrize(
    ("angle", "met", "inches"),
    [
        (0, ("champion", "B"), (40 - 15 - 2.5) / 2.54),
        (90, ("scenery", "wall"), (25 - 1.25) / 2.54),
        (180, ("edge", ""), (15 - 1.25) / 2.54),
        (270, ("barrel", "B1"), (15 - 5 - 1 - 1.25) / 2.54),
    ],
)
def test_the_bumper_s_line_ends_at_what_it_meets_first(
    angle: float, met: tuple[str, str], inches: float
) -> None:
    low = box("wall", 10, 40, 20, 41, height_in=1)
    mud = box("mud", 20, 10, 30, 20, difficult=True)
    table = structs.replace(arena(low, mud), barrels=(Barrel(id="B1", at=(15, 5)),))
    where = laid_on(table, [figure("A", 15, 15), figure("B", 40, 15), figure("C", 50, 15)])
    found = throw(where, where.figure("A"), angle, 18)
    assert found.met is not None
    assert (kind_of(found.met), found.met.id) == met
    assert found.travelled_in == pytest.approx(inches, abs=HAND)
    gone = found.travelled_in * 2.54
    x, y = 15 + gone * cos(radians(angle)), 15 + gone * sin(radians(angle))
    assert found.end == pytest.approx((x, y), abs=0.02)


@pytest.mark.rule("BONUS-1")
def test_a_throw_may_meet_nothing_and_what_one_stands_on_is_not_met() -> None:
    roof = box("roof", 25, 25, 35, 35, height_in=2, climbable=True)
    table = laid(roof, figure("A", 30, 30))
    found = throw(table, table.figure("A"), 0, 4)
    assert found.met is None
    assert found.end == pytest.approx((30 + 4 * 2.54, 30))
    into = throw(laid(figure("A", 30, 18)), figure("A", 30, 18), 90, 4)
    assert into.met is not None
    assert (into.met.kind, into.met.id) == ("portal", "5")
    assert into.travelled_in == pytest.approx((12 - 3.81 - 1.25) / 2.54, abs=HAND)


@pytest.mark.rule("MOVE-1")
def test_a_jump_is_as_long_as_its_straight_line_even_down_from_a_height() -> None:
    table = laid(figure("A", 10, 30, elevation_in=4))
    found = jump(table, table.figure("A"), (10 + 3 * 2.54, 30))
    assert found.straight_in == pytest.approx(5)
    assert found.over_in == pytest.approx(5)
    assert found.room


@pytest.mark.rule("MOVE-1")
def test_what_is_higher_than_the_line_is_in_the_way_and_can_be_flown_over() -> None:
    block = box("block", 30 - 1.25 + 0.01, 0, 30 + 1.25 - 0.01, 60, height_in=3)
    table = laid(block, figure("A", 30 - 4 * 2.54, 10))
    found = jump(table, table.figure("A"), (30 + 4 * 2.54, 10))
    assert [one.scenery.id for one in found.in_the_way] == ["block"]
    assert found.in_the_way[0].above_in == pytest.approx(3)
    assert found.straight_in == pytest.approx(8)
    half = 4 - 2.5 / 2.54  # from where it starts to where its rim reaches the block
    assert found.over_in == pytest.approx(2 * sqrt(half**2 + 9) + 5 / 2.54, abs=HAND)
    low = laid(box("fence", 29, 0, 31, 60, height_in=1), figure("A", 10, 10, elevation_in=6))
    assert jump(low, low.figure("A"), (50, 10), 6).in_the_way == ()


@pytest.mark.rule("MOVE-1")
def test_a_jump_needs_room_to_land() -> None:
    tower = box("tower", 40, 20, 50, 40, height_in=5, impassable=True)
    table = laid(tower, figure("A", 10, 30), figure("B", 20, 30))
    mover = table.figure("A")
    assert jump(table, mover, (45, 30)).blocked_by == ("tower",)
    assert jump(table, mover, (45, 30), 5).room, "on top of it"
    assert jump(table, mover, (21, 30)).blocked_by == ("B",)
    assert not jump(table, mover, (59.5, 30)).room
    assert jump(table, mover, mover.spot).straight_in == pytest.approx(0)
