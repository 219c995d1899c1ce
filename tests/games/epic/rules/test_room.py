"""Room on the table: no base ends on another, however it gets there."""

from math import dist

import pytest

from q40k.games.epic.rules.room import stand_apart
from q40k.games.epic.state import places
from q40k.games.epic.state.ground import trace_path
from q40k.games.epic.state.offers import possible_runs
from q40k.games.epic.state.room import StoodApart, find_room, has_room, stopping_place
from q40k.geometry.space import CONTACT_CM
from q40k.kernel.events import Live
from q40k.table.match_session import MatchSession
from q40k.table.script import LineRefused
from tests.games.epic.playing import (
    EDGES,
    MARINES,
    ORKS,
    RHINO,
    B,
    M,
    box,
    formation,
    ground,
    place_figures,
    play,
    row,
    shoot,
    shot,
    stacked_pairs,
    to_assault,
    to_movement,
)
from tests.games.scripted import Line, go_on, line, log_sentences, refusal_rule

N = formation("A", "N", "marine-tactical", 5)
TANK = formation("A", "T", {"name": "Tank", "kind": "light-vehicle", "mv": 20, "fa": 2})


def spots(match: MatchSession, id: str) -> dict[str, tuple[float, ...]]:
    """Where the figures of a formation are, rounded."""
    stand = {f: match.state.figures[f].position.at for f in match.state.standing(id)}
    return {f: tuple(round(number, 1) for number in at) for f, at in stand.items() if at}


def gap(match: MatchSession, first: str, second: str) -> float:
    between = places.gap(match.state, first, second)
    assert between is not None
    return between


@pytest.mark.rule("EE-MOVE-5")
def test_nobody_is_set_up_on_another() -> None:
    match = play(ground(), MARINES, ORKS, M, N, B, line("start", 3, 5, edges=EDGES))
    assert refusal_rule(match, line("deploy", formation="M", at=row(50, 20, step=0.4))) == "EE-MOVE-5"
    go_on(match, line("deploy", formation="M", at=row(50, 20)), line("deploy", formation="B", at=row(50, 100)))
    assert refusal_rule(match, line("deploy", formation="N", at=row(50.3, 20))) == "EE-MOVE-5"
    assert not stacked_pairs(go_on(match, line("deploy", formation="N", at=row(50, 20.6))).state), "they may touch"
    over = play(ground(), MARINES, ORKS, M, N, B, line("start", 3, 5, edges=EDGES))
    go_on(over, line("deploy", formation="M", at=row(50, 20, step=0.4), override="a hill of them"))
    assert stacked_pairs(over.state)


@pytest.mark.rule("EE-MOVE-5")
def test_the_refusal_names_the_figure_and_the_one_it_would_stand_on() -> None:
    match = to_movement(place_figures(ground(), M, N, B, M=row(50, 20), N=row(50, 24), B=row(50, 100)))
    with pytest.raises(LineRefused) as refusal:
        go_on(match, line("move", formation="M", to=[[50, 22], [52, 22], [54, 22], [56, 23.8], [58, 22]]))
    assert refusal.value.rule == "EE-MOVE-5"
    assert "M/4" in str(refusal.value)
    assert "N/4" in str(refusal.value)


@pytest.mark.rule("EE-MOVE-5")
def test_friends_are_passed_through_and_not_stood_on() -> None:
    match = to_movement(place_figures(ground(), M, N, B, M=row(50, 20), N=row(50, 22), B=row(50, 100)))
    assert refusal_rule(match, line("move", formation="M", to=row(50, 22.4))) == "EE-MOVE-5"
    assert refusal_rule(match, line("place", formation="M", at=row(50, 22.4))) == "EE-MOVE-5"
    go_on(match, line("move", formation="M", to=row(50, 24)))
    go_on(match, line("place", formation="M", at=row(50, 22.4), override="on their shoulders"))
    assert len(stacked_pairs(match.state)) == 5
    go_on(match, line("move", formation="N", to=row(50, 22, facing=0)))  # who stays put may turn


