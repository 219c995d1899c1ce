"""Deployment, portals, contact and darkness on a table."""

from fractions import Fraction
from math import hypot, inf, nan

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from q40k.games.quake.arena.dark import in_the_dark, roll_for, spotting
from q40k.games.quake.arena.deployment import deploy, free_tiles, tile_box
from q40k.games.quake.arena.figures import HEIGHTS_IN, laid_on
from q40k.games.quake.arena.figures import figure as champion_at
from q40k.games.quake.arena.portals import arrival, lands, occupants, standing_in
from q40k.games.quake.arena.tiles import tiles
from q40k.games.w40k3e.profiles import Champion
from q40k.geometry.bases import Base, BoardError, gap_cm
from q40k.geometry.contact import contacts, gap_in, groups, in_contact, nearest, trailing_foot
from q40k.geometry.positions import Figure
from q40k.geometry.spots import Spot
from tests.games.quake.arena.tables import (
    NAME,
    arena,
    box,
    crowd,
    dots,
    drum,
    figure,
    in_piece,
    laid,
    wall,
)

SPOTS = st.tuples(st.floats(3, 57), st.floats(3, 57))
BASES = st.one_of(
    st.sampled_from([25, 40, 60]).map(Base),
    st.builds(Base, st.just(25), st.integers(40, 70), st.floats(0, 360)),
)


# -- the field -----------------------------------------------------------------------------


def test_an_arena_is_compiled_once() -> None:
    table = arena(box("a", 1, 1, 2, 2))
    assert table.field is table.field
    assert arena().field is not arena().field


@given(BASES, SPOTS)
@settings(max_examples=60, deadline=None)
def test_a_base_touches_scenery_when_any_point_of_it_lies_in_it(base: Base, at: Spot) -> None:
    star = wall("star", (20, 20), (40, 22), (30, 30), (38, 44), (22, 38))
    pieces = (star, drum("tank", (45, 15), 6))
    field = arena(*pieces).field
    touching = {one.id for one in field.touching(base, at)}
    for piece in pieces:
        under = [in_piece(piece, dot) for dot in dots(base, at, 24)]
        if any(under):
            assert piece.id in touching
        elif piece.id in touching:  # a sliver between the dots
            assert field.shape_of(piece.id).distance(shapely.Point(at)) > base.radius_cm - 0.3


@pytest.mark.parametrize(
    "corners", [((0, 0), (9, 9), (9, 0), (0, 9)), ((0, 0), (9, 9)), ((0, 0), (9, 9), (nan, 1))]
)
def test_scenery_that_is_no_area_is_refused(corners: tuple[Spot, ...]) -> None:
    sound = arena(box("a", 1, 1, 2, 2))
    broken = structs.replace(sound.scenery[0], polygon=corners)
    with pytest.raises(BoardError, match="scenery-shape"):
        _ = structs.replace(sound, scenery=(broken,)).field


@pytest.mark.parametrize("spot", [(nan, 3), (3, inf), (-inf, 1)])
def test_a_figure_stands_somewhere(spot: Spot) -> None:
    with pytest.raises(BoardError, match="not-a-place"):
        figure("A", *spot)


def test_two_figures_have_two_names() -> None:
    with pytest.raises(BoardError, match="figure-twice"):
        laid(figure("A", 1, 1), figure("A", 9, 9))


def test_a_champion_of_the_packs_brings_its_base_and_height() -> None:
    biker = Champion(id="biker", name=NAME, ws=4, bs=4, s=4, t=4, i=4, a=1, ld=8, points=20,
                     base_mm=25, base_length_mm=70, unit_type="bike")  # fmt: skip
    one = champion_at("A", biker, (30, 30), angle_deg=90, elevation_in=2)
    assert one == Figure("A", (30, 30), Base(25, 70, 90), HEIGHTS_IN["bike"], 2, "bike")
    assert one.top_in == 3.5


def test_figures_come_move_and_go() -> None:
    table = laid(figure("A", 10, 10), figure("B", 20, 20))
    assert table.moved("A", (5, 5)).figure("A").spot == (5, 5)
    assert table.figure("A").spot == (10, 10)
    assert [one.id for one in table.without("A").figures] == ["B"]
    assert [one.id for one in table.with_(figure("C", 1, 1)).figures] == ["A", "B", "C"]
    with pytest.raises(KeyError):
        table.moved("nobody", (1, 1))


def test_the_floor_is_the_highest_climbable_thing_under_a_point() -> None:
    tower = box("tower", 10, 10, 20, 20, height_in=6, climbable=True)
    rock = box("rock", 12, 12, 18, 18, height_in=9)
    field = arena(tower, rock, drum("hut", (40, 40), 3, height_in=2, climbable=True)).field
    assert [field.floor_in(at) for at in ((15, 15), (40, 42.9), (40, 43.1))] == [6, 2, 0]
    assert [one.id for one in field.under((15, 15))] == ["tower", "rock"]


# -- deployment ----------------------------------------------------------------------------


