"""Why an alien of the program stops, and how the stealers of a blip it has revealed come to stand."""

from __future__ import annotations

from typing import Any

import pytest

from q40k.games.space_hulk.state.conversion import StealersLost
from q40k.games.space_hulk.state.solo.order import Finished
from q40k.games.space_hulk.state.targets import Aimed
from q40k.table.match_session import MatchSession
from tests.games.scripted import go_on, json_state, line, refusal_rule
from tests.games.space_hulk.playing import stealer
from tests.games.space_hulk.solo.alone import all_said, alone, said_by, solo_match

CORRIDOR = ["." * 14]


def events(match: MatchSession, kind: type) -> list[Any]:
    return [event for entry in match.lines() for event in entry.events if isinstance(event, kind)]


def stops(match: MatchSession) -> list[tuple[str, str, str, str]]:
    return [(event.who, event.why, event.at, event.by) for event in events(match, Finished)]


@pytest.mark.rule("SOLO-MOVE-3", "SOLO-MOVE-4", "SH-BLIP-6", "SH-BLIP-7", "SOLO-MOVE-1", "SOLO-ACT-1")
def test_each_reason_to_stop_is_noted() -> None:
    thing = {"id": "CAT", "kind": "cat", "square": "H1"}
    blip = alone(solo_match(rows=CORRIDOR, objects=[thing]), Bolt1="A1 W", B1="K1")
    all_said(blip)
    assert stops(blip) == [("B1", "object", "H1", "CAT")]
    assert json_state(blip)["blips"]["B1"]["at"] == "I1"
    beside = alone(solo_match(rows=CORRIDOR), Bolt2="C1 W", B1="J1")
    all_said(beside)
    assert stops(beside) == [("B1", "beside-marine", "D1", "Bolt2")]
    acted = alone(solo_match(rows=CORRIDOR), Bolt1="A1 W", S1="M1 W")
    all_said(acted)
    assert stops(acted) == [("S1", "acted", "", "")]
    assert stealer(acted, "S1")["at"] == "G1", "six steps"
    queue = alone(solo_match(rows=["." * 9]), Bolt1="A1 W", S1="B1 W", S2="C1 W")
    all_said(queue)
    assert stops(queue) == [("S1", "acted", "", ""), ("S2", "blocked", "B1", "S1")]


@pytest.mark.rule("SOLO-MOVE-3", "SOLO-BROOD-8")
def test_who_would_be_seen_stops_and_it_is_noted_by_whom() -> None:
    match = alone(doors="H4", watching="Bolt1", Bolt1="G4 E", Claw="A4 W", S1="I5 W")
    all_said(match, 1)
    (stop,) = stops(match)
    assert stop[:2] == ("S1", "sight")
    assert stop[3] == "Bolt1"


@pytest.mark.rule("SOLO-TURN-4", "SOLO-ACT-1", "SH-REACT-4")
def test_a_stealer_that_is_shot_on_its_way_is_done() -> None:
    match = alone(solo_match(rows=CORRIDOR), watching="Bolt1", Bolt1="A1 E", S1="M1 W", S2="N1 W")
    said_by(match)
    assert json_state(match)["window"]["actor"] == "S1"
    go_on(match, line("react", 6, 1, overwatch=["Bolt1"]))
    said_by(match)
    assert stops(match)[0] == ("S1", "dead", "", "")
    assert stealer(match, "S2")["at"] == "M1", "the next one acts"


@pytest.mark.rule("SOLO-TURN-6", "SH-CONVERT-2")
def test_the_program_waits_until_a_seen_blip_is_placed() -> None:
    match = alone(Bolt1="A4 E", B1="I4", S1="K7 S")
    while json_state(match)["convert"] is None:
        said_by(match)
    assert refusal_rule(match, line("alien")) == "SH-CONVERT-2"


@pytest.mark.rule("SH-WIN-1", "SOLO-TURN-1")
def test_a_goal_that_decides_at_once_ends_it_in_mid_turn() -> None:
    goals = [{"side": "stealer", "by": "wipe-out", "at_once": True}]
    match = alone(solo_match(rows=["." * 9], goals=goals), Bolt1="A1 W", S1="B1 W", S2="I1 W")
    all_said(match, kills=True)
    assert (match.state.outcome.winners, match.state.outcome.met) == (("stealer",), "wipe-out")
    assert stealer(match, "S2")["at"] == "I1"


@pytest.mark.rule("SOLO-ACT-3", "SOLO-ACT-4", "SH-CONVERT-6", "SOLO-TARGET-1")
def test_the_stealers_of_a_revealed_blip_stand_near_and_look_at_its_target() -> None:
    match = alone(solo_match(rows=["." * 9]), Bolt1="A1 W", B1="E1")
    said_by(match, 3)
    first = events(match, Aimed)[0]
    assert (first.who, first.marine, first.by) == ("B1", "Bolt1", "reach")
    assert [(name, one["at"], one["facing"]) for name, one in json_state(match)["stealers"].items()] == [
        ("S1", "E1", "W"),
        ("S2", "D1", "W"),
        ("S3", "F1", "W"),
    ]
    assert events(match, StealersLost) == []
