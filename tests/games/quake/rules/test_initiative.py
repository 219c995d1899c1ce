"""INITIATIVE: who acts when, the roll-offs, latecomers and leavers."""

import pytest

from q40k.games.quake.state.bonus import TokenReturned
from q40k.games.quake.state.table.initiative import InitiativeRolled, RolledOff
from q40k.games.quake.state.table.opening import Overridden
from q40k.kernel.events import DiceQuestion
from tests.games.quake.rules.playing import Table, deploying, of_type, seat_players, start_table


@pytest.mark.rule("INIT-1")
def test_initiative_is_leadership_and_initiative_and_a_die() -> None:
    table = Table()
    table.join("Ann", ld=8, i=4)
    table.join("Bob", ld=10, i=6)
    events = table.do("start", 6, 1)
    rolled = of_type(events, InitiativeRolled)
    assert [(event.die, event.total) for event in rolled] == [(6, 18), (1, 17)]
    assert (table["Ann"].initiative, table["Bob"].initiative) == (18, 17)
    assert table.order == "Ann Bob"


@pytest.mark.rule("INIT-1")
def test_each_player_rolls_in_order_of_joining_knowing_what_is_added() -> None:
    table = Table()
    table.join("Zoe", ld=7, i=3)
    table.join("Ann", ld=9, i=5)
    table.ask("start")
    assert isinstance(table.question, DiceQuestion)
    assert table.asks == ("initiative", "Zoe")
    assert table.question.dice == (6,)
    assert (table.question.facts["ld"], table.question.facts["i"]) == (7, 3)
    assert table.question.facts["fixed"] == 10
    table.answer(3)
    assert table.asks == ("initiative", "Ann")


@pytest.mark.rule("INIT-1", "TURN-1")
def test_the_highest_acts_first() -> None:
    table = Table()
    for name, ld in (("Low", 5), ("High", 10), ("Middle", 8)):
        table.join(name, ld=ld)
    table.do("start", 3, 3, 3)
    assert table.order == "High Middle Low"


@pytest.mark.rule("INIT-1")
def test_the_order_holds_for_the_whole_match() -> None:
    table = start_table("Ann Bob Cid")
    for _turn in range(3):
        for _phase in range(4):
            table.do("end-phase")
        assert table.order == "Ann Bob Cid"
        assert [p.initiative for p in table.state.players.values()] == [19, 18, 17]


@pytest.mark.rule("INIT-2")
def test_the_tied_roll_for_their_rank_among_themselves() -> None:
    table = Table()
    for name in ("Ann", "Bob", "Cid"):
        table.join(name)
    events = table.do("start", 3, 5, 3, 2, 4)  # Ann and Cid are tied behind Bob; Cid rolls better
    assert table.order == "Bob Cid Ann"
    (off,) = of_type(events, RolledOff)
    assert table.names(off.players) == "Ann Cid"
    assert off.dice == (2, 4)


@pytest.mark.rule("INIT-2")
def test_those_still_tied_roll_again_and_again() -> None:
    table = Table()
    for name in ("Ann", "Bob", "Cid", "Dan"):
        table.join(name)
    #                     all tied     | 5 5 2 2    | Ann, Bob: 1 1, then 3 4 | Cid, Dan: 6 1
    table.do("start", 1, 1, 1, 1, 5, 5, 2, 2, 1, 1, 3, 4, 6, 1)
    assert table.order == "Bob Ann Cid Dan"


@pytest.mark.rule("INIT-2")
def test_the_highest_tie_is_rolled_off_first() -> None:
    table = Table()
    for name in ("Low1", "Top1", "Low2", "Top2"):
        table.join(name)
    table.ask("start", 1, 6, 1, 6)
    assert table.asks == ("roll-off", "Top1")
    table.answer(2, 3)
    assert table.asks == ("roll-off", "Low1")
    table.answer(2, 3)
    assert table.order == "Top2 Top1 Low2 Low1"


