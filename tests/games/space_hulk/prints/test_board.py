"""Board pieces, blips, doors and counters: true sizes, all of them, and pages that are full."""

from __future__ import annotations

import pytest

from q40k.games.space_hulk.board import board_of
from q40k.games.space_hulk.prints.board import SQUARE_MM
from q40k.games.space_hulk.prints.counters import BLIP_MM, COUNTER_MM, DOOR_HIGH_MM, DOOR_WIDE_MM, FLAP_MM
from q40k.games.space_hulk.prints.offer import PRINTS
from q40k.games.space_hulk.prints.sheets import Wish
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.words.wording import WORDS
from q40k.i18n.locale import Locale
from q40k.prints.offer import INK_LEVELS, InkLevel
from q40k.prints.paper import PAPERS
from q40k.prints.writing import make_pdf
from tests.games.space_hulk.playing import new, play
from tests.prints.reading import Read, pages


def print_sheets(kind: str, match: Match, ink: InkLevel = "colour") -> list[Read]:
    wish = Wish(Locale("en", WORDS.locales), PAPERS["a4"], match=match, ink=ink)
    return pages(make_pdf(PRINTS.kinds[kind].make(wish), wish.paper, wish.locale))


def count(read: list[Read], wide: float, high: float) -> int:
    return sum(shape.measures(wide, high, 0.001) for page in read for shape in page.shapes)


@pytest.mark.rule("SH-BOARD-1")
def test_a_long_piece_is_turned_where_that_saves_a_sheet() -> None:
    assert len(print_sheets("board", play(new("airlock-nine")).state)) == 1


@pytest.mark.rule("SH-BOARD-1", "SH-BOARD-4")
@pytest.mark.parametrize("mission", ["airlock-nine", "under-the-keel", "cinder-ward"])
@pytest.mark.parametrize("ink", INK_LEVELS)
def test_every_square_of_the_board_is_printed_once_in_its_size_with_its_name(mission: str, ink: InkLevel) -> None:
    match = play(new(mission)).state
    assert match.setup.layout is not None
    board = board_of(match.setup.layout)
    read = print_sheets("board", match, ink)
    assert count(read, SQUARE_MM, SQUARE_MM) == len(board.cells)
    words = [word for page in read for word in page.words.split()]
    openings = [opening.id for opening in (*match.setup.layout.entries, *match.setup.layout.exits)]
    names = [board.name(cell) for cell in board.cells]
    for word in (*names, *openings):
        assert words.count(word) == names.count(word) + openings.count(word), word


@pytest.mark.rule("SH-BOX-3", "SH-SECRET-1")
@pytest.mark.parametrize("ink", INK_LEVELS)
def test_blips_are_those_of_the_box_and_their_backs_are_all_the_same(ink: InkLevel) -> None:
    (page,) = print_sheets("blips", Match(), ink)
    pieces = [shape for shape in page.shapes if shape.measures(BLIP_MM, 2 * BLIP_MM, 0.001)]
    assert len(pieces) == 22
    lines = page.words.split()
    assert [sum(line == value for line in lines) for value in "13"] >= [9, 9]
    backs = set()
    for piece in pieces:
        upper = [
            (round(shape.left - piece.left, 2), round(shape.bottom - piece.bottom, 2), round(shape.wide, 2), shape.fill)
            for shape in page.shapes
            if shape.left > piece.left
            and shape.right < piece.right
            and piece.middle[1] < shape.bottom < shape.top < piece.top
        ]
        backs.add(tuple(upper))
    assert len(backs) == 1, "no back tells the value of its blip"


@pytest.mark.rule("SH-BOX-4", "SH1-BOX-1")
def test_doors_and_counters_are_those_of_the_mission_and_of_its_edition() -> None:
    match = play(new("under-the-keel")).state
    layout = match.setup.layout
    assert layout is not None
    doors = sum(row.count("D") for level in layout.levels for row in level.rows)
    assert count(print_sheets("doors", match), DOOR_WIDE_MM, 2 * (DOOR_HIGH_MM + FLAP_MM)) == doors
    read = print_sheets("counters", match)
    fourth = 6 + 10 + 10 + 6 + 2 * len(layout.ladders) + len(layout.entries) + len(layout.generators) + 3
    assert count(read, COUNTER_MM, 2 * COUNTER_MM) == fourth + len(match.mission.objects)
    blank = Match()
    first = blank.replace(setup=type(blank.setup)(edition_id="1"))
    assert count(print_sheets("counters", first), COUNTER_MM, 2 * COUNTER_MM) == 6 + 10 + 6 + 4 + 8 + 1
    assert not PRINTS.kinds["board"].possible(Wish(Locale("en"), PAPERS["a4"], match=first))
