"""Jumping down, swimming, leaping, climbing, falling; hard ground (MOVE-2 to 6, PORTAL-9)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from q40k.games.quake.rules.movement.fall import Fell
from q40k.games.quake.rules.movement.jump import Jumped
from q40k.games.quake.rules.movement.leap import Leapt
from q40k.games.quake.rules.movement.move import Moved, allowance
from q40k.games.quake.rules.movement.water import Swam

from .playing import chiefs, of_type, started

# ---- jumping down


@pytest.mark.rule("MOVE-3")
@pytest.mark.parametrize(("dice", "safe"), [((4, 1), True), ((2, 5), True), ((3, 3), False)])
def test_the_best_of_two_dice_must_reach_the_height(dice: tuple[int, int], safe: bool) -> None:
    table = started("Ann Bob")
    told = table.ask("jump", *dice, player="Ann", height=4)
    (jumped,) = of_type(told, Jumped)
    assert jumped.safe == safe
    assert (table.question is None) == safe


@pytest.mark.rule("MOVE-3")
def test_who_rolls_three_dice_for_hard_ground_rolls_three_here() -> None:
    table = started("Ann Bob")
    table.do("jump", 1, 2, 5, player="Ann", height=5, three=True)
    assert table["Ann"].movement.spent == 5


@pytest.mark.rule("MOVE-3")
def test_a_safe_jump_leaves_less_movement_by_its_height() -> None:
    table = started("Ann Bob")
    table.do("move", player="Ann", inches=1)
    table.do("jump", 3, 4, player="Ann", height=3)
    assert table["Ann"].movement.spent == 4
    table.do("move", player="Ann", inches=2)
    assert table.refused("move", player="Ann", inches=0.5).code == "too-far"


@pytest.mark.rule("MOVE-3")
def test_a_jump_is_never_too_long_for_what_is_left() -> None:
    table = started("Ann Bob")
    table.do("move", player="Ann", inches=5)
    table.do("jump", 3, 4, player="Ann", height=3)
    assert table["Ann"].movement.spent == 6


@pytest.mark.rule("MOVE-3", "SCORE-2")
def test_a_fall_strikes_with_the_inches_fallen_and_no_armour_saves() -> None:
    table = started("Ann Bob")  # T4, Sv 3+: a fall of 5 in wounds on 3+, and there is no save
    table.ask("jump", 1, 2, player="Ann", height=5)
    assert table.asks == ("fight-wound", "Ann")
    assert table.question is not None
    assert table.question.facts["needed"] == 3
    told = table.answer(3, 2)
    assert table.story(told) == ["Ann fell", "Ann back by 2"]
    assert table.scores == {"Ann": -15, "Bob": 0}
    (fell,) = of_type(told, Fell)
    assert (fell.inches, fell.struck.dead) == (5, True)
    table.check()


@pytest.mark.rule("MOVE-3")
def test_who_survives_a_fall_has_stopped_for_this_phase() -> None:
    table = started("Ann Bob")
    told = table.do("jump", 1, 2, 2, player="Ann", height=5)
    assert [event.type for event in told] == ["jumped", "fell", "halted"]
    assert table.refused("move", player="Ann", inches=1).code == "moves-no-more"
    for _ in range(4):
        table.do("end-phase")
    table.do("move", player="Ann", inches=1)


@pytest.mark.rule("MOVE-3")
def test_an_invulnerable_save_counts_in_a_fall() -> None:
    table = started("Ann Bob", inv=4)
    told = table.do("jump", 1, 2, 6, 4, player="Ann", height=5)
    assert table["Ann"].life.alive
    (fell,) = of_type(told, Fell)
    assert (fell.struck.wounds, fell.struck.unsaved) == (1, 0)


@pytest.mark.rule("MOVE-3")
def test_a_fall_may_cost_a_wound_or_kill_outright() -> None:
    table = started("Ann Bob", table=chiefs(), w=2)
    table.do("jump", 1, 2, 6, player="Ann", height=5)
    assert (table["Ann"].life.wounds, table["Ann"].life.alive) == (1, True)
    table = started("Ann Bob", table=chiefs(), w=2)
    told = table.do("jump", 1, 2, 6, 3, player="Ann", height=9)  # S9 against T4: instant death
    assert table.story(told) == ["Ann fell", "Ann back by 3"]


@pytest.mark.rule("MOVE-3")
def test_a_fall_may_be_ended_by_one_word() -> None:
    table = started("Ann Bob")
    table.ask("jump", 1, 2, player="Ann", height=5)
    told = table.answer("dead", 4)
    assert table.story(told) == ["Ann fell", "Ann back by 4"]


@pytest.mark.rule("MOVE-1", "MOVE-3")
def test_who_flies_does_not_jump_down() -> None:
    table = started("Ann Bob", unit_type="jump_infantry")
    assert table.refused("jump", player="Ann", height=3).code == "flies-down"


@pytest.mark.rule("MOVE-2")
def test_a_jump_is_not_taken_back_but_it_can_be_undone() -> None:
    table = started("Ann Bob")
    before = table.state
    table.do("jump", 1, 2, 6, 3, player="Ann", height=5)
    assert table["Ann"].score.deaths == 1
    table.session.undo()
    assert table.state == before


@pytest.mark.rule("MOVE-3", "TURN-1")
def test_only_the_active_champion_jumps_in_the_movement_phase() -> None:
    table = started("Ann Bob")
    for do, said in (
        ("jump", {"height": 2}),
        ("swim", {}),
        ("leap", {"gap": 2}),
        ("climb", {"height": 2}),
    ):
        assert table.refused(do, player="Bob", **said).code == "not-active"
    table.do("end-phase")
    assert table.refused("jump", player="Ann", height=2).code == "wrong-phase"


@given(
    dice=st.tuples(*[st.integers(1, 6)] * 2), height=st.integers(1, 12), before=st.integers(0, 6)
)
def test_a_jump_never_gives_movement_back(dice: tuple[int, int], height: int, before: int) -> None:
    table = started("Ann Bob")
    table.do("move", player="Ann", inches=before)
    table.ask("jump", *dice, player="Ann", height=height)
    assert before <= table["Ann"].movement.spent <= allowance(table.state, table["Ann"])
    assert (table.question is None) == (max(dice) >= height)


# ---- swimming


@pytest.mark.rule("MOVE-4")
def test_the_die_is_the_most_it_swims() -> None:
    table = started("Ann Bob")
    table.do("swim", 3, player="Ann", inches=3)
    assert table["Ann"].movement.in_water
    assert table["Ann"].movement.spent == 3
    assert table.refused("move", player="Ann", inches=1).code == "too-far"


@pytest.mark.rule("MOVE-4", "MOVE-2")
def test_who_declared_more_than_the_die_gets_only_so_far() -> None:
    table = started("Ann Bob")
    told = table.do("swim", 2, player="Ann", inches=5)
    (moved,) = of_type(told, Moved)
    assert (moved.spent, moved.cut) == (2, True)


@pytest.mark.rule("MOVE-4", "SCORE-2")
def test_a_one_drowns_and_the_drowned_comes_back_without_any_move() -> None:
    table = started("Ann Bob")
    told = table.do("swim", 1, 4, player="Ann", inches=3)
    assert table.story(told) == ["Ann drowned", "Ann back by 4"]
    assert table.scores["Ann"] == -15
    assert (table.active, table["Ann"].movement.in_water) == ("Ann", False)
    assert table.refused("move", player="Ann", inches=1).code == "moves-no-more"
    table.check()


@pytest.mark.rule("MOVE-4")
def test_a_move_comes_out_of_the_water() -> None:
    table = started("Ann Bob")
    table.do("swim", 4, player="Ann", inches=2)
    table.do("move", player="Ann", inches=2)
    assert not table["Ann"].movement.in_water


@pytest.mark.rule("MOVE-4")
def test_each_turn_spent_in_the_water_rolls_again() -> None:
    table = started("Ann Bob")
    table.do("swim", 4, player="Ann", inches=2)
    table.do("next")
    for _ in range(4):
        table.do("end-phase")
    told = table.do("next", 5)
    assert told[0].type == "swam"
    for _ in range(4):
        table.do("end-phase")
    told = table.do("end-phase", 1, 3)
    assert table.story(told) == ["Ann drowned", "Ann back by 3"]


@pytest.mark.rule("MOVE-4")
def test_who_rolled_for_it_this_turn_does_not_roll_twice() -> None:
    table = started("Ann Bob")
    table.do("swim", 4, player="Ann", inches=2)
    table.do("swim", player="Ann", inches=1)
    assert table["Ann"].movement.spent == 3
    assert of_type(table.do("next"), Swam) == []


@pytest.mark.rule("MOVE-4")
@pytest.mark.parametrize(
    ("do", "said"), [("climb", {"height": 1}), ("leap", {"gap": 1}), ("move", {"inches": 1})]
)
def test_whatever_way_it_leaves_the_water_it_rolls_first(do: str, said: dict[str, Any]) -> None:
    table = started("Ann Bob")
    table.do("swim", 4, player="Ann")
    for _ in range(4):
        table.do("end-phase")
    table.ask(do, player="Ann", **said)
    assert table.asks == ("swim", "Ann")


# ---- leaping


@pytest.mark.rule("MOVE-5")
def test_the_best_of_three_dice_carries_the_whole_base_across() -> None:
    table = started("Ann Bob")  # a base of 25 mm is just under an inch wide
    told = table.do("leap", 4, 1, 2, player="Ann", gap=3)
    (leapt,) = of_type(told, Leapt)
    assert (leapt.result, table["Ann"].movement.spent) == ("across", 3)
    table.do("move", player="Ann", inches=3)


@pytest.mark.rule("MOVE-5")
@pytest.mark.parametrize(("die", "holds"), [(4, True), (6, True), (3, False)])
def test_with_a_part_of_the_base_across_a_four_hangs_on(die: int, holds: bool) -> None:
    table = started("Ann Bob")
    told = table.ask("leap", 3, 1, 2, die, player="Ann", gap=3, height=4)
    (leapt,) = of_type(told, Leapt)
    assert (leapt.result, leapt.die) == ("edge", die)
    assert (table.question is None) == holds


@pytest.mark.rule("MOVE-5")
def test_a_wider_base_needs_more() -> None:
    table = started("Ann Bob")
    table.ask("leap", 4, 1, 2, player="Ann", gap=3, base=2)
    assert table.asks == ("leap-edge", "Ann")


@pytest.mark.rule("MOVE-5", "MOVE-3")
def test_too_short_a_leap_is_a_fall_of_that_height() -> None:
    table = started("Ann Bob")
    table.ask("leap", 2, 1, 2, player="Ann", gap=3, height=8)
    assert table.question is not None
    assert (table.question.key, table.question.facts["needed"]) == ("fight-wound", 2)
    told = table.answer(2, 5)
    assert table.story(told) == ["Ann fell", "Ann back by 5"]


@pytest.mark.rule("MOVE-5", "SCORE-2")
@pytest.mark.parametrize(("into", "cause"), [("water", "fell-in-water"), ("nothing", "void")])
def test_a_fall_into_what_is_no_ground_is_death(into: str, cause: str) -> None:
    table = started("Ann Bob")
    told = table.do("leap", 2, 1, 2, 5, player="Ann", gap=4, into=into)
    assert table.story(told) == [f"Ann {cause}", "Ann back by 5"]
    assert table.scores["Ann"] == -15


@pytest.mark.rule("MOVE-5")
def test_what_nobody_said_is_asked_only_when_it_falls() -> None:
    table = started("Ann Bob")
    table.ask("leap", 2, 1, 2, player="Ann", gap=4)
    assert table.asks == ("fall-into", None)
    table.answer("ground")
    assert table.asks == ("fall-height", None)
    table.answer(2)
    assert table.asks == ("fight-wound", "Ann")
    table.answer(1)
    assert table["Ann"].movement.halted


# ---- climbing


@pytest.mark.rule("MOVE-6")
def test_climbing_costs_its_height() -> None:
    table = started("Ann Bob")
    table.do("climb", player="Ann", height=4)
    assert table["Ann"].movement.spent == 4
    refusal = table.refused("climb", player="Ann", height=3)
    assert (refusal.rule, refusal.code) == ("MOVE-6", "too-far")