@pytest.mark.rule("EE-MOVE-5", "EE-MOVE-6")
def test_a_vehicle_does_not_turn_into_its_neighbour() -> None:
    other = formation("A", "R", "marine-rhino")
    match = to_movement(place_figures(ground(), TANK, other, B, T=[[50, 20, 90]], R=[[52.1, 20, 90]], B=row(50, 100)))
    assert refusal_rule(match, line("move", formation="T", to=[[50, 20, 0]])) == "EE-MOVE-5"
    go_on(match, line("move", formation="T", to=[[49, 20, 0]]))


@pytest.mark.rule("EE-MOVE-5", "EE-ASSAULT-4", "EE-ASSAULT-6")
def test_chargers_stand_round_their_target() -> None:
    match = place_figures(ground(), M, formation("B", "O", "ork-boy"), M=row(49, 44, step=0.7), O=[[50.4, 50]])
    to_assault(match, M="charge")
    runs: list[Line] = [{"figure": f"M/{n}", "target": "O/1"} for n in range(1, 6)]
    go_on(match, line("charge", formation="M", moves=runs[:3]))
    assert not stacked_pairs(match.state)
    assert len(match.state.contacts) == 3
    assert all(gap(match, f"M/{n}", "O/1") <= CONTACT_CM for n in range(1, 4))
    assert refusal_rule(match, line("charge", formation="M", moves=runs[3:])) == "EE-MOVE-5", "no room on this side"
    to = [*spots(match, "M")["M/1"], 90]
    assert refusal_rule(match, line("charge", formation="M", moves=[{"figure": "M/4", "to": to}])) == "EE-MOVE-5"


@pytest.mark.rule("EE-ASSAULT-3", "EE-MOVE-5")
def test_only_the_runs_for_which_there_is_room_are_offered() -> None:
    match = place_figures(ground(), M, formation("B", "O", "ork-boy"), M=row(49, 44, step=0.7), O=[[50.4, 50]])
    to_assault(match, M="charge")
    runs = possible_runs(match.state, match.state.standing("M"), ("O/1",))
    go_on(match, line("charge", formation="M", moves=[{"figure": run.figure, "target": run.target} for run in runs]))
    assert len(match.state.contacts) == len(runs) == 3
    assert not stacked_pairs(match.state)


@pytest.mark.rule("EE-ASSAULT-6", "EE-MOVE-6")
def test_a_vehicle_touches_its_target_as_it_is_turned_at_the_end() -> None:
    match = place_figures(ground(), TANK, formation("B", "O", "ork-boy"), T=[[50, 40, 0]], O=[[50, 50]])
    to_assault(match, T="charge")
    go_on(match, line("charge", formation="T", moves=[{"figure": "T/1", "target": "O/1"}]))
    assert match.state.figures["T/1"].position.facing == pytest.approx(90)
    assert 0 <= gap(match, "T/1", "O/1") <= CONTACT_CM
    named = place_figures(ground(), TANK, formation("B", "O", "ork-boy"), T=[[50, 40, 0]], O=[[50, 50]])
    to_assault(named, T="charge")
    assert refusal_rule(
        named, line("charge", formation="T", moves=[{"figure": "T/1", "target": "O/1", "to": [50, 48.7]}])
    )
    go_on(named, line("charge", formation="T", moves=[{"figure": "T/1", "target": "O/1", "to": [50, 48.2]}]))


@pytest.mark.rule("EE-TERRAIN-4", "EE-MOVE-5")
def test_a_vehicle_that_the_ground_holds_does_not_stay_turned_into_an_enemy() -> None:
    marsh = box("marsh", 40, 30, 60, 50)
    match = place_figures(ground(marsh), TANK, formation("B", "O", "ork-boy"), T=[[50, 40, 90]], O=[[51.6, 40]])
    go_on(to_movement(match), line("move", 1, 2, formation="T", to=[[50, 55, 0]]))
    held = match.state.figures["T/1"].position
    assert (held.at, held.facing) == ((50, 40), 90), "turned to the east it would touch O/1"
    assert gap(match, "T/1", "O/1") > CONTACT_CM
    free = place_figures(ground(marsh), TANK, formation("B", "O", "ork-boy"), T=[[50, 40, 90]], O=[[57, 40]])
    go_on(to_movement(free), line("move", 1, 2, formation="T", to=[[50, 55, 0]]))
    assert free.state.figures["T/1"].position.facing == 0, "else turning is free"


