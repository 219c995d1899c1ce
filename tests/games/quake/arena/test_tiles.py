"""The tiles of a table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from q40k.games.quake.packs import arena


@pytest.mark.rule("ARENA-1", "ARENA-2")
def test_the_tiles_of_a_table() -> None:
    assert arena.tiles((60, 60)) == ("A1", "B1", "C1", "A2", "B2", "C2", "A3", "B3", "C3")
    assert len(arena.tiles((120, 80))) == 24
    assert arena.tiles((1000, 20))[-1] == "AX1"


def test_columns_go_on_after_z() -> None:
    names = [arena.column_name(n) for n in (0, 25, 26, 27, 51, 52, 701, 702)]
    assert names == ["A", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA"]


@pytest.mark.rule("DEPLOY-1")
@pytest.mark.parametrize(
    ("at", "tile"),
    [
        ((0, 0), "A1"),
        ((19.99, 19.99), "A1"),
        ((20, 0), "B1"),
        ((0, 20), "A2"),
        ((59, 59), "C3"),
        ((60, 60), "C3"),  # on the far edge
        ((-3, 70), "A3"),  # beyond the table, if the game master allowed it
    ],
)
def test_the_tile_that_holds_a_point(at: tuple[float, float], tile: str) -> None:
    assert arena.tile_of(at, (60, 60)) == tile


@given(
    st.integers(1, 50).map(lambda n: n * 20), st.integers(1, 50).map(lambda n: n * 20), st.floats(0, 1), st.floats(0, 1)
)
def test_every_point_of_a_table_lies_in_one_of_its_tiles(width: int, height: int, across: float, up: float) -> None:
    size = (width, height)
    assert arena.tile_of((across * width, up * height), size) in arena.tiles(size)
