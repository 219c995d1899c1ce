"""The drawn pieces: a sign for each bonus, inks as asked, full pages, nothing near the edge, rulers to be read."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pypdfium2
import pytest
from PIL import Image
from pypdfium2 import raw

from q40k.games.quake.packs.tokens import Category
from q40k.games.quake.prints.offer import PRINTS
from q40k.games.quake.prints.signs import CATEGORIES, SIGNS, bonus_sign
from q40k.i18n.locale import Locale
from q40k.prints.offer import INK_LEVELS, InkLevel
from q40k.prints.paper import PAPERS
from q40k.prints.picture import draw_picture, read_pixels
from q40k.prints.sheets import join_sheets
from q40k.prints.writing import PrintedPdf, make_pdf
from q40k.table.folders import bundles_folder
from tests.games.quake.prints.printing import INCH, field_champions, library, print_pages, wish
from tests.prints.reading import MM, Shape, pages

EXACT = 0.001
EDGE = 8.0
KINDS = ("portals", "tokens", "templates", "flags", "bases", "barrels", "cards")
CATEGORIES_OF_TABLE: tuple[Category, ...] = ("equipment", "weapon", "special")


@cache
def print_evening(ink: InkLevel, paper: str = "a4", measured: float = 100.0) -> PrintedPdf:
    """Everything to cut out, as an evening has it."""
    both = field_champions("space-marine", "csm-obliterator")
    order = wish(ink=ink, fielded=both, players=5, paper=PAPERS[paper], measured=measured)
    sheets = [sheet for kind in KINDS for sheet in PRINTS.kinds[kind].make(order)]
    joined = join_sheets(sheets, order.frame)
    return make_pdf(joined, order.paper, order.locale, measured=measured)


@pytest.mark.rule("BONUS-1")
def test_every_bonus_of_the_book_has_a_sign_of_its_own() -> None:
    table = library().bonus_tables["classic"]
    signs = [bonus_sign(category, kind) for category in CATEGORIES_OF_TABLE for kind in table.table(category).values()]
    assert len(signs) == len(set(signs)) == len(SIGNS) == 18 + 18 + 6
    assert not set(signs) & set(CATEGORIES.values())


@pytest.mark.rule("BONUS-1")
def test_a_picture_of_a_bundle_in_use_is_printed_on_its_tokens_and_a_damaged_one_is_not() -> None:
    art = bundles_folder() / "pretty" / "1.0" / "art"
    art.mkdir(parents=True)
    Image.new("RGB", (64, 32), "#ff0000").save(art / "weapon.png")
    (art / "special.png").write_bytes(b"damaged")
    sheets = PRINTS.kinds["tokens"].make(wish(players=4))
    document = pypdfium2.PdfDocument(make_pdf(sheets, PAPERS["a4"], Locale("en")).data)
    pictures = [part for page in document for part in page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE])]
    assert len(pictures) == 4, "one on each weapon token"
    for ink, colour in (("colour", (255, 0, 0)), ("two", (76, 76, 76))):
        (sheet, *_more) = PRINTS.kinds["tokens"].make(wish(players=4, ink=ink))
        dots = read_pixels(draw_picture(sheet, PAPERS["a4"], Locale("en"), (300, 424), (1, 1)))
        assert any(colour in row for row in dots)
    (plain, *_more) = PRINTS.kinds["tokens"].make(wish(players=4, ink="half"))
    assert not any(
        (255, 0, 0) in row for row in read_pixels(draw_picture(plain, PAPERS["a4"], Locale("en"), (300, 424), (1, 1)))
    )


@pytest.mark.rule("BONUS-1")
def test_each_card_shows_another_drawing() -> None:
    drawn = set()
    for page in print_pages("tokens", wish()):
        for card in (shape for shape in page.shapes if shape.measures(58, 38, EXACT)):
            inside = [
                tuple((round(x - card.left, 2), round(y - card.bottom, 2)) for x, y in shape.spots)
                for shape in page.shapes
                if card.left + 3 < shape.left
                and shape.right < card.left + 19
                and card.bottom + 5 < shape.bottom
                and shape.top < card.bottom + 25
            ]
            assert len(inside) >= 3, "a disc, its rim, and a sign"
            drawn.add(tuple(inside))
    assert len(drawn) == 18 + 18 + 6


def test_two_inks_are_black_and_red_and_colour_has_more() -> None:
    hues = {
        ink: {shape.fill for page in pages(print_evening(ink)) for shape in page.shapes if shape.fill}
        for ink in INK_LEVELS
    }
    assert hues["two"] == {"000000", "c2303a", "f6e3e1", "ffffff"}
    assert len(hues["colour"]) > 12
    for ink in ("full", "half", "outline"):
        assert all(fill[:2] == fill[2:4] == fill[4:] for fill in hues[ink]), "no colour in plain pieces"


@pytest.mark.rule("ARENA-3", "BONUS-5", "FLAG-1")
@pytest.mark.parametrize(("ink", "measured"), [*((ink, 100.0) for ink in INK_LEVELS), ("colour", 98.5)])
def test_sizes_are_true_to_a_thousandth_of_a_millimetre_with_every_ink(ink: InkLevel, measured: float) -> None:
    share = 100 / measured
    shapes = [shape for page in pages(print_evening(ink, measured=measured)) for shape in page.shapes]
    sizes = ((3 * INCH, 3 * INCH, 5 + 1), (5 * INCH, 5 * INCH, 3), (20, 40, 5 + 5 + 1), (76, 22, 3), (25, 25, 1))
    for wide, high, count in sizes:
        assert sum(shape.measures(wide * share, high * share, EXACT) for shape in shapes) == count, (wide, high)


def test_plain_pieces_are_as_they_were() -> None:
    for ink, fill, rays in (("full", "000000", 1.2), ("half", "e6e6e6", 1.0), ("outline", "", 0.2)):
        (page,) = print_pages("portals", wish(ink=ink))
        discs = [shape for shape in page.shapes if shape.wide > 60 and shape.measures(shape.wide, shape.wide, EXACT)]
        assert [disc.fill for disc in discs if disc.measures(3 * INCH, 3 * INCH, EXACT)] == [fill] * 5
        rings = sorted({round(disc.wide / (3 * INCH), 3) for disc in discs})
        assert rings == [0.84, 0.92, 1.0]
        bars = [
            shape
            for shape in page.shapes
            if len(shape.spots) == 2 and abs(shape.line_mm - rays) < 0.01 and _is_ray(shape)
        ]
        assert len(bars) == 12 * 5


def _is_ray(line: Shape) -> bool:
    long = ((line.wide**2) + (line.high**2)) ** 0.5
    return bool(abs(long - 0.18 * 1.5 * INCH) < 0.01)


@pytest.mark.parametrize(
    ("ink", "paper", "measured"),
    [("colour", "a4", 100.0), ("two", "letter", 90.0), ("full", "a4", 110.0), ("outline", "letter", 110.0)],
)
def test_ink_stays_eight_millimetres_off_every_edge(ink: InkLevel, paper: str, measured: float) -> None:
    for page in pages(print_evening(ink, paper, measured)):
        wide, high = page.size
        for shape in page.shapes:
            half = shape.line_mm / 2
            assert shape.left - half >= EDGE - EXACT, shape
            assert shape.bottom - half >= EDGE - EXACT, shape
            assert shape.right + half <= wide - EDGE + EXACT, shape
            assert shape.top + half <= high - EDGE + EXACT, shape


@pytest.mark.parametrize("ink", ["colour", "outline"])
@pytest.mark.parametrize("mod", ["deathmatch", "capture-the-flag", "domination"])
def test_no_page_of_an_evening_is_a_third_full_but_the_last(ink: InkLevel, mod: str) -> None:
    order = wish(mod, ink=ink, fielded=field_champions("space-marine", "csm-obliterator"), players=6)
    kinds = [PRINTS.kinds[kind] for kind in KINDS]
    sheets = [sheet for kind in kinds if kind.of_evening(order) for sheet in kind.make(order)]
    joined = join_sheets(sheets, order.frame)
    assert sum(len(sheet.pieces) for sheet in joined) == sum(len(sheet.pieces) for sheet in sheets), "none is lost"
    read = pages(make_pdf(joined, order.paper, order.locale))
    room = order.frame.high_mm
    heights = []
    for page in read:
        top = page.size[1] - EDGE - 7
        pieces = [shape for shape in page.shapes if shape.left > 17 and shape.bottom > 17 and shape.top < top]
        heights.append((top - min(piece.bottom for piece in pieces)) / room)
    assert min(heights) > 1 / 3, heights


@pytest.mark.parametrize("measured", [90.0, 100.0, 110.0])
def test_figures_of_the_rulers_lie_neither_on_each_other_nor_on_a_tick(measured: float) -> None:
    document = pypdfium2.PdfDocument(print_evening("outline", "letter", measured).data)
    for page, read in zip(document, pages(print_evening("outline", "letter", measured)), strict=True):
        figures = list(_ruler_words(page))
        assert len(figures) >= 2 * (15 + 6 + 2)
        for number, figure in enumerate(figures):
            for other in figures[number + 1 :]:
                assert not _overlap(figure, other), (figure, other)
            ticks = [line for line in read.shapes if len(line.spots) == 2 and max(line.wide, line.high) < 4]
            for line in ticks:
                assert not _overlap(figure, (line.left, line.bottom, line.right, line.top)), (figure, line)


def _ruler_words(page: pypdfium2.PdfPage) -> Iterator[tuple[float, float, float, float]]:
    for shape in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT]):
        left, bottom, right, top = (side * MM for side in shape.get_bounds())
        if (left < 16.5 or top < 16.5) and max(right - left, top - bottom) < 4:
            yield left, bottom, right, top


def _overlap(first: tuple[float, float, float, float], second: tuple[float, float, float, float]) -> bool:
    return min(first[2], second[2]) > max(first[0], second[0]) and min(first[3], second[3]) > max(first[1], second[1])
