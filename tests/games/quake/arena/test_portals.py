"""Who stands on a portal, and where one may come out of it."""

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from q40k.games.quake.arena.portals import arrival, lands, occupants, standing_in
from q40k.geometry.space import Base, Spot
from tests.games.quake.arena.tables import box, crowd, laid_table
from tests.geometry.tables import figure

SPOTS = st.tuples(st.floats(3, 57), st.floats(3, 57))
BASES = st.one_of(
    st.sampled_from([25, 40, 60]).map(Base), st.builds(Base, st.just(25), st.integers(40, 70), st.floats(0, 360))
)


@pytest.mark.rule("PORTAL-1", "PORTAL-6")
def test_who_stands_in_a_portal_has_the_whole_base_on_it() -> None:
    inside, half = figure("A", 30, 32.5), figure("B", 30, 27.4)
    table = laid_table(inside, half)
    assert standing_in(table.arena, inside.base, inside.spot) == 5
    assert standing_in(table.arena, half.base, half.spot) is None
    assert occupants(table, 5) == ("A",)
    assert occupants(table, 1) == ()


@pytest.mark.rule("PORTAL-3", "RESPAWN-1")
@settings(max_examples=40, deadline=None)
@given(BASES, st.integers(0, 40), st.integers(1, 5))
def test_every_place_of_the_zone_is_one_to_arrive_at(base: Base, seed: int, portal: int) -> None:
    table = crowd(seed, 12, 30, (60, 60))
    result = arrival(table, portal, base)
    places = [spot for spot in (result.inside, result.beside) if spot]
    for part in [part for part in shapely.get_parts(result.zone) if not part.is_empty]:
        point = part.representative_point()
        places.append((point.x, point.y))
    for spot in places:
        landing = lands(table, portal, base, spot)
        assert landing.within
        assert landing.on_table
        assert not landing.walls
        assert landing.ok
        assert result.crowded == (not landing.avoidable)
    if result.inside:
        assert standing_in(table.arena, base, result.inside) == portal
    if result.beside:
        assert standing_in(table.arena, base, result.beside) != portal


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
    table = laid_table()
    result = arrival(table, 5, Base(25))
    assert result.inside == (30, 30)
    far = 2.5 * 2.54 - 1.25
    assert lands(table, 5, Base(25), (30, 30 + far)).ok
    assert not lands(table, 5, Base(25), (30, 30 + far + 0.01)).within


@pytest.mark.rule("PORTAL-3")
def test_other_bases_are_avoided_as_long_as_they_can_be() -> None:
    table = laid_table(figure("A", 30, 30, Base(60)))
    assert not lands(table, 5, Base(25), (30, 30)).ok
    assert lands(table, 5, Base(25), (30, 30), ["A"]).ok
    assert arrival(table, 5, Base(25), ["A"]).inside == (30, 30)
    packed = laid_table(*(figure(f"{x}{y}", x, y) for x in range(22, 40, 2) for y in range(22, 40, 2)))
    assert arrival(packed, 5, Base(25)).crowded
    assert lands(packed, 5, Base(25), (30, 30)).ok


@pytest.mark.rule("PORTAL-3")
def test_there_may_be_no_room_at_all() -> None:
    table = laid_table(box("rock", 20, 20, 40, 40, impassable=True))
    result = arrival(table, 5, Base(25))
    assert (result.zone.is_empty, result.inside, result.beside) == (True, None, None)
    huge = arrival(laid_table(), 5, Base(200))
    assert (huge.zone.is_empty, huge.inside, huge.beside) == (True, None, None)


@pytest.mark.rule("PORTAL-3", "ARENA-5")
def test_nobody_comes_out_on_lethal_ground() -> None:
    lava = box("lava", 32, 25, 60, 35, lethal=True)
    bridge = box("bridge", 32, 33.5, 60, 35, height_in=2, climbable=True)
    table = laid_table(lava, bridge)
    result, base = arrival(table, 5, Base(25)), Base(25)
    assert result.beside is not None
    assert lands(table, 5, base, result.beside).ok
    assert lands(table, 5, base, (33, 30)).walls == ("lava",)
    assert lands(table, 5, base, (32.5, 33.7)).walls == ()
