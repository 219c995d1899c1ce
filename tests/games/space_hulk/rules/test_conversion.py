"""Turning blips up: what is asked, what is refused, and how the stealers come to stand."""

from __future__ import annotations

from typing import Any

import pytest

from q40k.games.space_hulk.state.conversion import (
    BlipRevealed,
    may_be_alpha,
    squares_for_next,
    squares_of_blip,
    unseen_squares,
)
from q40k.games.space_hulk.state.match import Conversion, Fire, Match
from q40k.table.match_session import MatchSession
from tests.games.scripted import go_on, json_state, line, refusal_rule
from tests.games.space_hulk.playing import new, play, put, ready, stealer, to_stealers
from tests.games.space_hulk.rules.test_hindrance import hall

ROOM = ["....."] * 5


def events(match: MatchSession, kind: type) -> list[Any]:
    """All events of a kind."""
    return [event for entry in match.lines() for event in entry.events if isinstance(event, kind)]


def facings(match: MatchSession) -> dict[str, str]:
    return {name: shown["facing"] for name, shown in json_state(match)["stealers"].items()}


@pytest.mark.rule("SH-CONVERT-3", "SH-CONVERT-4", "SH-CONVERT-10", "SOLO-ACT-4")
@pytest.mark.parametrize(("solo", "facing", "aimed"), [(False, "N", {}), (True, "E", {"B1": "Flame"})])
def test_a_seen_stealer_faces_the_nearest_marine_and_in_solo_play_its_target(
    solo: bool, facing: str, aimed: dict[str, str]
) -> None:
    lay_out = hall(ROOM)
    lay_out["options"] = lay_out["options"] | {"solo": solo, "solo-dice": "table"}
    match = play(lay_out, *put(Bolt1="A3 N", Flame="E1 N", B1="A1"), line("start"), line("draw"))
    go_on(match, line("overwatch", who="Bolt1"), line("turn", who="Flame", facing="W"))
    go_on(match, line("convert", name="B1", value=1))
    assert facings(match) == {"S1": facing}, "Bolt1 is nearer, Flame cannot shoot"
    assert match.state.solo.targets == aimed
    assert [event.seen for event in events(match, BlipRevealed)] == [True]


@pytest.mark.rule("SH-CONVERT-3", "SH-BOX-3", "SH-ALPHA-1", "SH1-BOX-1")
@pytest.mark.parametrize(
    ("mission", "edition", "said", "rule"),
    [
        ("airlock-nine", "4", {"value": 4}, "SH-BOX-3"),
        ("hold-the-room", "4", {"value": 2, "alpha": True}, "SH-ALPHA-1"),
        ("hold-the-room", "1", {"value": 3, "alpha": True}, "SH1-BOX-1"),
        ("airlock-nine", "4", {"value": 3, "alpha": True}, "SH-ALPHA-1"),
    ],
)
def test_what_no_blip_can_be(mission: str, edition: str, said: dict[str, Any], rule: str) -> None:
    match = to_stealers(ready(new(mission, edition), Bolt1="A4 W", B1="K7"))
    assert refusal_rule(match, line("convert", name="B1", **said)) == rule


@pytest.mark.rule("SH-ALPHA-1", "SH1-BOX-1")
def test_who_may_still_be_the_alpha() -> None:
    fourth, first = (ready(new("hold-the-room", id), Bolt1="A4 W", B1="K7") for id in ("4", "1"))
    never = ready(Bolt1="A4 W", B1="K7")
    assert [may_be_alpha(match.state) for match in (fourth, first, never)] == [True, False, False]
    go_on(to_stealers(fourth), line("convert", name="B1", value=3, alpha=True))
    assert not may_be_alpha(fourth.state)
    go_on(fourth, line("kill", who="Alpha"))
    assert not may_be_alpha(fourth.state), "not a second time, even when it has died"


