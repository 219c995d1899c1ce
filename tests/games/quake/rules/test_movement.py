"""MOVEMENT and PORTALS as bookkeeping: distances said, jumps rolled, who stands where."""

import pytest

from q40k.games.quake.rules.damage.deaths import AccidentSuffered
from q40k.games.quake.rules.movement.move import allowance
from q40k.games.quake.rules.portals.teleport import Teleported
from q40k.kernel.questions import ChoiceQuestion, DiceQuestion
from tests.games.quake.rules.playing import (
    Table,
    deathmatch,
    deploying,
    of_type,
    seated,
    standing,
    started,
)

# ---- moving


@pytest.mark.rule("MOVE-1")
def test_a_champion_moves_six_inches_in_all() -> None:
    table = started("Ann")
    table.do("move", player="Ann", inches=4)
    table.do("move", player="Ann", inches=2)
    refusal = table.refused("move", player="Ann", inches=0.5)
    assert (refusal.rule, refusal.code) == ("MOVE-1", "too-far")
    assert refusal.facts == {"player": "Ann", "inches": 0.5, "left": 0, "allowance": 6}


@pytest.mark.rule("MOVE-1")
@pytest.mark.parametrize(
    ("unit", "inches"),
    [("infantry", 6), ("terminator", 6), ("jump_infantry", 12), ("bike", 12), ("jetbike", 12)],
)
def test_what_a_champion_is_says_how_far_it_moves(unit: str, inches: int) -> None:
    table = started("Ann", unit_type=unit)
    assert allowance(table.state, table["Ann"]) == inches
    table.do("move", player="Ann", inches=inches)
    assert table.refused("move", player="Ann", inches=1).code == "too-far"


@pytest.mark.rule("MOVE-1", "BONUS-1")
def test_a_jump_pack_from_a_token_carries_twelve_inches() -> None:
    table = started("Ann")
    table.do("pickup", 1, 4, player="Ann", token="E1")
    table.do("move", player="Ann", inches=12)
    assert table.refused("move", player="Ann", inches=1).facts["allowance"] == 12


@pytest.mark.rule("MOVE-1")
def test_the_movement_is_whole_again_in_the_next_turn() -> None:
    table = started("Ann Bob")
    table.do("move", player="Ann", inches=6)
    for _ in range(4):
        table.do("end-phase")
    assert table["Ann"].movement.spent == 0
    (moved,) = table.do("move", player="Ann", inches=6)
    assert moved.spent == 6


@pytest.mark.rule("MOVE-1")
def test_between_known_places_the_straight_distance_is_counted() -> None:
    table = deploying("Ann")
    table.do("deploy", player="Ann", at=(10, 10))
    (moved,) = table.do("move", player="Ann", to=(20.16, 10))
    assert moved.spent == pytest.approx(4)
    assert table["Ann"].position.at == (20.16, 10)
    assert table.refused("move", player="Ann", to=(27, 10)).code == "too-far"
    (moved,) = table.do("move", player="Ann", to=(20.16, 11), inches=2)  # round a corner
    assert moved.spent == pytest.approx(6)


@pytest.mark.rule("MOVE-1")
def test_exactly_all_of_the_movement_is_not_too_far() -> None:
    table = deploying("Ann")
    table.do("deploy", player="Ann", at=(10, 10))
    table.do("move", player="Ann", to=(10 + 3 * 2.54, 10 + 3 * 2.54), inches=6)
    for _ in range(4):
        table.do("end-phase")
    end = (10 + 3 * 2.54 + 6 * 2.54, 10 + 3 * 2.54)
    table.do("move", player="Ann", to=end)
    assert table["Ann"].position.at == end


@pytest.mark.rule("MOVE-1")
def test_a_move_ends_on_the_table() -> None:
    table = started("Ann")
    refusal = table.refused("move", player="Ann", to=(61, 30))
    assert (refusal.rule, refusal.code) == ("MOVE-1", "off-table")


@pytest.mark.rule("MOVE-1", "MOVE-2")
def test_a_move_leaves_the_portal_and_is_not_taken_back() -> None:
    table = standing("Ann Bob", Ann=3)
    table.do("move", player="Ann", inches=6)
    assert (table["Ann"].position.portal, table["Ann"].position.near) == (None, None)
    assert table.refused("move", player="Ann", inches=1).code == "too-far"


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
    table = started("Ann Bob")
    told = table.do("portal", out, player="Ann", portal=1)
    assert table.story(told) == [f"Ann: 1 to {out}"]
    assert (table["Ann"].position.portal, table["Ann"].position.near) == (out, None)


