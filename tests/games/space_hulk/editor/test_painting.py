"""Painting a mission: floor, walls, doors, ways in and out, marines, levels, pieces."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from q40k.games.space_hulk.editor import painting, placing
from q40k.games.space_hulk.editor.work import NotHere, Work, blank
from q40k.games.space_hulk.packs.missions import Goal
from tests.games.space_hulk.editor.working import cell, codes, pieces, rows, two_rooms, whole


def refusal_of(act: Callable[[], object]) -> str:
    with pytest.raises(NotHere) as error:
        act()
    return error.value.code


def sections(work: Work) -> tuple[str, ...]:
    return work.board.levels[0].sections


# ---- floor and walls


def test_a_stroke_is_a_room_or_a_corridor_and_a_section_of_its_own() -> None:
    work = two_rooms()
    assert rows(work) == ("...####...", "..........", "...####...")
    assert sections(work) == ("aaa####ccc", "aaabbbbccc", "aaa####ccc")


def test_a_long_corridor_is_cut_into_sections_as_the_box_has_them() -> None:
    work = painting.paint_floor(blank("x"), 1, (0, 0), (12, 0))
    assert sections(work) == ("aaaabbbbbcccc",)


def test_single_squares_prolong_the_corridor_that_leads_to_them() -> None:
    work = painting.paint_floor(two_rooms(), 1, (1, 3), (1, 3))
    for y in range(4, 10):
        work = painting.paint_floor(work, 1, (1, y), (1, y))
    column = [row[1] for row in sections(work)]
    assert column == [*"edddddd", *"aaa"], "a room is not prolonged, and six squares are enough"


def test_a_room_takes_in_what_lies_wholly_in_it() -> None:
    work = painting.paint_floor(blank("x"), 1, (0, 0), (0, 0))
    work = painting.cycle_door(work, cell("A1"), pieces())
    work = painting.paint_floor(work, 1, (0, 0), (2, 1))
    assert sections(work) == ("bbb", "bbb")
    assert rows(work) == ("...", "D..")
    assert painting.paint_floor(work, 1, (0, 0), (1, 1)) is work, "there is nothing to paint"


def test_what_is_painted_first_begins_at_the_first_square_wherever_it_lies() -> None:
    work = painting.paint_floor(blank("x"), 1, (7, 9), (5, 8))
    assert rows(work) == ("...", "...")
    assert work.origin(1) == (5, 8)


def test_growing_to_the_west_and_south_names_all_squares_anew() -> None:
    work = whole()
    goal = Goal(side="marine", by="hold", squares=("B2",))
    work = replace(work, mission=replace(work.mission, goals=(goal,)))
    grown = painting.paint_floor(work, 1, (-2, -1), (-1, -1))
    assert rows(grown)[-1] == "..##########"
    assert (grown.board.entries[0].square, grown.board.exits[0].square) == ("L2", "L4")
    assert [marine.at for marine in grown.mission.start] == ["C2", "C3", "C4", "D2", "D3"]
    assert grown.mission.goals[0].squares == ("D3",)
    assert grown.origin(1) == (-2, -1)
    assert codes(grown) == codes(work)


def test_a_level_has_an_end() -> None:
    assert refusal_of(lambda: painting.paint_floor(two_rooms(), 1, (0, 0), (60, 0))) == "too-large"
    assert refusal_of(lambda: painting.paint_floor(two_rooms(), 1, (-51, 0), (0, 0))) == "too-large"


def test_wall_takes_what_stands_there() -> None:
    work = painting.paint_wall(whole(), 1, (0, 0), (0, 2))
    assert rows(work)[0] == "#..####..."
    assert [marine.at for marine in work.mission.start] == ["B1", "B2"]
    work = painting.paint_wall(work, 1, (9, 0), (9, 0))
    assert work.board.entries == ()
    assert refusal_of(lambda: painting.paint_wall(work, 1, (9, 0), (9, 0))) == "no-floor"


def test_a_section_is_named() -> None:
    work = painting.paint_section(two_rooms(), 1, (3, 1), (4, 1), None)
    assert sections(work)[1] == "aaaddbbccc"
    work = painting.paint_section(work, 1, (3, 1), (4, 1), "a")
    assert sections(work)[1] == "aaaaabbccc"
    assert refusal_of(lambda: painting.paint_section(work, 1, (4, 0), (4, 0), "a")) == "no-floor"


# ---- doors, ways in and out


@pytest.mark.parametrize("of_pieces", [False, True])
def test_a_door_is_there_then_locked_then_gone(of_pieces: bool) -> None:
    work = two_rooms()
    if of_pieces:
        work = placing.lay(blank("x"), "corridor-6", cell("A1"), "N", pieces())
    at = cell("E2") if not of_pieces else cell("B1")
    changed = painting.cycle_door(work, at, pieces())
    assert "D" in "".join(rows(changed))
    two = painting.cycle_door(changed, at, pieces())
    assert two.board.locked == (work.name(at),)
    assert painting.cycle_door(two, at, pieces()) == work
    assert refusal_of(lambda: painting.cycle_door(work, cell("E9"), pieces())) == "no-floor"


def test_an_entry_goes_from_side_to_side_and_then_away() -> None:
    work, seen = two_rooms(), []
    for _ in range(3):
        work = placing.cycle_entry(work, cell("A1"), pieces())
        seen.append([(entry.id, entry.side) for entry in work.board.entries])
    assert seen == [[("S1", "S")], [("W1", "W")], []]
    assert refusal_of(lambda: placing.cycle_entry(work, cell("B2"), pieces())) == "no-side"
    assert refusal_of(lambda: placing.cycle_entry(work, cell("E1"), pieces())) == "no-floor"


def test_two_ways_never_lie_at_one_side() -> None:
    work = placing.cycle_entry(two_rooms(), cell("A1"), pieces())
    work = placing.cycle_exit(work, cell("A1"), pieces())
    assert [(way_out.id, way_out.side) for way_out in work.board.exits] == [("WEST", "W")]


def test_an_exit_is_called_by_its_side_unless_it_has_a_name() -> None:
    work = placing.cycle_exit(two_rooms(), cell("A1"), pieces())
    goal = Goal(side="marine", by="leave", exit="SOUTH")
    work = replace(work, mission=replace(work.mission, goals=(goal,)))
    turned = placing.cycle_exit(work, cell("A1"), pieces())
    assert (turned.board.exits[0].id, turned.mission.goals[0].exit) == ("WEST", "WEST")
    named = placing.rename(work, "exits", "SOUTH", "POD")
    named = placing.cycle_exit(named, cell("A1"), pieces())
    assert (named.board.exits[0].id, named.mission.goals[0].exit) == ("POD", "POD")


# ---- marines, objects, ladders


def test_marines_look_as_the_one_before_and_turn() -> None:
    work = placing.place_start(two_rooms(), cell("A1"), pieces())
    work = placing.place_start(work, cell("A1"), pieces())
    work = placing.place_start(work, cell("A2"), pieces())
    assert [(marine.at, marine.facing) for marine in work.mission.start] == [("A1", "S"), ("A2", "S")]
    assert refusal_of(lambda: placing.turn_start(work, cell("C1"))) == "nobody"


def test_what_lies_on_a_square_is_taken_one_by_one() -> None:
    at = cell("D2")
    work = painting.cycle_door(two_rooms(), at, pieces())
    work = placing.toggle_generator(placing.place_object(work, at, "cat", pieces()), at, pieces())
    seen = []
    while (less := placing.remove_item(work, at, pieces())) is not None:
        work = less
        seen.append((len(work.mission.objects), len(work.board.generators), rows(work)[1][3]))
    assert seen == [(0, 1, "D"), (0, 0, "D"), (0, 0, ".")]


def test_levels_hang_together_by_ladders_and_go_with_what_lies_on_them() -> None:
    work, number = painting.add_level(whole())
    work = painting.paint_floor(work, number, (0, 0), (3, 0))
    assert refusal_of(lambda: placing.place_ladder(work, cell("A1"), cell("A2"), pieces())) == "one-level"
    work = placing.place_ladder(work, cell("A1"), cell("2:B1"), pieces())
    assert [(ladder.id, ladder.top, ladder.foot) for ladder in work.board.ladders] == [("L1", "2:B1", "1:A1")]
    assert "off-board" not in codes(work)
    lower = painting.remove_level(work, 1)
    assert [level.number for level in lower.board.levels] == [1]
    assert (lower.board.ladders, lower.mission.start) == ((), ())
    assert refusal_of(lambda: painting.remove_level(lower, 1)) == "last-level"


# ---- pieces


def test_a_board_is_laid_of_pieces_and_shifted_where_it_must_be() -> None:
    work = placing.lay(blank("x"), "corridor-3", (1, 4, 4), "N", pieces())
    assert (work.board.laid[0].at, work.origin(1)) == ("A1", (4, 4))
    work = placing.lay(work, "corridor-2", (1, -2, 0), "N", pieces())
    assert [piece.at for piece in work.board.laid] == ["C1", "A1"]
    assert rows(work) == (".....",)
    assert refusal_of(lambda: placing.lay(two_rooms(), "room", cell("A1"), "N", pieces())) == "of-rows"
    assert refusal_of(lambda: painting.paint_floor(work, 1, (0, 0), (0, 0))) == "of-pieces"


def test_a_piece_is_turned_named_and_taken_away_with_what_lies_on_it() -> None:
    work = placing.lay(blank("x"), "corridor-3", cell("A1"), "N", pieces())
    work = placing.lay(work, "corridor-2", cell("D1"), "N", pieces())
    work = placing.place_start(work, cell("E1"), pieces())
    turned = placing.turn(work, cell("E1"), pieces())
    assert rows(turned) == ("###.", "....")
    named = placing.set_letter(work, cell("E1"), "z", pieces())
    assert sections(named.__class__(mission=named.mission, board=named.rows(pieces()))) == ("aaazz",)
    less = placing.remove_piece(work, cell("E1"), pieces())
    assert (rows(less), less.mission.start) == (("...",), ())
    none = placing.remove_piece(less, cell("A1"), pieces())
    assert none.board.laid == ()
    assert painting.is_blank(none)
    assert refusal_of(lambda: placing.remove_piece(work, cell("A5"), pieces())) == "no-piece"


def test_one_that_does_not_fit_is_told_and_can_be_taken_away() -> None:
    work = placing.lay(blank("x"), "room", cell("A1"), "N", pieces())
    work = placing.lay(work, "room", cell("D3"), "N", pieces())
    work = placing.lay(work, "room", cell("D2"), "N", pieces())
    assert "pieces-overlap" in codes(work)
    less = placing.remove_piece(work, cell("D2"), pieces())
    assert len(less.board.laid) == 2


def test_pieces_become_squares_to_paint() -> None:
    work = placing.lay(blank("x"), "corridor-3", cell("A1"), "N", pieces())
    work = painting.cycle_door(work, cell("B1"), pieces())
    painted = placing.convert_to_rows(work, pieces())
    assert (painted.of_pieces, rows(painted)) == (False, (".D.",))
    assert rows(painting.paint_floor(painted, 1, (3, 0), (3, 0))) == (".D..",)