@pytest.mark.rule("SH-ALPHA-1")
def test_a_two_that_was_dealt_is_not_declared_the_alpha() -> None:
    match = play(
        new("hold-the-room", blips="app"),
        *put(Bolt1="K2 W"),
        line("blip", 10, name="B1", at="K6"),
        line("start"),
        line("draw"),
        line("turn", who="Bolt1", facing="N"),
        line("convert", name="B1"),
    )
    assert json_state(match)["revealed"] == {"2": 1}
    assert refusal_rule(match, line("convert", name="B1", alpha=True)) == "SH-ALPHA-1"
    go_on(match, line("convert", name="B1", squares=["K6", "K7"]))
    assert {name: shown["at"] for name, shown in json_state(match)["stealers"].items()} == {"S1": "K6", "S2": "K7"}


@pytest.mark.rule("SH-CONVERT-1", "SH-CONVERT-8")
def test_a_conversion_by_choice_is_over_at_once_and_closes_a_window() -> None:
    match = play(new(), *put(Bolt1="A4 W", B1="K7"), line("convert", name="B1", value=2, squares=["K7", "K6"]))
    assert match.state.pending == (), "in the set-up"
    assert [event.seen for event in events(match, BlipRevealed)] == [False]
    open_ = ready(cp=1, doors="H4", Bolt1="G4 E", S1="K4 W", B1="K7")
    go_on(to_stealers(open_), line("step", who="S1", to="J4"))
    assert json_state(open_)["window"]["actor"] == "S1"
    go_on(open_, line("convert", name="B1", value=1))
    assert (json_state(open_)["window"], stealer(open_, "S2")["at"]) == (None, "K7")
    assert open_.state.pending == ()


@pytest.mark.rule("SH-CONVERT-2")
def test_another_blip_must_be_turned_up_first() -> None:
    match = ready(doors="H4", Bolt1="G4 N", B1="J4", B2="I4", B3="K7")
    go_on(match, line("turn", who="Bolt1", facing="E"))
    assert json_state(match)["convert"] == "B2"
    assert refusal_rule(match, line("convert", name="B3", value=1)) == "SH-CONVERT-2"
    assert refusal_rule(match, line("step", who="Bolt1", dir="backward")) == "SH-CONVERT-2"


@pytest.mark.rule("SH-CONVERT-1", "SH-CONVERT-2")
def test_on_a_board_nobody_converts_by_choice_in_the_marine_turn_but_in_haste_at_its_end() -> None:
    match = ready(new(timer=180), Bolt1="A4 W", B1="K7")
    assert refusal_rule(match, line("convert", name="B1", value=1)) == "SH-CONVERT-1"
    go_on(match, line("time-up", begun=True), line("convert", name="B1", value=1))
    assert (json_state(match)["phase"], stealer(match, "S1")["at"]) == ("stealer-action", "K7")


@pytest.mark.rule("SH-CONVERT-3", "SH-CONVERT-9", "SH-FIRE-2", "SH-LIB-8", "SH1-FIRE-5", "SH-CONVERT-5")
def test_squares_for_the_next_stealer() -> None:
    match = ready(hall(["...D.", "..#..", "....."]), Bolt1="A1 W", Bolt2="A2 W", S1="B3 W", B1="C3")
    state: Match = match.state
    around = Conversion("B1", "C3", left=2)
    assert squares_for_next(state, around) == ("C3",)
    taken = state.with_stealer("S1", at="C3").with_blip("B1", alive=False)
    assert sorted(squares_for_next(taken, around)) == ["B2", "B3", "D2"], "not the closed door, not the wall"
    barred = taken.replace(barrier="B2")
    assert sorted(squares_for_next(barred, around)) == ["B3", "D2"]
    fires = {"a": Fire(("B2", "B3"))}
    assert squares_for_next(taken.replace(fires=fires), around) == ("D2",)
    mine = Conversion("B1", "C3", left=2, burning="a")
    assert sorted(squares_for_next(taken.replace(fires=fires), mine)) == ["B2", "B3", "D2"], "1st edition"
    first, *others = squares_of_blip(state, state.blips["B1"])
    assert (first, sorted(others)) == ("C3", ["B2", "D2"])
    no_board = state.replace(options=state.options.replace(positions=False))
    assert squares_of_blip(no_board, state.blips["B1"]) == ()
    looking = state.with_marine("Bolt2", facing="E")
    assert unseen_squares(looking, ("B2", "B3", "D2")) == ("D2",)
    assert unseen_squares(looking.replace(phase="setup"), ("B2", "D2")) == ("B2", "D2")
