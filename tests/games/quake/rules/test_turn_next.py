"""NEXT: a part ends, and whoever can do nothing in the phase is passed over, where that is sure."""

from __future__ import annotations

from typing import Any

import pytest

from q40k.games.quake.state.next import PassedOver, why_nothing_to_do
from q40k.games.quake.state.turn import PhaseOpened
from tests.games.quake.rules.brawling import brawlers
from tests.games.quake.rules.in_teams import FLAGS, ROLLS, deploy_all, facing, team_mod, to_phase, two_bases
from tests.games.quake.rules.playing import Table, champion, of_type, start_table
from tests.games.quake.rules.shooting import gunners
from tests.games.quake.rules.test_assault import assault_table
from tests.games.quake.rules.test_traits_using import using
from tests.games.w40k3e.fighting import weapon

GUN = (weapon("boltgun"),)


def passes_by_event(table: Table, events: list[Any]) -> list[list[tuple[str | None, str]]]:
    """Who was passed over and why, event by event."""
    return [[(table.name(player), why) for player, why in event.players] for event in of_type(events, PassedOver)]


# ---- the command


@pytest.mark.rule("TURN-1")
def test_those_named_are_passed_over_as_their_parts_come() -> None:
    table = start_table("Ann Bob Cid")
    table.do("end-phase")
    events = table.do("next", passed=["Bob"])
    assert passes_by_event(table, events) == [[("Bob", "no-shot")]]
    assert table.active == "Cid"
    table.check()


@pytest.mark.rule("TURN-1")
def test_whose_part_does_not_come_next_is_not_passed_over() -> None:
    table = start_table("Ann Bob Cid")
    table.do("end-phase")
    assert passes_by_event(table, table.do("next", passed=["Cid", "Bob"])) == []
    assert table.active == "Bob"


@pytest.mark.rule("TURN-1")
def test_a_whole_phase_is_passed_over_and_told_before_the_next_one() -> None:
    table = start_table("Ann Bob")
    table.do("next")
    events = table.do("next", passed=["Ann", "Bob"])
    assert [type(event) for event in events if isinstance(event, PassedOver | PhaseOpened)] == [
        PhaseOpened,
        PassedOver,
        PhaseOpened,
    ]
    assert passes_by_event(table, events) == [[("Ann", "no-shot"), ("Bob", "no-shot")]]
    assert (table.state.play.phase, table.active) == ("assault", "Ann")


@pytest.mark.rule("TURN-1")
def test_one_undo_takes_all_of_it_back() -> None:
    table = start_table("Ann Bob Cid")
    table.do("end-phase")
    before = table.state
    table.do("next", passed=["Bob"])
    table.session.undo()
    assert table.state == before


@pytest.mark.rule("TURN-1")
def test_whoever_can_act_is_passed_over_too_if_the_table_says_so() -> None:
    table = start_table("Ann Bob Cid")
    assert passes_by_event(table, table.do("next", passed=["Bob"])) == [[("Bob", "")]]
    assert table.active == "Cid"


@pytest.mark.rule("TURN-1")
def test_nobody_unknown_is_passed_over() -> None:
    assert start_table("Ann Bob").refused("next", passed=["Zoe"]).rule == "TABLE-1"


# ---- who can do nothing


@pytest.mark.rule("TURN-1")
def test_whoever_may_move_has_something_to_do() -> None:
    assert why_nothing_to_do(start_table("Ann Bob").state) == ""


@pytest.mark.rule("SHOOT-4")
def test_without_a_weapon_to_fire_or_after_its_shot_nobody_shoots() -> None:
    table = gunners("Ann Bob", ["boltgun"])
    assert why_nothing_to_do(table.state) == ""
    table.do("shoot", 1, 1, player="Ann", target="Bob", distance=10)
    assert why_nothing_to_do(table.state) == "no-shot"
    unarmed = start_table("Ann Bob")
    unarmed.do("end-phase")
    assert why_nothing_to_do(unarmed.state) == "no-shot"


@pytest.mark.rule("SHOOT-4")
def test_a_heavy_weapon_that_has_moved_is_left_to_the_table() -> None:
    table = gunners("Ann Bob", ["heavy-bolter"])
    table.session.undo()  # back in the movement phase
    table.do("move", player="Ann", inches=3)
    table.do("end-phase")
    assert table.refused("shoot", player="Ann", target="Bob", distance=10).code == "heavy-moved"
    assert why_nothing_to_do(table.state) == ""


