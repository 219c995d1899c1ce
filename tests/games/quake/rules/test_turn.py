"""DEPLOYMENT and TURN: whose part it is, phase by phase."""

import pytest

from q40k.games.quake.state.acting import next_after_active
from q40k.games.quake.state.bonus import VortexDrags
from q40k.games.quake.state.match import PHASES
from q40k.games.quake.state.table.opening import Overridden
from q40k.kernel.events import OrderQuestion
from tests.games.quake.rules.playing import Table, of_type, seat_players, start_table

# ---- setting up (TABLE-2)


@pytest.mark.rule("TABLE-2")
def test_a_match_is_laid_out_once_and_started_once() -> None:
    table = seat_players("Ann")
    assert table.refused("new", mod="deathmatch").code == "already-open"
    table.do("start", 1)
    refusal = table.refused("start")
    assert (refusal.rule, refusal.code, refusal.overridable) == ("TABLE-2", "already-started", False)


@pytest.mark.rule("TABLE-2")
def test_nobody_starts_an_empty_table() -> None:
    assert Table().refused("start").code == "nobody-joined"


@pytest.mark.rule("TABLE-2")
@pytest.mark.parametrize(
    ("do", "arguments"),
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
        ("charge", {"player": "Ann", "target": "Bob", "distance": 2}),
        ("jump", {"player": "Ann", "height": 2}),
        ("leap", {"player": "Ann", "gap": 2}),
        ("climb", {"player": "Ann", "height": 2}),
        ("swim", {"player": "Ann"}),
        ("shoot", {"player": "Ann", "target": "Bob", "distance": 2}),
    ],
)
def test_nothing_is_played_before_the_start(do: str, arguments: dict[str, object]) -> None:
    table = seat_players("Ann Bob")
    refusal = table.refused(do, **arguments)
    assert (refusal.rule, refusal.code) == ("TABLE-2", "not-started")


# ---- turns


@pytest.mark.rule("TURN-1")
def test_a_turn_has_four_phases_and_in_each_everyone_acts_in_order() -> None:
    table = start_table("Ann Bob Cid")
    seen = []
    for _ in range(3 * 4 + 1):
        seen.append((table.state.play.turn, table.state.play.phase, table.active))
        table.do("next")
    names = ("Ann", "Bob", "Cid")
    assert seen[:-1] == [(1, phase, name) for phase in PHASES for name in names]
    assert PHASES == ("movement", "shooting", "assault", "melee")
    assert seen[-1] == (2, "movement", "Ann")


@pytest.mark.rule("TURN-1", "TURN-2")
def test_who_acts_next_is_known_and_nobody_who_left_is_named() -> None:
    table = start_table("Ann Bob Cid")
    for _ in range(2 * 4 * 3):
        foretold = next_after_active(table.state)
        table.do("next")
        assert foretold == table.state.play.active
    table.do("leave", player="Bob")
    foretold = next_after_active(table.state)
    assert foretold is not None
    assert table.state.players[foretold].name == "Cid"


@pytest.mark.rule("TURN-1")
def test_the_phase_may_be_ended_for_everyone() -> None:
    table = start_table("Ann Bob Cid")
    table.do("next")
    table.do("end-phase")
    assert (table.state.play.phase, table.active) == ("shooting", "Ann")


@pytest.mark.rule("TURN-1")
def test_who_has_acted_is_known() -> None:
    table = start_table("Ann Bob Cid")
    assert table.state.already_acted == frozenset()
    table.do("next")
    assert table.names(table.state.already_acted) == "Ann"
    table.do("next")
    assert table.names(sorted(table.state.already_acted)) == "Ann Bob"


@pytest.mark.rule("TURN-1")
@pytest.mark.parametrize(
    ("do", "arguments"), [("move", {"inches": 3}), ("portal", {"portal": 1}), ("pickup", {"token": "E1"})]
)
def test_only_the_active_champion_moves_jumps_and_picks_up_in_the_movement_phase(
    do: str, arguments: dict[str, object]
) -> None:
    table = start_table("Ann Bob")
    refusal = table.refused(do, player="Bob", **arguments)
    assert (refusal.rule, refusal.code) == ("TURN-1", "not-active")
    assert refusal.facts == {"player": "Bob", "active": "Ann"}
    table.do("end-phase")
    refusal = table.refused(do, player="Ann", **arguments)
    assert (refusal.rule, refusal.code) == ("TURN-1", "wrong-phase")
    assert refusal.facts == {"phase": "shooting", "wanted": "movement"}


@pytest.mark.rule("TURN-1")
def test_every_refusal_on_the_way_needs_one_reason_only() -> None:
    table = start_table("Ann Bob")
    table.do("end-phase")
    events = table.do("move", player="Bob", inches=9, override="forgotten")
    codes = [event.code for event in of_type(events, Overridden)]
    assert codes == ["wrong-phase", "not-active", "too-far"]


@pytest.mark.rule("TURN-2")
def test_who_comes_back_before_its_place_has_passed_still_acts() -> None:
    table = start_table("Ann Bob Cid")
    table.do("kill", 3, player="Ann", victim="Cid")
    table.do("next")
    table.do("kill", 3, player="Bob", victim="Ann")
    table.do("next")
    assert table.active == "Cid"
    table.do("next")
    assert table.state.play.phase == "shooting"


# ---- special bonus 4: the order of play


def with_order_of_play(names: str) -> Table:
    table = start_table(names)
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
    table = start_table("Ann Bob")
    events = table.do("pickup", 1, player="Ann", token="S1")
    assert of_type(events, VortexDrags) == []
    for _ in range(2):
        for _ in range(3):
            assert of_type(table.do("end-phase"), VortexDrags) == []
        dragged = of_type(table.do("end-phase"), VortexDrags)
        assert [table.name(event.player) for event in dragged] == ["Ann"]
