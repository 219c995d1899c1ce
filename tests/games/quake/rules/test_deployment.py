"""Deployment: in which order, on which tile, and wholly on the table."""

import pytest
from msgspec import structs

from q40k.games.quake.state.table.deployment import Deployed, RunShort
from q40k.games.quake.state.table.opening import Overridden
from tests.games.quake.rules.playing import Table, arena, deathmatch, deploying, of_type, seat_players

# ---- deployment


@pytest.mark.rule("DEPLOY-1")
def test_the_lowest_initiative_deploys_first_then_upwards() -> None:
    table = deploying("Ann Bob Cid")
    for name in ("Cid", "Bob", "Ann"):
        assert table.active == name
        table.do("deploy", player=name)
    assert (table.state.play.phase, table.state.play.turn, table.active) == ("movement", 1, "Ann")


@pytest.mark.rule("DEPLOY-1")
def test_nobody_deploys_before_its_time_nor_twice() -> None:
    table = deploying("Ann Bob")
    refusal = table.refused("deploy", player="Ann")
    assert (refusal.rule, refusal.code) == ("DEPLOY-1", "not-your-deployment")
    assert refusal.facts == {"player": "Ann", "active": "Bob"}
    table.do("deploy", player="Bob")
    assert table.refused("deploy", player="Bob").code == "already-deployed"
    table.do("deploy", player="Ann")
    assert table.refused("deploy", player="Ann").code == "already-deployed"


@pytest.mark.rule("DEPLOY-1")
def test_the_game_master_may_let_another_deploy_first() -> None:
    table = deploying("Ann Bob")
    events = table.do("deploy", player="Ann", override="Bob is at the fridge")
    assert [x.reason for x in of_type(events, Overridden)] == ["Bob is at the fridge"]
    assert (table["Ann"].life.placed, table.active) == (True, "Bob")


@pytest.mark.rule("DEPLOY-1")
def test_each_deploys_into_a_tile_that_holds_no_champion() -> None:
    table = deploying("Ann Bob Cid")
    table.do("deploy", player="Cid", at=(5, 5))
    refusal = table.refused("deploy", player="Bob", at=(19, 19))
    assert (refusal.rule, refusal.code) == ("DEPLOY-1", "tile-taken")
    assert refusal.facts == {"tile": "A1", "player": "Cid"}
    assert table.refused("deploy", player="Bob", tile="a1").code == "tile-taken"
    table.do("deploy", player="Bob", at=(21, 19))
    assert table.refused("deploy", player="Ann", tile="B1").code == "tile-taken"


@pytest.mark.rule("DEPLOY-1")
def test_a_tile_deployed_in_by_name_is_taken_though_no_position_is_kept() -> None:
    table = deploying("Ann Bob Cid")
    table.do("deploy", player="Cid", tile="b2")
    assert (table["Cid"].position.at, table["Cid"].position.tile) == (None, "B2")
    assert table.refused("deploy", player="Bob", tile="B2").code == "tile-taken"
    assert table.refused("deploy", player="Bob", at=(30, 30)).code == "tile-taken"
    table.do("deploy", player="Bob", tile="B3")


@pytest.mark.rule("DEPLOY-1")
def test_the_dead_and_the_gone_take_no_tile() -> None:
    table = deploying("Ann Bob Cid")
    table.do("deploy", player="Cid", tile="B2")
    table.do("accident", 1, player="Cid")
    table.do("deploy", player="Bob", tile="B2")
    table.do("leave", player="Bob")
    table.do("deploy", player="Ann", at=(30, 30))
    assert table["Ann"].position.tile == "B2"


@pytest.mark.rule("DEPLOY-1")
def test_a_champions_tile_holds_the_centre_of_its_base() -> None:
    table = deploying("Ann Bob")
    (deployed, *_) = table.do("deploy", player="Bob", at=(20, 39.9))
    assert isinstance(deployed, Deployed)
    assert deployed.tile == "B2"


@pytest.mark.rule("DEPLOY-1")
@pytest.mark.parametrize("at", [(1.2, 30), (58.8, 30), (30, 1.2), (30, 58.8), (-5, 70)])
def test_the_whole_base_lies_on_the_table(at: tuple[float, float]) -> None:
    table = deploying("Ann")
    refusal = table.refused("deploy", player="Ann", at=at)  # a base of 25 mm
    assert (refusal.rule, refusal.code) == ("DEPLOY-1", "off-table")
    table.do("deploy", player="Ann", at=at, override="she hangs on")
    assert table["Ann"].position.at == at