@pytest.mark.rule("EE-TERRAIN-4", "EE-MOVE-5")
def test_who_is_held_at_the_rim_stops_short_of_who_stands_there() -> None:
    marsh = box("marsh", 40, 30, 60, 50)
    match = place_figures(
        ground(marsh), M, formation("A", "X", "marine-tactical"), B, M=row(45, 27), X=[[45, 30]], B=row(50, 100)
    )
    go_on(to_movement(match), line("move", 1, 2, 4, 4, 4, 4, formation="M", to=row(45, 31)))
    assert spots(match, "M")["M/1"] == (45.0, 29.4)
    assert not stacked_pairs(match.state)


@pytest.mark.rule("EE-TRANSPORT-1", "EE-TRANSPORT-2", "EE-MOVE-5")
@pytest.mark.parametrize("carrier", [True, False])
def test_passengers_get_off_beside_one_another(carrier: bool) -> None:
    match = aboard()
    to_movement(match)
    moves = [line("move", formation="R", to=[[54, 19.5]], leave=["M"])]
    if not carrier:
        moves = [line("move", formation="R", to=[[54, 19.5]]), line("move", formation="M", leave=True)]
    go_on(match, *moves)
    assert len(spots(match, "M")) == 5
    assert not stacked_pairs(match.state)
    assert all(gap(match, f"M/{n}", "R/1") < 0.7 for n in range(1, 6))
    assert gap(match, "M/1", "R/1") <= CONTACT_CM


@pytest.mark.rule("EE-TRANSPORT-5", "EE-MOVE-5")
def test_who_crawls_out_of_a_wreck_stands_apart_and_in_contact_with_nobody() -> None:
    match = aboard(enemy=[[54, 25], *row(80, 90, 4)])
    to_movement(match)
    go_on(match, line("next"), line("next"), line("draw", "B"))
    go_on(match, shoot("B", 5, 2, 6, 6, 6, 6, 6, shots=[shot(["B/1"], "R")]))
    assert len(spots(match, "M")) == 5
    assert not stacked_pairs(match.state)
    assert not any("on-another" in sentence for sentence in log_sentences(match))


def aboard(enemy: list[list[float]] | None = None) -> MatchSession:
    """A squad in its transport, in the first turn."""
    match = play(ground(), MARINES, ORKS, RHINO, M, B, line("start", 3, 5, edges=EDGES))
    go_on(match, line("deploy", formation="R", at=[[54, 12]]))
    there = line("deploy", formation="B", at=enemy or row(50, 100), override="a test")
    return go_on(match, there, line("deploy", formation="M", aboard="R"))


LONE = formation("A", "M", "marine-tactical")
FOE = formation("B", "B", "ork-boy")


@pytest.mark.rule("EE-MOVE-5")
@pytest.mark.parametrize(
    ("at", "room"),
    [
        ((50.6, 50), True),  # base to base with a friend
        ((50.595, 50), True),  # typed places are rounded
        ((50.58, 50), False),
        ((60.71, 50), True),
        ((60.69, 50), False),  # it would touch an enemy
        ((0.3, 50), True),
        ((0.29, 50), False),
        ((50, 119.7), True),
        ((50, 119.71), False),
        ((30, 80), True),  # infantry enters buildings
    ],
)
def test_where_a_figure_may_be_set_down(at: tuple[float, float], room: bool) -> None:
    house = box("building", 25, 75, 35, 85)
    match = place_figures(ground(house), N, M, FOE, N=row(50, 50, step=-2), M=row(90, 10), B=[[60, 50]])
    assert has_room(match.state, "M/1", (*at, 90)) is room
    assert has_room(match.state, "N/1", (50, 50, 0)), "it does not stand on itself"


@pytest.mark.rule("EE-MOVE-5", "EE-TERRAIN-2")
def test_a_vehicle_is_not_set_down_in_a_building_and_turns_with_its_length() -> None:
    house = box("building", 25, 75, 35, 85)
    match = place_figures(ground(house), TANK, N, FOE, T=[[5, 5]], N=row(50, 50), B=[[90, 90]])
    for place, room in (
        ((30, 80, 90), False),
        ((36, 80, 90), True),
        ((48.6, 50, 90), True),
        ((48.6, 50, 0), False),
        ((1.4, 20, 90), True),
        ((1.4, 20, 0), False),
    ):
        assert has_room(match.state, "T/1", place) is room, place