@pytest.mark.rule("INIT-2")
def test_a_roll_off_changes_no_initiative() -> None:
    table = Table()
    table.join("Ann")
    table.join("Bob")
    table.do("start", 2, 2, 1, 6)
    assert table["Ann"].initiative == table["Bob"].initiative == 14


# ---- latecomers


@pytest.mark.rule("INIT-3")
def test_a_latecomer_rolls_and_finds_its_place() -> None:
    table = start_table("Ann Bob Cid")  # 19, 18, 17
    table.join("Dot", 1, 1, ld=9, i=10)  # 20
    assert table.order == "Dot Ann Bob Cid"
    table.join("Eve", 1, 1, ld=1, i=1)
    assert table.order == "Dot Ann Bob Cid Eve"


@pytest.mark.rule("INIT-3")
def test_a_tied_latecomer_rolls_off_and_wins_the_place_above() -> None:
    table = start_table("Ann Bob Cid")
    events = table.join("Dot", 1, 4, 3, 1, ld=8, i=9)  # 18, as Bob: 4 beats 3; then the portal
    assert table.order == "Ann Dot Bob Cid"
    (off,) = of_type(events, RolledOff)
    assert (table.names(off.players), off.dice) == ("Dot Bob", (4, 3))


@pytest.mark.rule("INIT-3")
def test_a_tied_latecomer_who_loses_comes_right_below() -> None:
    table = start_table("Ann Bob Cid")
    table.join("Dot", 1, 2, 3, 1, ld=8, i=9)
    assert table.order == "Ann Bob Dot Cid"


@pytest.mark.rule("INIT-2", "INIT-3")
def test_a_latecomer_who_ties_the_roll_off_rolls_again() -> None:
    table = start_table("Ann Bob Cid")
    table.join("Dot", 1, 3, 3, 5, 5, 6, 1, 2, ld=8, i=9)
    assert table.order == "Ann Dot Bob Cid"


def tied_three() -> Table:
    table = Table()
    for name in ("Ann", "Bob", "Cid"):
        table.join(name)
    table.do("start", 1, 1, 1, 6, 5, 4)
    for name in ("Cid", "Bob", "Ann"):
        table.do("deploy", player=name)
    assert table.order == "Ann Bob Cid"
    return table


@pytest.mark.rule("INIT-3")
@pytest.mark.parametrize(
    ("rolls", "order"),
    [
        ((6, 1), "Dot Ann Bob Cid"),
        ((1, 6, 6, 1), "Ann Dot Bob Cid"),
        ((1, 6, 1, 6, 6, 1), "Ann Bob Dot Cid"),
        ((1, 6, 1, 6, 1, 6), "Ann Bob Cid Dot"),
    ],
)
def test_a_latecomer_tied_with_several_rolls_off_from_the_top(rolls: tuple[int, ...], order: str) -> None:
    table = tied_three()
    table.join("Dot", 1, *rolls, 5)
    assert table.order == order
    table.check()


@pytest.mark.rule("INIT-3")
def test_the_latecomers_die_comes_before_the_tied_players() -> None:
    table = tied_three()
    table.ask("join", 1, player="Dot", champion="x", profile=table["Ann"].champion)
    assert table.asks == ("roll-off", "Dot")
    table.answer(2)
    assert table.asks == ("roll-off", "Ann")


@pytest.mark.rule("INIT-3", "INIT-5")
def test_a_latecomer_does_not_roll_off_against_those_who_left() -> None:
    table = tied_three()
    table.do("leave", player="Ann")
    table.join("Dot", 1, 6, 1, 5)  # against Bob alone
    assert table.order == "Dot Bob Cid"


@pytest.mark.rule("INIT-4", "RESPAWN-1")
def test_a_latecomer_enters_by_a_portal_at_once() -> None:
    table = start_table("Ann Bob")
    table.ask("join", 6, player="Dot", champion="x", profile=table["Ann"].champion)
    assert table.asks == ("entry-portal", "Dot")
    events = table.answer(4)
    assert table.story(events) == ["Dot in by 4"]
    dot = table["Dot"]
    assert (dot.in_play, dot.position.near, dot.position.portal, dot.score.deaths) == (True, 4, None, 0)


