"""Sheets at true scale: rulers, corrected printers, pieces in rows, text in columns."""

from __future__ import annotations

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from q40k.i18n.locale import Locale
from q40k.prints.drawing import Drawing
from q40k.prints.paper import MARGIN_MM, PAPERS, RULER_MM, Frame
from q40k.prints.sheets import (
    Block,
    Piece,
    Sheet,
    Table,
    TooLarge,
    draw_table,
    flow_text,
    join_sheets,
    nest_pieces,
    pack_pieces,
)
from q40k.prints.writing import make_pdf
from tests.prints.looking import faults
from tests.prints.reading import Shape, is_unscaled, pages

NEAR = 0.2
"""No size in print is further from the true one, in mm."""


def square(drawing: Drawing) -> None:
    drawing.box((0, 0), 100, 100)


def one_of(shapes: list[Shape], wide: float, high: float) -> Shape:
    (result,) = [shape for shape in shapes if abs(shape.wide - wide) < NEAR and abs(shape.high - high) < NEAR]
    return result


@pytest.mark.parametrize("paper", PAPERS.values(), ids=list(PAPERS))
@pytest.mark.parametrize("lying", [False, True])
def test_every_sheet_has_rulers_on_both_axes_and_asks_not_to_be_scaled(paper: object, lying: bool) -> None:
    assert isinstance(paper, type(PAPERS["a4"]))
    data = make_pdf([Sheet("A square", square, landscape=lying)], paper, Locale("en"))
    (page,) = pages(data)
    size = (paper.wide_mm, paper.high_mm)
    assert page.size == pytest.approx(size[::-1] if lying else size, abs=0.1)
    assert is_unscaled(data)
    assert "print at 100 %, measure here" in page.words
    assert "A square" in page.words
    assert "1 / 1" in page.words
    six_inches = 6 * 25.4
    one_of(page.shapes, six_inches, 0)
    one_of(page.shapes, 0, six_inches)
    one_of(page.shapes, 100, 100)


def test_a_ruler_has_a_tick_for_every_millimetre_and_every_eighth_of_an_inch() -> None:
    data = make_pdf([Sheet("", lambda _drawing: None)], PAPERS["a4"], Locale("en"))
    (page,) = pages(data)
    foot, left = MARGIN_MM, MARGIN_MM + RULER_MM
    above = [shape for shape in page.shapes if abs(shape.bottom - foot - 4) < 0.01 > shape.wide]
    below = [shape for shape in page.shapes if abs(shape.top - foot - 4) < 0.01 > shape.wide]
    centimetres = [shape.left - left for shape in above if abs(shape.high - 3) < 0.01]
    inches = [shape.left - left for shape in below if abs(shape.high - 3) < 0.01]
    near = pytest.approx
    assert [shape.left - left for shape in above] == near(list(range(151)), abs=NEAR)
    assert centimetres == near([10 * number for number in range(16)], abs=NEAR)
    assert [shape.left - left for shape in below] == near([25.4 * n / 8 for n in range(49)], abs=NEAR)
    assert inches == near([25.4 * number for number in range(7)], abs=NEAR)
    beside = [shape for shape in page.shapes if shape.high < 0.01 and shape.right < left]
    assert len(beside) == 151 + 49, "and another ruler beside it"
    reach = [shape.bottom - MARGIN_MM - RULER_MM for shape in beside]
    expected = [*map(float, range(151)), *(25.4 * n / 8 for n in range(49))]
    assert sorted(reach) == near(sorted(expected), abs=NEAR)


@pytest.mark.parametrize("measured", [95.0, 98.5, 101.2])
def test_by_a_printer_that_shrinks_all_is_drawn_larger(measured: float) -> None:
    data = make_pdf([Sheet("A square", square)], PAPERS["a4"], Locale("fr"), measured=measured)
    (page,) = pages(data)
    as_printed = 100 * 100 / measured
    result = one_of(page.shapes, as_printed, as_printed)
    assert result.wide * measured / 100 == pytest.approx(100, abs=0.01)
    assert Locale("fr").number(measured) in page.words


@pytest.mark.parametrize("measured", [90.0, 100.0])
def test_a_long_title_leaves_room_for_what_stands_beside_it(measured: float) -> None:
    title = "The evening of the club at the house of the one with the many stairs " * 3
    sheets = [Sheet(title, lambda _drawing: None)] * 120
    pdf = make_pdf(sheets, PAPERS["a4"], Locale("fr"), measured=measured)
    assert faults(pdf) == []
    assert "The evening of the club" in pages(pdf)[0].words


@pytest.mark.parametrize("measured", [90.0, 100.0, 110.0])
def test_nothing_is_drawn_where_printers_do_not_reach(measured: float) -> None:
    for paper in PAPERS.values():
        frame = paper.frame(measured)

        def draw(drawing: Drawing, frame: Frame = frame) -> None:
            drawing.box((0, 0), frame.wide_mm, frame.high_mm)

        (page,) = pages(make_pdf([Sheet("", draw)], paper, Locale("en"), measured=measured))
        assert min(min(shape.left, shape.bottom) for shape in page.shapes) >= 8 - NEAR
        assert max(shape.right for shape in page.shapes) <= paper.wide_mm - 8 + NEAR
        assert max(shape.top for shape in page.shapes) <= paper.high_mm - 8 + NEAR


