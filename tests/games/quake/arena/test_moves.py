"""Throws and jumps on an arena, and what a move passes over, measured by hand."""

from math import cos, radians, sin, sqrt

import pytest
from msgspec import structs

from q40k.games.quake.arena.figures import laid_on
from q40k.games.quake.arena.moves import jump, kind_of, moved_over, throw
from q40k.games.quake.arena.portals import standing_in
from q40k.games.quake.packs.arena import Barrel, Flag, TokenPlace
from q40k.geometry.space import Base
from tests.games.quake.arena.tables import arena, box, laid_table
from tests.geometry.tables import figure

HAND = 0.01
"""An inch's hundredth: what enters something round is that true at least."""


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
def test_the_bumper_s_line_ends_at_what_it_meets_first(angle: float, met: tuple[str, str], inches: float) -> None:
    low = box("wall", 10, 40, 20, 41, height_in=1)
    mud = box("mud", 20, 10, 30, 20, difficult=True)
    table = structs.replace(arena(low, mud), barrels=(Barrel(id="B1", at=(15, 5)),))
    where = laid_on(table, [figure("A", 15, 15), figure("B", 40, 15), figure("C", 50, 15)])
    result = throw(where, where.figure("A"), angle, 18)
    assert result.met is not None
    assert (kind_of(result.met), result.met.id) == met
    assert result.travelled_in == pytest.approx(inches, abs=HAND)
    removed = result.travelled_in * 2.54
    x, y = 15 + removed * cos(radians(angle)), 15 + removed * sin(radians(angle))
    assert result.end == pytest.approx((x, y), abs=0.02)


@pytest.mark.rule("BONUS-1")
def test_a_throw_may_meet_nothing_and_what_one_stands_on_is_not_met() -> None:
    roof = box("roof", 25, 25, 35, 35, height_in=2, climbable=True)
    table = laid_table(roof, figure("A", 30, 30))
    result = throw(table, table.figure("A"), 0, 4)
    assert result.met is None
    assert result.end == pytest.approx((30 + 4 * 2.54, 30))
    into = throw(laid_table(figure("A", 30, 18)), figure("A", 30, 18), 90, 4)
    assert into.met is not None
    assert (into.met.kind, into.met.id) == ("portal", "5")
    assert into.travelled_in == pytest.approx((12 - 3.81 - 1.25) / 2.54, abs=HAND)


@pytest.mark.rule("MOVE-1")
def test_a_jump_is_as_long_as_its_straight_line_even_down_from_a_height() -> None:
    table = laid_table(figure("A", 10, 30, elevation_in=4))
    result = jump(table, table.figure("A"), (10 + 3 * 2.54, 30))
    assert result.straight_in == pytest.approx(5)
    assert result.over_in == pytest.approx(5)
    assert result.room


@pytest.mark.rule("MOVE-1")
def test_what_is_higher_than_the_line_is_in_the_way_and_can_be_flown_over() -> None:
    block = box("block", 30 - 1.25 + 0.01, 0, 30 + 1.25 - 0.01, 60, height_in=3)
    table = laid_table(block, figure("A", 30 - 4 * 2.54, 10))
    result = jump(table, table.figure("A"), (30 + 4 * 2.54, 10))
    assert [obstacle.scenery.id for obstacle in result.in_the_way] == ["block"]
    assert result.in_the_way[0].above_in == pytest.approx(3)
    assert result.straight_in == pytest.approx(8)
    half = 4 - 2.5 / 2.54  # from where it starts to where its rim reaches the block
    assert result.over_in == pytest.approx(2 * sqrt(half**2 + 9) + 5 / 2.54, abs=HAND)
    low = laid_table(box("fence", 29, 0, 31, 60, height_in=1), figure("A", 10, 10, elevation_in=6))
    assert jump(low, low.figure("A"), (50, 10), 6).in_the_way == ()


@pytest.mark.rule("MOVE-1")
def test_a_jump_needs_room_to_land() -> None:
    tower = box("tower", 40, 20, 50, 40, height_in=5, impassable=True)
    table = laid_table(tower, figure("A", 10, 30), figure("B", 20, 30))
    mover = table.figure("A")
    assert jump(table, mover, (45, 30)).blocked_by == ("tower",)
    assert jump(table, mover, (45, 30), 5).room, "on top of it"
    assert jump(table, mover, (21, 30)).blocked_by == ("B",)
    assert not jump(table, mover, (59.5, 30)).room
    assert jump(table, mover, mover.spot).straight_in == pytest.approx(0)
