"""Where reinforcements arrive when the program plays the Genestealers."""

from __future__ import annotations

from typing import Any

import pytest

from q40k.games.space_hulk.state.solo.arrivals import Arrival, BlipsLost
from tests.games.scripted import go_on, json_state, line, refusal_rule
from tests.games.space_hulk.playing import play, put
from tests.games.space_hulk.solo.alone import all_said, alone, said_by, solo_match


def entry(match: Any, blip: str) -> str | None:
    result: str | None = json_state(match)["blips"][blip]["entry"]
    return result


@pytest.mark.rule("SOLO-SPAWN-1", "SOLO-SPAWN-4")
def test_a_five_goes_for_the_one_farthest_from_his_comrades() -> None:
    board, three = solo_match(brings=1), "Bolt1 Bolt2 Bolt3"
    match = alone(board, watching=three, Bolt1="A4 E", Bolt2="B4 E", Bolt3="P4 W")
    sentences = said_by(match, 5, 1)
    assert sentences[0] == "Arrival 5: the entry nearest to Bolt3, the most isolated"
    assert entry(match, "B1") == "N2"


@pytest.mark.rule("SOLO-SPAWN-4")
def test_a_lone_marine_is_the_most_isolated() -> None:
    match = alone(solo_match(brings=1), Bolt1="C4 E")
    assert "Bolt1, the most isolated" in said_by(match, 5, 1)[0]


@pytest.mark.rule("SOLO-SPAWN-3", "SOLO-ACT-7")
def test_a_six_is_any_entry_by_lot_or_as_the_player_likes() -> None:
    match = alone(solo_match(brings=1), Bolt1="C4 E")
    said_by(match, 6, 5, 6, 3)
    assert entry(match, "B1") == "N2", "of four a five and a six are rolled again"
    match = alone(solo_match(brings=1, options={"solo-six": "player"}), Bolt1="C4 E")
    said_by(match, 6, "S2")
    assert entry(match, "B1") == "S2"


@pytest.mark.rule("SOLO-SPAWN-3", "SOLO-SPAWN-5")
def test_with_a_blip_at_every_entry_the_rest_are_lost_unrolled() -> None:
    match = alone(solo_match(brings=6), Bolt1="C4 E")
    for answers in ((6, 1), (6, 2), (6, 3), (6, 4)):
        said_by(match, *answers)
    assert json_state(match)["pile"] == 18
    assert said_by(match) == ["Every entry has its blip: one is lost"] * 2
    shown = json_state(match)
    assert (shown["pile"], shown["kills"], shown["revealed"]) == (16, 0, {"0": 2})
    waits = [blip["waits"] for blip in shown["blips"].values()]
    assert waits == [True, True, False, False], "by the forced wait of the entries near him"


@pytest.mark.rule("SOLO-SPAWN-5")
def test_nobody_is_made_to_wait_where_the_table_says_so() -> None:
    match = alone(solo_match(brings=1, options={"solo-no-forced-wait": True}), Bolt1="E4 N")
    said_by(match, 2, 1)
    assert json_state(match)["blips"]["B1"]["waits"] is False


@pytest.mark.rule("SOLO-SPAWN-3")
def test_three_wait_at_one_entry_then_it_is_the_next_nearest() -> None:
    match = alone(solo_match(brings=4), watching="Bolt1", Bolt1="E6 N")
    for _ in range(3):
        said_by(match, 2)
    assert [entry(match, f"B{n}") for n in (1, 2, 3)] == ["N1"] * 3
    said_by(match, 4)
    assert entry(match, "B4") == "S1"


@pytest.mark.rule("SOLO-SPAWN-6", "SOLO-SPAWN-1")
def test_starting_blips_come_by_the_same_die_but_never_in_ambush() -> None:
    match = play(solo_match(starting_blips=2), *put(Bolt1="E6 N"))
    go_on(match, line("start", 1, 1, 3, 1, 6, 2))
    assert [entry(match, word) for word in ("B1", "B2")] == ["N1", "S1"]
    match = play(solo_match(starting_blips=2), *put(Bolt1="E6 N", S1="P4 W"))
    go_on(match, line("start"))
    assert json_state(match)["blips"] == {}, "the table has laid aliens out itself"


