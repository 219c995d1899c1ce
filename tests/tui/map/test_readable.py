"""Every letter of a map can be read on what it stands on, in every game and on either ground."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from textual.color import Color

from q40k.geometry.scene import Area, Label, Mark, Piece, Scene, Style
from q40k.tabletop.colours import COLOURS
from q40k.tui.map.draw import Cell, Painter, left_ruler, lower_ruler, write_names_beside
from q40k.tui.map.palette import DARK, LIGHT, MONO, READABLE, Colour, Palette
from q40k.tui.map.port import Port
from tests.games.epic.screen.test_places import on_the_table
from tests.games.quake.screen.scenes import EASY, placed_desk
from tests.games.space_hulk.playing import ready
from tests.tui.map.test_scene import square
from tests.tui.test_themes import contrast

SIZES = ((78, 17), (58, 22), (120, 36))


def quake() -> Scene | None:
    desk = placed_desk("en", EASY)
    return desk.view.scene(desk.state)


def epic() -> Scene | None:
    match_session = on_the_table()
    return match_session.game.view.scene(match_session.state)


def hulk() -> Scene | None:
    match_session = ready(Bolt1="E4 E", Bolt2="C4 E", S1="G4 W")
    return match_session.game.view.scene(match_session.state)


def crowded_scene() -> Scene:
    """Everybody’s colour, with a rim, known and known about, on and beside every kind of ground."""
    grounds = {"pale": Style("#eeeeee", "#eeeeee"), "murk": Style("#777777", "#777777")}
    stripes = (("pale", 0.0), ("murk", 40.0))
    pieces = [
        Piece(
            f"{number}{about}{x}",
            "Zo",
            (x + 6 + 3 * number, 4 + 30 * about),
            colour,
            square(x + 4 + 3 * number, 2 + 30 * about, 3),
            about=bool(about),
        )
        for number, colour in enumerate(COLOURS)
        for about in (0, 1)
        for x in (0, 40, 80)
    ]
    return Scene(
        (120, 60),
        ground=tuple(Area(name, square(x, 0, 60)) for name, x in stripes),
        pieces=tuple(pieces),
        marks=tuple(Mark(f"M{x}", "murk", (x, 20), "pale") for x in (10, 50, 90)),
        labels=tuple(Label((x, 50), "label", "pale", paper="pale") for x in (10, 50, 90)),
        styles=grounds,
    )


def test_without_colours_no_token_hides_the_rim_of_a_portal() -> None:
    scene = quake()
    assert scene is not None
    for columns, rows in SIZES:
        cells = Painter().draw(scene, Port(scene.size, columns, rows), MONO)
        drawn = "\n".join("".join(cell.char for cell in row) for row in cells)
        assert all(f"({number})" in drawn for number in range(1, 6))
        assert "S1" in drawn


def code(colour: Colour) -> str:
    return Color(*colour).hex


def unreadable(cells: list[list[Cell]]) -> list[tuple[str, str, str]]:
    """The letters and figures that do not stand out, each with its colours."""
    return [
        (cell.char, code(cell.ink), code(cell.paper))
        for row in cells
        for cell in row
        if cell.char.isalnum() and cell.ink is not None and cell.paper is not None
        if contrast(code(cell.ink), code(cell.paper)) < READABLE
    ]


@pytest.mark.parametrize("palette", [DARK, LIGHT], ids=lambda palette: str(palette.name))
@pytest.mark.parametrize("drawn", [quake, epic, hulk, crowded_scene])
def test_every_letter_stands_out(drawn: Callable[[], Scene | None], palette: Palette) -> None:
    scene = drawn()
    assert scene is not None
    for columns, rows in SIZES:
        port = Port(scene.size, columns, rows)
        cells = Painter().draw(scene, port, palette)
        write_names_beside(cells, port, scene.grid, palette)
        cells += [*left_ruler(port, scene.grid, palette), lower_ruler(port, scene.grid, palette)]
        assert any(cell.char.isalnum() and cell.ink for row in cells for cell in row)
        assert unreadable(cells) == []
