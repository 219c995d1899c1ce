"""The grid of an arena: every cell that can be reached has a path, as long as the map says."""

from __future__ import annotations

import numpy as np
import pytest

from q40k.games.quake.bot.grid import STEP_CM, grid_of, length_in
from q40k.geometry.space import CM_PER_INCH, Base
from tests.table.scripts import library


@pytest.mark.rule("MOVE-1")
@pytest.mark.parametrize("name", ["classic-60", "boiler-60", "scaffolds-80"])
def test_there_is_a_path_to_every_cell_in_reach(name: str) -> None:
    grid = grid_of(library().arenas[name], Base(25))
    start = grid.cell_at((8.0, 8.0))
    away = grid.distances(start)
    cells = np.flatnonzero(np.isfinite(away) & (away > STEP_CM / CM_PER_INCH))[::7]
    assert len(cells) > 20
    for cell in cells:
        path = grid.path(grid.spots[start], int(cell))
        assert path, grid.spots[cell]
        assert path[-1] == grid.spots[cell]
        assert length_in((grid.spots[start], *path)) <= away[cell] + 0.01
