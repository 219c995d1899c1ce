"""An arena in letters: everything is where it stands, in a frame of the size asked for."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from q40k.games.quake.arena.picture import TEXTURES, picture, texture, textures
from q40k.games.quake.packs.arena import Arena, Barrel, Flag, TokenPlace
from q40k.games.quake.packs.library import load
from tests.games.quake.arena.tables import arena, box, drum

ARENAS = load(only=["arenas"]).arenas


def at(lines: list[str], table: Arena, x: float, y: float) -> str:
    """The letter at a place of the table."""
    columns, rows = len(lines[0]) - 2, len(lines) - 2
    row = rows - 1 - min(int(y / table.size[1] * rows), rows - 1)
    return lines[1 + row][1 + min(int(x / table.size[0] * columns), columns - 1)]


@pytest.mark.parametrize("name", sorted(ARENAS))
@pytest.mark.parametrize(("columns", "rows"), [(72, 30), (40, 20), (118, 60)])
def test_a_picture_keeps_to_its_room_and_shows_every_portal(name: str, columns: int, rows: int) -> None:
    lines = picture(ARENAS[name], columns, rows)
    assert len({len(line) for line in lines}) == 1
    assert len(lines[0]) <= columns
    assert len(lines) <= rows
    for number in range(1, 6):
        assert f"({number})" in "\n".join(lines)


@settings(deadline=None, max_examples=40)
@given(st.integers(6, 200), st.integers(4, 80), st.sampled_from(sorted(ARENAS)))
def test_any_room_is_enough_for_some_picture(columns: int, rows: int, name: str) -> None:
    lines = picture(ARENAS[name], columns, rows)
    assert len({len(line) for line in lines}) == 1
    assert len(lines[0]) <= columns
    assert len(lines) <= rows


def test_scenery_shows_its_most_telling_effect_where_it_stands() -> None:
    table = arena(
        box("rock", 10, 20, 20, 30, impassable=True, height_in=3),
        box("pool", 40, 20, 50, 30, water=True),
        drum("tower", (30, 48), 5, climbable=True, height_in=5, cover=4),
        box("rug", 40, 40, 50, 46),
    )
    assert textures(table) == ("impassable", "water", "high", "plain")
    lines = picture(table)
    assert at(lines, table, 15, 25) == TEXTURES["impassable"]
    assert at(lines, table, 45, 25) == TEXTURES["water"]
    assert at(lines, table, 30, 48) == TEXTURES["high"]
    assert at(lines, table, 30, 20) == " "


def test_a_later_piece_lies_over_an_earlier_one_and_a_thin_wall_is_seen() -> None:
    pool = box("pool", 10, 20, 30, 30, water=True)
    wreck = box("wreck", 15, 22, 25, 28, climbable=True, height_in=2)
    lines = picture(arena(pool, wreck))
    assert at(lines, arena(), 20, 25) == TEXTURES["climbable"]
    thin = box("fence", 12, 20, 48, 20.4, cover=6, height_in=1)
    assert "".join(picture(arena(thin))).count(TEXTURES["cover"]) > 20


def test_marks_stand_beside_each_other_where_they_would_overlap() -> None:
    special = TokenPlace(id="S1", category="special", at=(30, 30))
    table = arena(tokens=[special], flags=[Flag(id="F0", at=(30, 30))])
    shown = "\n".join(picture(table))
    assert all(mark in shown for mark in ("(5)", "S1", "F0"))
    barrels = structs.replace(table, barrels=(Barrel(id="B1", at=(15, 30)),))
    assert at(picture(barrels), table, 15, 30) == "o"


@pytest.mark.rule("ARENA-5")
@pytest.mark.parametrize(
    "effect", ["impassable", "lethal", "water", "dangerous", "difficult", "dark", "blocks_sight", "climbable"]
)
def test_every_effect_has_a_letter_of_its_own(effect: str) -> None:
    assert texture(box("piece", 1, 1, 9, 9, **{effect: True})) == effect
    assert len(set(TEXTURES.values())) == len(TEXTURES)