@pytest.mark.rule("DEPLOY-1")
def test_a_tile_is_free_until_the_centre_of_a_base_lies_in_it() -> None:
    table = laid(figure("A", 21, 10))  # its base reaches into A1 as well
    assert "B1" not in free_tiles(table)
    assert "A1" in free_tiles(table)
    assert free_tiles(table, ["A"]) == tiles((60, 60))
    assert tile_box(table.field, "B1") == (20, 0, 40, 20)
    with pytest.raises(BoardError, match="no-tile"):
        tile_box(table.field, "D1")


@pytest.mark.rule("DEPLOY-1", "DEPLOY-2")
def test_who_deploys_needs_the_whole_base_on_the_table_and_a_tile_of_its_own() -> None:
    table = laid(figure("A", 21, 10), box("rock", 0, 50, 10, 60, impassable=True))
    assert deploy(table, Base(25), (10, 10)).ok
    assert deploy(table, Base(25), (54, 54)).ok, "on a portal"
    assert not deploy(table, Base(25), (1, 10)).on_table
    taken = deploy(table, Base(25), (30, 10))
    assert (taken.ok, taken.tile, taken.taken_by) == (False, "B1", ("A",))
    assert deploy(table, Base(25), (30, 10), "A").ok
    assert deploy(table, Base(25), (19.5, 10)).blocked_by == ("A",)
    assert deploy(table, Base(25), (5, 55)).blocked_by == ("rock",)


# -- portals -------------------------------------------------------------------------------


@pytest.mark.rule("PORTAL-1", "PORTAL-6")
def test_who_stands_in_a_portal_has_the_whole_base_on_it() -> None:
    inside, half = figure("A", 30, 32.5), figure("B", 30, 27.4)
    table = laid(inside, half)
    assert standing_in(table.arena, inside.base, inside.spot) == 5
    assert standing_in(table.arena, half.base, half.spot) is None
    assert occupants(table, 5) == ("A",)
    assert occupants(table, 1) == ()


@pytest.mark.rule("PORTAL-3", "RESPAWN-1")
@settings(max_examples=40, deadline=None)
@given(BASES, st.integers(0, 40), st.integers(1, 5))
def test_every_place_of_the_zone_is_one_to_arrive_at(base: Base, seed: int, portal: int) -> None:
    table = crowd(seed, 12, 30, (60, 60))
    found = arrival(table, portal, base)
    places = [spot for spot in (found.inside, found.beside) if spot]
    for part in [part for part in shapely.get_parts(found.zone) if not part.is_empty]:
        point = part.representative_point()
        places.append((point.x, point.y))
    for spot in places:
        landing = lands(table, portal, base, spot)
        assert landing.within
        assert landing.on_table
        assert not landing.walls
        assert landing.ok
        assert found.crowded == (not landing.avoidable)
    if found.inside:
        assert standing_in(table.arena, base, found.inside) == portal
    if found.beside:
        assert standing_in(table.arena, base, found.beside) != portal


@pytest.mark.rule("PORTAL-3")
@settings(max_examples=60, deadline=None)
@given(BASES, st.integers(0, 10), st.integers(1, 5), SPOTS)
def test_a_place_outside_the_zone_is_none(base: Base, seed: int, portal: int, off: Spot) -> None:
    table = crowd(seed, 12, 30, (60, 60))
    there = table.portals[portal].at
    spot = (there[0] + (off[0] - 30) / 5, there[1] + (off[1] - 30) / 5)
    zone = arrival(table, portal, base).zone
    if zone.distance(shapely.Point(spot)) > 0.01:
        assert not lands(table, portal, base, spot).ok
    if zone.contains(shapely.Point(spot)):
        assert lands(table, portal, base, spot).ok


@pytest.mark.rule("PORTAL-3")
def test_one_arrives_at_the_centre_or_within_an_inch_around() -> None:
    table = laid()
    found = arrival(table, 5, Base(25))
    assert found.inside == (30, 30)
    far = 2.5 * 2.54 - 1.25
    assert lands(table, 5, Base(25), (30, 30 + far)).ok
    assert not lands(table, 5, Base(25), (30, 30 + far + 0.01)).within
    assert lands(table, 5, Base(25), (30, 30)).in_portal


@pytest.mark.rule("PORTAL-3")
def test_other_bases_are_avoided_as_long_as_they_can_be() -> None:
    table = laid(figure("A", 30, 30, Base(60)))
    assert not lands(table, 5, Base(25), (30, 30)).ok
    assert lands(table, 5, Base(25), (30, 30), ["A"]).ok
    assert arrival(table, 5, Base(25), ["A"]).inside == (30, 30)
    packed = laid(*(figure(f"{x}{y}", x, y) for x in range(22, 40, 2) for y in range(22, 40, 2)))
    assert arrival(packed, 5, Base(25)).crowded
    assert lands(packed, 5, Base(25), (30, 30)).ok


