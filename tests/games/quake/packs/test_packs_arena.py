"""What a pack may say of an arena: outlines, names, bases and flags, each refused at its line."""

import json
from math import inf, nan, pi

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import to_builtins
from pydantic import ValidationError

from q40k.games.quake.packs.arena import Arena, Scenery
from q40k.geometry.outlines import area, around, find_crossing, middle, within
from q40k.packs.validate import parse_model
from tests.games.quake.packs.test_packs_models import ARENA, against, codes, validated_arena

PIECE = "scenery:\n  - id: ruin\n    name: {en: Ruin, fr: Ruine}\n"


@pytest.mark.rule("ARENA-5")
def test_scenery_has_an_outline_a_height_and_the_agreed_effects() -> None:
    text = ARENA + PIECE + "    polygon: [[1, 1], [9, 1], [9, 9]]\n    height_in: 3\n    cover: 4\n"
    (ruin,) = validated_arena(text + "    water: true\n    lethal: true\n").scenery
    assert (ruin.height_in, ruin.cover) == (3.0, 4)
    assert ruin.effects == ("lethal", "water", "cover")
    assert ruin.corners == ((1, 1), (9, 1), (9, 9))


@pytest.mark.parametrize(
    ("outline", "code"),
    [
        ("height_in: 1", "one-outline"),
        ("polygon: [[1, 1], [9, 1], [9, 9]]\n    circle: {at: [9, 9], radius_cm: 2}", "one-outline"),
        ("polygon: []", "few-corners"),
        ("polygon: [[1, 1], [9, 9]]", "few-corners"),
        ("polygon: [[1, 1], [5, 5], [9, 9]]", "no-area"),
        ("polygon: [[1, 1], [9, 1], [9, 1.001]]", "no-area"),
        ("polygon: [[10, 10], [20, 20], [20, 10], [10, 20]]", "self-crossing"),
        ("polygon: [[1, 1], [9, 1], [9, 9], [1, 1]]", "corner-twice"),
        ("polygon: [[1, 1], [9, 9], [9, 1], [1, 8]]", "self-crossing"),
        ("polygon: [[1, 1], [9, 1], [9, 9], [5, 1], [1, 9]]", "self-crossing"),
        ("polygon: [[1, 1], [9, 1], [5, 1], [5, 9]]", "self-crossing"),
        ("circle: {at: [9, 9], radius_cm: 0}", "out-of-range"),
        ("circle: {at: [9, 9], radius_cm: -1}", "out-of-range"),
        ("polygon: [[1, 1], [99, 1], [9, 9]]", "off-table"),
        ("circle: {at: [9, 9], radius_cm: 9.01}", "off-table"),
        ("polygon: [[1, 1], [9, .nan], [9, 9]]", "yaml-surprise"),
    ],
)
def test_an_outline_that_is_none_is_refused_at_its_line(outline: str, code: str) -> None:
    ((line, result, _facts),) = against(Arena, ARENA + PIECE + f"    {outline}\n")
    assert result == code
    assert line is not None
    assert line >= len(ARENA.strip().splitlines()) + 2


@pytest.mark.parametrize(
    "outline", ["[[1, 1], [9, 1], [9, 9], [5, 5], [1, 9]]", "[[0, 0], [60, 0], [60, 60], [0, 60]]"]
)
def test_hollow_outlines_and_the_very_edge_are_sound(outline: str) -> None:
    assert against(Arena, ARENA + PIECE + f"    polygon: {outline}\n") == []
    circle = "    circle: {at: [9, 9], radius_cm: 9}\n"
    assert against(Arena, ARENA + PIECE + circle) == []


def test_an_outline_of_very_many_corners_is_refused_before_it_costs_time() -> None:
    corners = json.dumps([[n, n * n % 7] for n in range(5000)])
    assert codes(against(Arena, ARENA + PIECE + f"    polygon: {corners}\n")) == ["wrong-length"]


@pytest.mark.parametrize("bad", [nan, inf, -inf])
def test_no_measure_is_endless_or_no_number(bad: float) -> None:
    arena = to_builtins(validated_arena(ARENA))
    for change in (
        {"portals": tuple({"number": n, "at": (bad, 3)} for n in range(1, 6))},
        {
            "scenery": (
                {"id": "a", "name": {"en": "A", "fr": "A"}, "height_in": bad, "polygon": ((1, 1), (2, 2), (2, bad))},
            )
        },
    ):
        with pytest.raises(ValidationError) as refused:
            parse_model(Arena, arena | change)
        assert "finite_number" in {error["type"] for error in refused.value.errors()}


