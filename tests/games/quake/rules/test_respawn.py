"""DEATH and RESPAWN: the dead come back at once, by a portal, onto whoever stands there."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec import structs

from q40k.games.quake.state.bonus import TokenReturned
from q40k.games.quake.state.damage import AccidentSuffered, Killed
from q40k.games.quake.state.respawn import Respawned
from q40k.kernel.events import ChoiceQuestion
from tests.games.quake.rules.playing import Table, of_type, standing, start_table, sudden_death


@pytest.mark.rule("RESPAWN-1")
@pytest.mark.parametrize("portal", [1, 2, 3, 4, 5])
def test_the_dead_come_back_at_once_beside_the_portal_they_rolled(portal: int) -> None:
    table = start_table("Ann Bob")
    events = table.do("kill", portal, player="Ann", victim="Bob")
    assert table.story(events) == ["Ann killed Bob", f"Bob back by {portal}"]
    bob = table["Bob"]
    assert (bob.in_play, bob.position.near, bob.position.portal, bob.position.at) == (True, portal, None, None)


@pytest.mark.rule("RESPAWN-1")
def test_it_is_the_dead_ones_owner_who_rolls() -> None:
    table = start_table("Ann Bob")
    table.ask("kill", player="Ann", victim="Bob")
    assert table.asks == ("respawn-portal", "Bob")
    assert (table["Bob"].life.alive, table.waiting) == (False, "Bob")


@pytest.mark.rule("RESPAWN-1", "PORTAL-2")
@pytest.mark.parametrize("portal", [1, 5])
def test_on_a_six_the_owner_chooses_any_portal(portal: int) -> None:
    table = start_table("Ann Bob")
    table.ask("kill", 6, player="Ann", victim="Bob")
    assert table.asks == ("choose-portal", "Bob")
    assert isinstance(table.question, ChoiceQuestion)
    assert table.question.options == (1, 2, 3, 4, 5)
    table.answer(portal)
    assert table["Bob"].position.near == portal


@pytest.mark.rule("RESPAWN-1", "MOVE-3", "MOVE-4", "MOVE-5")
@pytest.mark.parametrize(
    ("arguments", "answers"),
    [
        ({"do": "jump", "height": 6}, (1, 1, 6, 3)),
        ({"do": "swim", "inches": 2}, (1, 3)),
        ({"do": "leap", "gap": 6, "into": "nothing"}, (1, 1, 1, 3)),
        ({"do": "leap", "gap": 6, "height": 6}, (1, 1, 1, 6, 3)),
        ({"do": "move", "inches": 2, "dangerous": True}, (1, 3)),
    ],
    ids=str,
)
@pytest.mark.parametrize("stand", ["in", "beside"])
def test_who_dies_of_a_move_comes_back_as_its_owner_says(
    arguments: dict[str, Any], answers: tuple[int, ...], stand: str
) -> None:
    table = start_table("Ann Bob")
    arguments_left = dict(arguments)
    table.do(arguments_left.pop("do"), *answers, player="Ann", stand=stand, **arguments_left)
    place = table["Ann"].position
    assert (place.portal, place.near) == ((3, None) if stand == "in" else (None, 3))


@pytest.mark.rule("RESPAWN-1")
def test_it_comes_back_in_the_portal_if_its_owner_says_so() -> None:
    table = start_table("Ann Bob")
    table.do("kill", 3, player="Ann", victim="Bob", stand="in")
    assert (table["Bob"].position.portal, table["Bob"].position.near, table["Bob"].position.at) == (
        3,
        None,
        (54.0, 6.0),
    )
    table.do("accident", 4, player="Ann", stand="in")
    assert table["Ann"].position.portal == 4


@pytest.mark.rule("RESPAWN-1", "PORTAL-7")
def test_where_it_stands_is_said_of_the_dead_one_alone() -> None:
    table = standing("Ann Bob Cid", Bob=2, Cid=4)
    table.do("portal", 2, player="Ann", portal=1, continues=True)  # Bob waits
    table.do("kill", 3, 1, player="Ann", victim="Cid", stand="in")
    assert (table["Bob"].position.near, table["Bob"].position.portal) == (3, None)
    assert (table["Cid"].position.near, table["Cid"].position.portal) == (None, 1)


@pytest.mark.rule("RESPAWN-2", "BONUS-4")
def test_it_drops_what_it_had_picked_up() -> None:
    table = start_table("Ann Bob")
    table.do("pickup", 2, 2, player="Ann", token="E1")
    events = table.do("kill", 1, player="Bob", victim="Ann")
    kinds = [type(event) for event in events]
    assert kinds == [Killed, TokenReturned, Respawned]
    assert (table["Ann"].bonus, table.state.tokens["E1"].holder) == (None, None)


@pytest.mark.rule("RESPAWN-2")
def test_it_comes_back_whole() -> None:
    table = Table()
    table.join("Ann")
    table.do(
        "join", player="Big", champion="x", profile=structs.replace(table["Ann"].champion, w=3, t=6), override="agreed"
    )
    table.do("start", 1, 6)
    for name in reversed(table.order.split()):
        table.do("deploy", player=name)
    table.do("pickup", 3, 6, "Ann", 1, player="Big", token="W1")  # a nuke that does not wound Ann
    table.do("accident", 2, player="Big")
    assert table["Big"].life.wounds == 3


@pytest.mark.rule("RESPAWN-2", "TURN-2")
def test_killed_before_it_acted_it_comes_back_with_all_of_its_movement() -> None:
    table = start_table("Ann Bob")
    table.do("kill", 2, player="Bob", victim="Ann")
    assert (table["Ann"].movement.spent, table["Ann"].movement.came_by) == (0, None)
    table.do("move", player="Ann", inches=6)


DEATHS: tuple[tuple[str, tuple[Any, ...], dict[str, Any]], ...] = (
    ("portal", (2, 4), {"portal": 2}),
    ("accident", (4,), {"cause": "a rat"}),
    ("kill", (4,), {"player": "Bob", "victim": "Ann"}),
    ("jump", (1, 2, 6, 3), {"height": 5}),
    ("leap", (1, 1, 1, 3), {"gap": 5, "into": "nothing"}),
    ("swim", (1, 3), {"inches": 1}),
)


@pytest.mark.rule("TURN-1", "MOVE-3", "RESPAWN-1")
@pytest.mark.parametrize(
    ("do", "answers", "arguments"), DEATHS, ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_death_in_its_own_part_ends_the_part_whatever_it_died_of(
    do: str, answers: tuple[Any, ...], arguments: dict[str, Any]
) -> None:
    table = start_table("Ann Bob")
    if do != "swim":
        table.do("move", player="Ann", inches=1)
    table.do(do, *answers, **{"player": "Ann", "override": "so", **arguments})
    assert table["Ann"].score.deaths == 1
    for again in ({"do": "move", "inches": 1}, {"do": "portal", "portal": 1}, {"do": "pickup", "token": "W1"}):
        assert table.refused(player="Ann", **again).code == "part-over"
    table.do("move", player="Ann", inches=1, override="the table agrees")
    for _ in range(2):
        table.do("end-phase")
    table.do("charge", player="Ann", target="Bob", distance=3)


@pytest.mark.rule("TURN-1", "ASSAULT-2")
def test_who_dies_in_its_own_assault_does_not_charge_afterwards() -> None:
    table = start_table("Ann Bob")
    for _ in range(2):
        table.do("end-phase")
    table.do("accident", 4, player="Ann", cause="a rat")
    assert table.refused("charge", player="Ann", target="Bob").code == "part-over"
    table.do("next")
    table.do("charge", player="Bob", target="Ann", distance=3)


@pytest.mark.rule("TURN-1", "TURN-2")
def test_a_new_turn_gives_everybody_a_part_again() -> None:
    table = start_table("Ann Bob")
    table.do("portal", 2, 4, player="Ann", portal=2)
    for _ in range(4):
        table.do("end-phase")
    table.do("move", player="Ann", inches=6)
    assert (table["Ann"].movement.spent, table["Ann"].turn.part_over) == (6, None)


@pytest.mark.rule("RESPAWN-3")
def test_coming_back_by_the_portal_it_died_in_does_not_disintegrate_it() -> None:
    table = standing("Ann Bob", Bob=3)
    events = table.do("kill", 3, player="Ann", victim="Bob")
    assert table.story(events) == ["Ann killed Bob", "Bob back by 3"]
    assert (table["Bob"].life.alive, table["Bob"].score.deaths) == (True, 1)


@pytest.mark.rule("RESPAWN-3", "PORTAL-4")
def test_one_that_disintegrates_may_come_back_by_the_very_portal() -> None:
    table = start_table("Ann Bob")
    events = table.do("portal", 2, 2, player="Ann", portal=2)
    assert table.story(events) == ["Ann disintegrated", "Ann back by 2"]
    assert table["Ann"].score.deaths == 1


@pytest.mark.rule("RESPAWN-4", "PORTAL-6", "SCORE-3")
def test_who_comes_back_telefrags_who_stands_in_the_portal() -> None:
    table = standing("Ann Bob Cid", Cid=4)
    events = table.do("kill", 4, 1, player="Ann", victim="Bob")
    assert table.story(events) == ["Ann killed Bob", "Bob back by 4", "Cid telefragged", "Cid back by 1"]
    (frag,) = of_type(events, AccidentSuffered)
    assert (table.name(frag.by), frag.portal) == ("Bob", 4)
    assert table.scores == {"Ann": 15, "Bob": 0, "Cid": -15}


@pytest.mark.rule("RESPAWN-4", "RESPAWN-1")
def test_who_came_back_beside_a_portal_is_not_in_it() -> None:
    table = start_table("Ann Bob Cid")
    table.do("kill", 4, player="Ann", victim="Bob")
    events = table.do("kill", 4, player="Ann", victim="Cid")
    assert table.story(events) == ["Ann killed Cid", "Cid back by 4"]


@pytest.mark.rule("RESPAWN-4")
def test_who_came_back_in_a_portal_is_in_it() -> None:
    table = start_table("Ann Bob Cid")
    table.do("kill", 4, player="Ann", victim="Bob", stand="in")
    events = table.do("kill", 4, 2, player="Ann", victim="Cid")
    assert table.story(events)[1:] == ["Cid back by 4", "Bob telefragged", "Bob back by 2"]


# ---- chains


@pytest.mark.rule("PORTAL-7", "PORTAL-6")
def test_a_chain_through_every_portal_ends_with_the_last() -> None:
    table = standing("A B C D E F", B=1, C=2, D=3, E=4, F=5)
    events = table.do("accident", 1, 2, 3, 4, 5, 1, player="A")
    assert table.story(events) == [
        "A told",
        "A back by 1",
        "B telefragged",
        "B back by 2",
        "C telefragged",
        "C back by 3",
        "D telefragged",
        "D back by 4",
        "E telefragged",
        "E back by 5",
        "F telefragged",
        "F back by 1",
    ]
    assert set(table.scores.values()) == {Fraction(-15)}
    assert table.waiting == ""
    table.check()


@pytest.mark.rule("PORTAL-7")
def test_several_victims_die_in_the_order_of_play_and_come_back_in_that_order() -> None:
    table = standing("A B C D E", B=2, D=2, C=2)
    events = table.do("portal", 2, 3, 4, 5, player="A", portal=1)
    assert table.story(events) == [
        "A: 1 to 2",
        "B telefragged",
        "C telefragged",
        "D telefragged",
        "B back by 3",
        "C back by 4",
        "D back by 5",
    ]


@pytest.mark.rule("PORTAL-7")
def test_those_killed_by_an_arrival_wait_behind_those_who_died_before() -> None:
    table = standing("A B C D E F", B=2, C=2, D=4, E=5)
    #  A kills B and C; B comes back on D, who waits behind C; C comes back on E; then D; then E
    events = table.do("portal", 2, 4, 5, 1, 1, player="A", portal=1)
    assert table.story(events) == [
        "A: 1 to 2",
        "B telefragged",
        "C telefragged",
        "B back by 4",
        "D telefragged",
        "C back by 5",
        "E telefragged",
        "D back by 1",
        "E back by 1",
    ]
    table.check()


@pytest.mark.rule("PORTAL-7", "PORTAL-6")
def test_a_victim_may_telefrag_the_jumper_and_the_jumper_another() -> None:
    table = standing("A B C", B=2, C=4)
    #  A lands on B; B comes back on A; A comes back on C; C beside A's portal
    events = table.do("portal", 2, 2, 4, 4, player="A", portal=1)
    assert table.story(events) == [
        "A: 1 to 2",
        "B telefragged",
        "B back by 2",
        "A telefragged",
        "A back by 4",
        "C telefragged",
        "C back by 4",
    ]
    assert [table[n].score.deaths for n in "ABC"] == [1, 1, 1]


@pytest.mark.rule("PORTAL-7", "PORTAL-2")
def test_a_chain_goes_through_free_choices() -> None:
    table = standing("A B C D", B=2, C=3, D=5)
    events = table.do("portal", 6, 2, 6, 3, 6, 5, 6, 1, player="A", portal=4)
    assert table.story(events) == [
        "A: 4 to 2",
        "B telefragged",
        "B back by 3",
        "C telefragged",
        "C back by 5",
        "D telefragged",
        "D back by 1",
    ]
    table.check()


@pytest.mark.rule("PORTAL-7", "RESPAWN-4")
def test_one_champion_may_die_several_times_in_one_chain() -> None:
    table = standing("A B", B=1)
    events = table.do("accident", 1, 1, 2, player="A", stand="in")
    assert table.story(events) == [
        "A told",
        "A back by 1",
        "B telefragged",
        "B back by 1",
        "A telefragged",
        "A back by 2",
    ]
    assert (table["A"].score.deaths, table["A"].score.points, table["B"].score.deaths) == (2, -30, 1)
    assert table["A"].position.portal is None  # what was said of its first coming back is said no more


@pytest.mark.rule("PORTAL-6", "RESPAWN-4")
def test_a_latecomer_sets_off_a_chain() -> None:
    table = standing("A B C", A=1, B=2, C=3)
    events = table.join("D", 1, 1, 2, 3, 5, ld=1)
    assert table.story(events) == [
        "D in by 1",
        "A telefragged",
        "A back by 2",
        "B telefragged",
        "B back by 3",
        "C telefragged",
        "C back by 5",
    ]
    assert table.scores == {"A": -15, "B": -15, "C": -15, "D": 0}
    table.check()


# ---- the beacon


def beacon_holder(**portals: int) -> Table:
    table = start_table("Ann Bob Cid")
    table.do("pickup", 3, 2, player="Ann", token="E1")
    for name, portal in portals.items():
        table.do("stand", player=name, portal=portal)
    return table


@pytest.mark.rule("BONUS-1", "RESPAWN-1")
def test_the_beacon_works_on_the_very_respawn_its_holders_death_causes() -> None:
    table = beacon_holder()
    table.ask("kill", 3, player="Bob", victim="Ann")
    assert table.asks == ("beacon", "Ann")
    assert table["Ann"].bonus is None  # the token is home already
    events = table.answer("yes", 5)
    assert table.story(events) == ["Ann rolls again", "Ann back by 5"]
    assert table["Ann"].position.near == 5


@pytest.mark.rule("BONUS-1")
def test_the_beacon_need_not_be_used() -> None:
    table = beacon_holder()
    events = table.do("kill", 3, "no", player="Bob", victim="Ann")
    assert table.story(events) == ["Bob killed Ann", "Ann back by 3"]


@pytest.mark.rule("BONUS-1", "PORTAL-2")
def test_the_beacon_re_rolls_into_a_six_and_once_only() -> None:
    table = beacon_holder()
    events = table.do("kill", 3, "yes", 6, 4, player="Bob", victim="Ann")
    assert table.story(events)[1:] == ["Ann rolls again", "Ann back by 4"]


@pytest.mark.rule("BONUS-1", "PORTAL-2")
def test_the_beacon_is_decided_before_a_six_is_made_a_choice() -> None:
    table = beacon_holder()
    events = table.do("kill", 6, "no", 4, player="Bob", victim="Ann")
    assert table.story(events) == ["Bob killed Ann", "Ann back by 4"]


@pytest.mark.rule("BONUS-1", "BONUS-4")
def test_the_beacon_serves_one_death_only() -> None:
    table = beacon_holder()
    table.do("kill", 3, "no", player="Bob", victim="Ann")
    events = table.do("kill", 2, player="Bob", victim="Ann")
    assert table.story(events) == ["Bob killed Ann", "Ann back by 2"]


@pytest.mark.rule("BONUS-1", "PORTAL-7")
def test_the_beacon_works_in_the_middle_of_a_chain() -> None:
    table = beacon_holder(Ann=2, Bob=4)
    events = table.do("kill", 2, 4, "yes", 5, player="Bob", victim="Cid")
    assert table.story(events) == [
        "Bob killed Cid",
        "Cid back by 2",
        "Ann telefragged",
        "Ann rolls again",
        "Ann back by 5",
    ]
    table.check()


@pytest.mark.rule("BONUS-1", "PORTAL-2", "PORTAL-4")
def test_the_beacon_re_rolls_the_die_of_a_jump_too_each_time() -> None:
    table = beacon_holder()
    table.ask("portal", 1, player="Ann", portal=1, continues=True)
    assert table.asks == ("beacon", "Ann")
    assert table.story(table.answer("yes", 4)) == ["Ann rolls again", "Ann: 1 to 4"]
    events = table.do("portal", 6, "no", 2, player="Ann", portal=3)
    assert table.story(events) == ["Ann: 3 to 2"]
    assert table.state.holds(table["Ann"].id, "beacon")
    table.check()


# ---- wounds left alone


@pytest.mark.rule("RESPAWN-1")
def test_a_mod_without_victory_points_brings_back_the_dead_and_pays_nobody() -> None:
    table = Table(mod_data=sudden_death(rules=("sudden-death", "portals")), options={"lives": 9})
    table.join("Ann", ld=10)
    table.join("Bob")
    table.do("start", 1, 1)
    table.do("deploy", player="Bob")
    table.do("deploy", player="Ann")
    table.do("kill", 1, player="Ann", victim="Bob")
    table.do("accident", 1, player="Ann")
    assert table.scores == {"Ann": 0, "Bob": 0}
    assert (table["Ann"].score.kills, table["Ann"].score.accidents, table["Bob"].score.deaths) == (1, 1, 1)


# ---- the death that wins


def one_kill_left(**options: Any) -> Table:
    """Ann needs one more kill; nobody asks for a die that can change nothing."""
    table = start_table("Ann Bob Cid", table=Table(options={"times_to_win": 1}, **options))
    assert not table.state.outcome.winner
    return table


@pytest.mark.rule("SCORE-4", "RESPAWN-1")
def test_the_death_that_wins_asks_for_no_portal_die() -> None:
    table = one_kill_left(last_respawn=False)
    events = table.do("kill", player="Ann", victim="Bob")
    assert table.story(events) == ["Ann killed Bob"]
    assert table.name(table.state.outcome.winner[0]) == "Ann"
    assert not table["Bob"].life.alive
    table.do("play-on", 3)
    assert (table["Bob"].position.near, table.active) == (3, "Ann")
    events = table.do("kill", 4, player="Ann", victim="Cid")
    assert table.story(events) == ["Ann killed Cid", "Cid back by 4"]
    table.check()


@pytest.mark.rule("SCORE-4", "PORTAL-6")
def test_it_asks_while_an_arrival_might_cost_the_winner_the_match() -> None:
    table = one_kill_left(last_respawn=False)
    table.do("stand", player="Ann", portal=2)
    events = table.do("kill", 2, 5, player="Ann", victim="Bob")
    assert table.story(events) == ["Ann killed Bob", "Bob back by 2", "Ann telefragged", "Ann back by 5"]
    assert not table.state.outcome.winner


@pytest.mark.rule("RESPAWN-1")
def test_a_script_that_says_nothing_of_it_is_asked_as_ever() -> None:
    table = one_kill_left()
    events = table.do("kill", 3, player="Ann", victim="Bob")
    assert table.story(events) == ["Ann killed Bob", "Bob back by 3"]
    assert table.state.outcome.over
