"""A reaction window step by step: what happens in which order, in both editions, with places and without."""

from __future__ import annotations

from typing import Any

import pytest

from q40k.games.space_hulk.state.ending import EndPhase, MarkersOff, has_extra_goals_answer
from q40k.games.space_hulk.state.match import Match, Window
from q40k.games.space_hulk.state.reactions import (
    Volley,
    find_closed_door,
    find_shooters,
    is_actor_seen,
    may_spend_points,
)
from q40k.games.space_hulk.state.registry import Command
from q40k.games.space_hulk.state.turn import EndTurn
from q40k.table.match_session import MatchSession
from tests.games.scripted import go_on, json_state, line, refusal_rule
from tests.games.space_hulk.playing import new, play, put, ready, stealer, to_stealers
from tests.games.space_hulk.rules.test_reasons import window, within


def last_events(match: MatchSession) -> list[str]:
    """The kinds of all events of the last command and its answers."""
    *_others, last = match.lines()
    names = [
        type(event).__name__
        for entry in match.lines()
        if entry.entry.command == last.entry.command
        for event in entry.events
    ]
    return [name for name in names if name != "ClockRead"]


def in_words(edition: str) -> MatchSession:
    """A table that keeps no places, in the Genestealer turn."""
    match = play(new(edition=edition, positions=False), *put(Bolt1="", Bolt2=""), line("start"), line("draw"))
    return to_stealers(go_on(match, line("overwatch", who="Bolt1")))


@pytest.mark.rule("SH-REACT-1", "SH-REACT-2", "SH-REACT-3", "SH-CP-8")
def test_points_come_before_overwatch() -> None:
    match = window(line("overwatch", who="Bolt2"), Bolt2="I5 E")
    assert last_events(match)[-1] == "AlienActed"
    go_on(match, within("Bolt1", "turn", facing="N"))
    assert last_events(match) == ["Reacting", "PointsSpent", "Turned", "WindowStepped"]
    assert json_state(match)["window"] == {"actor": "S1", "step": "overwatch", "door": None}
    go_on(match, line("react", 1, 2, overwatch=["Bolt2"]))
    assert last_events(match) == ["Fired", "WindowClosed"]
    alone = go_on(window(), within("Bolt1", "turn", facing="N"))
    assert last_events(alone) == ["Reacting", "PointsSpent", "Turned", "WindowStepped", "WindowClosed"]
    passed = go_on(window(), line("pass-window"))
    assert (last_events(passed), json_state(passed)["window"]) == (["WindowClosed"], None)


@pytest.mark.rule("SH1-REACT-1", "SH1-OVERWATCH-2", "SH1-OVERWATCH-3", "SH1-REACT-3")
def test_in_the_1st_edition_overwatch_comes_first_and_unasked() -> None:
    match = ready(new(edition="1", cp="app"), cp=2, doors="H4", Bolt1="G4 E", S1="K4 W")
    go_on(to_stealers(go_on(match, line("overwatch", who="Bolt1"))), line("step", 1, 2, who="S1", to="J4"))
    assert last_events(match)[-3:] == ["AlienActed", "Fired", "WindowStepped"]
    go_on(match, within("Bolt1", "shoot", target="S1") | {"answers": [6, 1]})
    assert last_events(match)[-2:] == ["Killed", "WindowClosed"]
    assert stealer(match, "S1")["alive"] is False, "who shot on overwatch may get the points"


@pytest.mark.rule("SH-REACT-7", "SH1-REACT-1", "SH-REACT-1")
def test_without_places_the_window_is_gone_through_in_the_order_of_the_edition() -> None:
    fourth = go_on(in_words("4"), line("react", stealer="S1"))
    assert json_state(fourth)["window"]["step"] == "cp"
    go_on(fourth, within("Bolt2", "turn"))
    assert last_events(fourth) == ["Reacting", "PointsSpent", "Turned", "WindowStepped"]
    go_on(fourth, line("react", 6, 2, overwatch=["Bolt1"]))
    assert last_events(fourth) == ["Fired", "Killed", "WindowClosed"]
    first = go_on(in_words("1"), line("react", stealer="S1"))
    assert json_state(first)["window"]["step"] == "overwatch"
    go_on(first, line("react", 1, 2, overwatch=["Bolt1"]))
    assert last_events(first) == ["Fired", "WindowStepped"]
    go_on(first, within("Bolt2", "turn"))
    assert last_events(first) == ["Reacting", "PointsSpent", "Turned", "WindowClosed"]
    both = go_on(in_words("1"), line("react", stealer="S1"), within("Bolt2", "turn"))
    assert last_events(both) == ["WindowStepped", "Reacting", "PointsSpent", "Turned", "WindowClosed"]
    assert json_state(both)["window"] is None


@pytest.mark.rule("SH-OVERWATCH-4")
def test_a_volley_is_said_of_several_who_shoot_at_one_target() -> None:
    def volleys(match: MatchSession) -> list[tuple[tuple[str, ...], str]]:
        events = [event for entry in match.lines() for event in entry.events if isinstance(event, Volley)]
        return [(event.shooters, event.target) for event in events]

    watch = [line("overwatch", who=f"Bolt{n}") for n in (1, 2)]
    match = window(*watch, Bolt2="I5 E")
    go_on(match, line("react", 1, 2, 1, 2, overwatch=["Bolt2", "Bolt1"]))
    assert volleys(match) == [(("Bolt2", "Bolt1"), "S1")]
    one = go_on(window(*watch, Bolt2="I5 E"), line("react", 1, 2, overwatch=["Bolt2"]))
    assert volleys(one) == []
    door = ready(doors="L4", Bolt1="I4 E", Bolt2="I3 E", S1="K3 N")
    go_on(door, *watch, line("end-turn"), line("door", who="S1", at="L4"))
    go_on(door, line("react", 1, 2, 1, 2, overwatch=["Bolt1", "Bolt2"], at_door=["Bolt1"]))
    assert volleys(door) == [], "each has a target of his own"


