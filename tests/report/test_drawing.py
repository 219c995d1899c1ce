"""A scene as SVG: what lies still, what moves, and nobody's markup."""

from __future__ import annotations

import re

from q40k.geometry.scene import Area, Label, Line, Mark, Piece, Scene, Style
from q40k.report.drawing import MANY, classes, drawing, ground, ground_cover, moving_parts, variables
from q40k.tabletop.colours import COLOURS

SCENE = Scene(
    (100, 50),
    ground=(Area("water", ((0, 0), (10, 0), (10, 10))), Area("hill", circle=((20, 20), 5))),
    areas=(Area("fire", ((1, 1), (2, 1), (2, 2)), colour="#123456"),),
    marks=(Mark("T1", "T1", (30, 10), "token"),),
    pieces=(Piece("p1", "An", (40, 10), COLOURS[2], active=True), Piece("p2", "<b>", (60, 40), "#010203", about=True)),
    lines=(Line(((0, 0), (5, 5)), "bad"),),
    labels=(Label((20, 20), "(1)", "number"),),
    styles={"water": Style("#111111", "#eeeeee"), "fire": Style("#222222", "#dddddd", share=0.9)},
)


def test_what_lies_still_is_apart_from_what_moves() -> None:
    assert ground(SCENE).count('class="area') == 2
    assert ">(1)<" in ground(SCENE)
    assert 'class="mark s-token"' in ground_cover(SCENE)
    assert moving_parts(SCENE).count('class="piece') == 2
    whole = drawing(SCENE, "The table", ground(SCENE), moving_parts(SCENE))
    assert whole.count("<svg") == whole.count("</svg>") == 1
    assert 'viewBox="-1 -1 102 52"' in whole


def test_places_are_counted_from_below() -> None:
    assert 'points="0.0,50.0 10.0,50.0 10.0,40.0"' in ground(SCENE)
    assert 'transform="translate(40.0 40.0)"' in moving_parts(SCENE)


def test_a_seat_is_known_by_its_class_and_a_strange_colour_by_itself() -> None:
    drawn = moving_parts(SCENE)
    assert 'class="piece c2 active"' in drawn
    assert 'class="piece about"' in drawn
    assert 'fill="#010203"' in drawn
    assert 'fill="#123456"' in drawn


def test_nothing_on_it_is_markup() -> None:
    assert "<b>" not in moving_parts(SCENE)
    assert "&lt;b&gt;" in moving_parts(SCENE)
    assert "<i>" not in drawing(SCENE, "<i>", "")


def test_how_somebody_moved_is_a_line() -> None:
    assert 'class="line s-moved"' in moving_parts(SCENE, (Line(((1, 1), (9, 9)), "moved"),))


def test_of_many_each_is_small_and_has_no_letters() -> None:
    crowd = tuple(Piece(str(n), "Zz", (n, n), COLOURS[0]) for n in range(0, 4 * (MANY + 1), 4))
    few, many = (Scene((100, 100), pieces=crowd[:count]) for count in (MANY, MANY + 1))
    radius = re.compile(r'class="body"[^>]* r="([\d.]+)"')
    sizes = [float(radius.findall(moving_parts(group))[0]) for group in (few, many)]
    assert sizes[0] > sizes[1]
    assert [">Zz<" in moving_parts(group) for group in (few, many)] == [True, False]


def test_colours_come_from_the_style_sheet() -> None:
    assert variables(SCENE.styles, "dark") == "--s-water:#111111;--s-fire:#222222;"
    assert variables(SCENE.styles, "light") == "--s-water:#eeeeee;--s-fire:#dddddd;"
    assert ".area.s-water{fill:var(--s-water)}" in classes(SCENE.styles)