def box(wide: float, high: float) -> Piece:
    return Piece(wide, high, lambda drawing: drawing.box((0, 0), wide, high))


sizes = st.tuples(st.floats(5, 180), st.floats(5, 250))


@pytest.mark.parametrize("way", ["in rows", "nested", "joined"])
@given(each=st.lists(sizes, min_size=1, max_size=12))
@settings(max_examples=15, deadline=None)
def test_pieces_never_overlap_and_none_is_lost(way: str, each: list[tuple[float, float]]) -> None:
    paper = PAPERS["a4"]
    frame, boxes = paper.frame(), [box(*size) for size in each]
    sheets = pack_pieces("Pieces", boxes, frame)
    if way == "nested":
        sheets = nest_pieces("Pieces", boxes, frame)
    if way == "joined":
        alone = [sheet for box in boxes for sheet in nest_pieces("Pieces", [box], frame)]
        sheets = join_sheets(alone, frame)
    edges = pages(make_pdf([Sheet("", lambda _drawing: None)], paper, Locale("en")))[0].shapes
    read = pages(make_pdf(sheets, paper, Locale("en")))
    laid = [page.shapes[len(edges) :] for page in read]
    assert sum(len(on_page) for on_page in laid) == len(each)
    for on_page in laid:
        for number, piece in enumerate(on_page):
            for other in on_page[number + 1 :]:
                beside = piece.right <= other.left + NEAR or other.right <= piece.left + NEAR
                above = piece.top <= other.bottom + NEAR or other.top <= piece.bottom + NEAR
                assert beside or above


def test_small_pieces_of_several_kinds_share_a_sheet_and_pages_to_read_share_none() -> None:
    frame = PAPERS["a4"].frame()
    parts = [nest_pieces(title, [box(60, 40)] * 2, frame)[0] for title in ("Flags", "Doors", "Flags")]
    page = Sheet("Rules", square)
    joined = join_sheets([parts[0], page, *parts[1:]], frame)
    assert [(sheet.title, len(sheet.pieces)) for sheet in joined] == [("Flags · Doors", 6), ("Rules", 0)]


def test_what_no_sheet_holds_is_refused_with_its_size() -> None:
    with pytest.raises(TooLarge) as refused:
        pack_pieces("Pieces", [box(500, 10)], PAPERS["a4"].frame())
    assert (refused.value.wide_mm, refused.value.high_mm) == (500, 10)


def test_text_flows_over_columns_and_sheets_and_keeps_headings_with_their_lines() -> None:
    blocks = []
    for number in range(40):
        blocks.append(Block(f"Heading {number}", heading=True))
        blocks += [Block(f"line {number} of some words " * 4, sign="·")] * 3
    frame = PAPERS["a4"].frame()
    sheets = flow_text("Text", blocks, frame, 9)
    assert len(sheets) > 1
    read = pages(make_pdf(sheets, PAPERS["a4"], Locale("en")))
    words = "\n".join(page.words for page in read)
    assert all(f"Heading {number}" in words for number in range(40))
    for page in read:
        last = [line for line in page.words.splitlines() if "line" in line or "Heading" in line]
        assert not last[-1].startswith("Heading")


@pytest.mark.parametrize("many", [2, 5, 20, 60])
def test_the_columns_of_the_last_sheet_are_about_as_long(many: int) -> None:
    blocks = [Block(f"line {number} of some words " * 3, sign="·") for number in range(many)]
    frame = PAPERS["a4"].frame()
    data = make_pdf(flow_text("Text", blocks, frame, 9), PAPERS["a4"], Locale("en")).data
    last = list(pypdfium2.PdfDocument(data))[-1]
    middle = last.get_size()[0] / 2
    text = last.get_textpage()
    signs = [text.get_charbox(at) for at in range(text.count_chars()) if text.get_text_range(at, 1) == "·"]
    left = [box for box in signs if box[0] < middle]
    right = [box for box in signs if box[0] > middle]
    assert 0 <= len(left) - len(right) <= 1
    assert max(box[1] for box in left) == pytest.approx(max(box[1] for box in right), abs=0.1)


def test_words_that_are_too_long_for_a_cell_are_broken_into_lines_and_stay_legible() -> None:
    long = "twelve Tactical Marines and a Chaplain with a crozius"
    cells = (("one", long, "x" * 60),)
    table = Table(("a", "b", "c"), (1, 1, 1), cells, row_mm=9)

    def draw(drawing: Drawing) -> None:
        draw_table(drawing, table, 150, 200)

    data = make_pdf([Sheet("", draw)], PAPERS["a4"], Locale("en")).data
    text = pypdfium2.PdfDocument(data)[0].get_textpage()
    words = text.get_text_bounded()
    assert "twelve Tactical Marines and a\r\nChaplain with" in words
    assert "x" * 60 in words, "a word is never cut"
    at = text.get_text_range().index("twelve")
    high = text.get_charbox(at)[3] - text.get_charbox(at)[1]
    assert high > 0.6 * 6, "of letters of six points or more"
