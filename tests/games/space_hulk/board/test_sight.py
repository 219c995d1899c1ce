"""Arcs, lines and routes; lines are checked against a second, slow way of computing them."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from q40k.games.space_hulk.board import (
    FACINGS,
    Board,
    board_of,
    direction,
    distance,
    in_front_arc,
    in_half_plane,
    is_line_clear,
)
from q40k.games.space_hulk.packs.boards import Cell
from q40k.packs.library import Library
from tests.games.space_hulk.playing import library

SQUARE = st.tuples(st.integers(0, 8), st.integers(0, 8))


def ground(board: str = "airlock-nine") -> Board:
    packs: Library = library()
    return board_of(packs.of_kind("boards")[board])


def at(name: str, board: str = "airlock-nine") -> Cell:
    cell = ground(board).cell(name)
    assert cell is not None
    return cell


def slowly_clear(origin: Cell, place: Cell, blocked: frozenset[tuple[int, int]]) -> bool:
    """Whether a line is clear, by exact fractions: where it is within squares, and at corners."""
    (_, x0, y0), (_, x1, y1) = origin, place
    half = Fraction(1, 2)
    cuts = {Fraction(0), Fraction(1)}
    for start, end in ((x0, x1), (y0, y1)):
        for joint in range(min(start, end), max(start, end)):
            cuts.add((Fraction(joint) + half - start) / (end - start))
    ordered = sorted(cuts)

    def place_of(t: Fraction) -> tuple[Fraction, Fraction]:
        return x0 + t * (x1 - x0), y0 + t * (y1 - y0)

    for cut, next_cut in pairwise(ordered):
        x, y = place_of((cut + next_cut) / 2)
        square = (int((x + half) // 1), int((y + half) // 1))
        if square in blocked and square not in ((x0, y0), (x1, y1)):
            return False
    for cut in ordered[1:-1]:
        x, y = place_of(cut)
        if (x + half).denominator == 1 and (y + half).denominator == 1:
            right, above = int(x + half), int(y + half)
            rising = (x1 - x0) * (y1 - y0) > 0
            flank = {(right - 1, above), (right, above - 1)} if rising else {(right - 1, above - 1), (right, above)}
            if flank <= blocked:
                return False
    return True


@pytest.mark.rule("SH-LOS-2", "SH-LOS-3", "SH-LOS-4", "SH1-LOS-2")
@settings(max_examples=300)
@given(SQUARE, SQUARE, st.frozensets(SQUARE, max_size=30))
def test_lines_are_as_a_slow_way_finds_them(
    first: tuple[int, int], second: tuple[int, int], blocked: frozenset[tuple[int, int]]
) -> None:
    origin, place = (1, *first), (1, *second)
    free = {(1, x, y) for x in range(-1, 10) for y in range(-1, 10) if (x, y) not in blocked}
    fast = is_line_clear(origin, place, free)
    assert fast == slowly_clear(origin, place, blocked)
    assert fast == is_line_clear(place, origin, free), "both ways alike"


@pytest.mark.rule("SH-LOS-1", "SH-BOARD-3")
def test_the_front_arc_is_three_five_seven_wide() -> None:
    origin = (1, 10, 10)
    for ahead, wide in ((0, 0), (1, 3), (2, 5), (3, 7), (-1, 0)):
        seen = [x for x in range(21) if in_front_arc("N", origin, (1, x, 10 + ahead))]
        assert len(seen) == wide
    assert not in_front_arc("N", origin, (2, 10, 11)), "another level"
    kinds = [direction("E", dx, dy) for dx, dy in ((1, 1), (1, 0), (0, 1), (-1, 0))]
    assert kinds == ["forward", "forward", "sideways", "backward"]


@pytest.mark.rule("SH1-LOS-1")
def test_in_the_first_edition_sight_reaches_to_the_sides() -> None:
    origin = (1, 10, 10)
    for facing in FACINGS:
        seen = [(x, y) for x in range(21) for y in range(21) if in_half_plane(facing, origin, (1, x, y))]
        assert len(seen) == 11 * 21 - 1
    assert not in_half_plane("N", origin, (1, 10, 9))


@pytest.mark.rule("SH-BOARD-5", "SH-BOARD-6", "SH1-BOARD-5")
def test_range_counts_the_longer_way() -> None:
    assert distance(at("C4"), at("P4")) == 13
    assert distance(at("E4"), at("E4")) == 0
    assert distance(at("I3"), at("K5")) == 2
    assert distance(at("2:A3", "deep-shaft"), at("1:A3", "deep-shaft")) is None


@pytest.mark.rule("SH-BOARD-8", "SH-LADDER-2")
def test_what_is_adjacent() -> None:
    board = ground()
    assert board.is_adjacent(at("I4"), at("J5"))
    assert board.is_adjacent(at("H4"), at("I5")), "one of the two squares beside is floor"
    assert not board.is_adjacent(at("E4"), at("G4"))
    shaft = ground("deep-shaft")
    assert shaft.is_adjacent(at("2:D3", "deep-shaft"), at("1:D3", "deep-shaft"))
    assert not shaft.is_adjacent(at("2:A3", "deep-shaft"), at("1:A3", "deep-shaft"))


@pytest.mark.rule("SH-BOARD-7", "SH1-BOARD-7")
def test_routes_pass_over_doors_and_pieces() -> None:
    board = ground()
    assert board.route_length(at("I4"), at("E7")) == 6
    assert board.route_length(at("J4"), at("E7")) == 7
    assert board.route_length(at("E7"), at("E7")) == 0
    shaft = ground("deep-shaft")
    assert shaft.route_length(at("2:C3", "deep-shaft"), at("1:C3", "deep-shaft")) == 3


@pytest.mark.rule("SH-BOARD-4", "SH-BOARD-9", "SH-ENTRY-2")
def test_squares_and_sections_have_names() -> None:
    board = ground()
    assert [board.name(cell) for cell in board.section_squares("b")] == ["F4", "G4", "H4"]
    assert board.name(board.first_square("S2")) == "K1"
    assert ground("deep-shaft").find_section("e") == "2:e"
    for name in ("A4", "P4", "K7"):
        assert board.name(at(name)) == name
    assert board.cell("Z9") is None
