"""The sheet of an evening without electricity: players, teams, what wins, turns."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from q40k.prints.paper import PAPERS
from tests.games.quake.prints.printing import field_champions, library, print_pages, wish, words_of
from tests.prints.reading import Read

BOX, TURN = 4.0, 7.0
"""How wide the boxes are that are ticked to win, and for a turn."""


def boxes(read: list[Read], side: float) -> int:
    """How many squares there are of a size."""
    return sum(abs(shape.wide - side) < 0.2 and abs(shape.high - side) < 0.2 for page in read for shape in page.shapes)


def rows(read: list[Read]) -> int:
    """How many rows of names there are: boxes in the first column of a table of players."""
    left = min(shape.left for page in read for shape in page.shapes if 11 <= shape.high <= 16.1)
    return sum(
        abs(shape.left - left) < 0.2 and 10.9 <= shape.high <= 16.1 and shape.wide > 20
        for page in read
        for shape in page.shapes
    )


@pytest.mark.rule("INIT-1", "SCORE-4")
def test_it_has_the_order_the_goals_and_room_for_late_ones() -> None:
    read = print_pages("sheet", wish(fielded=field_champions("space-marine"), players=4))
    words = words_of(read)
    marine = library().champions["space-marine"]
    assert f"{marine.ld + marine.i} +" in words
    assert str(10 * marine.points) in words
    assert rows(read) == 1 + 4 + 2, "heads, players, late ones"
    assert boxes(read, TURN) == 24
    flags = words_of(print_pages("sheet", wish("capture-the-flag", fielded=field_champions("space-marine"))))
    assert str(10 * marine.points) not in flags


@pytest.mark.rule("INIT-1")
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(("mod", "measured"), [("deathmatch", 100.0), ("domination", 90.0)])
def test_many_players_take_more_sheets_and_none_is_beyond_the_paper(mod: str, measured: float, paper: str) -> None:
    both = field_champions("space-marine", "eldar-guardian")
    names = tuple(replace(both[n % 2], name=f"Player {n:02}", team=f"T{n % 12:02}") for n in range(24))
    expected = wish(mod, fielded=names, players=24, paper=PAPERS[paper], measured=measured)
    read = print_pages("sheet", expected)
    assert len(read) > 1
    words = words_of(read)
    assert all(words.count(name.name) == 1 for name in names)
    for page in read:
        assert min(shape.bottom for shape in page.shapes) > 7.9
        assert max(shape.right for shape in page.shapes) < page.size[0] - 7.9


@pytest.mark.rule("TEAM-2", "SCORE-4")
def test_teams_have_a_row_each_with_what_they_need() -> None:
    marine, guardian = field_champions("space-marine", "eldar-guardian")
    names = (replace(marine, team="Reds"), replace(guardian, team="Blues"))
    words = words_of(print_pages("sheet", wish("team-deathmatch", fielded=names)))
    for name in names:
        assert f"{name.team} {name.champion.points} {10 * name.champion.points}" in words.replace("\r\n", " ").replace(
            "\n", " "
        ), words
    assert "Ld + I" not in words, "nobody rolls initiative in teams"


@pytest.mark.rule("TURN-1")
@pytest.mark.parametrize(
    ("mod", "ticks"),
    [
        ("deathmatch", 0),
        ("elite", 3 * 6),
        ("capture-the-flag", 2 * (3 + 3)),
        ("one-flag", 2 * (3 + 1)),
        ("domination", 2 * (3 + 15)),
        ("base-attack", 2 * (3 + 1 + 10)),
        ("assault", 2 * 3),
    ],
)
def test_there_is_a_box_for_everything_that_wins(mod: str, ticks: int) -> None:
    assert boxes(print_pages("sheet", wish(mod)), BOX) == ticks
