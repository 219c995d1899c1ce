"""Jumping down: the best of two dice, and falls."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from q40k.games.quake.state.movement.move import allowance
from q40k.games.quake.state.movement.special_moves import Jumped
from q40k.games.quake.state.movement.water import Fell
from q40k.kernel.events import DiceQuestion

from .playing import chiefs, of_type, start_table

# ---- jumping down


@pytest.mark.rule("MOVE-3")
@pytest.mark.parametrize(("dice", "safe"), [((4, 1), True), ((2, 5), True), ((3, 3), False)])
def test_the_best_of_two_dice_must_reach_the_height(dice: tuple[int, int], safe: bool) -> None:
    table = start_table("Ann Bob")
    asking = table.ask("jump", *dice, player="Ann", height=4)
    (jumped,) = of_type(asking, Jumped)
    assert jumped.safe == safe
    assert (table.question is None) == safe


@pytest.mark.rule("MOVE-3", "MOVE-5")
def test_a_jump_asks_for_two_dice_of_six_and_a_leap_for_three() -> None:
    for do, arguments, dice in (("jump", {"height": 4}, (6, 6)), ("leap", {"gap": 3}, (6, 6, 6))):
        table = start_table("Ann Bob")
        table.ask(do, player="Ann", **arguments)
        assert isinstance(table.question, DiceQuestion)
        assert table.question.dice == dice


@pytest.mark.rule("MOVE-3")
def test_who_rolls_three_dice_for_hard_ground_rolls_three_here() -> None:
    table = start_table("Ann Bob")
    table.do("jump", 1, 2, 5, player="Ann", height=5, three=True)
    assert table["Ann"].movement.spent == 5


@pytest.mark.rule("MOVE-3")
def test_a_safe_jump_leaves_less_movement_by_its_height() -> None:
    table = start_table("Ann Bob")
    table.do("move", player="Ann", inches=1)
    table.do("jump", 3, 4, player="Ann", height=3)
    assert table["Ann"].movement.spent == 4
    table.do("move", player="Ann", inches=2)
    assert table.refused("move", player="Ann", inches=0.5).code == "too-far"


@pytest.mark.rule("MOVE-3")
def test_a_jump_is_never_too_long_for_what_is_left() -> None:
    table = start_table("Ann Bob")
    table.do("move", player="Ann", inches=5)
    table.do("jump", 3, 4, player="Ann", height=3)
    assert table["Ann"].movement.spent == 6


@pytest.mark.rule("MOVE-3", "SCORE-2")
def test_a_fall_strikes_with_the_inches_fallen_and_no_armour_saves() -> None:
    table = start_table("Ann Bob")  # T4, Sv 3+: a fall of 5 in wounds on 3+, and there is no save
    table.ask("jump", 1, 2, player="Ann", height=5)
    assert table.asks == ("fight-wound", "Ann")
    assert table.question is not None
    assert table.question.facts["needed"] == 3
    events = table.answer(3, 2)
    assert table.story(events) == ["Ann fell", "Ann back by 2"]
    assert table.scores == {"Ann": -15, "Bob": 0}
    (fell,) = of_type(events, Fell)
    assert (fell.inches, fell.struck.dead) == (5, True)
    table.check()


@pytest.mark.rule("MOVE-3")
def test_who_survives_a_fall_has_stopped_for_this_phase() -> None:
    table = start_table("Ann Bob")
    events = table.do("jump", 1, 2, 2, player="Ann", height=5)
    assert [event.type for event in events] == ["jumped", "fell", "halted"]
    assert table.refused("move", player="Ann", inches=1).code == "moves-no-more"
    for _ in range(4):
        table.do("end-phase")
    table.do("move", player="Ann", inches=1)


@pytest.mark.rule("MOVE-3", "RESPAWN-1")
def test_who_dies_of_a_fall_moves_no_more_in_its_part_either() -> None:
    table = start_table("Ann Bob")
    table.do("jump", 1, 2, 6, 3, player="Ann", height=5)
    assert table.refused("move", player="Ann", inches=1).code == "part-over"
    table.do("leap", 1, 1, 1, 3, player="Ann", gap=5, into="nothing", override="as agreed")
    assert table.refused("move", player="Ann", inches=1).code == "part-over"
    for _ in range(4):
        table.do("end-phase")
    table.do("move", player="Ann", inches=1)


@pytest.mark.rule("MOVE-3")
def test_an_invulnerable_save_counts_in_a_fall() -> None:
    table = start_table("Ann Bob", inv=4)
    events = table.do("jump", 1, 2, 6, 4, player="Ann", height=5)
    assert table["Ann"].life.alive
    (fell,) = of_type(events, Fell)
    assert (fell.struck.wounds, fell.struck.unsaved) == (1, 0)


@pytest.mark.rule("MOVE-3")
def test_a_fall_may_cost_a_wound_or_kill_outright() -> None:
    table = start_table("Ann Bob", table=chiefs(), w=2)
    table.do("jump", 1, 2, 6, player="Ann", height=5)
    assert (table["Ann"].life.wounds, table["Ann"].life.alive) == (1, True)
    table = start_table("Ann Bob", table=chiefs(), w=2)
    events = table.do("jump", 1, 2, 6, 3, player="Ann", height=9)  # S9 against T4: instant death
    assert table.story(events) == ["Ann fell", "Ann back by 3"]


@pytest.mark.rule("MOVE-3")
def test_a_fall_may_be_ended_by_one_word() -> None:
    table = start_table("Ann Bob")
    table.ask("jump", 1, 2, player="Ann", height=5)
    events = table.answer("dead", 4)
    assert table.story(events) == ["Ann fell", "Ann back by 4"]


@pytest.mark.rule("MOVE-1", "MOVE-3")
def test_who_flies_does_not_jump_down() -> None:
    table = start_table("Ann Bob", unit_type="jump_infantry")
    assert table.refused("jump", player="Ann", height=3).code == "flies-down"


@pytest.mark.rule("MOVE-2")
def test_a_jump_is_not_taken_back_but_it_can_be_undone() -> None:
    table = start_table("Ann Bob")
    before = table.state
    table.do("jump", 1, 2, 6, 3, player="Ann", height=5)
    assert table["Ann"].score.deaths == 1
    table.session.undo()
    assert table.state == before


@pytest.mark.rule("MOVE-3", "TURN-1")
def test_only_the_active_champion_jumps_in_the_movement_phase() -> None:
    table = start_table("Ann Bob")
    for do, arguments in (("jump", {"height": 2}), ("swim", {}), ("leap", {"gap": 2}), ("climb", {"height": 2})):
        assert table.refused(do, player="Bob", **arguments).code == "not-active"
    table.do("end-phase")
    assert table.refused("jump", player="Ann", height=2).code == "wrong-phase"


@given(dice=st.tuples(*[st.integers(1, 6)] * 2), height=st.integers(1, 12), before=st.integers(0, 6))
def test_a_jump_never_gives_movement_back(dice: tuple[int, int], height: int, before: int) -> None:
    table = start_table("Ann Bob")
    table.do("move", player="Ann", inches=before)
    table.ask("jump", *dice, player="Ann", height=height)
    assert before <= table["Ann"].movement.spent <= allowance(table.state, table["Ann"])
    assert (table.question is None) == (max(dice) >= height)