@pytest.mark.rule("SOLO-SPAWN-3", "SOLO-SPAWN-6", "SH-BLIP-3")
def test_starting_blips_without_an_entry_are_lost() -> None:
    match = play(solo_match(rows=["." * 9], starting_blips=3), *put(Bolt1="C1 E"))
    go_on(match, line("start", 3))
    shown = json_state(match)
    assert (list(shown["blips"]), shown["pile"], shown["revealed"]) == (["B1"], 19, {"0": 2})
    lost = [event.many for entry_ in match.lines() for event in entry_.events if isinstance(event, BlipsLost)]
    assert lost == [1, 1]


@pytest.mark.rule("SOLO-SPAWN-1")
def test_each_arrival_says_its_die_and_how_it_came() -> None:
    match = alone(solo_match(brings=3), Bolt1="C4 E", Claw="A4 E")
    for answers in ((6, 3), (3, 1), (5, 1)):
        said_by(match, *answers)
    arrivals = [event for entry_ in match.lines() for event in entry_.events if isinstance(event, Arrival)]
    assert [(event.die, event.how, event.rank) for event in arrivals] == [
        (6, "any", None),
        (3, "priority", 2),
        (5, "isolated", None),
    ]


@pytest.mark.rule("SOLO-AMBUSH-2", "SOLO-AMBUSH-3", "SOLO-AMBUSH-4")
def test_an_ambush_goes_to_the_next_in_priority_and_acts_in_the_same_turn() -> None:
    corner = [".#########", ".#########", "D#########", *[".#########"] * 3, ".........."]
    match = alone(solo_match(brings=1, rows=corner), watching="Bolt1", Flame="D1 E", Bolt1="A1 W")
    sentences = said_by(match, 1)
    assert sentences[0].startswith("Arrival 1: in ambush for Flame, priority 2")
    assert sentences[1:] == ["Arrival 1: in ambush for Bolt1, priority 4, he has a storm bolter", "B1 lies on A7"]
    sentences = said_by(match)
    assert any(sentence.startswith("B1") for sentence in sentences), "it acts with the blips on the board"


@pytest.mark.rule("SOLO-AMBUSH-2", "SOLO-AMBUSH-3")
def test_an_ambush_without_a_square_is_lost_and_counts_for_nobody() -> None:
    match = alone(solo_match(brings=1, rows=["........"]), Bolt1="A1 E")
    sentences = said_by(match, 1)
    assert sentences[-1] == "There is no square for an ambush: the blip is lost"
    shown = json_state(match)
    assert (shown["blips"], shown["kills"], shown["pile"]) == ({}, 0, 21)


@pytest.mark.rule("SOLO-PRIO-1", "SOLO-PRIO-3")
def test_who_is_named_in_the_goals_or_carries_their_object_comes_first() -> None:
    named = solo_match(brings=1, vip=["terminator-cannon"])
    match = alone(named, watching="Bolt1 Cannon", Bolt1="A4 E", Cannon="B4 E", Claw="C4 E")
    assert "Cannon, priority 1" in said_by(match, 2, 1)[0]
    relic = solo_match(
        brings=1,
        objects=[{"id": "CAT", "kind": "cat", "square": "A4"}],
        goals=[{"side": "marine", "by": "carry-out", "object": "CAT"}],
    )
    match = play(relic, *put(Claw="C4 W", Bolt1="B4 W"))
    go_on(match, line("start"), line("draw"), line("step", who="Bolt1", to="A4"))
    go_on(match, line("end-turn"))
    assert "Bolt1, priority 1" in said_by(match, 2, 1)[0]


@pytest.mark.rule("SOLO-TURN-1")
def test_the_program_acts_only_in_a_solo_match_and_in_its_own_turn() -> None:
    match = play(line("new", game="space-hulk", mission="airlock-nine", seed=7), *put(Bolt1="A4 E"))
    go_on(match, line("start"), line("draw"))
    assert refusal_rule(match, line("alien")) == "SOLO-TURN-1"
    match = play(solo_match(), *put(Bolt1="A4 E"))
    go_on(match, line("start"), line("draw"))
    assert refusal_rule(match, line("alien")) == "SH-TURN-1"


@pytest.mark.rule("SOLO-ACT-7")
def test_the_app_rolls_its_own_dice_where_the_table_does_not_want_to() -> None:
    def once() -> list[str]:
        match = alone(solo_match(brings=2, options={"solo-dice": "app"}), Bolt1="C4 E", Claw="P4 W")
        return all_said(match)

    assert once() == once(), "by the seed of the match"
    assert sum(sentence.startswith("Arrival") for sentence in once()) == 2