@pytest.mark.rule("DEPLOY-1")
@pytest.mark.parametrize("at", [(1.25, 30), (58.75, 30), (30, 1.25), (30, 58.75)])
def test_a_base_that_touches_the_edge_is_on_the_table(at: tuple[float, float]) -> None:
    table = deploying("Ann")
    table.do("deploy", player="Ann", at=at)
    assert table["Ann"].position.at == at


@pytest.mark.rule("DEPLOY-1")
@pytest.mark.parametrize("tile", ["D1", "A4", "A0", "1A", "", "B2 "])
def test_a_tile_that_is_not_there_is_refused(tile: str) -> None:
    table = deploying("Ann")
    if tile.strip() in ("", "B2"):  # no tile at all, or a tile with a spare space
        table.do("deploy", player="Ann", tile=tile)
        return
    refusal = table.refused("deploy", player="Ann", tile=tile)
    assert (refusal.code, refusal.facts["last"]) == ("unknown-tile", "C3")


@pytest.mark.rule("DEPLOY-1", "ARENA-2")
def test_a_larger_table_has_more_tiles() -> None:
    table = Table(arena_data=arena(120, 80))
    table.join("Ann")
    table.do("start", 1)
    assert table.state.setup.arena is not None
    assert table.state.setup.arena.tiles == 24
    table.do("deploy", player="Ann", tile="F4")


@pytest.mark.rule("DEPLOY-2")
def test_deploying_on_a_portal_is_allowed_and_does_nothing_yet() -> None:
    table = deploying("Ann Bob")
    events = table.do("deploy", player="Bob", at=(30, 30))
    assert table["Bob"].position.portal == 5
    assert table.story(events) == []
    table.do("deploy", player="Ann", at=(8.2, 52.4))  # over the edge of portal 1
    assert table["Ann"].position.portal is None


@pytest.mark.rule("DEPLOY-2", "PORTAL-1")
def test_who_deployed_on_a_portal_jumps_in_its_own_movement_phase() -> None:
    table = deploying("Ann Bob")
    table.do("deploy", player="Bob", at=(30, 30))
    assert table.refused("portal", player="Bob", portal=5).code == "wrong-phase"
    table.do("deploy", player="Ann")
    assert table.refused("portal", player="Bob", portal=5).code == "not-active"
    table.do("next")
    table.do("portal", 2, player="Bob", portal=5)
    assert table["Bob"].position.portal == 2


@pytest.mark.rule("DEPLOY-2", "BONUS-1")
def test_who_deployed_on_a_token_takes_it_in_its_own_movement_phase() -> None:
    table = deploying("Ann Bob")
    table.do("deploy", player="Bob", at=(10, 30))
    assert table.state.tokens["E1"].holder is None
    assert table.refused("pickup", player="Bob", token="E1").code == "wrong-phase"


@pytest.mark.rule("DEPLOY-1", "TABLE-4", "INIT-1")
def test_a_champion_corrected_during_deployment_deploys_in_its_right_place() -> None:
    table = deploying("Ann Bob Cid")  # 19, 18, 17
    profile = structs.replace(table["Cid"].champion, i=10)  # 19: tied with Ann
    table.do("correct", 2, 5, player="Cid", champion="x", profile=profile)
    assert (table.order, table.active) == ("Ann Cid Bob", "Bob")


@pytest.mark.rule("TURN-1")
def test_nobody_goes_on_while_champions_are_being_deployed() -> None:
    table = deploying("Ann Bob")
    for do in ("next", "end-phase"):
        refusal = table.refused(do)
        assert (refusal.rule, refusal.code) == ("DEPLOY-1", "still-deploying")
        assert refusal.facts == {"player": "Bob"}


@pytest.mark.rule("BONUS-6", "BARREL-1")
def test_the_start_tells_what_the_arena_is_short_of_and_refuses_nothing() -> None:
    table = seat_players("Ann Bob Cid Dee")  # two equipment tokens, two weapon tokens
    events = of_type(table.do("start", 1, 1, 1, 1, count=True), RunShort)
    assert [(event.what, event.there, event.wanted) for event in events] == [("equipment", 2, 4), ("weapon", 2, 4)]
    assert table.state.play.phase == "deployment"
    frenzy = seat_players("Ann Bob", table=Table(mod_data=deathmatch(rules=("respawn", "barrels", "victory-points"))))
    (barrels,) = of_type(frenzy.do("start", 1, 1, count=True), RunShort)
    assert (barrels.what, barrels.there, barrels.wanted) == ("barrels", 0, 6)
    assert not of_type(seat_players("Ann").do("start", 1), RunShort)
