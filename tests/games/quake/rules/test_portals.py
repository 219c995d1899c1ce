"""Portals: where a jump leads, what it costs, who waits for its end."""

from typing import Any

import pytest

from q40k.games.quake.state.damage import AccidentSuffered
from q40k.games.quake.state.movement.move import Moved
from q40k.games.quake.state.portals import PortalEntered, Teleported
from q40k.games.quake.state.table.opening import Overridden
from q40k.kernel.events import ChoiceQuestion, DiceQuestion
from tests.games.quake.rules.in_teams import DOMINATION, facing, team_mod, two_bases
from tests.games.quake.rules.playing import Table, deathmatch, deploying, of_type, seat_players, standing, start_table


@pytest.mark.rule("PORTAL-1", "ARENA-6")
def test_only_a_base_wholly_on_the_template_is_in_the_portal() -> None:
    table = deploying("Ann Bob")  # bases of 25 mm, portals of 3 in: 2.56 cm from the centre
    table.do("deploy", player="Bob", at=(30 + 2.55, 30))
    table.do("deploy", player="Ann", at=(54 - 2.57, 54))
    assert (table["Bob"].position.portal, table["Ann"].position.portal) == (5, None)


# ---- jumping


@pytest.mark.rule("PORTAL-2")
@pytest.mark.parametrize("out", [2, 3, 4, 5])
def test_one_to_five_is_the_portal_of_arrival(out: int) -> None:
    table = start_table("Ann Bob")
    events = table.do("portal", out, player="Ann", portal=1)
    assert table.story(events) == [f"Ann: 1 to {out}"]
    assert (table["Ann"].position.portal, table["Ann"].position.near) == (out, None)


@pytest.mark.rule("PORTAL-2")
def test_on_a_six_the_jumper_chooses_any_portal() -> None:
    table = start_table("Ann Bob")
    table.ask("portal", player="Ann", portal=1)
    assert isinstance(table.question, DiceQuestion)
    assert table.asks == ("jump-portal", "Ann")
    assert table.question.facts == {"entered": 1}
    table.answer(6)
    assert isinstance(table.question, ChoiceQuestion)
    assert table.question.options == (1, 2, 3, 4, 5)
    events = table.answer(4)
    (out,) = of_type(events, Teleported)
    assert (out.die, out.exit) == (6, 4)


@pytest.mark.rule("PORTAL-3", "RESPAWN-1")
def test_a_jumper_lands_in_the_portal_or_beside_it_as_its_owner_says() -> None:
    table = start_table("Ann Bob")
    table.do("portal", 2, player="Ann", portal=1)
    assert (table["Ann"].position.portal, table["Ann"].position.near, table["Ann"].position.at) == (
        2,
        None,
        (54.0, 54.0),
    )
    table.do("next")
    table.do("portal", 4, player="Bob", portal=1, stand="beside")
    assert (table["Bob"].position.portal, table["Bob"].position.near, table["Bob"].position.at) == (None, 4, None)


@pytest.mark.rule("PORTAL-4", "SCORE-2")
def test_its_own_portal_disintegrates_the_jumper() -> None:
    table = start_table("Ann Bob")
    events = table.do("portal", 3, 5, player="Ann", portal=3)
    assert table.story(events) == ["Ann disintegrated", "Ann back by 5"]
    assert table.scores == {"Ann": -15, "Bob": 0}
    (death,) = of_type(events, AccidentSuffered)
    assert (death.portal, death.by) == (3, None)


@pytest.mark.rule("PORTAL-4", "PORTAL-2")
def test_who_chooses_its_own_portal_on_a_six_dies() -> None:
    table = start_table("Ann Bob")
    events = table.do("portal", 6, 3, 5, player="Ann", portal=3)
    assert table.story(events) == ["Ann disintegrated", "Ann back by 5"]


@pytest.mark.rule("PORTAL-4", "PORTAL-5")
def test_just_entered_means_the_portal_of_this_very_jump() -> None:
    table = start_table("Ann Bob")
    table.do("portal", 2, player="Ann", portal=1)
    events = table.do("portal", 1, player="Ann", portal=2)  # back to where the first jump began
    assert table.story(events) == ["Ann: 2 to 1"]


