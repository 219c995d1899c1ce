"""A map of any game: what it shows of a scene of which it knows nothing else."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from q40k.geometry.outlines import Corners
from q40k.geometry.scene import Area, Grid, Label, Line, Mark, Overlay, Piece, Scene, Style
from q40k.tui.map.draw import Cells, Painter, lower_ruler, write_names_beside
from q40k.tui.map.legend import count_picture_rows, draw_legend, legend
from q40k.tui.map.palette import DARK, LIGHT, MONO, Palette, rgb
from q40k.tui.map.parts import Sample
from q40k.tui.map.port import Port

PORT = Port((40, 20), 44, 12)


def square(x: float, y: float, side: float) -> Corners:
    return ((x, y), (x + side, y), (x + side, y + side), (x, y + side))


def corridor() -> Scene:
    """A corridor of four squares with a door, a walker and a key."""
    return Scene(
        (40, 20),
        ground=(Area("floor", square(0, 0, 20)), Area("floor", square(20, 0, 20), lift=0.2)),
        areas=(Area("smoke", square(30, 10, 10), layer="smoke"),),
        marks=(Mark("K", "key", (25, 5), "key"),),
        pieces=(Piece("p1", "Zo", (5, 5), "#d7504a", square(3, 3, 4), active=True, layer="men"),),
        lines=(Line(((0, 10), (40, 10)), "wall"),),
        labels=(Label((15, 15), "D", paper="floor"),),
        grid=Grid(10, ("a", "b", "c", "d"), ("1", "2")),
        styles={
            "floor": Style("#445566", "#ccddee", "#"),
            "smoke": Style("#888888", "#aaaaaa", share=0.5),
            "key": Style("#ffcc00", "#886600"),
            "wall": Style("#ffffff", "#000000"),
        },
    )


def text(cells: Cells) -> str:
    return "\n".join("".join(cell.char for cell in row) for row in cells)


def test_pieces_marks_labels_and_rulers_are_shown() -> None:
    scene = corridor()
    for palette, piece in ((DARK, "▸Zo"), (LIGHT, "▸Zo"), (MONO, "»Zo")):
        cells = Painter().draw(scene, PORT, palette)
        write_names_beside(cells, PORT, scene.grid, palette)
        ruler = "".join(cell.char for cell in lower_ruler(PORT, scene.grid, palette))
        assert all(word in text(cells) for word in (piece, "key", "D"))
        assert all(letter in text(cells) + ruler for letter in "abcd")


@pytest.mark.parametrize("palette", [DARK, LIGHT], ids=lambda palette: palette.name)
def test_areas_have_the_colours_of_their_styles(palette: object) -> None:
    assert palette in (DARK, LIGHT)
    expected = DARK if palette is DARK else LIGHT
    papers = {cell.paper for row in Painter().draw(corridor(), PORT, expected) for cell in row}
    assert expected.of(corridor().styles["floor"]) in papers
    assert rgb("#d7504a") in papers | {cell.ink for row in Painter().draw(corridor(), PORT, expected) for cell in row}


@pytest.mark.parametrize("palette", [DARK, LIGHT, MONO], ids=lambda palette: palette.name)
def test_who_has_nothing_to_do_stands_back(palette: Palette) -> None:
    def letters(*, quiet: bool) -> list[tuple[object, bool]]:
        scene = corridor()
        pieces = tuple(replace(piece, quiet=quiet, active=False, rim=()) for piece in scene.pieces)
        cells = Painter().draw(replace(scene, pieces=pieces), PORT, palette)
        return [(cell.paper, cell.inverse) for row in cells for cell in row if cell.char in "Zo"]

    able, quiet = letters(quiet=False), letters(quiet=True)
    assert len(able) == len(quiet) == 2
    assert able != quiet, "by the ground of its letters, and without colours by their being turned"


@pytest.mark.parametrize("palette", [DARK, MONO], ids=lambda palette: palette.name)
def test_figures_on_one_another_are_fanned_out_and_all_can_be_read(palette: Palette) -> None:
    crowd = tuple(Piece(letter, f"{letter}{letter.lower()}", (20, 10), "#d7504a") for letter in "ABCDEFG")
    own = Piece("known", "Xy", (20, 10), "#d7504a", square(18, 8, 4))
    rough = [replace(piece, about=True) for piece in crowd]
    active = replace(crowd[3], active=True, about=True)
    shown = Painter().draw(replace(corridor(), pieces=(*rough[:3], active, *rough[4:], own)), PORT, palette)
    for piece in (*crowd, own):
        assert piece.letters in text(shown)
    alone = Painter().draw(replace(corridor(), pieces=(active,)), PORT, palette)
    mark = "»" if palette.plain else "▸"
    assert _find(shown, f"{mark}Dd") == _find(alone, f"{mark}Dd"), "whoever acts keeps the place"


def _find(cells: Cells, word: str) -> tuple[int, int]:
    """The row and column of a word."""
    rows = text(cells).splitlines()
    return next((y, row.index(word)) for y, row in enumerate(rows) if word in row)


def test_a_layer_that_is_hidden_is_left_out_and_the_others_stay() -> None:
    painter = Painter()
    shown = painter.draw(corridor(), PORT, MONO)
    hidden = painter.draw(corridor(), PORT, MONO, hidden=frozenset({"men"}))
    assert "Zo" in text(shown)
    assert "Zo" not in text(hidden)
    assert "key" in text(hidden)


def test_a_round_area_may_lie_still_or_cover_the_ground_for_now() -> None:
    bare = Scene((40, 20), styles=corridor().styles)
    round_ = Area("floor", circle=((20, 10), 6))
    for palette in (DARK, LIGHT, MONO):
        plain = Painter().draw(bare, PORT, palette)
        for shown in (replace(bare, ground=(round_,)), replace(bare, areas=(round_,))):
            assert Painter().draw(shown, PORT, palette) != plain


def test_what_is_near_is_found() -> None:
    scene = corridor()
    assert [nearest.id for at in ((5, 5), (25, 6)) if (nearest := scene.nearest(at))] == ["p1", "K"]
    assert scene.nearest((15, 15)) is None
    assert scene.nearest((15, 5), reach_cm=10.5) is not None


def test_a_scene_of_nothing_is_an_empty_table() -> None:
    cells = Painter().draw(Scene((40, 20)), PORT, DARK, Overlay(cursor=(1, 1)))
    assert len(cells) == PORT.rows
    assert {cell.paper for row in cells for cell in row} >= {DARK.ground, DARK.beyond}


def test_the_legend_shows_a_sample_of_each() -> None:
    scene = corridor()
    samples = (Sample("floor", area="floor"), Sample("a key", "k", "key"))
    for palette in (DARK, MONO):
        assert legend(scene, samples, palette, 80).plain.endswith("floor  k a key")
    assert legend(scene, (), MONO, 80).plain == ""


@pytest.mark.parametrize(("style", "dots"), [("path", 1.0), ("shot", 5 / 8), ("faint", 1 / 2)])
def test_a_path_a_line_of_fire_and_a_fine_line_differ_without_colours(style: str, dots: float) -> None:
    scene = Scene((40, 20))
    cells = Painter().draw(scene, PORT, MONO, Overlay(lines=(Line(((4, 11), (36, 11)), style),)))
    row = next(line for line in text(cells).splitlines() if max(line) >= "\u2800").strip()
    columns = [ord(char) >= 0x2800 and bool(ord(char) & side) for char in row for side in (0x47, 0xB8)]
    assert sum(columns) / len(columns) == pytest.approx(dots, abs=0.08)


def test_in_pixels_each_word_of_a_legend_stands_beside_its_sign() -> None:
    samples = (
        Sample("closed door", area="wall"),
        Sample("overwatch", "◎", art="eye"),
        Sample("facing", "↑→↓←"),
        Sample("advance", "→"),
        Sample("Ann", "•", colour="#d7504a"),
    )
    styles = {"wall": Style("#737880", "#8f8b84", art="bricks")}
    drawn, over = draw_legend(samples, styles, 34, 3, 1.0)
    words = {word: at for at, word in over.words}
    assert set(words) == {"closed door", "overwatch", "advance", "Ann"}, "the font of pictures has no other arrows"
    icons = [drawn.ground[0].corners[1], drawn.marks[0].at, drawn.labels[0].at, drawn.pieces[0].at]
    assert all(icon[0] < at[0] for icon, at in zip(icons, words.values(), strict=True))
    assert len({at[1] for at in words.values()}) == count_picture_rows(samples, 34) == 2
    low = [word for _at, word in draw_legend(samples, styles, 34, 1, 1.0)[1].words]
    assert low == ["closed door", "overwatch"], "what has no room is left out"
