"""Places as people say them: each way of saying, in English and in French, and what is no place."""

from __future__ import annotations

from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from q40k.games.quake.table.places import Landmark, Surroundings, read_spot, read_tile
from q40k.games.quake.words.positions import place_error
from q40k.geometry.space import PlaceError
from q40k.i18n.locale import Locale

TOWER = ((40.0, 40.0), (50.0, 40.0), (50.0, 50.0), (40.0, 50.0))
BOB = Landmark("champion", "p2", ("Bob",), (20.0, 20.0), 1.25, bars=True)
THINGS = (
    BOB,
    Landmark("champion", "p3", ("Ève l'Étoile",), (10.0, 50.0), 2.0, bars=True),
    Landmark("scenery", "watch-tower", ("Watch tower", "Tour de guet"), (45.0, 45.0), 0, TOWER, True),
    Landmark("scenery", "crate-1", ("Crate", "crate-1"), (30.0, 5.0), 1),
    Landmark("scenery", "crate-2", ("Crate", "crate-2"), (30.0, 55.0), 1),
    Landmark("portal", "3", ("portal 3", "portail 3", "p3"), (54.0, 6.0), 3.81),
    Landmark("token", "B2", ("B2", "token B2", "jeton B2"), (5.0, 5.0), 1.0),
)
HERE = Surroundings((60, 60), THINGS, me=(20.0, 30.0), radius_cm=1.25)
INCH = 2.54


def near(spot: tuple[float, float], x: float, y: float) -> bool:
    return hypot(spot[0] - x, spot[1] - y) < 0.02


@pytest.mark.parametrize(
    ("typed", "x", "y"),
    [
        ("30,45", 30, 45),
        ("30.5, 45", 30.5, 45),
        ("30,5;45", 30.5, 45),
        ("(30 cm; 45 cm)", 30, 45),
        ("30 45", 30, 45),
        ("bob", 20, 20),
        ("BO", 20, 20),
        ("on the tower", 45, 45),
        ("sur la tour", 45, 45),
        ("portal 3", 54, 6),
        ("p3", 54, 6),
        ("dans le portail 3", 54, 6),
        ("crate-2", 30, 55),
        ("eve l’etoile", 10, 50),
        ("the middle", 30, 30),
        ("token B2", 5, 5),
        ("between Bob and the tower", 32.5, 32.5),
        ("entre Bob et la tour", 32.5, 32.5),
        ("6 in from Bob right", 20 + 1.25 + 6 * INCH + 1.25, 20),
        ("6 in from Bob at 3 o'clock", 20 + 1.25 + 6 * INCH + 1.25, 20),
        ("6″ left of the tower", 40 - 6 * INCH - 1.25, 45),
        ("6 pouces à gauche de la tour", 40 - 6 * INCH - 1.25, 45),
        ("10 cm from portal 3 up", 54, 6 + 3.81 + 10 + 1.25),
        ("4 in up", 20, 30 + 4 * INCH),
        ("4,5 ps vers le haut", 20, 30 + 4.5 * INCH),
        ("2 in towards Bob", 20, 30 - 2 * INCH),
        ("2 pouces vers Bob", 20, 30 - 2 * INCH),
        ("beside Bob", 20, 20 + 1.25 + 1.25),
        ("à côté de Bob", 20, 22.5),
        ("2 in from Bob", 20, 20 + 2.5 + 2 * INCH),
    ],
)
def test_a_place_is_where_it_is_said_to_be(typed: str, x: float, y: float) -> None:
    assert near(read_spot(typed, HERE), x, y), read_spot(typed, HERE)


@pytest.mark.parametrize(
    "typed", ["6 in from Bob towards the tower", "à 6 pouces de Bob vers la tour", "15,24cm from bob to tower"]
)
def test_a_distance_towards_something_is_measured_from_rim_to_rim(typed: str) -> None:
    x, y = read_spot(typed, HERE)
    assert hypot(x - 20, y - 20) == pytest.approx(1.25 + 6 * INCH + 1.25, abs=0.01)
    assert x == pytest.approx(y)