@pytest.mark.rule("PORTAL-4", "TURN-2")
def test_who_disintegrated_in_its_own_movement_is_still_the_one_to_act() -> None:
    table = start_table("Ann Bob")
    table.do("portal", 3, 5, player="Ann", portal=3)
    assert (table.active, table["Ann"].movement.spent) == ("Ann", 0)


@pytest.mark.rule("PORTAL-5")
def test_several_jumps_while_movement_lasts() -> None:
    table = start_table("Ann Bob")
    table.do("portal", 2, player="Ann", portal=1, moved=2)
    table.do("move", player="Ann", inches=1)
    table.do("portal", 4, player="Ann", portal=3, moved=2)
    assert table["Ann"].movement.spent == 5
    refusal = table.refused("portal", player="Ann", portal=5, moved=2)
    assert (refusal.rule, refusal.code) == ("PORTAL-5", "too-far")
    assert refusal.facts["left"] == 1


@pytest.mark.rule("PORTAL-5")
def test_stepping_back_into_the_portal_of_arrival_costs_three_inches() -> None:
    table = start_table("Ann Bob")
    table.do("portal", 2, player="Ann", portal=1, moved=1)
    table.do("portal", 3, player="Ann", portal=2)
    assert table["Ann"].movement.spent == 4
    refusal = table.refused("portal", player="Ann", portal=3)
    assert (refusal.code, refusal.facts["inches"]) == ("too-far", 3)
    table.do("portal", 5, player="Ann", portal=4, moved=2)  # another portal costs what it costs
    assert table["Ann"].movement.spent == 6


@pytest.mark.rule("PORTAL-5")
def test_a_longer_way_back_costs_what_it_is_long() -> None:
    table = start_table("Ann Bob")
    table.do("portal", 2, player="Ann", portal=1)
    table.do("portal", 3, player="Ann", portal=2, moved=4)
    assert table["Ann"].movement.spent == 4


@pytest.mark.rule("PORTAL-5")
def test_the_way_back_is_free_again_in_the_next_turn() -> None:
    table = start_table("Ann Bob")
    table.do("portal", 2, player="Ann", portal=1)
    for _ in range(4):
        table.do("end-phase")
    table.do("portal", 3, player="Ann", portal=2)
    assert table["Ann"].movement.spent == 0


@pytest.mark.rule("PORTAL-5")
def test_the_game_master_may_allow_a_jump_too_far() -> None:
    table = start_table("Ann Bob")
    table.do("move", player="Ann", inches=6)
    table.do("portal", 2, player="Ann", portal=1, moved=1, override="half an inch, come on")
    assert table["Ann"].position.portal == 2


@pytest.mark.rule("PORTAL-7")
def test_victims_wait_until_the_jumpers_movement_is_over() -> None:
    table = standing("Ann Bob Cid", Bob=2, Cid=3)
    events = table.do("portal", 2, player="Ann", portal=1, continues=True)
    assert table.story(events) == ["Ann: 1 to 2", "Bob telefragged"]
    table.do("move", player="Ann", inches=1)
    events = table.do("portal", 3, player="Ann", portal=2, moved=3, continues=True)
    assert (table.waiting, table["Bob"].life.alive) == ("Bob Cid", False)
    events = table.do("next", 5, 4)
    assert table.story(events) == ["Bob back by 5", "Cid back by 4"]
    assert table.active == "Bob"
    table.check()


@pytest.mark.rule("PORTAL-7")
def test_the_end_of_the_phase_ends_the_jumpers_movement_too() -> None:
    table = standing("Ann Bob", Bob=2)
    table.do("portal", 2, player="Ann", portal=1, continues=True)
    events = table.do("end-phase", 5)
    assert table.story(events) == ["Bob back by 5"]
    assert table.state.play.phase == "shooting"


@pytest.mark.rule("PORTAL-7")
def test_a_later_jump_that_does_not_continue_ends_the_movement() -> None:
    table = standing("Ann Bob", Bob=2)
    table.do("portal", 2, player="Ann", portal=1, continues=True)
    events = table.do("portal", 4, 5, player="Ann", portal=3, moved=3)
    assert table.story(events) == ["Ann: 3 to 4", "Bob back by 5"]


