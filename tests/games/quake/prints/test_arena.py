"""An arena over several sheets: whole, in its true size, in parts whose marks lie on each other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import hypot
from typing import NamedTuple

import pypdfium2
import pytest
from PIL import ImageDraw
from pypdfium2 import raw

from q40k.games.quake.packs.arena import tiles
from q40k.games.quake.prints.arena import CROSS_MM, OVERLAP_MM
from q40k.games.quake.prints.offer import PRINTS
from q40k.i18n.locale import Locale
from q40k.prints.paper import HEAD_MM, MARGIN_MM, PAPERS, RULER_MM
from q40k.prints.writing import make_pdf
from tests.games.quake.prints.printing import (
    INCH,
    NEAR,
    field_champions,
    library,
    print_pages,
    round_ones,
    wish,
    words_of,
)
from tests.prints.reading import MM, Shape, pages

EDGE = MARGIN_MM + RULER_MM
"""The corner of what is drawn, on the paper."""
HALF = OVERLAP_MM / 2
LABEL = re.compile(r"(\S+) joins (\S+)")
Box = tuple[float, float, float, float]
"""The left, bottom, right and top of something in mm."""


class Part(NamedTuple):
    """A printed part of a table: its name and neighbours, and where it is in mm of the table."""

    name: str
    joins: set[str]
    page: int
    """The number of its page, from 0 on."""
    corner: tuple[float, float]
    """Where the corner of the table would be on that page."""
    area: Box
    joints: Box
    """What is seen of it in the end: to the middles of its joints and the edges of the table."""
    shapes: list[Box]
    crosses: list[tuple[float, float]]

    @property
    def on_paper(self) -> Box:
        (x, y), (left, bottom, right, top) = self.corner, self.area
        return left + x, bottom + y, right + x, top + y


def labels(page: pypdfium2.PdfPage) -> list[tuple[str, str, float, float]]:
    """The labels of joints: the part, its neighbour, and the middle of the words on the paper."""
    each = []
    for text in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT], textpage=page.get_textpage()):
        if label := LABEL.fullmatch(text.extract().strip()):
            left, bottom, right, top = text.get_bounds()
            each.append((label[1], label[2], (left + right) / 2 * MM, (bottom + top) / 2 * MM))
    return each


def joint_lines(shapes: list[Shape]) -> tuple[list[Shape], list[Shape]]:
    """The dashed lines of joints, upright ones and level ones."""
    dashed = [shape for shape in shapes if shape.dashed and min(shape.wide, shape.high) < 0.01]
    return [line for line in dashed if line.wide < 0.01], [line for line in dashed if line.high < 0.01]


@cache
def printed_arena(id: str, paper: str = "a4", tiles: tuple[str, ...] = ()) -> bytes:
    """The sheets of an arena or of its tiles, without the plan and what to agree on."""
    expected = wish(arena=library().arenas[id], paper=PAPERS[paper], tiles=tiles)
    sheets = PRINTS.kinds["arena"].make(expected)
    first = 0 if tiles else next(at for at, sheet in enumerate(sheets) if ": part" in sheet.title)
    return make_pdf(sheets[first:], expected.paper, expected.locale).data


@cache
def parts(id: str, paper: str = "a4", tiles: tuple[str, ...] = ()) -> list[Part]:
    """The parts on those sheets, found by their labels."""
    data = printed_arena(id, paper, tiles)
    size = library().arenas[id].size
    return [
        part
        for number, (read, page) in enumerate(zip(pages(data), pypdfium2.PdfDocument(data), strict=True))
        for part in parts_of((size[0] * 10, size[1] * 10), number, read.shapes, labels(page))
    ]


def parts_of(
    size: tuple[int, int], number: int, shapes: list[Shape], named: list[tuple[str, str, float, float]]
) -> Iterator[Part]:
    """The parts of a page: each is a drawing of the table that ends with its outline, then its joints."""
    ends = [at for at, shape in enumerate(shapes) if shape.measures(size[0], size[1]) and shape.line_mm > 0.5]
    for first, at, last in zip([-1, *ends], ends, [*ends[1:], len(shapes)], strict=False):
        x, y = shapes[at].left, shapes[at].bottom
        upright, level = joint_lines(shapes[at + 1 : last])
        beside = [
            (label, line)
            for label in named
            for line in upright
            if line.bottom < label[3] < line.top and abs(label[2] - line.left) < HALF
        ]
        along = [
            (label, line)
            for label in named
            for line in level
            if line.left < label[2] < line.right and abs(label[3] - line.bottom) < HALF
        ]
        assert len(beside) + len(along) == len(upright) + len(level), "each joint has its label"
        (name,) = {label[0] for label, _line in [*beside, *along]}
        left, bottom, right, top = edges = whole(name, size)
        for label, line in beside:
            left, right = (left, line.left - x) if label[2] > line.left else (line.left - x, right)
        for label, line in along:
            bottom, top = (bottom, line.bottom - y) if label[3] > line.bottom else (line.bottom - y, top)
        joints = (left, bottom, right, top)
        left, bottom, right, top = (
            side + sign * HALF * (side != edge) for side, sign, edge in zip(joints, (-1, -1, 1, 1), edges, strict=True)
        )
        yield Part(
            name,
            {label[1] for label, _line in [*beside, *along]},
            number,
            (x, y),
            (left, bottom, right, top),
            joints,
            [(box.left - x, box.bottom - y, box.right - x, box.top - y) for box in shapes[first + 1 : at + 1]],
            [
                ((arm.left + arm.right) / 2 - x, arm.bottom - y)
                for arm in shapes[at + 1 : last]
                if abs(arm.wide - 2 * CROSS_MM) < 0.01 and arm.high < 0.01
            ],
        )


def whole(name: str, size: tuple[int, int]) -> Box:
    """What a part is a part of: the tile in its name, or the whole table."""
    tile, dash, _number = name.partition("-")
    if not dash:
        return 0, 0, size[0], size[1]
    left, bottom = (ord(tile[0]) - ord("A")) * 200, (int(tile[1:]) - 1) * 200
    return left, bottom, left + 200, bottom + 200


def overlap(first: Box, second: Box) -> bool:
    """Whether two boxes share more than an edge."""
    return (
        min(first[2], second[2]) - max(first[0], second[0]) > 0.01
        and min(first[3], second[3]) - max(first[1], second[1]) > 0.01
    )


@pytest.mark.rule("ARENA-1")
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("id", ["classic-60", "caldera-120"])
def test_marks_of_neighbouring_parts_are_the_same_places_of_the_table(id: str, paper: str) -> None:
    each = parts(id, paper)
    for first, second in combinations(each, 2):
        shared = sum(hypot(a[0] - b[0], a[1] - b[1]) < NEAR for a in first.crosses for b in second.crosses)
        joined = second.name in first.joins
        assert joined == (first.name in second.joins)
        assert shared == 2 * joined, f"{first.name} and {second.name}"
    assert all(len(part.crosses) == 2 * len(part.joins) for part in each)


@pytest.mark.rule("ARENA-1")
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("id", ["classic-60", "hivegate-180"])
def test_every_part_is_printed_once_on_sheets_a_third_full_and_together_they_are_the_table(id: str, paper: str) -> None:
    arena = library().arenas[id]
    each = parts(id, paper)
    assert sorted(int(part.name) for part in each) == list(range(1, len(each) + 1))
    assert not any(overlap(first.joints, second.joints) for first, second in combinations(each, 2))
    seen = sum((right - left) * (top - bottom) for left, bottom, right, top in (part.joints for part in each))
    assert seen == pytest.approx(arena.size[0] * arena.size[1] * 100, rel=1e-4)
    frame, filled = PAPERS[paper].frame(), dict[int, float]()
    for part in each:
        left, bottom, right, top = part.area
        filled[part.page] = filled.get(part.page, 0) + (right - left) * (top - bottom)
    assert min(filled.values()) > frame.wide_mm * frame.high_mm / 3


@pytest.mark.parametrize("tile", [(), ("A1", "B2", "C3")])
@pytest.mark.parametrize("paper", PAPERS)
def test_parts_share_sheets_without_touching_each_other_the_rulers_or_the_margins(
    paper: str, tile: tuple[str, ...]
) -> None:
    data, each = printed_arena("classic-60", paper, tile), parts("classic-60", paper, tile)
    assert len(each) > len(pypdfium2.PdfDocument(data)), "some share a sheet"
    for first, second in combinations(each, 2):
        assert first.page != second.page or not overlap(first.on_paper, second.on_paper)
    for number, page in enumerate(pypdfium2.PdfDocument(data)):
        wide, high = (side * MM for side in page.get_size())
        picture = page.render(scale=4).to_pil().convert("L")
        drawn = ImageDraw.Draw(picture)
        clear = [part.on_paper for part in each if part.page == number]
        for left, bottom, right, top in clear:
            assert left > EDGE - 0.01
            assert bottom > EDGE - 0.01
            assert right < wide - 8
            assert top < high - 8 - HEAD_MM
        rulers = [
            (8, 8, EDGE - 0.4, high - 8),
            (8, 8, wide - 8, EDGE - 0.4),
            (8, high - 8 - HEAD_MM, wide - 8, high - 8),
        ]
        for left, bottom, right, top in [*clear, *rulers]:
            box = [side * 4 / MM for side in (left - 0.2, high - top - 0.2, right + 0.2, high - bottom + 0.2)]
            drawn.rectangle(box, fill=255)
        assert picture.getextrema() == (255, 255), "nothing between the parts"


@pytest.mark.parametrize(("paper", "sheets"), [("a4", 8), ("letter", 9)])
def test_the_twelve_parts_of_the_classic_pit_take_fewer_sheets(paper: str, sheets: int) -> None:
    assert len(parts("classic-60", paper)) == 12
    assert len(pypdfium2.PdfDocument(printed_arena("classic-60", paper))) == sheets


@pytest.mark.rule("ARENA-1", "ARENA-3", "BARREL-1", "FLAG-1", "BASE-1")
@pytest.mark.parametrize("id", ["depot-100", "crossroads-120"])
def test_all_that_lies_on_the_table_lies_where_the_arena_says(id: str) -> None:
    arena = library().arenas[id]
    each = parts(id)
    marks = [(portal.at, portal.diameter_in * 1.27) for portal in arena.portals]
    marks += [(token.at, 1.0) for token in arena.tokens]
    marks += [(flag.at, 1.0) for flag in arena.flags]
    marks += [(barrel.at, 1.0) for barrel in arena.barrels]
    places = [(at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius) for at, radius in marks]
    outlines = [piece.corners for piece in arena.scenery] + [base.polygon for base in arena.bases]
    places += [
        (min(x for x, _y in each), min(y for _x, y in each), max(x for x, _y in each), max(y for _x, y in each))
        for each in outlines
    ]
    assert len(places) > 30
    for cm in places:
        mm = [10 * side for side in cm]
        owners = [part for part in each if overlap(part.joints, (mm[0], mm[1], mm[2], mm[3]))]
        assert owners
        for part in owners:
            assert any(all(abs(a - b) < NEAR for a, b in zip(mm, shape, strict=True)) for shape in part.shapes), cm


@pytest.mark.rule("ARENA-1")
@pytest.mark.parametrize("tile", ["A1", "C3"])
def test_a_tile_is_twenty_centimetres_wide_and_has_what_lies_on_it(tile: str) -> None:
    read = pages(printed_arena("classic-60", tiles=(tile,)))
    assert len(read) == 2
    assert all(f"part {tile}-{number}" in page.words for number, page in enumerate(read, 1))
    portal = {"A1": "4", "C3": "2"}[tile]
    assert any(line.strip() == portal for line in read[0].words.splitlines())
    first, second = parts("classic-60", tiles=(tile,))
    assert (first.joins, second.joins) == ({second.name}, {first.name})
    left, bottom = ("ABC".index(tile[0]) * 200, (int(tile[1]) - 1) * 200)
    assert min(first.area[0], second.area[0]) == pytest.approx(left, abs=NEAR)
    assert max(first.area[2], second.area[2]) == pytest.approx(left + 200, abs=NEAR)
    assert {first.area[1], second.area[1]} == {bottom}
    assert first.area[2] - second.area[0] == pytest.approx(OVERLAP_MM, abs=NEAR)


def test_the_strips_of_several_tiles_share_a_sheet() -> None:
    each = parts("classic-60", tiles=tiles((60, 60)))
    assert sorted(part.name for part in each) == sorted(f"{name}-{n}" for name in tiles((60, 60)) for n in (1, 2))
    assert len({part.page for part in each}) == 9 + 2


@pytest.mark.rule("ARENA-5")
def test_what_the_scenery_does_is_listed_to_agree_on() -> None:
    arena = library().arenas["bastions-140"]
    words = words_of(print_pages("arena", wish(arena=arena)))
    for piece in arena.scenery:
        assert piece.name.en in words
    assert "Agreed by" in words


def test_parts_have_numbers_as_tiles_have_letters_and_a_portal_under_a_token_keeps_its_own() -> None:
    arena = library().arenas["hivegate-180"]
    (covered,) = [portal for portal in arena.portals if any(token.at == portal.at for token in arena.tokens)]
    printed_pages = pages(printed_arena("hivegate-180"))
    names = [f"part {number}" in page.words for number, page in enumerate(printed_pages, 1)]
    assert names == [True] * len(printed_pages)
    across = covered.diameter_in * INCH
    (shown,) = [page for page in printed_pages if "S1" in page.words and round_ones([page], across)]
    assert str(covered.number) in shown.words.replace("S1", "").split()


@pytest.mark.rule("ARENA-5")
def test_an_arena_without_scenery_has_rows_to_write_into() -> None:
    read = print_pages("arena", wish(arena=library().arenas["classic-60"], players=2))
    assert "Other scenery" in read[1].words
    bottoms = {round(shape.bottom) for shape in read[1].shapes if abs(shape.high - 10) < NEAR}
    assert len(bottoms) == 11, "ten rows under their heads"


@pytest.mark.rule("ARENA-5")
def test_everyone_has_a_line_to_sign_on_that_lies_on_nothing_else() -> None:
    both = field_champions("space-marine", "eldar-guardian")
    arena = library().arenas["hivegate-180"]
    read = print_pages("arena", wish(arena=arena, players=24, fielded=both))
    (page,) = [page for page in read if "Agreed by" in page.words]
    assert both[0].name in page.words
    wide = wish().frame.wide_mm / 2 - 10
    lines = [shape for shape in page.shapes if abs(shape.wide - wide) < NEAR and shape.high < 0.01]
    assert len(lines) == 24
    sheets = PRINTS.kinds["arena"].make(wish(arena=arena, players=24, fielded=both))
    data = make_pdf(sheets, PAPERS["a4"], Locale("en")).data
    text = pypdfium2.PdfDocument(data)[read.index(page)].get_textpage()
    head = text.get_charbox(text.get_text_range().index("Agreed by"))[1] * MM
    assert max(line.bottom for line in lines) < head - 10, "room to sign below the heading"
    assert not any(
        shape.bottom - 1 < line.bottom < shape.top + 1 and shape.left < line.right and line.left < shape.right
        for line in lines
        for shape in page.shapes
        if shape not in lines and shape.left > EDGE - 1 and shape.bottom > EDGE
    )


def test_an_arena_says_in_french_what_its_scenery_does() -> None:
    words = words_of(print_pages("arena", wish(language="fr", arena=library().arenas["crossroads-120"])))
    assert "Barricade : 1" in " ".join(words.split())


@pytest.mark.parametrize("tile", [(), ("B2",)])
def test_nothing_of_the_table_is_printed_in_the_margins(tile: tuple[str, ...]) -> None:
    expected = wish(arena=library().arenas["classic-60"], tiles=tile)
    data = make_pdf(PRINTS.kinds["arena"].make(expected)[2 * (not tile) :], expected.paper, expected.locale).data
    for page in pypdfium2.PdfDocument(data):
        picture = page.render(scale=1).to_pil().convert("L")
        (wide, high), edge = picture.size, round(7 / MM)
        for box in ((0, 0, wide, edge), (0, high - edge, wide, high), (0, 0, edge, high), (wide - edge, 0, wide, high)):
            assert picture.crop(box).getextrema() == (255, 255)