@pytest.mark.rule("PORTAL-2")
def test_on_a_six_the_jumper_chooses_any_portal() -> None:
    table = started("Ann Bob")
    table.ask("portal", player="Ann", portal=1)
    assert isinstance(table.question, DiceQuestion)
    assert table.asks == ("jump-portal", "Ann")
    assert table.question.facts == {"entered": 1}
    table.answer(6)
    assert isinstance(table.question, ChoiceQuestion)
    assert table.question.options == (1, 2, 3, 4, 5)
    told = table.answer(4)
    (out,) = of_type(told, Teleported)
    assert (out.die, out.exit) == (6, 4)


@pytest.mark.rule("PORTAL-2", "PORTAL-6")
def test_a_six_may_be_used_to_land_on_somebody() -> None:
    table = standing("Ann Bob", Bob=3)
    told = table.do("portal", 6, 3, 1, player="Ann", portal=1)
    assert table.story(told) == ["Ann: 1 to 3", "Bob telefragged", "Bob back by 1"]


@pytest.mark.rule("PORTAL-3", "RESPAWN-1")
def test_a_jumper_lands_in_the_portal_or_beside_it_as_its_owner_says() -> None:
    table = started("Ann Bob")
    table.do("portal", 2, player="Ann", portal=1)
    assert (table["Ann"].position.portal, table["Ann"].position.near, table["Ann"].position.at) == (
        2,
        None,
        (54.0, 54.0),
    )
    table.do("next")
    table.do("portal", 4, player="Bob", portal=1, stand="beside")
    assert (table["Bob"].position.portal, table["Bob"].position.near, table["Bob"].position.at) == (
        None,
        4,
        None,
    )


@pytest.mark.rule("PORTAL-6")
def test_a_jumper_telefrags_whether_it_lands_in_the_portal_or_beside() -> None:
    table = standing("Ann Bob", Bob=3)
    told = table.do("portal", 3, 1, player="Ann", portal=1, stand="beside")
    assert table.story(told) == ["Ann: 1 to 3", "Bob telefragged", "Bob back by 1"]


@pytest.mark.rule("PORTAL-4", "SCORE-2")
def test_its_own_portal_disintegrates_the_jumper() -> None:
    table = started("Ann Bob")
    told = table.do("portal", 3, 5, player="Ann", portal=3)
    assert table.story(told) == ["Ann disintegrated", "Ann back by 5"]
    assert table.scores == {"Ann": -15, "Bob": 0}
    (death,) = of_type(told, AccidentSuffered)
    assert (death.portal, death.by) == (3, None)


@pytest.mark.rule("PORTAL-4", "PORTAL-2")
def test_who_chooses_its_own_portal_on_a_six_dies() -> None:
    table = started("Ann Bob")
    told = table.do("portal", 6, 3, 5, player="Ann", portal=3)
    assert table.story(told) == ["Ann disintegrated", "Ann back by 5"]


@pytest.mark.rule("PORTAL-4", "PORTAL-5")
def test_just_entered_means_the_portal_of_this_very_jump() -> None:
    table = started("Ann Bob")
    table.do("portal", 2, player="Ann", portal=1)
    told = table.do("portal", 1, player="Ann", portal=2)  # back to where the first jump began
    assert table.story(told) == ["Ann: 2 to 1"]


@pytest.mark.rule("PORTAL-4", "PORTAL-6")
def test_one_who_disintegrates_spares_who_stands_in_its_portal() -> None:
    table = standing("Ann Bob", Bob=3)
    told = table.do("portal", 3, 5, player="Ann", portal=3)
    assert table.story(told) == ["Ann disintegrated", "Ann back by 5"]
    assert table["Bob"].score.deaths == 0


@pytest.mark.rule("PORTAL-4", "TURN-2")
def test_who_disintegrated_in_its_own_movement_is_still_the_one_to_act() -> None:
    table = started("Ann Bob")
    table.do("portal", 3, 5, player="Ann", portal=3)
    assert (table.active, table["Ann"].movement.spent) == ("Ann", 0)


@pytest.mark.rule("PORTAL-5")
def test_several_jumps_while_movement_lasts() -> None:
    table = started("Ann Bob")
    table.do("portal", 2, player="Ann", portal=1, moved=2)
    table.do("move", player="Ann", inches=1)
    table.do("portal", 4, player="Ann", portal=3, moved=2)
    assert table["Ann"].movement.spent == 5
    refusal = table.refused("portal", player="Ann", portal=5, moved=2)
    assert (refusal.rule, refusal.code) == ("PORTAL-5", "too-far")
    assert refusal.facts["left"] == 1