@pytest.mark.rule("PORTAL-7", "PORTAL-4")
def test_a_jumper_that_dies_moves_no_more_and_comes_back_after_its_victims() -> None:
    table = standing("Ann Bob", Bob=2)
    table.do("portal", 2, player="Ann", portal=1, continues=True)
    events = table.do("portal", 3, 5, 4, player="Ann", portal=3, continues=True)
    assert table.story(events) == ["Ann disintegrated", "Bob back by 5", "Ann back by 4"]


@pytest.mark.rule("PORTAL-7")
def test_the_victims_may_telefrag_the_jumper_where_it_has_gone() -> None:
    table = standing("Ann Bob", Bob=2)
    table.do("portal", 2, player="Ann", portal=1, continues=True)
    table.do("portal", 5, player="Ann", portal=4, moved=3, continues=True)
    events = table.do("next", 5, 1)
    assert table.story(events) == ["Bob back by 5", "Ann telefragged", "Ann back by 1"]


@pytest.mark.rule("PORTAL-7", "BONUS-1")
def test_a_token_picked_up_on_the_way_does_not_end_the_movement() -> None:
    table = standing("Ann Bob", Bob=2)
    table.do("portal", 2, player="Ann", portal=1, continues=True)
    events = table.do("pickup", 1, 2, player="Ann", token="W1")
    assert table.story(events) == []
    assert table.waiting == "Bob"
    events = table.do("next", 4)
    assert table.story(events) == ["Bob back by 4"]


@pytest.mark.rule("PORTAL-7", "INIT-4")
def test_a_latecomer_does_not_end_the_jumpers_movement() -> None:
    table = standing("Ann Bob", Bob=2)
    table.do("portal", 2, player="Ann", portal=1, continues=True)
    table.join("Cid", 1, 4, ld=1)
    assert table.waiting == "Bob"
    events = table.do("next", 4)
    assert table.story(events) == ["Bob back by 4"]
    table.check()


@pytest.mark.rule("PORTAL-7", "RESPAWN-1")
def test_when_the_jumper_is_killed_all_come_back_in_the_order_they_died() -> None:
    table = standing("Ann Bob Cid", Bob=2)
    table.do("portal", 2, player="Ann", portal=1, continues=True)
    events = table.do("kill", 4, 5, player="Cid", victim="Ann")
    assert table.story(events) == ["Cid killed Ann", "Bob back by 4", "Ann back by 5"]


@pytest.mark.rule("PORTAL-1", "TURN-1")
def test_the_dead_who_wait_neither_jump_nor_move() -> None:
    table = standing("Ann Bob", Bob=2)
    table.do("portal", 2, player="Ann", portal=1, continues=True)
    for do, arguments in (("portal", {"portal": 1}), ("move", {}), ("stand", {"portal": 1})):
        refusal = table.refused(do, player="Bob", **arguments, override="please")
        assert (refusal.code, refusal.overridable) == ("not-on-table", False)
    assert table.refused("kill", player="Ann", victim="Bob").code == "not-on-table"
    assert table.refused("accident", player="Bob").code == "not-on-table"


@pytest.mark.rule("PORTAL-1")
def test_a_mod_without_portals_has_none_to_jump_through() -> None:
    table = Table(mod_data=deathmatch(rules=("respawn", "victory-points")))
    started_table = seat_players("Ann", table=table)
    started_table.do("start", 1)
    started_table.do("deploy", player="Ann")
    refusal = started_table.refused("portal", player="Ann", portal=1)
    assert (refusal.rule, refusal.code, refusal.overridable) == ("PORTAL-1", "no-portals", False)


# ---- who walks onto one


def walkers(**options: Any) -> Table:
    """Ann and Bob, their places kept, Ann 3.5 in from portal 1 at (6, 54)."""
    table = deploying("Ann Bob", **options)
    for name, at in (("Bob", (30, 12)), ("Ann", (15, 54))):
        table.do("deploy", player=name, at=at)
    return table


@pytest.mark.rule("PORTAL-1", "PORTAL-2")
def test_a_move_that_ends_wholly_on_a_portal_uses_it() -> None:
    table = walkers()
    table.ask("move", player="Ann", to=(6, 54))
    assert table.asks == ("jump-portal", "Ann")
    assert table.story(table.answer(4)) == ["Ann: 1 to 4"]
    assert table["Ann"].position.portal == 4
    table.check()
    table = walkers()
    assert table.story(table.do("move", 1, 3, player="Ann", to=(6, 54))) == ["Ann disintegrated", "Ann back by 3"]