@pytest.mark.rule("SH-REACT-2", "SH-REACT-3", "SH-REACT-4", "SH-REACT-7", "SH-DOOR-6", "SH1-REACT-4")
def test_when_points_and_shots_are_open() -> None:
    match = window(line("overwatch", who="Bolt1"), Bolt2="A4 W", B1="K7")
    state: Match = match.session.state
    top = state.window
    assert top is not None
    assert may_spend_points(state, top)
    assert is_actor_seen(state, top)
    assert not is_actor_seen(state, Window("B1", "overwatch", points=False)), "a blip draws no points"
    assert not may_spend_points(state, top.replace(points=False))
    assert not may_spend_points(state, top.replace(spent_on="Bolt2"))
    assert not may_spend_points(state.replace(spent=6), top)
    assert not may_spend_points(state.with_stealer("S1", alive=False), top)
    assert not may_spend_points(state.with_marine("Bolt1", facing="W"), top), "nobody sees it"
    assert find_shooters(state, top) == ("Bolt1",)
    assert find_shooters(state, top.replace(spent_on="Bolt1")) == ()
    first = state.replace(edition_id="1")
    assert find_shooters(first, top.replace(spent_on="Bolt1")) == ("Bolt1",)
    closed = state.replace(doors={**state.doors, "H4": "closed"})
    assert find_closed_door(closed, top.replace(door="H4")) == "H4"
    assert find_closed_door(closed, top) is None
    assert find_closed_door(state, top.replace(door="H4")) is None, "it is open again"
    assert find_shooters(closed, Window("B1", "overwatch", "H4", points=False)) == ("Bolt1",)


@pytest.mark.rule("SH-END-1", "SH-END-2", "SH-END-3", "SH-END-4", "SH-TURN-1", "SH-REACT-1")
def test_the_end_phase_in_its_order_also_where_nobody_has_ended_the_turn() -> None:
    match = window(Bolt2="A4 W")
    go_on(match, line("end-phase"))
    assert last_events(match) == ["WindowClosed", "PhaseOpened", "CounterShown", "MarkersOff", "TurnOpened"]
    ended = go_on(to_stealers(ready(Bolt1="A4 E", Bolt2="B4 E")), line("end-turn"), line("end-phase", 3))
    assert last_events(ended) == ["CounterShown", "MarkersOff", "TurnOpened"]
    first = to_stealers(ready(new(edition="1", timer=180), Bolt1="A4 E", Bolt2="B4 E"))
    go_on(first, line("end-phase", 3))
    assert last_events(first) == ["PhaseOpened", "CounterShown", "MarkersOff", "TurnOpened", "TimerStarted"]


@pytest.mark.rule("SH-END-3", "SH-LIB-8")
@pytest.mark.parametrize("barrier", [True, False])
def test_what_is_taken_off_the_table_is_said(barrier: bool) -> None:
    match = ready(Libra="C4 E", Bolt1="E4 E", Bolt2="A4 E", Flame="D4 W")
    raised = [line("power", who="Libra", power="force-barrier", at="F4")] if barrier else []
    go_on(match, *raised, line("overwatch", who="Bolt1"), line("guard", who="Bolt2"))
    go_on(match, line("set", who="Libra", jammed=True), line("end-turn"), line("end-phase", 3))
    (off,) = [event for entry in match.lines() for event in entry.events if isinstance(event, MarkersOff)]
    assert off == MarkersOff(overwatch=("Bolt1",), guard=("Bolt2",), jams=("Libra",), fires=(), barrier=barrier)


@pytest.mark.rule("SH-END-1", "SH-MISSION-2")
def test_which_answer_about_goals_a_script_may_give_unasked() -> None:
    open_: Match = ready(Bolt1="A4 E", Bolt2="B4 E").state
    won = open_.replace(over=True, winners=("marine",), met="leave")
    drawn = open_.replace(over=True, winners=(), met="kill")
    late = open_.replace(over=True, winners=(), met="outlast")
    overspent = open_.replace(over=True, winners=("stealer",), met="points")

    def fits(state: Match, *answers: Any, command: Command | None = None) -> bool:
        return has_extra_goals_answer(state, command or EndPhase(), list(answers))

    assert [fits(state, "none") for state in (open_, won, drawn, late, overspent)] == [True, False, False, True, True]
    assert [fits(state, False) for state in (open_, won)] == [True, False]
    assert [fits(state, "marine") for state in (open_, won, drawn)] == [False, True, False]
    assert [fits(state, True) for state in (won, drawn)] == [True, False]
    assert [fits(state, "both") for state in (drawn, won)] == [True, False]
    assert not fits(open_, "none", "none")
    assert not fits(open_)
    assert not fits(open_, "nobody at all")
    assert not fits(open_, "none", command=EndTurn())


@pytest.mark.rule("SH-CONVERT-2")
def test_nothing_ends_while_a_blip_in_sight_lies_face_down() -> None:
    match = to_stealers(ready(Bolt1="G4 E", B1="I4", Bolt2="A4 W"))
    go_on(match, line("door", who="B1", at="H4"))
    assert json_state(match)["convert"] == "B1"
    for said in (line("end-phase", 3), line("end-turn"), line("step", who="B1", to="I5")):
        assert refusal_rule(match, said) == "SH-CONVERT-2"
