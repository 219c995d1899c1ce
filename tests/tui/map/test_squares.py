"""Boards of squares on the map: each square is drawn alike, and none leaves a trace outside."""

from __future__ import annotations

from itertools import pairwise

import pytest

from q40k.geometry.outlines import Corners
from q40k.geometry.scene import Area, Scene, Style
from q40k.tui.map.ground import draw_ground
from q40k.tui.map.palette import DARK
from q40k.tui.map.port import Port

SQUARE = 4.0
SIZE = (68, 44)


def square(column: int, row: int) -> Corners:
    x, y = column * SQUARE, row * SQUARE
    return ((x, y), (x + SQUARE, y), (x + SQUARE, y + SQUARE), (x, y + SQUARE))


def board(*squares: tuple[int, int]) -> Scene:
    areas = tuple(Area("floor", square(*box)) for box in squares)
    return Scene(SIZE, ground=areas, styles={"floor": Style("#445566", "#ccddee")})


@pytest.mark.parametrize("columns", [40, 61, 78, 117, 158])
@pytest.mark.parametrize("zoom", [0, 1, 2, 3])
def test_every_square_is_as_wide_as_the_next_and_begins_with_a_character(columns: int, zoom: int) -> None:
    port = Port(SIZE, columns, 20, zoom, square_cm=SQUARE)
    if SQUARE / port.dot_cm < 2:
        return
    starts = [port.dots((n * SQUARE, 0.0))[0] for n in range(17)]
    assert all(abs(start - round(start)) < 1e-6 for start in starts)
    assert len({round(b - a) for a, b in pairwise(starts)}) == 1


def test_the_whole_board_fits_and_a_step_nearer_is_nearer() -> None:
    port = Port(SIZE, 78, 20, square_cm=SQUARE)
    assert port.shows((1.0, 1.0))
    assert port.shows((67.0, 43.0))
    nearer = port.zoom_by(1)
    assert nearer.dot_cm < port.dot_cm
    assert nearer.zoom_by(-1).dot_cm == port.dot_cm


def test_what_lies_outside_the_window_leaves_no_trace_at_its_edge() -> None:
    port = Port(SIZE, 78, 14, 1, square_cm=SQUARE)
    left, top = port.corner
    column, row = round(left / SQUARE) + 5, int(top // SQUARE)
    above = draw_ground(board((column, row)), port, DARK, chequered=False)
    shown = [n for line in above.dots for n, look in enumerate(line) if look > 1]
    wide = round(SQUARE / port.dot_cm)
    assert len(set(shown)) in (0, wide), "only the columns of the square itself"
