"""DEPLOYMENT and TURN: whose part it is, phase by phase."""

import pytest
from msgspec import structs

from q40k.games.quake.rules.bonus.vortex import VortexDrags
from q40k.games.quake.rules.deployment.deploy import Deployed
from q40k.games.quake.rules.state import PHASES
from q40k.games.quake.rules.table.opening import Overridden
from q40k.kernel.questions import OrderQuestion
from tests.games.quake.rules.playing import Table, arena, deploying, of_type, seated, started

# ---- setting up (TABLE-2)


@pytest.mark.rule("TABLE-2")
def test_a_match_is_laid_out_once_and_started_once() -> None:
    table = seated("Ann")
    assert table.refused("new", mod="deathmatch").code == "already-open"
    table.do("start", 1)
    refusal = table.refused("start")
    assert (refusal.rule, refusal.code, refusal.overridable) == (
        "TABLE-2",
        "already-started",
        False,
    )


@pytest.mark.rule("TABLE-2")
def test_nobody_starts_an_empty_table() -> None:
    assert Table().refused("start").code == "nobody-joined"


@pytest.mark.rule("TABLE-2")
@pytest.mark.parametrize(
    ("do", "said"),
    [
        ("next", {}),
        ("end-phase", {}),
        ("deploy", {"player": "Ann"}),
        ("move", {"player": "Ann", "inches": 1}),
        ("portal", {"player": "Ann", "portal": 1}),
        ("stand", {"player": "Ann", "portal": 1}),
        ("pickup", {"player": "Ann", "token": "E1"}),
        ("drop", {"player": "Ann"}),
        ("kill", {"player": "Ann", "victim": "Bob"}),
        ("accident", {"player": "Ann"}),
    ],
)
def test_nothing_is_played_before_the_start(do: str, said: dict[str, object]) -> None:
    table = seated("Ann Bob")
    refusal = table.refused(do, **said)
    assert (refusal.rule, refusal.code) == ("TABLE-2", "not-started")


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
    told = table.do("deploy", player="Ann", override="Bob is at the fridge")
    assert [x.reason for x in of_type(told, Overridden)] == ["Bob is at the fridge"]
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
    told = table.do("deploy", player="Bob", at=(30, 30))
    assert table["Bob"].position.portal == 5
    assert table.story(told) == []
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


# ---- turns


@pytest.mark.rule("TURN-1")
def test_a_turn_has_four_phases_and_in_each_everyone_acts_in_order() -> None:
    table = started("Ann Bob Cid")
    seen = []
    for _ in range(3 * 4 + 1):
        seen.append((table.state.play.turn, table.state.play.phase, table.active))
        table.do("next")
    names = ("Ann", "Bob", "Cid")
    assert seen[:-1] == [(1, phase, name) for phase in PHASES for name in names]
    assert PHASES == ("movement", "shooting", "assault", "melee")
    assert seen[-1] == (2, "movement", "Ann")


@pytest.mark.rule("TURN-1")
def test_the_phase_may_be_ended_for_everyone() -> None:
    table = started("Ann Bob Cid")
    table.do("next")
    table.do("end-phase")
    assert (table.state.play.phase, table.active) == ("shooting", "Ann")


@pytest.mark.rule("TURN-1")
def test_who_has_acted_is_known() -> None:
    table = started("Ann Bob Cid")
    assert table.state.passed == frozenset()
    table.do("next")
    assert table.names(table.state.passed) == "Ann"
    table.do("next")
    assert table.names(sorted(table.state.passed)) == "Ann Bob"


@pytest.mark.rule("TURN-1")
@pytest.mark.parametrize(
    ("do", "said"),
    [
        ("move", {"inches": 3}),
        ("portal", {"portal": 1}),
        ("pickup", {"token": "E1"}),
    ],
)
def test_only_the_active_champion_moves_jumps_and_picks_up_in_the_movement_phase(
    do: str, said: dict[str, object]
) -> None:
    table = started("Ann Bob")
    refusal = table.refused(do, player="Bob", **said)
    assert (refusal.rule, refusal.code) == ("TURN-1", "not-active")
    assert refusal.facts == {"player": "Bob", "active": "Ann"}
    table.do("end-phase")
    refusal = table.refused(do, player="Ann", **said)
    assert (refusal.rule, refusal.code) == ("TURN-1", "wrong-phase")
    assert refusal.facts == {"phase": "shooting", "wanted": "movement"}


