"""Leaps over a gap: the best of three dice, and hanging on."""

import pytest

from q40k.games.quake.state.movement.special_moves import Leapt

from .playing import of_type, start_table

# ---- leaping


@pytest.mark.rule("MOVE-5")
def test_the_best_of_three_dice_carries_the_whole_base_across() -> None:
    table = start_table("Ann Bob")  # a base of 25 mm is just under an inch wide
    events = table.do("leap", 4, 1, 2, player="Ann", gap=3)
    (leapt,) = of_type(events, Leapt)
    assert (leapt.result, table["Ann"].movement.spent) == ("across", 3)
    table.do("move", player="Ann", inches=3)


@pytest.mark.rule("MOVE-5")
@pytest.mark.parametrize(("die", "holds"), [(4, True), (6, True), (3, False)])
def test_with_a_part_of_the_base_across_a_four_hangs_on(die: int, holds: bool) -> None:
    table = start_table("Ann Bob")
    asking = table.ask("leap", 3, 1, 2, die, player="Ann", gap=3, height=4)
    (leapt,) = of_type(asking, Leapt)
    assert (leapt.result, leapt.die) == ("edge", die)
    assert (table.question is None) == holds


@pytest.mark.rule("MOVE-5")
def test_a_wider_base_needs_more() -> None:
    table = start_table("Ann Bob")
    table.ask("leap", 4, 1, 2, player="Ann", gap=3, base=2)
    assert table.asks == ("leap-edge", "Ann")


@pytest.mark.rule("MOVE-5", "MOVE-3")
def test_too_short_a_leap_is_a_fall_of_that_height() -> None:
    table = start_table("Ann Bob")
    table.ask("leap", 2, 1, 2, player="Ann", gap=3, height=8)
    assert table.question is not None
    assert (table.question.key, table.question.facts["needed"]) == ("fight-wound", 2)
    events = table.answer(2, 5)
    assert table.story(events) == ["Ann fell", "Ann back by 5"]


@pytest.mark.rule("MOVE-5", "SCORE-2")
@pytest.mark.parametrize(("into", "cause"), [("water", "fell-in-water"), ("nothing", "void")])
def test_a_fall_into_what_is_no_ground_is_death(into: str, cause: str) -> None:
    table = start_table("Ann Bob")
    events = table.do("leap", 2, 1, 2, 5, player="Ann", gap=4, into=into)
    assert table.story(events) == [f"Ann {cause}", "Ann back by 5"]
    assert table.scores["Ann"] == -15


@pytest.mark.rule("MOVE-5")
def test_what_nobody_said_is_asked_only_when_it_falls() -> None:
    table = start_table("Ann Bob")
    table.ask("leap", 2, 1, 2, player="Ann", gap=4)
    assert table.asks == ("fall-into", None)
    table.answer("ground")
    assert table.asks == ("fall-height", None)
    table.answer(2)
    assert table.asks == ("fight-wound", "Ann")
    table.answer(1)
    assert table["Ann"].movement.halted


@pytest.mark.rule("MOVE-5")
@pytest.mark.parametrize(("dice", "lands"), [((4, 1, 2), True), ((3, 1, 2, 4), True), ((2, 1, 2, 1), False)])
def test_a_leap_ends_where_it_was_aimed_at_and_a_fall_nobody_knows_where(dice: tuple[int, ...], lands: bool) -> None:
    table = start_table("Ann Bob")
    table.do("place", player="Ann", at=(20, 20))
    table.do("leap", *dice, player="Ann", gap=3, height=2, into="ground", to=(30, 20))
    assert table["Ann"].position.at == ((30, 20) if lands else None)


@pytest.mark.rule("MOVE-5", "MOVE-1")
def test_a_leap_takes_no_more_than_the_movement_left() -> None:
    table = start_table("Ann Bob")
    table.do("move", player="Ann", inches=6)
    refusal = table.refused("leap", player="Ann", gap=4, into="ground", height=2)
    assert (refusal.code, refusal.facts["left"]) == ("too-far", 0)
    table.do("leap", 6, 5, 4, player="Ann", gap=4, into="ground", height=2, override="as agreed")
    assert table["Ann"].movement.spent == 6
