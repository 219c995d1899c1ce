"""The grid of an arena: every cell in reach has a path as long as the map says; who sees whom from cell to cell."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from q40k.games.quake.bot.bot import propose
from q40k.games.quake.bot.grid import STEP_CM, grid_of, length_in
from q40k.games.quake.bot.outlook import Outlook
from q40k.games.quake.bot.playing import Entrant, set_up
from q40k.games.quake.packs.personalities import PLAIN
from q40k.games.quake.state.match import change_player
from q40k.games.quake.state.movement.move import Move
from q40k.games.quake.state.next import Next
from q40k.games.quake.state.shooting import line_of_fire
from q40k.games.quake.state.table.deployment import Deploy
from q40k.geometry.space import CM_PER_INCH, Base
from q40k.tabletop.rules import Level
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


@pytest.mark.rule("MOVE-6")
@pytest.mark.parametrize("name", ["crossroads-120", "hivegate-180"])
def test_a_ruin_too_high_to_climb_is_walked_through_on_the_ground(name: str) -> None:
    """It was an island once: whoever had taken the token in a house of five inches never came out."""
    arena = library().arenas[name]
    grid = grid_of(arena, Base(25))
    away = grid.distances(grid.cell_at(arena.portals[0].at))
    assert np.isfinite(away[grid.free]).all()
    entrants = [Entrant("Ann", "space-marine"), Entrant("Bob", "space-marine")]
    table = set_up(library(), "champion-of-champions", name, entrants, 1)
    ruin = next(piece for piece in arena.scenery if piece.hollow)
    inside = grid.cell_at(tuple(np.array(ruin.corners).mean(axis=0)))
    for player, cell in (("Ann", inside), ("Bob", grid.cell_at(arena.portals[0].at))):
        assert table.do(Deploy(player=player, at=grid.spots[cell]))
    state = table.state
    while state.play.active != "p1" or state.play.phase != "movement":
        assert table.do(Next())
        state = table.state
    out = grid.cell_at(arena.portals[0].at)
    path = grid.path(grid.spots[inside], out)
    step = np.array(path[0]) - np.array(grid.spots[inside])
    at = np.array(grid.spots[inside]) + step * min(1.0, 5 / np.hypot(*step))
    assert table.do(Move(player="Ann", to=(round(float(at[0]), 2), round(float(at[1]), 2)))), "the rules agree"


@pytest.mark.parametrize("level", ["straight", "sound"])
def test_nobody_is_set_down_on_a_ruin_that_is_too_high_to_leave(level: Level) -> None:
    entrants = [Entrant("Ann", "space-marine"), Entrant("Bob", "space-marine")]
    table = set_up(library(), "champion-of-champions", "hivegate-180", entrants, 1)
    state = table.state
    outlook = Outlook(state, state.players[state.play.active or ""])
    options = list(propose(outlook, level, PLAIN, Random(1)))
    spots = [option.command.at for option in options if isinstance(option.command, Deploy) and option.command.at]
    assert outlook.grid.roofed.any()
    assert len(spots) > 1000
    assert not [at for at in spots if outlook.grid.roofed[outlook.grid.cell_at(at)]]


@pytest.mark.rule("SHOOT-2")
@pytest.mark.parametrize("name", ["boiler-60", "scaffolds-80"])
def test_cells_see_one_another_as_the_rules_say(name: str) -> None:
    """Eyes and bases are sampled, so a few lines that graze a corner may differ."""
    entrants = [Entrant("Ann", "space-marine"), Entrant("Bob", "space-marine")]
    state = set_up(library(), "deathmatch", name, entrants, 1).state
    grid = grid_of(library().arenas[name], Base(25))
    cells = np.random.default_rng(5).choice(np.flatnonzero(grid.free), (40, 2))
    looked = [grid.lines(1.25).between(pair[:1], pair[1:]).sees[0, 0] for pair in cells]
    ruled = []
    for here, there in cells.tolist():
        stood = change_player(state, "p1", at=grid.spots[here], placed=True)
        stood = change_player(stood, "p2", at=grid.spots[there], placed=True)
        ruled.append(line_of_fire(stood, stood.players["p1"], stood.players["p2"]).visible)
    assert 5 < sum(ruled) < 35
    assert np.count_nonzero(np.array(looked) != ruled) <= 2


@pytest.mark.rule("SHOOT-2")
def test_one_at_a_corner_may_see_without_being_seen() -> None:
    grid = grid_of(library().arenas["boiler-60"], Base(25))
    cells = np.flatnonzero(grid.free)
    sees = grid.lines(1.25).between(cells, cells[::40]).sees
    seen = grid.lines(1.25).between(cells[::40], cells).sees.T
    assert (sees & ~seen).any()
    assert (seen & ~sees).any()
