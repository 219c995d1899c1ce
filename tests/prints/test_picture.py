"""The picture of a page is that of the page in the PDF, drawn by another program."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from q40k.i18n.locale import Locale
from q40k.prints import letters
from q40k.prints.drawing import Drawing, Ink
from q40k.prints.paper import PAPERS
from q40k.prints.picture import draw_picture
from q40k.prints.sheets import Sheet
from q40k.prints.writing import make_pdf
from tests.prints.fonts import font

SIZE = (100, 140)
RULERS = 12
"""The dots at the left and at the foot where the rulers are, whose hairs look darker here."""


def apart(first: Image.Image, second: Image.Image) -> float:
    """How much the dots of two pictures differ on the whole, without the rulers."""
    difference = ImageChops.difference(first, second).convert("L")
    wide, high = difference.size
    return float(ImageStat.Stat(difference.crop((RULERS, 0, wide, high - RULERS))).mean[0])


def of_the_pdf(sheet: Sheet, size: tuple[int, int]) -> Image.Image:
    (page,) = pypdfium2.PdfDocument(make_pdf([sheet], PAPERS["a4"], Locale("en")).data)
    seen: Image.Image = page.render(scale=2).to_pil()
    return seen.convert("RGB").resize(size, Image.Resampling.BOX)


def shapes(drawing: Drawing) -> None:
    drawing.circle((40, 200), 30, Ink(fill="#c00000"))
    drawing.oval((120, 210), 80, 30, Ink(line_mm=2))
    drawing.oval((170, 120), 20, 60, Ink(line_mm=0, fill="#008000"))
    drawing.line((10, 10), (100, 30), (20, 60), ink=Ink(line_mm=3))
    drawing.box((120, 20), 40, 50, Ink(fill="#e6e6e6"))


def words(drawing: Drawing) -> None:
    drawing.text((10, 120), "Wide words", 60, bold=True)
    drawing.text((180, 90), "right", 40, align="right", colour="#0000c0")
    drawing.centred_text((90, 60), "5", 150)


def move_drawing(drawing: Drawing) -> None:
    with drawing.origin_at(90, 120, turned=30):
        drawing.box((0, 0), 60, 20, Ink(fill="#000000"))
        drawing.text((0, 30), "turned", 50)
        with drawing.origin_at(0, -60, turned=60):
            drawing.text((0, 0), "more", 50, bold=True)


def cut(drawing: Drawing) -> None:
    with drawing.origin_at(40, 60), drawing.clip(80, 90):
        drawing.circle((0, 0), 70, Ink(fill="#404040"))
        drawing.text((10, 80), "cut off", 70)
    drawing.box((20, 200), 30, 30, Ink(fill="#000000"))


@pytest.mark.parametrize("draw", [shapes, words, move_drawing, cut])
@pytest.mark.parametrize("lying", [False, True])
def test_a_picture_is_like_the_page(draw: object, lying: bool) -> None:
    sheet = Sheet("A title", draw, landscape=lying)  # type: ignore[arg-type]
    seen = draw_picture(sheet, PAPERS["a4"], Locale("en"), SIZE, (1, 1))
    assert seen.size == ((100, 71) if lying else (99, 140))
    truth = of_the_pdf(sheet, seen.size)
    blank = of_the_pdf(Sheet("A title", lambda _drawing: None, landscape=lying), seen.size)
    assert apart(seen, truth) < apart(blank, truth) * 0.4


def test_a_picture_is_as_large_as_fits() -> None:
    sheet = Sheet("", lambda _drawing: None)
    for size in ((30, 200), (200, 42), (1, 1)):
        drawn = draw_picture(sheet, PAPERS["letter"], Locale("en"), size, (1, 1))
        assert drawn.width <= size[0]
        assert drawn.height <= size[1]


def test_other_letters_are_drawn_in_the_font_that_has_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    font(tmp_path / "DejaVuSans.ttf", "Νίκος")
    monkeypatch.setattr(letters, "folders", lambda: [tmp_path])
    letters._substitute_letter.cache_clear()
    letters.width.cache_clear()
    sheet = Sheet("", lambda drawing: drawing.text((10, 100), "Νίκος", 100))
    seen = draw_picture(sheet, PAPERS["a4"], Locale("en"), SIZE, (1, 1))
    truth = of_the_pdf(sheet, seen.size)
    blank = of_the_pdf(Sheet("", lambda _drawing: None), seen.size)
    assert apart(seen, truth) < apart(blank, truth) * 0.4
    letters._substitute_letter.cache_clear()
    letters.width.cache_clear()