@pytest.mark.rule("TRAIT-1")
def test_whoever_has_a_trait_to_use_in_the_phase_has_something_to_do() -> None:
    table = using("combat-drugs-dark-eldar", "assault")
    table.do("place", player="Ann", at=(5, 5))
    table.do("place", player="Bob", at=(55, 55))
    table.do("place", player="Cid", at=(55, 5))
    assert why_nothing_to_do(table.state) == ""
    table.do("next")
    assert why_nothing_to_do(table.state) == "nobody-near"


@pytest.mark.rule("SHOOT-4", "ASSAULT-2")
def test_after_a_shot_that_forbids_it_nobody_is_charged() -> None:
    table = gunners("Ann Bob", ["heavy-bolter"])
    table.do("shoot", 1, 1, 1, player="Ann", target="Bob", distance=20)
    table.do("end-phase")
    assert why_nothing_to_do(table.state) == "no-charge"


@pytest.mark.rule("ASSAULT-2")
def test_without_places_nobody_knows_who_is_in_reach() -> None:
    assert why_nothing_to_do(brawlers("Ann Bob").state) == ""


@pytest.mark.rule("ASSAULT-2")
@pytest.mark.parametrize(("away", "why"), [(10, ""), (22, ""), (40, "nobody-near")])
def test_with_places_whoever_is_far_from_everybody_charges_nobody(away: int, why: str) -> None:
    table = assault_table(Ann=(10, 30), Bob=(10 + away, 30))
    assert why_nothing_to_do(table.state) == why


@pytest.mark.rule("ASSAULT-2", "DIFF-7")
def test_with_places_a_fighter_charges_nobody_else() -> None:
    table = assault_table(Ann=(10, 30), Bob=(18, 30))
    table.do("charge", player="Ann", target="Bob")
    assert why_nothing_to_do(table.state) == "no-charge"
    table.do("next")
    assert why_nothing_to_do(table.state) == "fights"


@pytest.mark.rule("MELEE-3")
def test_in_close_combat_it_is_known_once_a_melee_was_entered() -> None:
    table = brawlers("Ann Bob Cid")
    table.do("end-phase")
    assert why_nothing_to_do(table.state) == ""
    table.session.undo()
    table.do("charge", player="Bob", target="Cid", distance=3, override="first")
    table.do("end-phase")
    assert (table.active, why_nothing_to_do(table.state)) == ("Ann", "no-melee")
    table.do("next")
    assert (table.active, why_nothing_to_do(table.state)) == ("Bob", "")


@pytest.mark.rule("MELEE-3")
def test_with_places_whoever_touches_nobody_fights_nobody() -> None:
    table = assault_table(Ann=(10, 30), Bob=(40, 30))
    table.do("end-phase")
    assert why_nothing_to_do(table.state) == "no-melee"


@pytest.mark.rule("TEAM-3")
def test_in_teams_nobody_is_passed_over_in_whose_place_a_mate_can_act() -> None:
    table = Table(mod_data=team_mod())
    for name, team, arms in (("Ann", "Red", ()), ("Bob", "Red", GUN), ("Cid", "Blue", ())):
        table.do("join", player=name, champion="x", profile=champion(), arms=arms, team=team)
    table.do("start", *ROLLS[2], "Red", "Red", "Red")
    to_phase(deploy_all(table), "shooting")
    assert (table.active, why_nothing_to_do(table.state)) == ("Ann", "")
    table.do("act", player="Bob")
    table.do("next")
    assert (table.active, why_nothing_to_do(table.state)) == ("Cid", "no-shot")
    table.do("next")
    assert (table.active, why_nothing_to_do(table.state)) == ("Ann", "no-shot")


@pytest.mark.rule("FLAG-4")
def test_whoever_carries_a_flag_may_hand_it_over() -> None:
    table = facing("Ann+Bob Cid+Dot", FLAGS, arena_data=two_bases())
    table.do("flag", player="Ann")
    to_phase(table, "shooting")
    assert (table.active, why_nothing_to_do(table.state)) == ("Ann", "")
    table.do("next")
    assert (table.active, why_nothing_to_do(table.state)) == ("Cid", "no-shot")