@pytest.mark.rule("PORTAL-5")
def test_stepping_back_into_the_portal_of_arrival_costs_three_inches() -> None:
    table = started("Ann Bob")
    table.do("portal", 2, player="Ann", portal=1, moved=1)
    table.do("portal", 3, player="Ann", portal=2)
    assert table["Ann"].movement.spent == 4
    refusal = table.refused("portal", player="Ann", portal=3)
    assert (refusal.code, refusal.facts["inches"]) == ("too-far", 3)
    table.do("portal", 5, player="Ann", portal=4, moved=2)  # another portal costs what it costs
    assert table["Ann"].movement.spent == 6


@pytest.mark.rule("PORTAL-5")
def test_a_longer_way_back_costs_what_it_is_long() -> None:
    table = started("Ann Bob")
    table.do("portal", 2, player="Ann", portal=1)
    table.do("portal", 3, player="Ann", portal=2, moved=4)
    assert table["Ann"].movement.spent == 4


@pytest.mark.rule("PORTAL-5")
def test_the_way_back_is_free_again_in_the_next_turn() -> None:
    table = started("Ann Bob")
    table.do("portal", 2, player="Ann", portal=1)
    for _ in range(4):
        table.do("end-phase")
    table.do("portal", 3, player="Ann", portal=2)
    assert table["Ann"].movement.spent == 0


@pytest.mark.rule("PORTAL-5")
def test_the_game_master_may_allow_a_jump_too_far() -> None:
    table = started("Ann Bob")
    table.do("move", player="Ann", inches=6)
    table.do("portal", 2, player="Ann", portal=1, moved=1, override="half an inch, come on")
    assert table["Ann"].position.portal == 2


@pytest.mark.rule("PORTAL-6")
def test_an_arrival_kills_friend_and_foe_and_spares_itself() -> None:
    table = standing("Ann Bob Cid Dan", Bob=3, Cid=3)
    told = table.do("portal", 3, 1, 1, player="Ann", portal=1)
    assert [x for x in table.story(told) if "telefragged" in x] == [
        "Bob telefragged",
        "Cid telefragged",
    ]
    assert table["Ann"].position.portal == 3


@pytest.mark.rule("PORTAL-6")
def test_who_stands_beside_a_portal_is_safe() -> None:
    table = started("Ann Bob")
    table.do("kill", 3, player="Ann", victim="Bob")
    assert table["Bob"].position.near == 3
    told = table.do("portal", 3, player="Ann", portal=1)
    assert table.story(told) == ["Ann: 1 to 3"]


@pytest.mark.rule("PORTAL-6")
def test_who_waits_on_the_portal_that_is_entered_is_not_telefragged_by_the_entry() -> None:
    table = standing("Ann Bob", Bob=1)
    told = table.do("portal", 4, player="Ann", portal=1)
    assert table.story(told) == ["Ann: 1 to 4"]
    assert table.portals() == {"Ann": 4, "Bob": 1}


@pytest.mark.rule("PORTAL-7")
def test_victims_wait_until_the_jumpers_movement_is_over() -> None:
    table = standing("Ann Bob Cid", Bob=2, Cid=3)
    told = table.do("portal", 2, player="Ann", portal=1, continues=True)
    assert table.story(told) == ["Ann: 1 to 2", "Bob telefragged"]
    table.do("move", player="Ann", inches=1)
    told = table.do("portal", 3, player="Ann", portal=2, moved=3, continues=True)
    assert (table.waiting, table["Bob"].life.alive) == ("Bob Cid", False)
    told = table.do("next", 5, 4)
    assert table.story(told) == ["Bob back by 5", "Cid back by 4"]
    assert table.active == "Bob"
    table.check()


@pytest.mark.rule("PORTAL-7")
def test_the_end_of_the_phase_ends_the_jumpers_movement_too() -> None:
    table = standing("Ann Bob", Bob=2)
    table.do("portal", 2, player="Ann", portal=1, continues=True)
    told = table.do("end-phase", 5)
    assert table.story(told) == ["Bob back by 5"]
    assert table.state.play.phase == "shooting"


@pytest.mark.rule("PORTAL-7")
def test_a_later_jump_that_does_not_continue_ends_the_movement() -> None:
    table = standing("Ann Bob", Bob=2)
    table.do("portal", 2, player="Ann", portal=1, continues=True)
    told = table.do("portal", 4, 5, player="Ann", portal=3, moved=3)
    assert table.story(told) == ["Ann: 3 to 4", "Bob back by 5"]


