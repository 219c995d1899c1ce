"""What keeps a marine from seeing a square, and how it is named."""

import pytest

from q40k.games.space_hulk.state.match import Fire, Match
from q40k.games.space_hulk.state.places import Eyes, board
from q40k.games.space_hulk.state.sight import Hindrance, find_hindrance
from tests.games.scripted import Line, line
from tests.games.space_hulk.playing import new, play, put

NAMES = {"en": "Own", "fr": "Propre"}
HALL = ["......", "......", "..##..", "......", "......"]
"""Five rows, E5 top left; a block of wall stands on C3 and D3."""


def hall(rows: list[str], **more: object) -> Line:
    """A match on a board of one's own, all of it one section."""
    level = {"number": 1, "rows": rows, "sections": [row.replace(".", "a").replace("D", "a") for row in rows]}
    return new("own") | {
        "mission_data": {"id": "own", "name": NAMES, "board": "own", "editions": ["4", "1"]},
        "board_data": {"id": "own", "name": NAMES, "levels": [level], **more},
    }


def hinders(rows: list[str], there: str, doors: str = "", **places: str) -> Hindrance | None:
    """What keeps Bolt1 from seeing a square; `doors` stand open."""
    opened = (line("set-door", at=at, now="open") for at in doors.split())
    state: Match = play(hall(rows), *put(**places), *opened).session.state
    ground = board(state)
    assert ground is not None
    square = ground.cell(there)
    assert square is not None
    return find_hindrance(state, state.marines["Bolt1"], square, Eyes(state))


@pytest.mark.rule("SH-LOS-1", "SH-LOS-2")
@pytest.mark.parametrize(
    ("facing", "there", "why"),
    [
        ("E", "F3", None),
        ("E", "E5", None),
        ("E", "D5", "arc"),
        ("E", "C5", "arc"),
        ("E", "B5", "arc"),
        ("E", "A3", "arc"),
        ("W", "A3", None),
        ("N", "C5", None),
        ("N", "F3", "arc"),
        ("S", "C1", None),
        ("S", "C5", "arc"),
    ],
)
def test_what_lies_outside_the_front_arc_is_not_seen(facing: str, there: str, why: str | None) -> None:
    result = hinders(["......"] * 5, there, Bolt1=f"C3 {facing}")
    assert (result and result.why) == why


@pytest.mark.rule("SH-LOS-3", "SH-LOS-4")
def test_the_first_thing_on_the_line_is_named_with_its_square() -> None:
    corridor = [".....D.."]
    assert hinders(corridor, "H1", "F1", Bolt1="A1 E") is None
    assert hinders(corridor, "H1", Bolt1="A1 E") == Hindrance("door", "F1")
    assert hinders(corridor, "H1", Bolt1="A1 E", S1="C1 W") == Hindrance("piece", "C1", "S1")
    assert hinders(corridor, "H1", "F1", Bolt1="A1 E", Bolt2="D1 W", S1="E1 W") == Hindrance("piece", "D1", "Bolt2")
    assert hinders(corridor, "C1", Bolt1="A1 E", S1="C1 W") is None, "what stands on the square itself is seen"


@pytest.mark.rule("SH-LOS-3")
def test_a_wall_hinders_and_something_beside_it_is_named_instead() -> None:
    assert hinders(HALL, "F3", Bolt1="A3 E") == Hindrance("wall")
    assert hinders([".....", ".###.", "....."], "E3", Bolt1="A1 E") == Hindrance("wall")


@pytest.mark.rule("SH-LOS-4")
def test_past_one_corner_one_sees_and_between_two_nobody_looks() -> None:
    past = ["...", ".#.", "..."]
    assert hinders(past, "B3", Bolt1="A2 N") is None
    between = hinders(past, "B3", Bolt1="A2 N", S1="A3 S")
    assert between == Hindrance("piece", "A3", "S1"), "the wall is not named, the stealer is"


def test_where_a_marine_is_not_known_nothing_is_said_of_his_sight() -> None:
    assert hinders(["......"], "C1", Bolt1="") is None
    assert hinders(["......"], "A1", Bolt1="A1 E") is None, "his own square"


@pytest.mark.rule("SH-LOS-3", "SH-LIB-8", "SH-FIRE-2")
def test_fire_and_a_barrier_are_told_apart() -> None:
    state: Match = play(hall(["....."]), *put(Bolt1="A1 E")).session.state
    barred = state.replace(barrier="C1")
    burning = state.replace(fires={"a": Fire(("C1",), 1)})
    hindrances = [find_hindrance(s, s.marines["Bolt1"], (1, 4, 0), Eyes(s)) for s in (barred, burning)]
    assert hindrances == [Hindrance("field", "C1"), Hindrance("fire", "C1")]
