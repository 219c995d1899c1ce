"""Whom an alien reaches this turn, and the first steps of its best paths."""

from typing import Any

import pytest

from q40k.games.space_hulk.rules.solo.order import are_touching
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.movement.terrain import Terrain
from q40k.games.space_hulk.state.places import board
from q40k.games.space_hulk.state.solo.paths import is_held_back, marines_beside, marines_in_reach, next_choices
from q40k.table.match_session import MatchSession
from tests.games.scripted import go_on, line
from tests.games.space_hulk.playing import play, put
from tests.games.space_hulk.solo.alone import solo_match

ENTRY = {"id": "EAST", "square": "J1", "side": "E"}
ROOM = ["....."] * 5


def on(rows: list[str], *lines: Any, edition: str = "4", **places: str) -> Match:
    """A state on these rows."""
    state: Match = play(solo_match(rows=rows, edition=edition), *put(**places), *lines).session.state
    return state


def choices(state: Match, who: str, marine: str = "Bolt1") -> list[tuple[str, int, int]]:
    """The squares of first steps, steps out of sight on them, and the cost of the whole path."""
    ground = board(state)
    assert ground is not None
    result = next_choices(Terrain(state, who), state.marines[marine])
    return [(ground.name(choice.square), choice.unseen, choice.ap) for choice in result]


@pytest.mark.rule("SOLO-TARGET-2", "SH-AP-1", "SH-AP-5", "SH-DOOR-2")
@pytest.mark.parametrize(
    ("rows", "place", "edition", "reached"),
    [
        (["........"], "G1 W", "4", True),  # four steps and an attack
        (["........."], "H1 W", "4", True),  # five and an attack are six
        ([".........."], "I1 W", "4", False),
        ([".........."], "H1 N", "4", True),  # a quarter turn goes with a step
        ([".........."], "H1 E", "4", True),
        ([".........."], "I1 E", "4", False),
        ([".........."], "G1 N", "1", True),  # the first quarter turn is free
        ([".........."], "G1 E", "1", True),  # half a turn, four steps and an attack
        ([".........."], "H1 E", "1", False),
        ([".....D..."], "G1 W", "4", True),  # a door, four steps and an attack
        ([".....D..."], "G1 N", "4", False),  # it has to turn to the door
        (["......D.."], "H1 W", "4", False),
    ],
)
def test_what_is_in_reach(rows: list[str], place: str, edition: str, reached: bool) -> None:
    state = on(rows, edition=edition, Bolt1="B1 W", S1=place)
    assert marines_in_reach(state, "S1") == (("Bolt1",) if reached else ())


@pytest.mark.rule("SOLO-TARGET-2", "SOLO-MOVE-3")
def test_who_is_seen_on_its_way_reaches_nobody_unless_it_is_heedless_or_seen_already() -> None:
    bend = [".....", ".####", ".####", "....."]
    state = on(bend, Bolt1="A1 N", S1="C4 W")
    assert marines_in_reach(state, "S1") == ()
    assert marines_in_reach(state, "S1", heedless=True) == ("Bolt1",)
    assert marines_in_reach(on(bend, Bolt1="A1 E", S1="C4 W"), "S1") == ("Bolt1",), "he looks another way"
    assert marines_in_reach(on(["......"], Bolt1="A1 E", S1="E1 W"), "S1") == ("Bolt1",), "it is seen already"
    blip = on(["........"], Bolt1="A1 W", B1="G1")
    assert marines_in_reach(blip, "B1") == ("Bolt1",), "a blip counts as a stealer of any facing"
    assert marines_in_reach(on(["........"], Bolt1="A1 W", B1="H1"), "B1") == ()


@pytest.mark.rule("SOLO-TARGET-2", "SH-MOVE-4", "SH-MOVE-5")
def test_other_pieces_and_corners_bar_the_reach() -> None:
    assert marines_in_reach(on(["......"], Bolt1="A1 W", S1="E1 W", S2="C1 W"), "S1") == ()
    assert marines_in_reach(on(["......"], Bolt1="A1 W", S1="E1 W", S2="C1 W"), "S2") == ("Bolt1",)
    assert marines_in_reach(on([".#.", "..."], Bolt1="A1 W", S1="C2 W"), "S1") == ("Bolt1",), "past one corner"


