"""The map in pixels: what is drawn, what a terminal is sent, and how it is asked."""

from __future__ import annotations

import base64
import re
import sys
import zlib
from time import monotonic
from typing import Any

import pytest
from PIL import Image, ImageChops

from q40k.geometry.scene import Area, Label, Line, Mark, Overlay, Piece, Scene, Style
from q40k.tui.map import art, graphics
from q40k.tui.map.graphics import Answers, Graphics, Sixel
from q40k.tui.map.layer import PixelLayer
from q40k.tui.map.legend import LegendPicture
from q40k.tui.map.palette import DARK, LIGHT, rgb
from q40k.tui.map.pixels import PixelPainter
from q40k.tui.map.port import Port
from q40k.tui.map.preview import Preview
from q40k.tui.map.view import MapView
from q40k.tui.match_app import MatchApp
from q40k.tui.pages.hall import HallScreen
from tests.cli.calls import MATCH, import_match
from tests.games.quake.screen.scenes import EASY, placed_desk
from tests.games.quake.screen.table import new_desk, playing
from tests.terminal import Terminal

CELL = (9, 19)
ASPECT = 19 / 18
RED, BLUE = "#d7504a", "#4b84e0"
STYLES = {
    "floor": Style("#2b2e33", "#dcd7ca", art="slabs"),
    "portal": Style("#c3d0d6", "#3f4d55", art="portal"),
    "wall": Style("#737880", "#8f8b84", art="bricks"),
    "token": Style("#e8c14b", "#7a5a00", art="crate"),
}


def table(*pieces: Piece, **more: Any) -> Scene:
    return Scene((60, 60), pieces=pieces, floor="floor", styles=STYLES, **more)


def draw(scene: Scene, overlay: Overlay | None = None, columns: int = 60, rows: int = 30) -> tuple[Image.Image, Port]:
    port = Port(scene.size, columns, rows, aspect=ASPECT)
    return PixelPainter().draw(scene, port, DARK, overlay or Overlay(), cell=CELL), port


def dot(port: Port, at: tuple[float, float]) -> tuple[int, int]:
    """Where a place is in the picture."""
    x, y = port.dots(at)
    return int(x * CELL[0]), int(y * CELL[1] / 2)


# ---- the art


@pytest.mark.parametrize(
    ("path", "ends"),
    [
        ("M1 2L3 4", [(1, 2), (3, 4)]),
        ("m1 2 2 2h4v-1H0V9", [(1, 2), (3, 4), (7, 4), (7, 3), (0, 3), (0, 9)]),
        ("M0 0Q5 5 10 0", [(0, 0), (10, 0)]),
        ("M-3-4l.5.5", [(-3, -4), (-2.5, -3.5)]),
        ("M0-3.2A3.2 3.2 0 100 3.2", [(0, -3.2), (0, 3.2)]),
    ],
)
def test_a_path_is_read_as_svg_writes_it(path: str, ends: list[tuple[float, float]]) -> None:
    ((outline, closed),) = art.parse_path(path)
    assert not closed
    assert outline[0] == pytest.approx(ends[0])
    assert outline[-1] == pytest.approx(ends[-1])
    if "Q" not in path and "A" not in path:
        assert list(outline) == [pytest.approx(end) for end in ends]


def test_an_arc_keeps_its_distance_from_the_middle() -> None:
    ((outline, _closed),) = art.parse_path("M0-9A9 9 0 010 9")
    assert all(abs(x * x + y * y - 81) < 1e-6 for x, y in outline)
    assert all(x >= -1e-6 for x, _y in outline), "clockwise from above, so on the right"


def test_everything_in_the_art_can_be_drawn() -> None:
    from q40k.report.art import names

    signs = [name for name in names("a") if name != "swirl"]
    assert signs
    assert all(art.sign(name) for name in signs)
    assert all(max(abs(x) for outline in art.sign(name) for x, _y in outline) <= 11 for name in signs)
    for name in names("t"):
        tile = art.texture(name, 24)
        assert tile is not None
        assert tile.getchannel("A").getbbox() is not None, name


