"""BASES: where teams deploy and their dead come back; and the buildings that stand in them."""

import pytest

from q40k.games.quake.packs.models import Mod
from q40k.games.quake.state.objectives.rounds import RoundAwaited, RoundWon
from q40k.games.quake.state.teams import RespawnedInBase
from tests.games.quake.rules.in_teams import (
    BUILDINGS,
    DOMINATION,
    FLAGS,
    ONE_FLAG,
    acting,
    deploy_all,
    deploying,
    facing,
    team_mod,
    to_phase,
    two_bases,
    winner,
)
from tests.games.quake.rules.playing import Table, arena, champion, of_type


def table_with_bases(names: str = "Ann+Bob Cid+Dot") -> Table:
    return deploying(names, FLAGS, arena_data=two_bases())


@pytest.mark.rule("BASE-1")
def test_the_bases_go_to_the_teams_in_the_order_of_their_first_players() -> None:
    table = table_with_bases()
    assert {team.name: team.base for team in table.state.teams.values()} == {"Red": 1, "Blue": 2}


@pytest.mark.rule("BASE-1", "DEPLOY-1")
def test_a_team_deploys_in_its_own_base_several_to_a_tile() -> None:
    table = table_with_bases()
    refusal = table.refused("deploy", player="Cid", at=(30, 30))
    assert (refusal.rule, refusal.code, refusal.facts["base"]) == ("BASE-1", "not-in-base", 2)
    table.do("deploy", player="Cid", at=(55, 50))
    assert table["Cid"].position.at == (55, 50)
    assert table.refused("deploy", player="Ann", tile="B2").code == "tile-not-in-base"
    table.do("deploy", player="Ann", tile="A1")
    table.do("deploy", player="Dot", at=(55, 45))
    table.do("deploy", player="Bob", tile="A1")
    assert (table["Ann"].position.tile, table["Bob"].position.tile, table["Dot"].position.tile) == ("A1", "A1", "C3")


@pytest.mark.rule("BASE-1", "RESPAWN-1")
def test_the_dead_come_back_in_their_base_without_a_die() -> None:
    table = deploy_all(table_with_bases())
    events = table.do("kill", player="Ann", victim="Cid")
    (back,) = of_type(events, RespawnedInBase)
    assert (table.name(back.player), back.at, back.entry) == ("Cid", None, False)
    assert table["Cid"].in_play
    assert (table["Cid"].position.portal, table["Cid"].position.near) == (None, None)


@pytest.mark.rule("BASE-1")
def test_they_come_back_where_their_owner_likes_inside_it() -> None:
    table = deploy_all(table_with_bases())
    refusal = table.refused("kill", player="Ann", victim="Cid", at=(5, 5))
    assert refusal.code == "not-in-base"
    table.do("kill", player="Ann", victim="Cid", at=(55, 41))
    assert table["Cid"].position.at == (55, 41)
    table.do("accident", player="Cid", at=(56, 50))
    assert table["Cid"].position.at == (56, 50)


@pytest.mark.rule("BASE-1")
def test_an_arena_without_bases_is_played_with_those_the_table_agrees_on() -> None:
    table = deploying("Ann Cid", FLAGS, arena_data=arena())
    assert {team.base for team in table.state.teams.values()} == {None}
    table.do("deploy", player="Cid", at=(30, 30))
    table.do("deploy", player="Ann", tile="A1")
    table.do("kill", player="Ann", victim="Cid", at=(30, 50))
    assert table["Cid"].position.at == (30, 50)


@pytest.mark.rule("BASE-1")
def test_a_third_team_without_a_base_of_the_arena_agrees_on_one() -> None:
    table = deploying("Ann Bob Cid", FLAGS, arena_data=two_bases())
    assert table.state.teams["Green"].base is None
    assert table.state.flags["F3"].team == "Green"


@pytest.mark.rule("BASE-1", "PORTAL-2")
def test_with_portals_too_they_are_jumped_through_but_nobody_comes_back_by_them() -> None:
    table = facing("Ann Cid", DOMINATION, arena_data=two_bases())
    table.do("stand", player="Cid", portal=4)
    events = table.do("portal", 4, player="Ann", portal=1)
    assert table.story(events) == ["Ann: 1 to 4", "Cid telefragged"]
    assert of_type(events, RespawnedInBase)
    assert table["Ann"].position.portal == 4


@pytest.mark.rule("BASE-1")
def test_where_a_mod_has_no_portals_nobody_jumps() -> None:
    table = facing("Ann Cid", FLAGS, arena_data=two_bases())
    assert table.refused("portal", player="Ann", portal=1).code == "no-portals"


@pytest.mark.rule("INIT-4", "BASE-1")
def test_a_latecomer_enters_in_its_base_where_the_mod_has_no_rounds() -> None:
    table = facing("Ann Cid", DOMINATION, arena_data=two_bases())
    table.do("join", player="Eve", champion="x", profile=champion(), team="Blue", at=(55, 55))
    assert table["Eve"].position.at == (55, 55)
    assert table["Eve"].in_play


