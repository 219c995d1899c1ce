"""Scenery under points and bases, and figures that come, move and go."""

from math import hypot, inf, nan

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from q40k.geometry.positions import contacts, groups, nearest
from q40k.geometry.space import Base, BoardError, Spot
from tests.geometry.tables import box, dots, drum, figure, in_piece, laid_table, wall

SPOTS = st.tuples(st.floats(3, 57), st.floats(3, 57))
BASES = st.one_of(
    st.sampled_from([25, 40, 60]).map(Base), st.builds(Base, st.just(25), st.integers(40, 70), st.floats(0, 360))
)


@given(BASES, SPOTS)
@settings(max_examples=60, deadline=None)
def test_a_base_touches_scenery_when_any_point_of_it_lies_in_it(base: Base, at: Spot) -> None:
    star = wall("star", (20, 20), (40, 22), (30, 30), (38, 44), (22, 38))
    pieces = (star, drum("tank", (45, 15), 6))
    field = laid_table(*pieces).field
    touching = {piece.id for piece in field.touching(base, at)}
    for piece in pieces:
        under = [in_piece(piece, dot) for dot in dots(base, at, 48)]
        if any(under):
            assert piece.id in touching
        elif piece.id in touching:  # a sliver between the dots
            assert field.shape_of(piece.id).distance(shapely.Point(at)) > base.radius_cm - 0.3


@pytest.mark.parametrize("corners", [((0, 0), (9, 9), (9, 0), (0, 9)), ((0, 0), (9, 9)), ((0, 0), (9, 9), (nan, 1))])
def test_scenery_that_is_no_area_is_refused(corners: tuple[Spot, ...]) -> None:
    with pytest.raises(BoardError, match="scenery-shape"):
        laid_table(wall("a", *corners))


@pytest.mark.parametrize("spot", [(nan, 3), (3, inf), (-inf, 1)])
def test_a_figure_stands_somewhere(spot: Spot) -> None:
    with pytest.raises(BoardError, match="not-a-place"):
        figure("A", *spot)


def test_two_figures_have_two_names() -> None:
    with pytest.raises(BoardError, match="figure-twice"):
        laid_table(figure("A", 1, 1), figure("A", 9, 9))


def test_figures_come_move_and_go() -> None:
    table = laid_table(figure("A", 10, 10), figure("B", 20, 20))
    assert table.move_figure("A", (5, 5)).figure("A").spot == (5, 5)
    assert table.figure("A").spot == (10, 10)
    assert [model.id for model in table.without("A").figures] == ["B"]
    assert [model.id for model in table.with_figure(figure("C", 1, 1)).figures] == ["A", "B", "C"]
    with pytest.raises(KeyError):
        table.move_figure("nobody", (1, 1))


def test_the_floor_is_the_highest_climbable_thing_under_a_point() -> None:
    tower = box("tower", 10, 10, 20, 20, height_in=6, climbable=True)
    rock = box("rock", 12, 12, 18, 18, height_in=9)
    field = laid_table(tower, rock, drum("hut", (40, 40), 3, height_in=2, climbable=True)).field
    assert [field.floor_in(at) for at in ((15, 15), (40, 42.9), (40, 43.1))] == [6, 2, 0]
    assert [piece.id for piece in field.pieces_under((15, 15))] == ["tower", "rock"]


def test_an_empty_table_has_nothing_to_say() -> None:
    table = laid_table()
    assert (contacts(table), groups(table), nearest(table, (1, 1))) == ((), (), ())
    assert hypot(*table.spots.shape) == 2