@pytest.mark.rule("SOLO-MOVE-1")
@pytest.mark.parametrize(
    ("marine", "place", "steps"),
    [
        ("C3 E", "E3 W", [("D3", 0, 1)]),  # one step, in front of him
        ("C3 W", "A3 E", [("B3", 0, 1)]),
        ("A1 W", "D1 W", [("C1", 999, 2), ("C2", 999, 2)]),
        ("A1 W", "D1 N", [("C1", 999, 2), ("C2", 999, 2)]),
        ("C3 W", "E5 W", [("D4", 999, 2), ("E4", 999, 2)]),  # both lead behind him
        ("C3 N", "E5 W", [("E4", 999, 2)]),  # he would see it on D4
    ],
)
def test_first_steps_of_shortest_paths(marine: str, place: str, steps: list[tuple[str, int, int]]) -> None:
    assert choices(on(ROOM, Bolt1=marine, S1=place), "S1") == steps


@pytest.mark.rule("SOLO-MOVE-1", "SOLO-MOVE-2")
def test_a_path_that_is_barred_by_pieces_is_taken_all_the_same_and_doors_cost_a_point() -> None:
    line_ = on(["......"], Bolt1="A1 W", S1="E1 W", S2="C1 W")
    assert choices(line_, "S1") == [("D1", 999, 3)]
    doors = on(["...D.."], Bolt1="A1 W", S1="E1 W")
    assert choices(doors, "S1") == [("D1", 999, 4)]
    turned = on(["...D.."], Bolt1="A1 W", S1="E1 N")
    assert choices(turned, "S1") == [("D1", 999, 5)]


@pytest.mark.rule("SOLO-MOVE-3", "SOLO-MOVE-2")
def test_who_would_step_into_sight_is_held_back() -> None:
    def is_held(state: Match) -> bool:
        terrain = Terrain(state, "S1")
        (choice,) = next_choices(terrain, state.marines["Bolt1"])
        return is_held_back(terrain, choice)

    bend = ["...", ".##", "..."]
    assert is_held(on(bend, Bolt1="A1 N", S1="B3 W"))
    assert not is_held(on(bend, Bolt1="A1 E", S1="B3 W"))
    assert not is_held(on(["....."], Bolt1="A1 E", S1="D1 W")), "it is in sight already"
    assert not is_held(on(["...D."], Bolt1="A1 E", S1="E1 W")), "the door is opened first"


@pytest.mark.rule("SOLO-ACT-2", "SH-ENTRY-6", "SOLO-BROOD-4")
def test_whom_an_alien_stands_beside_and_touches() -> None:
    state = on(ROOM, Bolt1="C3 W", Bolt2="D4 W", S1="C4 W", S2="B2 N", B1="E1")
    assert [marine.id for marine in marines_beside(Terrain(state, "S1"))] == ["Bolt1", "Bolt2"]
    assert marines_beside(Terrain(state, "S2")) == [], "a corner is not enough"
    assert not are_touching(state, state.stealers["S1"], state.stealers["S2"])
    near = on(ROOM, Bolt1="A1 W", S1="C4 W", S2="D3 N")
    assert are_touching(near, near.stealers["S1"], near.stealers["S2"])


def waiting(marine: str, **more: str) -> MatchSession:
    """A blip waits at the east end of a corridor, in the Genestealer turn."""
    match = play(solo_match(rows=["." * 10], entries=[ENTRY], brings=1), *put(Bolt1=marine, **more))
    go_on(match, line("start"), line("draw"), line("end-turn"))
    return go_on(match, line("blip", name="B9", entry="EAST"))


@pytest.mark.rule("SOLO-ACT-2", "SOLO-TARGET-2", "SH-ENTRY-2", "SH-ENTRY-6", "SOLO-BROOD-4")
def test_who_waits_outside_reaches_and_touches_what_is_on_its_first_square() -> None:
    far = waiting("E1 W").state
    assert marines_in_reach(far, "B9") == ("Bolt1",), "in, four steps and an attack"
    assert marines_in_reach(waiting("D1 W").state, "B9") == ()
    assert marines_beside(Terrain(far, "B9")) == []
    corks = waiting("J1 W").state
    free = corks.with_blip("B9", held=False)
    assert [marine.id for marine in marines_beside(Terrain(free, "B9"))] == ["Bolt1"]
    assert marines_beside(Terrain(corks, "B9")) == [], "it has to wait"
    pair = waiting("A1 W", S1="J1 W", S2="I1 W").state
    assert are_touching(pair, pair.blips["B9"], pair.stealers["S1"])
    assert are_touching(pair, pair.stealers["S1"], pair.blips["B9"])
    assert not are_touching(pair, pair.blips["B9"], pair.stealers["S2"])