@pytest.mark.rule("PORTAL-1")
def test_a_base_that_sticks_out_uses_no_portal() -> None:
    table = walkers()
    table.do("move", player="Ann", to=(9.5, 54))
    assert table["Ann"].position.portal is None


@pytest.mark.rule("PORTAL-1", "TABLE-4")
def test_by_agreement_it_stays_on_the_portal() -> None:
    table = walkers()
    events = table.do("move", player="Ann", to=(6, 54), override="it hides there")
    assert [event.code for event in of_type(events, Overridden)] == ["stays-on-portal"]
    assert table["Ann"].position.portal == 1


@pytest.mark.rule("PORTAL-1", "MOVE-3", "MOVE-5")
@pytest.mark.parametrize(
    ("do", "dice", "arguments"), [("jump", (6, 6), {"height": 1}), ("leap", (6, 6, 6), {"gap": 2})]
)
def test_a_jump_or_a_leap_onto_a_portal_uses_it(do: str, dice: tuple[int, ...], arguments: dict[str, int]) -> None:
    table = start_table("Ann Bob")
    events = table.do(do, *dice, 5, player="Ann", **arguments, to=(6, 54))
    assert table.story(events) == ["Ann: 1 to 5"]


@pytest.mark.rule("PORTAL-5", "PORTAL-1")
def test_walking_back_into_the_portal_one_came_by_costs_three_inches() -> None:
    table = walkers()
    table.do("portal", 4, player="Ann", portal=1, moved=0, stand="beside")
    table.do("move", 3, player="Ann", to=(6, 6))
    assert table["Ann"].movement.spent == 3


@pytest.mark.rule("PORTAL-5", "PORTAL-1")
def test_a_short_move_within_the_portal_of_arrival_stays_without_a_die() -> None:
    table = walkers()
    table.do("portal", 4, player="Ann", portal=1, moved=0, at=(6, 6))
    events = table.do("move", player="Ann", to=(8, 6))
    assert of_type(events, PortalEntered) == []
    assert (table["Ann"].position.portal, table["Ann"].position.at) == (4, (8, 6))
    table.ask("move", player="Ann", path=[(8, 10)], to=(8, 7))  # back in, and more than 3 in since it came
    assert table.asks == ("jump-portal", "Ann")


@pytest.mark.rule("PORTAL-5", "PORTAL-9")
def test_a_move_that_hard_ground_cuts_short_within_the_portal_of_arrival_stays_there() -> None:
    table = walkers()
    table.do("portal", 4, player="Ann", portal=1, moved=0, at=(6, 6))
    events = table.do("move", 1, 1, player="Ann", to=(16, 6), difficult=True)
    assert of_type(events, Moved)[0].cut
    assert (table["Ann"].position.portal, table.question) == (4, None)


@pytest.mark.rule("PORTAL-5")
def test_who_cannot_pay_the_three_inches_stays_on_the_portal_without_a_die() -> None:
    table = walkers()
    table.do("portal", 4, player="Ann", portal=1, moved=3.5, stand="beside")
    table.do("move", player="Ann", to=(6, 6))
    assert (table["Ann"].position.portal, table.question) == (4, None)
    assert table.refused("portal", player="Ann", portal=4).code == "too-far"


@pytest.mark.rule("PORTAL-5")
def test_what_was_walked_since_the_arrival_counts_towards_the_three_inches() -> None:
    table = start_table("Ann Bob")
    table.do("portal", 2, player="Ann", portal=1, moved=1)
    table.do("move", player="Ann", inches=2)
    table.do("portal", 3, player="Ann", portal=2)
    assert table["Ann"].movement.spent == 4


@pytest.mark.rule("PORTAL-1")
def test_in_domination_and_where_no_portals_are_played_it_stays() -> None:
    for mod in (DOMINATION, team_mod("respawn", "victory-points")):
        table = facing("Ann Bob", mod, arena_data=two_bases())
        table.do("place", player="Ann", at=(15, 54))
        table.do("move", player="Ann", to=(6, 54))
        assert table["Ann"].position.portal == 1