@pytest.mark.rule("INIT-4", "BASE-1")
@pytest.mark.parametrize("mod", [ONE_FLAG, BUILDINGS], ids=["one flag", "buildings"])
def test_where_no_other_round_follows_a_latecomer_comes_in_as_the_dead_do(mod: Mod) -> None:
    table = facing("Ann Cid", mod, arena_data=two_bases())
    refusal = table.refused("join", player="Eve", champion="x", profile=champion(), team="Blue", at=(5, 5))
    assert refusal.code == "not-in-base"
    events = table.do("join", player="Eve", champion="x", profile=champion(), team="Blue", at=(55, 55))
    assert [back.entry for back in of_type(events, RespawnedInBase)] == [True]
    assert not of_type(events, RoundAwaited)
    assert (table["Eve"].position.at, table["Eve"].in_play, table.state.rounds.round) == ((55, 55), True, 1)
    assert acting(table, 3) == "Ann Cid Eve"


@pytest.mark.rule("INIT-4")
def test_a_latecomer_to_a_match_of_several_rounds_waits_for_the_next() -> None:
    table = facing("Ann Cid Eve", FLAGS, arena_data=two_bases())
    events = table.do("join", player="Dot", champion="x", profile=champion(), team="Blue")
    assert of_type(events, RoundAwaited)
    assert not table["Dot"].in_play
    table.do("leave", player="Cid")
    table.do("leave", player="Ann")
    table.do("leave", player="Eve")
    assert table.state.play.phase == "deployment"
    table.do("deploy", player="Dot", at=(55, 55))
    assert table["Dot"].in_play


@pytest.mark.rule("INIT-4", "INIT-5")
def test_a_team_that_had_emptied_is_in_the_next_round_with_its_first_latecomer() -> None:
    table = facing("Ann Cid Eve", FLAGS, arena_data=two_bases())
    table.do("leave", player="Cid")
    assert (table.state.rounds.won, table.state.rounds.round) == ({}, 1)
    table.do("join", player="Cid", champion="x", profile=champion())
    assert (table["Cid"].team, table["Cid"].in_play) == ("Blue", False)
    table.do("leave", player="Ann")
    assert table.state.rounds.won == {"Green": 1}
    deploy_all(table)
    assert (table["Cid"].in_play, table.state.rounds.round) == (True, 2)


# ---- buildings


def buildings(names: str = "Ann Cid", **new: object) -> Table:
    return facing(names, BUILDINGS, arena_data=two_bases(), **new)


@pytest.mark.rule("BASE-1")
def test_each_penetration_costs_the_building_a_point() -> None:
    table = buildings()
    assert [team.structure for team in table.state.teams.values()] == [10, 10]
    table.do("penetrate", player="Ann", team="blue")
    to_phase(table, "melee")
    table.do("penetrate", player="Ann", team="Blue", times=3)
    assert table.state.teams["Blue"].structure == 6
    assert winner(table) == ""


@pytest.mark.rule("BASE-1")
def test_whoever_destroys_the_enemys_building_wins() -> None:
    table = buildings()
    table.do("penetrate", player="Cid", team="Red", times=9)
    events = table.do("penetrate", player="Cid", team="Red", times=2)
    assert (events[0].left, of_type(events, RoundWon)[0].how) == (0, "structures")
    assert winner(table) == "Blue"
    table.check()


@pytest.mark.rule("BASE-1")
def test_of_three_buildings_the_last_one_standing_wins() -> None:
    table = buildings("Ann Bob Cid", options={"structure_points": 2})
    table.do("penetrate", player="Ann", team="Blue", times=2)
    assert winner(table) == ""
    assert table.refused("penetrate", player="Cid", team="Blue").code == "building-down"
    table.do("penetrate", player="Ann", team="Green", times=2)
    assert winner(table) == "Red"


@pytest.mark.rule("BASE-1")
def test_ones_own_building_is_hit_only_by_mistake() -> None:
    table = buildings()
    assert table.refused("penetrate", player="Ann", team="Red").code == "own-building"
    table.do("penetrate", player="Ann", team="Red", override="a stray rocket")
    assert table.state.teams["Red"].structure == 9
    assert table.refused("penetrate", player="Ann", team="Pink").code == "no-building"
    assert facing("Ann Cid").refused("penetrate", player="Ann", team="Blue").code == "no-building"


@pytest.mark.rule("BASE-1")
def test_a_new_round_finds_the_buildings_whole() -> None:
    mod = team_mod("respawn", "bases", "structures", win={"by": "rounds", "rounds": 2})
    table = facing("Ann Cid", mod, arena_data=two_bases())
    table.do("penetrate", player="Ann", team="Blue", times=10)
    assert (table.state.rounds.won, table.state.play.phase) == ({"Red": 1}, "deployment")
    assert [team.structure for team in table.state.teams.values()] == [10, 10]