# ---- the drawing


def test_figures_stand_where_they_are_in_their_colours() -> None:
    picture, port = draw(table(Piece("p1", "Al", (15, 40), RED), Piece("p2", "Bo", (45, 10), BLUE)))
    assert picture.size == (540, 570)
    assert picture.getpixel(dot(port, (15, 40))) == rgb(RED)
    assert picture.getpixel(dot(port, (45, 10))) == rgb(BLUE)
    assert picture.getpixel(dot(port, (30, 30))) != rgb(RED)


def test_a_portal_is_as_wide_as_it_is_high_at_every_zoom() -> None:
    scene = table(ground=(Area("portal", circle=((30, 30), 6)),))
    for zoom in (0, 2, 4):
        port = Port(scene.size, 60, 30, zoom, (30, 30), aspect=ASPECT)
        picture = PixelPainter().draw(scene, port, DARK, cell=CELL)
        rim = picture.convert("L").point(lambda value: 255 * (value > 170)).getbbox()
        assert rim is not None
        assert abs((rim[2] - rim[0]) - (rim[3] - rim[1])) <= 2, zoom


def test_high_scenery_throws_a_shadow_and_flat_scenery_none() -> None:
    box = ((20.0, 20.0), (40.0, 20.0), (40.0, 40.0), (20.0, 40.0))
    flat, port = draw(table(ground=(Area("wall", box),)))
    high, _ = draw(table(ground=(Area("wall", box, height_cm=8),)))
    beside = dot(port, (41.5, 30))
    assert sum(high.getpixel(beside)) < sum(flat.getpixel(beside))  # type: ignore[arg-type]


def test_words_of_the_moment_cover_neither_a_figure_nor_its_letters() -> None:
    scene = table(Piece("p1", "Al", (28, 30), RED), Piece("p2", "Bo", (32, 30), BLUE))
    plain, port = draw(scene)
    worded, _ = draw(scene, Overlay(words=(((30, 30), "100%"),)))
    changed = ImageChops.difference(plain, worded)
    assert changed.getbbox() is not None
    for at in ((28, 30), (32, 30)):
        x, y = dot(port, at)
        assert changed.crop((x - 8, y - 8, x + 8, y + 8)).getbbox() is None, "the figure is whole"


def test_lines_markers_labels_and_highlights_change_the_picture() -> None:
    plain, _ = draw(table())
    overlays = [
        Overlay(lines=(Line(((5, 5), (50, 50)), "good"),)),
        Overlay(lines=(Line(((5, 5), (50, 50)), "faint"),)),
        Overlay(cursor=(30, 30)),
        Overlay(lit=((((10, 10), (30, 10), (30, 30)),),)),
        Overlay(tints=(("token", ((10, 10), (30, 10), (30, 30))),)),
        Overlay(words=(((30, 30), "75 %"),)),
        Overlay(ghost=((10, 10), (12, 10), (12, 12))),
    ]
    assert all(draw(table(), overlay)[0] != plain for overlay in overlays)
    assert draw(table(marks=(Mark("E1", "E1", (20, 20), "token"),)))[0] != plain
    assert draw(table(labels=(Label((20, 20), "[1]"),)))[0] != plain
    assert draw(table(labels=(Label((20, 20), "A1→", yields=True, colour=RED),)))[0] != plain