@pytest.mark.rule("INIT-4", "PORTAL-2")
def test_a_latecomer_who_rolls_a_six_chooses_its_portal() -> None:
    table = start_table("Ann Bob")
    table.join("Dot", 1, 6, 3, ld=1)
    assert table["Dot"].position.near == 3


@pytest.mark.rule("INIT-4", "RESPAWN-4")
def test_a_latecomer_telefrags_and_the_victim_comes_back() -> None:
    table = start_table("Ann Bob")
    table.do("stand", player="Bob", portal=2)
    events = table.join("Dot", 1, 2, 5, ld=1)
    assert table.story(events) == ["Dot in by 2", "Bob telefragged", "Bob back by 5"]
    assert table.scores == {"Ann": 0, "Bob": -15, "Dot": 0}


@pytest.mark.rule("INIT-4", "TURN-2")
def test_a_latecomer_acts_in_the_running_phase_if_its_place_has_not_passed() -> None:
    table = start_table("Ann Bob Cid")
    table.do("next")
    table.join("Top", 1, 1, ld=10, i=10)  # before Ann, who has acted: too late for this phase
    table.join("Last", 1, 1, ld=1)
    assert table.active == "Bob"
    table.do("next")
    assert table.active == "Cid"
    table.do("next")
    assert (table.active, table.state.play.phase) == ("Last", "movement")
    table.do("next")
    assert (table.active, table.state.play.phase) == ("Top", "shooting")


@pytest.mark.rule("INIT-4", "DEPLOY-1")
def test_a_latecomer_to_the_deployment_enters_by_a_portal_too() -> None:
    table = deploying("Ann Bob")
    table.join("Dot", 1, 2, ld=1)
    assert (table["Dot"].in_play, table.active) == (True, "Bob")
    table.do("deploy", player="Bob")
    table.do("deploy", player="Ann")
    assert (table.state.play.phase, table.active) == ("movement", "Ann")


@pytest.mark.rule("ARENA-2", "INIT-4")
def test_there_are_never_more_champions_than_tiles() -> None:
    table = seat_players("A B C D E F G H I")
    refusal = table.refused("join", player="J", champion="x", profile=table["A"].champion)
    assert (refusal.rule, refusal.code) == ("ARENA-2", "table-full")
    assert refusal.facts == {"present": 9, "tiles": 9}
    table.do("leave", player="A")
    table.join("J")
    assert table["J"].present


@pytest.mark.rule("ARENA-2")
def test_a_fuller_table_is_the_game_masters_to_allow() -> None:
    table = seat_players("A B C D E F G H I")
    profile = table["A"].champion
    events = table.do("join", player="J", champion="x", profile=profile, override="a small one")
    assert [(x.rule, x.reason) for x in of_type(events, Overridden)] == [("ARENA-2", "a small one")]


# ---- leaving and coming back


@pytest.mark.rule("INIT-5")
def test_a_leaver_is_taken_off_and_its_score_stays() -> None:
    table = start_table("Ann Bob Cid")
    table.do("kill", 1, player="Bob", victim="Cid")
    table.do("stand", player="Bob", portal=3)
    table.do("leave", player="Bob")
    bob = table["Bob"]
    assert (bob.present, bob.in_play, bob.position.portal, bob.score.points) == (False, False, None, 15)
    assert table.order == "Ann Cid"


@pytest.mark.rule("INIT-5", "BONUS-4")
def test_a_leavers_token_goes_home() -> None:
    table = start_table("Ann Bob")
    table.do("pickup", 1, 2, player="Ann", token="E1")
    events = table.do("leave", player="Ann")
    assert [event.token for event in of_type(events, TokenReturned)] == ["E1"]
    assert table.state.tokens["E1"].holder is None
    assert table["Ann"].bonus is None


@pytest.mark.rule("INIT-5")
def test_the_active_leaver_hands_the_phase_on() -> None:
    table = start_table("Ann Bob Cid")
    table.do("next")
    table.do("leave", player="Bob")
    assert (table.active, table.state.play.phase) == ("Cid", "movement")
    table.do("leave", player="Cid")
    assert (table.active, table.state.play.phase) == ("Ann", "shooting")


