"""Tiles, and where a champion may be deployed."""

import pytest

from q40k.games.quake.arena.deployment import deploy, free_tiles
from q40k.games.quake.packs.arena import tiles
from q40k.geometry.space import Base
from tests.games.quake.arena.tables import box, laid_table
from tests.geometry.tables import figure


@pytest.mark.rule("DEPLOY-1")
def test_a_tile_is_free_until_the_centre_of_a_base_lies_in_it() -> None:
    table = laid_table(figure("A", 21, 10))  # its base reaches into A1 as well
    assert "B1" not in free_tiles(table)
    assert "A1" in free_tiles(table)
    assert free_tiles(table, ["A"]) == tiles((60, 60))


@pytest.mark.rule("DEPLOY-1", "DEPLOY-2")
def test_who_deploys_needs_the_whole_base_on_the_table_and_a_tile_of_its_own() -> None:
    table = laid_table(figure("A", 21, 10), box("rock", 0, 50, 10, 60, impassable=True))
    assert deploy(table, Base(25), (10, 10)).ok
    assert deploy(table, Base(25), (54, 54)).ok, "on a portal"
    assert not deploy(table, Base(25), (1, 10)).on_table
    deployment = deploy(table, Base(25), (30, 10))
    assert (deployment.ok, deployment.tile, deployment.taken_by) == (False, "B1", ("A",))
    assert deploy(table, Base(25), (30, 10), "A").ok
    assert deploy(table, Base(25), (19.5, 10)).blocked_by == ("A",)
    assert deploy(table, Base(25), (5, 55)).blocked_by == ("rock",)