def test_everything_off_the_table_is_named_at_its_own_line() -> None:
    text = ARENA.replace("at: [50, 30]", "at: [61, 30]")
    text += "tokens:\n- {id: E1, category: equipment, at: [5, 70.5]}\n"
    text += "barrels:\n- {id: B1, at: [5, 5]}\n- {id: B2, at: [-1, 5]}\n"
    text += "bases:\n- {number: 1, polygon: [[0, 0], [9, 0], [9, 61]]}\n"
    text += "- {number: 2, polygon: [[50, 50], [60, 50], [60, 60]]}\n"
    result = against(Arena, text)
    assert codes(result) == ["off-table"] * 4
    named = [(line, facts["thing"], facts["name"]) for line, _code, facts in result]
    assert named == [(5, "portal", "5"), (7, "token", "E1"), (12, "base", "1"), (10, "barrel", "B2")]


def test_names_on_the_map_differ_and_so_do_those_of_scenery() -> None:
    text = ARENA + "tokens: [{id: E1, category: equipment, at: [5, 5]}]\n"
    text += "flags: [{id: E1, at: [9, 9]}]\nbarrels:\n- {id: B1, at: [5, 5]}\n- {id: B1, at: [6, 6]}\n"
    result = against(Arena, text)
    assert [(code, facts["name"]) for _line, code, facts in result] == [("name-twice", "E1"), ("name-twice", "B1")]
    piece = PIECE.partition("\n")[2] + "    circle: {at: [9, 9], radius_cm: 2}\n"
    assert codes(against(Arena, f"{ARENA}scenery:\n{piece}{piece}")) == ["name-twice"]


@pytest.mark.rule("BASE-1")
@pytest.mark.parametrize("numbers", ["1", "13", "11", "23"])
def test_bases_are_two_or_more_numbered_from_1(numbers: str) -> None:
    zone = "polygon: [[1, 1], [9, 1], [9, 9]]"
    bases = ", ".join(f"{{number: {n}, {zone}}}" for n in numbers)
    assert codes(against(Arena, f"{ARENA}bases: [{bases}]\n")) == ["base-numbers"]


@pytest.mark.rule("FLAG-3")
def test_the_base_of_a_flag_is_there() -> None:
    ((line, code, facts),) = against(Arena, ARENA + "flags:\n- {id: F1, at: [9, 9], base: 2}\n")
    assert (line, code, facts) == (7, "unknown-base", {"flag": "F1", "base": 2})


@pytest.mark.rule("ARENA-2")
@pytest.mark.parametrize(
    ("players", "sound"), [("[2, 9]", True), ("[1, 4]", False), ("[4, 3]", False), ("[2, 10]", False)]
)
def test_an_arena_is_meant_for_two_or_more_and_never_for_more_than_its_tiles(players: str, sound: bool) -> None:
    result = codes(against(Arena, f"{ARENA}players: {players}\n"))
    assert result == ([] if sound else ["wrong-crowd"])


# ---- the arithmetic of outlines

numbers = st.integers(-50, 50)


def test_area_and_middle_of_plain_outlines() -> None:
    assert area([(0, 0), (4, 0), (4, 3)]) == 6
    assert middle([(0, 0), (6, 0), (6, 2), (0, 2)]) == pytest.approx((3, 1))
    assert area(around((5, 5), 10)) == pytest.approx(pi * 100, rel=0.002)


@given(st.lists(st.tuples(numbers, numbers), min_size=3, max_size=8, unique=True))
def test_crossings_are_what_an_independent_library_finds(corners: list[tuple[int, int]]) -> None:
    from shapely import Polygon

    if area(corners) > 0:
        assert (find_crossing(corners) is None) == Polygon(corners).is_valid


@given(st.lists(st.tuples(numbers, numbers), min_size=3, max_size=8, unique=True), st.tuples(numbers, numbers))
def test_within_is_what_an_independent_library_finds(corners: list[tuple[int, int]], at: tuple[int, int]) -> None:
    from shapely import Point, Polygon

    if area(corners) > 0 and find_crossing(corners) is None:
        outline = Polygon(corners)
        if outline.boundary.distance(Point(at)) > 0:
            assert within(at, corners) == outline.contains(Point(at))
            spot = middle(corners)
            assert spot == pytest.approx((outline.centroid.x, outline.centroid.y))


def test_a_round_piece_has_corners_too() -> None:
    circle = {"at": (30, 30), "radius_cm": 5}
    silo = parse_model(Scenery, {"id": "silo", "name": {"en": "Silo", "fr": "Silo"}, "circle": circle})
    assert len(silo.corners) == 64
    assert (35, 30) in silo.corners