@pytest.mark.parametrize(("style", "share"), [("path", (1.0, 1.0)), ("shot", (0.6, 0.8)), ("faint", (0.3, 0.5))])
def test_a_path_a_line_of_fire_and_a_fine_line_differ_along_their_whole_length(
    style: str, share: tuple[float, float]
) -> None:
    plain, port = draw(table())
    picture, _ = draw(table(), Overlay(lines=(Line(((5, 30), (20, 30), (55, 30)), style),)))
    (left, y), (right, _y) = dot(port, (5, 30)), dot(port, (55, 30))
    change = ImageChops.difference(plain, picture).convert("L").crop((left + 1, y - 3, right - 1, y + 4))
    columns = [change.crop((x, 0, x + 1, change.height)).getbbox() is not None for x in range(change.width)]
    for part in (columns, columns[: len(columns) // 3], columns[-len(columns) // 3 :]):
        assert share[0] <= sum(part) / len(part) <= share[1]


def test_the_ground_is_drawn_once_while_only_figures_move(monkeypatch: pytest.MonkeyPatch) -> None:
    painter, port, drawn = PixelPainter(), Port((60, 60), 60, 30, aspect=ASPECT), list[object]()
    from q40k.tui.map import pixels

    whole = pixels._Picture.draw_ground

    def count(picture: Any, grid: Any) -> None:
        drawn.append(grid)
        whole(picture, grid)

    monkeypatch.setattr(pixels._Picture, "draw_ground", count)
    for x in (10, 20, 30):
        painter.draw(table(Piece("p1", "Al", (x, 40), RED)), port, DARK, cell=CELL)
    assert len(drawn) == 1
    painter.draw(table(), port, LIGHT, cell=CELL)
    assert len(drawn) == 2


@pytest.mark.parametrize("step", [(4, 0), (-3, 2), (0, -5), (200, 0)])
def test_a_window_that_moves_shows_what_one_drawn_at_once_shows(step: tuple[int, int]) -> None:
    """Only the strips that come into view are drawn, and no seam is left."""
    port = Port((60, 60), 60, 30, aspect=ASPECT).zoom_by(2)
    wall, portal = Area("wall", ((10, 10), (50, 20), (40, 45)), height_cm=5), Area("portal", circle=((30, 50), 5))
    scene = table(Piece("p1", "Al", (20, 40), RED), ground=(wall, portal))
    painter = PixelPainter()
    painter.draw(scene, port, DARK, cell=CELL)
    moved = painter.draw(scene, port.pan(*step), DARK, cell=CELL)
    at_once = PixelPainter().draw(scene, port.pan(*step), DARK, cell=CELL)
    pairs = zip(moved.tobytes(), at_once.tobytes(), strict=True)
    different = sum(abs(first - second) > 8 for first, second in pairs)
    assert different < 0.005 * len(moved.tobytes()), "but for single dots of slanting edges"


# ---- asking the terminal


def terminal_answers() -> Answers:
    answers = Answers()
    answers.expect()
    return answers


@pytest.mark.parametrize(
    ("data", "graphics", "keys"),
    [
        ("\x1b_Gi=4040;OK\x1b\\\x1bP>|kitty(0.28.1)\x1b\\\x1b[6;19;9t\x1b[?62;c", Graphics("kitty", (9, 19)), ""),
        ("\x1b_Gi=4040;OK\x1b\\\x1bP>|ghostty 1.0.1\x1b\\\x1b[6;19;9t\x1b[?62;22c", Graphics("kitty", (9, 19)), ""),
        ("\x1b_Gi=4040;OK\x1b\\\x1bP>|kitty(0.26.5)\x1b\\\x1b[6;19;9t\x1b[?62;c", None, ""),
        ("\x1b_Gi=4040;OK\x1b\\\x1bP>|Konsole 22.12.3\x1b\\\x1b[6;19;9t\x1b[?62;1;4c", Graphics("sixel", (9, 19)), ""),
        ("\x1b_Gi=4040;OK\x1b\\\x1b[6;19;9t\x1b[?62;c", None, ""),
        ("\x1b[?63;1;2;4;6c", Graphics("sixel"), ""),
        ("k\x1b[6;20;10t2\x1b[?62;4c4", Graphics("sixel", (10, 20)), "k24"),
        ("\x1b_Gi=4040;ENOTSUPPORTED\x1b\\\x1b[?62;c", None, ""),
        ("\x1b[?6c", None, ""),
        ("\x1b[?1;2c\x1b[A", None, "\x1b[A"),
    ],
)
def test_answers_are_kept_apart_from_keys(data: str, graphics: Graphics | None, keys: str) -> None:
    for size in (len(data), 1, 3):
        answers, typed, concluded = terminal_answers(), "", []
        for first in range(0, len(data), size):
            rest, result = answers.take(data[first : first + size])
            typed += rest
            concluded += result
        typed += answers.give_back()
        assert [answer.graphics for answer in concluded] == [graphics]
        assert typed == keys


def test_keys_pass_unchanged_unless_an_answer_is_awaited() -> None:
    assert Answers().take("\x1b[?62;4c") == ("\x1b[?62;4c", [])


@pytest.mark.parametrize("chunks", [["\x1b[?62;4c"], ["\x1b[?6", "2;4c"], ["x\x1b[?62", ";4cy"]])
def test_an_answer_that_comes_late_is_no_key(monkeypatch: pytest.MonkeyPatch, chunks: list[str]) -> None:
    answers = terminal_answers()
    now = monotonic()
    monkeypatch.setattr(graphics, "monotonic", lambda: now + graphics.PATIENCE + 1)
    assert not answers.waiting
    typed = "".join(answers.take(chunk)[0] for chunk in chunks) + answers.give_back()
    assert typed.replace("x", "").replace("y", "") == ""
    assert answers.take("\x1b") == ("\x1b", []), "a lone Escape does not wait"


def test_an_escape_that_was_held_back_is_given_back() -> None:
    answers = terminal_answers()
    assert answers.take("\x1b[") == ("", [])
    assert answers.give_back() == "\x1b["
    assert answers.give_back() == ""


def test_terminals_that_would_print_the_question_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(graphics.SWITCH, raising=False)
    monkeypatch.setenv("TERM", "linux")
    assert graphics.question() == ""
    monkeypatch.setenv("TERM", "tmux-256color")
    assert graphics.question() == graphics.ASK
    monkeypatch.setenv("TERM", "xterm-256color")
    assert graphics.question().startswith(graphics.ASK_KITTY)
    monkeypatch.setenv(graphics.SWITCH, "no")
    assert graphics.question() == ""
    assert graphics.configured_graphics() is None
    monkeypatch.setenv(graphics.SWITCH, "sixel")
    assert graphics.configured_graphics() == Graphics("sixel")


# ---- what is sent


def decode_sixel(words: str) -> tuple[tuple[int, int], Image.Image]:
    """Read a sixel picture back: the row and column it is shown at, and its colours."""
    head = re.match(r'\x1b7\x1b\[(\d+);(\d+)H\x1bP0;1;0q"1;1;(\d+);(\d+)', words)
    assert head is not None
    row, column, wide, high = map(int, head.groups())
    assert words.endswith("\x1b\\\x1b8")
    picture = Image.new("RGB", (wide, high))
    colours = dict[str, tuple[int, ...]]()
    x = y = 0
    ink = (0, 0, 0)
    for token in re.findall(r"#\d+;2;\d+;\d+;\d+|#\d+|!\d+.|[$-]|[?-~]", words[head.end() : -4]):
        if token[0] == "#" and ";" in token:
            number, _kind, *parts = token[1:].split(";")
            colours[number] = tuple(round(int(part) * 2.55) for part in parts)
        elif token[0] == "#":
            ink = colours[token[1:]]  # type: ignore[assignment]
        elif token == "$":
            x = 0
        elif token == "-":
            x, y = 0, y + 6
        else:
            times = int(token[1:-1]) if token[0] == "!" else 1
            bits = ord(token[-1]) - 63
            for across in range(x, x + times):
                for bit in range(6):
                    if bits >> bit & 1 and y + bit < high:
                        picture.putpixel((across, y + bit), ink)
            x += times
    return (row, column), picture


def near(first: Image.Image, second: Image.Image, most: int) -> bool:
    pairs = zip(first.tobytes(), second.tobytes(), strict=True)
    return first.size == second.size and max(abs(a - b) for a, b in pairs) <= most


def test_sixel_shows_the_picture_where_it_belongs() -> None:
    picture = Image.new("RGB", (27, 38), "#262a31")
    picture.paste(rgb(RED), (4, 5, 20, 17))
    picture.paste(rgb(BLUE), (10, 20, 27, 38))
    at, shown = decode_sixel(Sixel().encode(picture, (61, 3)))
    assert at == (4, 62)
    assert near(shown, picture, 9)


def decode_kitty(words: str) -> dict[int, Image.Image]:
    """Read pictures of the kitty protocol back, by their numbers; marks and chunks are checked."""
    pictures, keys, data = dict[int, Image.Image](), dict[str, str](), ""
    for head, payload in re.findall(r"\x1b_G([^;\x1b]*);?([^\x1b]*)\x1b\\", words):
        assert len(payload) <= 4096
        part = dict(pair.split("=") for pair in head.split(","))
        keys, data = (part, payload) if "i" in part else (keys, data + payload)
        if part["m"] == "0":
            assert (keys["a"], keys["U"], keys["f"], keys["o"], keys["q"], keys["r"]) == ("T", "1", "24", "z", "2", "1")
            raw = zlib.decompress(base64.b64decode(data))
            pictures[int(keys["i"])] = Image.frombytes("RGB", (int(keys["s"]), int(keys["v"])), raw)
    return pictures


def test_kitty_gets_a_picture_for_each_row_and_letters_that_stand_for_it() -> None:
    layer, port = PixelLayer(Graphics("kitty", CELL)), Port((60, 60), 20, 10, aspect=ASPECT)
    rows = layer.draw(table(Piece("p1", "Al", (15, 40), RED)), port, DARK, Overlay())
    assert rows == list(range(10))
    pictures = decode_kitty(layer.word_rows(rows, (2, 0)))
    wide, high = layer.cell
    whole = Image.new("RGB", (20 * wide, 10 * high))
    for number, picture in pictures.items():
        whole.paste(picture, (0, (number - graphics.FIRST_ID) * high))
    assert whole == layer._picture
    cells = layer.make_cells(DARK)
    assert [cell.char for cell in cells[3]] == [graphics.PLACEHOLDER + "\u0305" + m for m in graphics.MARKS[:20]]
    assert cells[3][0].ink == rgb(f"#{graphics.FIRST_ID + 3:06x}"), "the colour names the picture"
    assert decode_kitty(layer.word_end().replace("a=d", "m=1,a=d")) == {}


def test_only_rows_in_which_something_moved_are_sent_again() -> None:
    layer, port = PixelLayer(Graphics("kitty", CELL)), Port((60, 60), 60, 30, aspect=ASPECT)
    layer.draw(table(Piece("p1", "Al", (15, 50), RED)), port, DARK, Overlay())
    assert layer.draw(table(Piece("p1", "Al", (15, 50), RED)), port, DARK, Overlay()) == []
    rows = layer.draw(table(Piece("p1", "Al", (18, 50), RED)), port, DARK, Overlay())
    assert 0 < len(rows) <= 5
    assert set(decode_kitty(layer.word_change(rows, (0, 0)))) == {graphics.FIRST_ID + row for row in rows}


def test_sixel_sends_only_the_part_that_changed_and_large_pictures_in_parts() -> None:
    layer, port = PixelLayer(Graphics("sixel", CELL)), Port((60, 60), 120, 60, aspect=ASPECT)
    rows = layer.draw(table(Piece("p1", "Al", (15, 50), RED)), port, DARK, Overlay())
    whole = layer.word_rows(rows, (2, 0))
    assert all(int(side) <= 1000 for pair in re.findall(r'"1;1;(\d+);(\d+)', whole) for side in pair)
    rows = layer.draw(table(Piece("p1", "Al", (18, 50), RED)), port, DARK, Overlay())
    part = layer.word_change(rows, (2, 0))
    assert len(part) < len(whole) / 5
    (row, column), _picture = decode_sixel(part)
    assert row - 1 == rows[0]
    assert column > 10, "it begins at the first column that changed"


# ---- on the screen


class Written:
    """Keeps what is written to the terminal."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.words = list[str]()
        monkeypatch.setattr(graphics, "write", lambda _app, words: self.words.append(words))

    def take(self) -> str:
        words, self.words = "".join(self.words), []
        return words


async def test_a_map_turns_into_pixels_when_the_terminal_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    written, app = Written(monkeypatch), MatchApp(placed_desk("en", EASY), raising=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        view = app.screen.query_one(MapView)
        assert view.port is not None
        assert view.port.aspect == 1.0
        app.post_message(graphics.TerminalAnswer(Graphics("kitty", CELL)))
        await pilot.pause()
        assert view.port is not None
        await pilot.pause()  # the legend follows the map
        legend = app.screen.query_one(LegendPicture)
        assert legend.display, "the legend is a picture as well"
        assert len(decode_kitty(written.take())) == view.port.rows + legend.size.height
        await pilot.press("up")
        await pilot.pause()
        assert 0 < len(decode_kitty(written.take())) < view.port.rows / 2, "the cursor has moved"
        await pilot.press("f1")
        await pilot.pause()
        assert written.take() == ""


async def test_what_covers_a_sixel_picture_is_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    class Update:
        spans = ((5, 0, 120), (6, 0, 20))

    written, app = Written(monkeypatch), MatchApp(placed_desk("en", EASY), raising=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        app.post_message(graphics.TerminalAnswer(Graphics("sixel", CELL)))
        await pilot.pause()
        written.take()
        view = app.screen.query_one(MapView)
        view.show_again(Update())
        (row, column), picture = decode_sixel(written.take())
        assert (row, column) == (6, view.region.x + 1)
        assert view._pixels is not None
        assert picture.height == view._pixels.cell[1], "one row, and not the one written beside the map"


async def test_the_picture_of_the_hall_begins_inside_its_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    written, app = Written(monkeypatch), MatchApp(placed_desk("en", EASY), raising=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        app.post_message(graphics.TerminalAnswer(Graphics("sixel", CELL)))
        await app.workers.wait_for_complete()
        await pilot.pause()
        await pilot.press("escape", "comma", "h")
        await pilot.pause()
        assert isinstance(app.screen, HallScreen)
        view = app.screen.query_one(MapView)
        assert view._pixels is not None
        written.take()
        view._send_whole()
        (row, column), picture = decode_sixel(written.take().partition("\x1b8")[0] + "\x1b8")
        framed = view.region.shrink((1, 0, 0, 1))
        assert (row, column) == (framed.y + 1, framed.x + 1), "the frame is a row above and a column at the left"
        assert picture.width <= framed.width * CELL[0]


async def test_the_table_of_the_set_up_is_a_picture_too(monkeypatch: pytest.MonkeyPatch) -> None:
    written, app = Written(monkeypatch), MatchApp(new_desk(arena="classic-60"), raising=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        app.post_message(graphics.TerminalAnswer(Graphics("kitty", CELL)))
        await pilot.pause()
        rows = decode_kitty(written.take())
        preview = app.screen.query_one(Preview)
        assert len(rows) == preview.size.height
        assert preview._pixels is not None
        assert next(iter(rows.values())).width == preview.size.width * preview._pixels.cell[0]


async def test_without_pictures_the_terminal_gets_none(monkeypatch: pytest.MonkeyPatch) -> None:
    written, app = Written(monkeypatch), MatchApp(playing(EASY), raising=True)
    async with app.run_test(size=(120, 40)) as pilot:
        app.post_message(graphics.TerminalAnswer(None))
        await pilot.press("v")
        await pilot.pause()
        assert "\x1bP" not in written.take()


# ---- in a pseudo-terminal


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_the_real_program_asks_the_terminal_and_takes_its_answer_for_no_key() -> None:
    number = import_match(MATCH)
    terminal = Terminal("-m", "q40k", "resume", number)
    try:
        terminal.until(b"Next")
        terminal.settle()
        assert b"\x1b[c" not in terminal.seen, "nobody is asked before the first map"
        terminal.write(b"v")
        terminal.until(b"\x1b[c")
        terminal.write(b"\x1b[6;19;9t\x1b[?62;4c")
        terminal.until(b"\x1bP0;1;0q")
        terminal.settle()
        terminal.type(b"\x1b")
        terminal.type(b"q")
        assert terminal.status() == 0
    finally:
        terminal.kill()