@pytest.mark.rule("PORTAL-7", "PORTAL-4")
def test_a_jumper_that_dies_moves_no_more_and_comes_back_after_its_victims() -> None:
    table = standing("Ann Bob", Bob=2)
    table.do("portal", 2, player="Ann", portal=1, continues=True)
    told = table.do("portal", 3, 5, 4, player="Ann", portal=3, continues=True)
    assert table.story(told) == ["Ann disintegrated", "Bob back by 5", "Ann back by 4"]


@pytest.mark.rule("PORTAL-7")
def test_the_victims_may_telefrag_the_jumper_where_it_has_gone() -> None:
    table = standing("Ann Bob", Bob=2)
    table.do("portal", 2, player="Ann", portal=1, continues=True)
    table.do("portal", 5, player="Ann", portal=4, moved=3, continues=True)
    told = table.do("next", 5, 1)
    assert table.story(told) == ["Bob back by 5", "Ann telefragged", "Ann back by 1"]


@pytest.mark.rule("PORTAL-7", "BONUS-1")
def test_a_token_picked_up_on_the_way_does_not_end_the_movement() -> None:
    table = standing("Ann Bob", Bob=2)
    table.do("portal", 2, player="Ann", portal=1, continues=True)
    told = table.do("pickup", 1, 2, player="Ann", token="W1")
    assert table.story(told) == []
    assert table.waiting == "Bob"
    told = table.do("next", 4)
    assert table.story(told) == ["Bob back by 4"]


@pytest.mark.rule("PORTAL-7", "INIT-4")
def test_a_latecomer_does_not_end_the_jumpers_movement() -> None:
    table = standing("Ann Bob", Bob=2)
    table.do("portal", 2, player="Ann", portal=1, continues=True)
    table.join("Cid", 1, 4, ld=1)
    assert table.waiting == "Bob"
    told = table.do("next", 4)
    assert table.story(told) == ["Bob back by 4"]
    table.check()


@pytest.mark.rule("PORTAL-7", "RESPAWN-1")
def test_when_the_jumper_is_killed_all_come_back_in_the_order_they_died() -> None:
    table = standing("Ann Bob Cid", Bob=2)
    table.do("portal", 2, player="Ann", portal=1, continues=True)
    told = table.do("kill", 4, 5, player="Cid", victim="Ann")
    assert table.story(told) == ["Cid killed Ann", "Bob back by 4", "Ann back by 5"]


@pytest.mark.rule("PORTAL-1", "TURN-1")
def test_the_dead_who_wait_neither_jump_nor_move() -> None:
    table = standing("Ann Bob", Bob=2)
    table.do("portal", 2, player="Ann", portal=1, continues=True)
    for do, said in (("portal", {"portal": 1}), ("move", {}), ("stand", {"portal": 1})):
        refusal = table.refused(do, player="Bob", **said, override="please")
        assert (refusal.code, refusal.overridable) == ("not-on-table", False)
    assert table.refused("kill", player="Ann", victim="Bob").code == "not-on-table"
    assert table.refused("accident", player="Bob").code == "not-on-table"


@pytest.mark.rule("PORTAL-1")
def test_a_mod_without_portals_has_none_to_jump_through() -> None:
    table = Table(mod_data=deathmatch(rules=("respawn", "victory-points")))
    started_table = seated("Ann", table=table)
    started_table.do("start", 1)
    started_table.do("deploy", player="Ann")
    refusal = started_table.refused("portal", player="Ann", portal=1)
    assert (refusal.rule, refusal.code, refusal.overridable) == ("PORTAL-1", "no-portals", False)


# ---- who stands where


@pytest.mark.rule("PORTAL-6")
def test_the_table_says_who_stands_in_which_portal_and_kills_nobody_by_it() -> None:
    table = standing("Ann Bob", Bob=2)
    table.do("stand", player="Ann", portal=2)
    assert table.portals() == {"Ann": 2, "Bob": 2}
    table.do("stand", player="Bob", portal=None)
    assert table.portals() == {"Ann": 2, "Bob": None}
    table.do("stand", player="Bob")
    assert table["Bob"].position.near is None


@pytest.mark.rule("PORTAL-6")
def test_the_table_says_it_in_any_phase_and_of_anybody() -> None:
    table = started("Ann Bob")
    table.do("end-phase")
    table.do("stand", player="Bob", portal=5)
    assert table["Bob"].position.portal == 5