def test_a_tile_is_its_middle_or_the_free_place_nearest_to_it() -> None:
    assert read_spot("C1", HERE) == (50, 10)
    in_the_way = Surroundings((60, 60), (Landmark("champion", "p4", ("Al",), (50, 10), 2.0, bars=True),))
    x, y = read_spot("C1", in_the_way)
    assert 3.25 <= hypot(x - 50, y - 10) < 5
    assert 41.25 <= x <= 58.75
    assert 1.25 <= y <= 18.75


def test_a_tile_and_a_token_of_one_name() -> None:
    assert (read_tile("b2", HERE), read_tile("tile B2", HERE)) == (None, "B2")
    assert read_spot("B2", HERE) == (5, 5)
    deploying = Surroundings((60, 60), THINGS, tiles_first=True)
    assert (read_tile("b2", deploying), read_spot("dalle B2", deploying)) == ("B2", (30, 30))


def test_beside_a_portal_is_within_the_inch_around_it_but_not_on_it() -> None:
    x, y = read_spot("beside portal 3", HERE)
    away = hypot(x - 54, y - 6)
    assert 3.81 - 1.25 < away <= 3.81 + INCH - 1.25
    assert (x < 54, y > 6) == (True, True)  # on the side of the table's middle


def test_beside_somebody_keeps_off_whoever_stands_there() -> None:
    zed = Landmark("champion", "p9", ("Zed",), (20, 22.5), 1.25, bars=True)
    crowd = Surroundings((60, 60), (BOB, zed), me=(20, 40))
    spot = read_spot("beside Bob", crowd)
    assert hypot(spot[0] - 20, spot[1] - 20) == pytest.approx(2.5, abs=0.01)
    assert crowd.free(spot)


@pytest.mark.parametrize(
    ("typed", "code", "words"),
    [
        ("", "place-empty", "30,45"),
        ("Bbo", "no-thing", "Bob"),
        ("crate", "which-thing", "crate-1"),
        ("70,10", "outside", "60 × 60"),
        ("40 in up", "outside", "60 × 60"),
        ("6 in", "place-unreadable", "beside Bob"),
        ("2 in towards me", "no-direction", "direction"),
        ("3 in from nobody towards Bob", "no-thing", "nobody"),
    ],
)
def test_what_is_no_place_says_what_would_be_one(typed: str, code: str, words: str) -> None:
    with pytest.raises(PlaceError) as caught:
        read_spot(typed, HERE)
    assert caught.value.code == code
    assert words in place_error(Locale("en"), caught.value.code, caught.value.facts)
    assert place_error(Locale("fr"), caught.value.code, caught.value.facts)


def test_without_a_known_start_nothing_is_measured_from_it() -> None:
    with pytest.raises(PlaceError) as caught:
        read_spot("4 in up", Surroundings((60, 60), THINGS))
    assert caught.value.code == "no-start"


SAYABLE = (
    "6 4,5 30,45 in cm ″ pouces from de towards vers beside between entre and et the la Bob tower"
    " Ève portal 3 crate up left o'clock B2 Z9 me middle () - 1e9 d' , ; ’ à"
)
WORDS = st.sampled_from(SAYABLE.split())


@given(st.lists(WORDS, max_size=8).map(" ".join) | st.text(max_size=30))
def test_whatever_is_said_is_a_place_on_the_table_or_our_error(typed: str) -> None:
    try:
        spot = read_spot(typed, HERE)
    except PlaceError as error:
        spot = (0, 0)
        error_text = place_error(Locale("fr"), error.code, error.facts)
        assert len(error_text) > 10, error_text
    assert all(0 <= value <= 60 for value in spot)


def test_who_moves_may_be_named_and_then_it_goes_so_far() -> None:
    ann = Surroundings((60, 60), THINGS, me=(20.0, 30.0), radius_cm=1.25, my_name="Ann-Lee")
    for word in ("2 in from Ann-Lee towards Bob", "2 in from me towards Bob", "2 in towards Bob"):
        assert near(read_spot(word, ann), 20, 30 - 2 * INCH)
    assert near(read_spot("2 ps de Ann-Lee vers Bob", ann), 20, 30 - 2 * INCH)