@pytest.mark.rule("EE-MOVE-5", "EE-TRANSPORT-2")
@pytest.mark.parametrize(
    ("other", "far"),
    [([80, 20], 0), ([50.6, 50], 0), ([50.5, 50], 0.1), ([50.3, 50], 0.3), ([50, 50.35], 0.3), ([50, 50], 0.6)],
)
def test_the_nearest_free_place_is_found_in_steps_of_a_millimetre(other: list[float], far: float) -> None:
    friend = formation("A", "N", "marine-tactical")
    match = place_figures(ground(), LONE, friend, FOE, M=[[20, 20]], N=[other], B=[[90, 90]])
    x, y, facing = find_room(match.state, "M/1", (50, 50, 33))
    assert dist((x, y), (50, 50)) == pytest.approx(far, abs=1e-3)
    assert dist((x, y), other) >= 0.59
    assert (x, y, facing) == (round(x, 3), round(y, 3), 33)


@pytest.mark.rule("EE-MOVE-5", "EE-TERRAIN-2")
def test_a_free_place_is_looked_for_up_to_10_cm_away() -> None:
    keep = {"id": "keep", "kind": "building", "circle": {"at": [50, 50], "radius": 9.95}}
    match = place_figures(ground(keep), TANK, FOE, T=[[5, 5]], B=[[90, 90]])
    assert find_room(match.state, "T/1", (50, 50, 90)) == (60, 50, 90)


@pytest.mark.rule("EE-TERRAIN-4", "EE-MOVE-5")
@pytest.mark.parametrize(
    ("friend", "stops"),
    [
        ([80, 20], (50, 40, 0)),  # free
        ([50, 40.5], (50, 39.9, 0)),
        ([50, 40], (50, 39.4, 0)),
        ([50, 39], (50, 38.4, 0)),
        ([50, 30.3], (50, 40, 0)),
    ],
)
def test_who_is_held_stops_short_of_who_stands_there(friend: list[float], stops: tuple[float, ...]) -> None:
    friends = formation("A", "N", "marine-tactical")
    match = place_figures(ground(), LONE, friends, FOE, M=[[50, 30]], N=[friend], B=[[90, 90]])
    path = trace_path(match.state, "M/1", (50, 30), (50, 45))
    at = (50, 40) if friend != [50, 39] else (50, 39.2)
    assert stopping_place(match.state, path, at, (0, 90)) == pytest.approx(stops, abs=0.11)


@pytest.mark.rule("EE-TERRAIN-4", "EE-MOVE-5")
def test_who_is_held_where_there_is_no_room_on_its_path_stands_beside_it() -> None:
    wall = formation("A", "N", "marine-tactical", 4)
    match = place_figures(
        ground(), LONE, wall, FOE, M=[[50, 20]], N=[[50, 30 + 0.55 * n] for n in range(4)], B=[[90, 90]]
    )
    path = trace_path(match.state, "M/1", (50, 30.2), (50, 35))
    x, y, facing = stopping_place(match.state, path, (50, 31), (0, 90))
    assert facing == 90
    assert has_room(match.state, "M/1", (x, y, facing))
    assert abs(x - 50) == pytest.approx(0.6, abs=0.1)


@pytest.mark.rule("EE-MOVE-5", "EE-TRANSPORT-2")
def test_only_who_stands_on_another_is_moved_apart() -> None:
    match = place_figures(ground(), M, N, FOE, M=row(50, 20), N=row(50, 22), B=[[90, 90]])
    go_on(match, line("place", formation="M", at=[[50, 21.8], *row(52, 20, 4)], override="a test"))
    live = Live(match.state)
    told_apart = [
        event for event in stand_apart(live, [*(f"M/{n}" for n in range(1, 6))]) if isinstance(event, StoodApart)
    ]
    assert [[*event.places] for event in told_apart] == [["M/1"]]
    assert [*stand_apart(live, ["M/2", "N/2"])] == []
