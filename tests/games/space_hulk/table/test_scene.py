"""The board as a scene: squares, doors, fire, pieces; and what is said of a place on it."""

from __future__ import annotations

import pytest

from benchmarks.space_hulk import begin
from q40k.games import game as games
from q40k.games.space_hulk.screen.map import PARTS
from q40k.games.space_hulk.state.places import board
from q40k.games.space_hulk.table.scene import SQUARE, arrange_levels, box, make_scene, spot, square_at
from q40k.i18n.locale import Locale
from q40k.table.match_library import temporary_match
from q40k.table.match_session import MatchSession
from tests.games.scripted import go_on, line
from tests.games.space_hulk.playing import new, ready, to_stealers
from tests.games.space_hulk.screen.test_desk import desk_of


def test_a_scene_shows_what_stands_where() -> None:
    match = ready(doors="L4", Bolt1="G4 E", Flame="C4 E", S1="I4 W", B1="K6")
    go_on(match, line("flame", 1, who="Flame", square="F4", override="past a friend"))
    scene = make_scene(match.state)
    assert scene is not None
    assert [(piece.id, piece.letters) for piece in scene.pieces] == [
        ("Bolt1", "1→"),
        ("Flame", "2→"),
        ("S1", "S1←"),
        ("B1", "B1"),
    ]
    styles = [area.style for area in scene.areas]
    assert (styles.count("fire"), styles.count("door")) == (2, 1)
    assert len(scene.ground) == 32
    assert {label.text for label in scene.labels} == {"»N1", "»S1", "»N2", "»S2", "EAST"}
    assert [mark.letters for mark in scene.marks] == ["/"]


def quiet(match: MatchSession) -> dict[str, bool]:
    scene = make_scene(match.state)
    assert scene is not None
    return {piece.id: piece.quiet for piece in scene.pieces}


@pytest.mark.rule("SH-AP-2", "SH-REACT-2", "SH-REACT-3", "SH1-CP-8")
def test_who_may_act_or_react_now_stands_out() -> None:
    match = ready(doors="H4", cp=3, Bolt1="G4 E", Bolt2="C4 E", S1="K6 W")
    assert quiet(match) == {"Bolt1": False, "Bolt2": False, "S1": True}
    go_on(match, line("overwatch", who="Bolt1"), line("overwatch", who="Bolt2"))
    go_on(match, line("turn", who="Bolt1", facing="N", cp=1))
    assert quiet(match)["Bolt1"] is True, "activated, and another was activated since"
    go_on(match, line("end-turn"))
    assert quiet(match) == {"Bolt1": True, "Bolt2": True, "S1": False}
    seers = ready(new(edition="1"), doors="H4", Bolt1="G4 E", Bolt2="C4 W", S1="I4 W")
    go_on(seers, line("end-turn"), line("turn", who="S1", facing="N"))
    assert quiet(seers) == {"Bolt1": False, "Bolt2": True, "S1": True}, "of the 1st, only who sees"


def test_levels_lie_beside_each_other() -> None:
    match = ready(new("down-the-shaft"), Libra="2:C3 E")
    ground = board(match.state)
    assert ground is not None
    spots = {spot(ground, there) for there in ground.cells}
    assert len(spots) == len(ground.cells)
    assert all(square_at(ground, spot(ground, there)) == there for there in ground.cells)
    assert make_scene(ready(new("open-table"), Bolt1="").state) is None


def test_a_large_board_is_drawn_in_rows_and_columns() -> None:
    match = begin(temporary_match(games.find("space-hulk")))
    ground, result = board(match.state), make_scene(match.state)
    assert ground is not None
    assert result is not None
    assert len(result.ground) < 100 < len(ground.cells)
    covered = sum(
        round((area.corners[1][0] - area.corners[0][0]) / SQUARE)
        * round((area.corners[2][1] - area.corners[1][1]) / SQUARE)
        for area in result.ground
    )
    assert covered == len(ground.cells), "each square once"


@pytest.mark.rule("SH-LOS-1")
def test_a_place_says_who_stands_there_and_who_sees_it() -> None:
    match = ready(doors="H4", Bolt1="G4 E", S1="J4 W")
    desk, ground = desk_of(match), board(match.state)
    assert ground is not None
    there = ground.cell("J4")
    assert there is not None
    lines = ["J4, section r · S1 faces west · 6 AP", "seen by Bolt1"]
    assert PARTS.describe(desk, spot(ground, there), 1.0) == lines
    between = PARTS.relation(desk, "S1")
    assert between is not None
    assert (between.sentence, between.lines[0].style) == ("Bolt1 sees S1", "good")
    assert PARTS.describe(desk, (0.0, 0.0), 1.0) == []
    assert PARTS.actor(desk)[0] == "Bolt1"