@pytest.mark.rule("TURN-1")
def test_nobody_goes_on_while_champions_are_being_deployed() -> None:
    table = deploying("Ann Bob")
    for do in ("next", "end-phase"):
        refusal = table.refused(do)
        assert (refusal.rule, refusal.code) == ("DEPLOY-1", "still-deploying")
        assert refusal.facts == {"player": "Bob"}


@pytest.mark.rule("TURN-1")
def test_every_refusal_on_the_way_needs_one_reason_only() -> None:
    table = started("Ann Bob")
    table.do("end-phase")
    told = table.do("move", player="Bob", inches=9, override="forgotten")
    codes = [event.code for event in of_type(told, Overridden)]
    assert codes == ["wrong-phase", "not-active", "too-far"]


@pytest.mark.rule("TURN-2")
def test_who_comes_back_before_its_place_has_passed_still_acts() -> None:
    table = started("Ann Bob Cid")
    table.do("kill", 3, player="Ann", victim="Cid")
    table.do("next")
    table.do("kill", 3, player="Bob", victim="Ann")
    table.do("next")
    assert table.active == "Cid"
    table.do("next")
    assert table.state.play.phase == "shooting"


# ---- special bonus 4: the order of play


def with_order_of_play(names: str) -> Table:
    table = started(names)
    table.do("pickup", 4, player=names.partition(" ")[0], token="S1")
    return table


@pytest.mark.rule("BONUS-1", "TURN-1")
def test_the_holder_of_the_fourth_special_decides_the_order_each_turn() -> None:
    table = with_order_of_play("Ann Bob Cid")
    assert table.order == "Ann Bob Cid"
    for _ in range(3):
        table.do("end-phase")
    table.ask("end-phase")
    assert table.asks == ("order-of-play", "Ann")
    assert isinstance(table.question, OrderQuestion)
    assert table.question.items == ("Ann", "Bob", "Cid")
    table.answer(["Cid", "Ann", "Bob"])
    assert (table.order, table.active, table.state.play.turn) == ("Cid Ann Bob", "Cid", 2)
    for _ in range(3):
        table.do("end-phase")
    table.do("end-phase", ["Bob", "Ann", "Cid"])
    assert (table.order, table.active, table.state.play.turn) == ("Bob Ann Cid", "Bob", 3)
    table.check()


@pytest.mark.rule("BONUS-1", "BONUS-4")
def test_without_its_holder_the_order_is_by_initiative_again() -> None:
    table = with_order_of_play("Ann Bob Cid")
    for _ in range(3):
        table.do("end-phase")
    table.do("end-phase", ["Cid", "Bob", "Ann"])
    table.do("kill", 1, player="Cid", victim="Ann")
    assert table.order == "Cid Bob Ann"
    for _ in range(4):
        table.do("end-phase")
    assert table.order == "Ann Bob Cid"


@pytest.mark.rule("INIT-4", "BONUS-1")
def test_a_latecomer_comes_last_in_an_order_that_was_chosen() -> None:
    table = with_order_of_play("Ann Bob")
    for _ in range(3):
        table.do("end-phase")
    table.do("end-phase", ["Bob", "Ann"])
    table.join("Top", 6, 1, ld=10, i=10)
    assert table.order == "Bob Ann Top"


# ---- special bonus 1: the vortex


@pytest.mark.rule("BONUS-1")
def test_the_vortex_drags_at_the_start_of_each_movement_phase() -> None:
    table = started("Ann Bob")
    told = table.do("pickup", 1, player="Ann", token="S1")
    assert of_type(told, VortexDrags) == []
    for _ in range(2):
        for _ in range(3):
            assert of_type(table.do("end-phase"), VortexDrags) == []
        dragged = of_type(table.do("end-phase"), VortexDrags)
        assert [table.name(event.player) for event in dragged] == ["Ann"]