@pytest.mark.rule("PORTAL-3")
def test_there_may_be_no_room_at_all() -> None:
    table = laid(box("rock", 20, 20, 40, 40, impassable=True))
    found = arrival(table, 5, Base(25))
    assert (found.zone.is_empty, found.inside, found.beside) == (True, None, None)
    huge = arrival(laid(), 5, Base(200))
    assert (huge.zone.is_empty, huge.inside, huge.beside) == (True, None, None)


# -- contact -------------------------------------------------------------------------------


@pytest.mark.rule("DIFF-2", "DIFF-5")
@pytest.mark.parametrize(("apart", "touching"), [(2.5, True), (2.6, True), (2.61, False)])
def test_bases_within_a_millimetre_are_in_contact(apart: float, touching: bool) -> None:
    a, b = figure("A", 30, 30), figure("B", 30 + apart, 30)
    assert in_contact(a, b) == touching
    assert contacts(laid(a, b)) == ((("A", "B"),) if touching else ())


@given(st.integers(0, 1000))
@settings(max_examples=20, deadline=None)
def test_all_gaps_at_once_are_those_of_each_pair(seed: int) -> None:
    table = crowd(seed, 8, 0, (60, 60))
    for i, a in enumerate(table.figures):
        for j, b in enumerate(table.figures):
            if i != j:
                exact = gap_cm(a.base, a.spot, b.base, b.spot)
                assert table.gaps_cm[i, j] == pytest.approx(exact, abs=1e-9)
                assert gap_in(a, b) == pytest.approx(max(0, exact) / 2.54)


@pytest.mark.rule("MELEE-3")
def test_a_melee_is_everyone_who_hangs_together_by_contacts() -> None:
    row = [figure(name, 10 + 2.5 * n, 10) for n, name in enumerate("ABC")]
    table = laid(*row, figure("D", 40, 40), figure("E", 42.5, 40), figure("F", 50, 10))
    assert groups(table) == (("A", "B", "C"), ("D", "E"))
    assert groups(table, "ACDE") == (("D", "E"),), "who does not fight joins nobody together"
    assert groups(table, "F") == ()


@pytest.mark.rule("NUKE")
def test_the_nearest_to_a_token_comes_first_by_the_rim_of_its_base() -> None:
    table = laid(figure("A", 20, 30), figure("B", 41, 30, Base(60)), figure("C", 30, 30))
    found = nearest(table, (30, 30))
    assert [near.id for near in found] == ["C", "B", "A"]
    assert found[1].distance_in == pytest.approx((11 - 3) / 2.54)
    assert found[0].distance_in == pytest.approx(0)
    assert [near.id for near in nearest(table, (30, 30), ["C"])] == ["B", "A"]


@pytest.mark.rule("DIFF-8")
@pytest.mark.parametrize(
    ("apart", "moved", "charge", "allowed"),
    [(2.5, 6, 6, True), (2.5, 6.1, 6, False), (2.5, 2, 6, True), (9, 2, 6, False)],
)
def test_a_trailing_foot_reaches_who_moved_no_farther_than_the_charge(
    apart: float, moved: float, charge: float, allowed: bool
) -> None:
    before = laid(figure("A", 20, 30), figure("B", 20 + apart, 30))
    assert trailing_foot("A", "B", before, moved, charge).allowed == allowed


# -- darkness ------------------------------------------------------------------------------


@pytest.mark.rule("SHOOT-3")
def test_only_a_target_in_the_dark_must_be_spotted() -> None:
    cellar = box("cellar", 40, 20, 60, 40, dark=True)
    table = laid(cellar, figure("A", 10, 30), figure("B", 45, 30), figure("C", 39.5, 30))
    shot = spotting(table, "A", "B")
    assert (shot.needed, shot.zone) == (True, "cellar")
    assert shot.distance_in == pytest.approx(32.5 / 2.54)
    assert shot.roll == 5  # 12.8 in need 4.27 times 3 in
    assert shot.chance == Fraction(30, 36)
    assert not spotting(table, "B", "A").needed
    assert not spotting(table, "A", "C").needed, "the centre of its base lies outside"
    assert spotting(table, "A", "C", stealthy=True).needed
    assert in_the_dark(table.field, (45, 30)) == "cellar"
    assert in_the_dark(table.field, (39.5, 30)) is None


@pytest.mark.rule("SHOOT-3")
@given(st.floats(0, 60))
def test_the_roll_is_the_least_that_reaches(distance: float) -> None:
    roll = roll_for(distance)
    assert roll * 3 >= distance - 1e-5
    assert roll == 2 or (roll - 1) * 3 < distance


@pytest.mark.rule("SHOOT-3")
def test_whole_dozens_are_not_lost_to_rounding() -> None:
    assert [roll_for(d) for d in (0, 6, 6.1, 36, 36.1)] == [2, 2, 3, 12, 13]


def test_an_empty_table_has_nothing_to_say() -> None:
    table = laid_on(arena())
    assert (contacts(table), groups(table), nearest(table, (1, 1))) == ((), (), ())
    assert hypot(*table.spots.shape) == 2
    assert table.in_the_dark == {}