def test_pieces_that_lurk_lie_as_marks_beside_their_entry() -> None:
    match = to_stealers(ready(Bolt1="A4 E"))
    go_on(match, line("blip", name="B1", entry="N2"), line("blip", name="B2", entry="»N2"))
    scene = make_scene(match.state)
    assert scene is not None
    entry = next(label for label in scene.labels if label.text == "»N2")
    blips = [mark for mark in scene.marks if mark.style == "blip"]
    assert [mark.letters for mark in blips] == ["B1", "B2"]
    assert {round(abs(mark.at[0] - entry.at[0]), 1) for mark in blips} == {0.9 * SQUARE}
    assert {mark.at[1] for mark in blips} == {entry.at[1]}
    assert scene.styles["blip"].art == "radar"


def test_a_marine_shows_his_arm_his_emblem_and_his_state() -> None:
    match = ready(Bolt1="G4 E", Claw="C4 N", Hammer="D4 W", Alpha="J4 W")
    go_on(match, line("overwatch", who="Bolt1"), line("guard", who="Claw"))
    scene = make_scene(match.state)
    assert scene is not None
    pieces = {piece.id: piece for piece in scene.pieces}
    shapes = [pieces[id].shape for id in ("Bolt1", "Claw", "Hammer", "Alpha")]
    assert shapes == ["terminator", "terminator-claws", "terminator-hammer", "stealer"]
    assert [pieces[id].badges for id in ("Bolt1", "Claw", "Hammer")] == [("eye",), ("chevrons",), ()]
    assert [pieces[id].rows for id in ("Bolt1", "Claw", "Hammer")] == [("1", "→◎"), ("2ω", "↑▲"), ("3┬", "←")]
    assert [pieces[id].letters for id in ("Bolt1", "Claw", "Hammer")] == ["1⇒", "2▲", "3←"]
    assert (pieces["Alpha"].letters, pieces["Alpha"].emblem) == ("A←", "crown"), "no cut name"


def test_the_legend_names_what_this_board_shows_and_no_more() -> None:
    match = ready(doors="H4", Bolt1="G4 E", Alpha="J4 W")
    go_on(match, line("overwatch", who="Bolt1"))
    words = {sample.word for sample in PARTS.legend(Locale("en"), match.state)}
    assert {"overwatch", "the Alpha", "open door", "closed door", "entry", "exit"} <= words
    assert not words & {"guard", "jammed", "ladder", "fire", "force barrier", "object", "goal"}


@pytest.mark.parametrize(("mission", "names"), [("two-keys", {"D3", "P3"}), ("cinder-ward", {"n"})])
def test_the_squares_of_a_goal_are_marked(mission: str, names: set[str]) -> None:
    state = ready(new(mission)).state
    ground, scene = board(state), make_scene(state)
    assert ground is not None
    assert scene is not None
    marked = {area.corners for area in scene.ground if area.style == "goal"}
    about = {box(ground, there) for there in ground.cells if {ground.name(there), ground.section(there)} & names}
    assert marked == about
    assert marked


def test_levels_are_stacked_where_their_squares_are_larger_so() -> None:
    desk = desk_of(ready(new("under-the-keel")))
    ground = board(desk.state)
    assert ground is not None
    assert arrange_levels(ground, 78, 28) is ground, "a low screen"
    stacked = arrange_levels(ground, 60, 66)
    assert stacked.stacked
    spots = {spot(stacked, there) for there in ground.cells}
    assert len(spots) == len(ground.cells)
    assert all(square_at(stacked, spot(stacked, there)) == there for there in ground.cells)
    above, below = (min(y for level, x, y in ground.cells if level == number) for number in (2, 1))
    assert spot(stacked, (2, 0, above))[1] > spot(stacked, (1, 0, below))[1], "the first level is on top"


def test_a_point_on_stacked_levels_is_the_square_that_is_drawn_there() -> None:
    desk = desk_of(ready(new("under-the-keel")))
    ground = board(desk.state)
    assert ground is not None
    for columns, rows in ((120, 40), (80, 24), (120, 40)):
        scene = PARTS.scene(desk, desk.state, columns, rows)
        assert scene is not None
        drawn = {piece.id: piece.at for piece in scene.pieces}
        for marine in desk.state.marines_in_play:
            assert PARTS.describe(desk, drawn[marine.id], 1.0)[0].startswith(f"{marine.position.at}, section")
        assert PARTS.actor(desk)[1] in drawn.values()