@pytest.mark.rule("INIT-5")
def test_one_who_has_acted_leaves_without_a_trace_in_the_phase() -> None:
    table = start_table("Ann Bob Cid")
    table.do("next")
    table.do("leave", player="Ann")
    assert (table.active, table.state.play.phase) == ("Bob", "movement")
    assert table.names(sorted(table.state.already_acted)) == ""


@pytest.mark.rule("INIT-5")
def test_a_leaver_who_comes_back_keeps_place_and_score() -> None:
    table = start_table("Ann Bob Cid")
    table.do("kill", 1, player="Ann", victim="Bob")
    table.do("leave", player="Ann")
    events = table.join("ann", 4, points=20)
    assert table.story(events) == ["Ann in by 4"]
    assert table.order == "Ann Bob Cid"
    assert (table["Ann"].score.points, table["Ann"].initiative, table["Ann"].value) == (15, 19, 20)
    assert of_type(events, InitiativeRolled) == []
    table.check()


@pytest.mark.rule("INIT-5")
def test_nobody_leaves_twice_and_nobody_is_there_twice() -> None:
    table = start_table("Ann Bob")
    table.do("leave", player="Ann")
    assert table.refused("leave", player="Ann").code == "player-left"
    refusal = table.refused("join", player="BOB", champion="x", profile=table["Ann"].champion)
    assert (refusal.rule, refusal.code) == ("TABLE-1", "name-taken")


@pytest.mark.rule("INIT-5", "INIT-4")
def test_when_all_have_left_the_next_to_come_carries_on() -> None:
    table = start_table("Ann Bob")
    table.do("next")
    table.do("leave", player="Ann")
    table.do("leave", player="Bob")
    assert table.active is None
    assert table.refused("next").code == "nobody-active"
    table.join("Cid", 1, 2)
    assert table.active == "Cid"
    table.do("next")
    table.join("Ann", 3)
    table.check()


@pytest.mark.rule("INIT-5", "DEPLOY-1")
def test_when_all_have_left_during_deployment_the_next_to_come_opens_turn_one() -> None:
    table = seat_players("Ann")
    table.do("start", 1)
    table.do("leave", player="Ann")
    assert table.refused("next").code == "nobody-active"
    table.join("Bob", 1, 2)
    assert (table.active, table.state.play.phase, table.state.play.turn) == ("Bob", "movement", 1)


@pytest.mark.rule("INIT-5", "DEPLOY-1")
def test_the_last_to_deploy_may_leave_instead() -> None:
    table = seat_players("Ann Bob Cid")
    table.do("start", 1, 1, 1)
    table.do("deploy", player="Cid")
    table.do("leave", player="Bob")
    assert (table.active, table.state.play.phase) == ("Ann", "deployment")
    table.do("leave", player="Ann")
    assert (table.active, table.state.play.phase) == ("Cid", "movement")


@pytest.mark.rule("INIT-5", "PORTAL-7")
def test_when_a_jumper_leaves_its_victims_come_back() -> None:
    table = start_table("Ann Bob")
    table.do("stand", player="Bob", portal=2)
    table.do("portal", 2, player="Ann", portal=1, continues=True)
    assert table.waiting == "Bob"
    events = table.do("leave", 4, player="Ann")
    assert table.story(events) == ["Bob back by 4"]
    assert (table.active, table.waiting) == ("Bob", "")
    table.check()


@pytest.mark.rule("INIT-5", "BONUS-4")
def test_a_dead_beacon_holder_who_leaves_does_not_bring_the_beacon_back() -> None:
    table = start_table("Ann Bob")
    table.do("next")
    table.do("pickup", 3, 2, player="Bob", token="E1")
    for _ in range(4):
        table.do("end-phase")
    table.do("stand", player="Bob", portal=2)
    table.do("portal", 2, player="Ann", portal=1, continues=True)
    table.do("leave", player="Bob")
    table.join("Bob", 3)
    assert table["Bob"].position.near == 3
