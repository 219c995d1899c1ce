"""Letters beyond the West: a font that has them is looked for, and put into the file."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from q40k.i18n.locale import Locale
from q40k.prints import letters
from q40k.prints.drawing import Drawing, break_lines, width_mm
from q40k.prints.paper import PAPERS
from q40k.prints.sheets import Sheet
from q40k.prints.writing import PrintedPdf, make_pdf
from tests.prints.fonts import font
from tests.prints.reading import pages

GREEK = "ΑλέξανδροςΝίκ"
FIFTY = 50.0


@pytest.fixture
def font_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The one folder in which fonts are looked for; each test has another."""
    folder = tmp_path / "fonts"
    (folder / "deep").mkdir(parents=True)
    monkeypatch.setattr(letters, "folders", lambda: [folder])
    _forget()
    return folder


@pytest.fixture(autouse=True)
def _anew() -> object:
    yield
    _forget()


def _forget() -> None:
    letters._substitute_letter.cache_clear()
    letters.width.cache_clear()


def sheet(words: str) -> PrintedPdf:
    def draw(drawing: Drawing) -> None:
        drawing.text((0, 50), words, 10, bold=True)
        drawing.box((0, 0), FIFTY, FIFTY)

    return make_pdf([Sheet(words, draw)], PAPERS["a4"], Locale("en"))


def printed_text(words: str) -> str:
    return pages(sheet(words))[0].words


def shown_text(words: str) -> str:
    return "".join(run.words for run in letters.runs(words))


def test_letters_of_the_west_need_no_font(font_folder: Path) -> None:
    assert shown_text("Zoé’s œuvre\u202f: 5 × 3\u2033") == 'Zoé’s œuvre\u00a0: 5 × 3"'
    assert [run.face.file for run in letters.runs("Zoé’s œuvre")] == [None]
    assert width_mm("Bob", 10) < width_mm("Bob", 10, bold=True)
    assert not sheet("Zoé’s œuvre").missing


def test_a_name_is_printed_in_a_font_that_has_its_letters(font_folder: Path) -> None:
    font(font_folder / "deep" / "DejaVuSans.ttf", GREEK)
    assert "Αλέξανδρος (Nik)" in printed_text("Αλέξανδρος (Nik)")
    result = sheet("Αλέξανδρος")
    assert not result.missing
    assert b"/FontFile2" in result.data
    assert str(font_folder).encode() not in result.data  # nobody need know where it lay
    assert b"/FontFile2" not in sheet("Alexandros").data


def test_every_letter_finds_the_font_that_has_it(font_folder: Path) -> None:
    font(font_folder / "Arial.ttf", "Νί")
    font(font_folder / "NotoSansGeorgian-Regular.ttf", "ნიკა")
    found_in = [run.face.file for run in letters.runs("Νί Νნ")]
    assert [letter and letter.name for letter in found_in] == [
        "Arial.ttf",
        None,
        "Arial.ttf",
        "NotoSansGeorgian-Regular.ttf",
    ]


def test_bold_letters_are_those_of_the_bold_font_as_far_as_it_has_them(font_folder: Path) -> None:
    font(font_folder / "LiberationSans-Regular.ttf", GREEK)
    font(font_folder / "LiberationSans-Bold.ttf", "Ν")
    each = [run.face.file for run in letters.runs("Νίκ", bold=True)]
    assert [letter and letter.name for letter in each] == ["LiberationSans-Bold.ttf", "LiberationSans-Regular.ttf"]


def test_sizes_stay_true_beside_other_letters(font_folder: Path) -> None:
    font(font_folder / "DejaVuSans.ttf", GREEK)
    (page,) = pages(sheet("Αλέξανδρος"))
    assert any(abs(shape.wide - FIFTY) < 0.2 and abs(shape.high - FIFTY) < 0.2 for shape in page.shapes)


def test_lines_are_broken_by_the_widths_of_the_letters_that_are_printed(font_folder: Path) -> None:
    font(font_folder / "DejaVuSans.ttf", GREEK)
    lines = break_lines("Αλέξανδρος Νίκος " * 6, 60, 10)
    assert len(lines) > 1
    assert all(width_mm(line, 10) <= 60 for line in lines)
    assert break_lines("Νίκος", 60, 10) == ["Νίκος"]


def test_a_word_that_is_wider_than_its_column_is_cut() -> None:
    lines = break_lines("Wumm" * 20, 30, 10)
    assert "".join(lines) == "Wumm" * 20
    assert all(width_mm(line, 10) <= 30 for line in lines)


def test_what_no_font_has_gives_way_and_is_named(font_folder: Path) -> None:
    assert shown_text("Čapek Łukasz") == "Capek ?ukasz"
    result = sheet("Čapek Łukasz Ольга")
    assert result.missing == ("Ł", "О", "а", "г", "л", "ь")
    assert result.missing_warning(Locale("en")).endswith(": Ł О а г л ь")
    assert "Capek ?ukasz ?????" in printed_text("Čapek Łukasz Ольга")
    assert not sheet("What?").missing


def test_a_font_is_asked_before_a_letter_gives_way(font_folder: Path) -> None:
    font(font_folder / "DejaVuSans.ttf", "ČŁ")
    assert shown_text("Čapek Łukasz") == "Čapek Łukasz"


def test_letters_that_run_from_right_to_left_are_named_and_not_printed_wrongly(font_folder: Path) -> None:
    font(font_folder / "DejaVuSans.ttf", "דויכم")
    assert sheet("דוד").missing == ("ד", "ו")


def test_what_commands_a_terminal_is_no_letter(font_folder: Path) -> None:
    assert shown_text("\x1b[31mBob") == "?[31mBob"
    assert not letters.missing("\x1b[31mBob")


def test_a_file_that_is_no_font_is_passed_over(font_folder: Path) -> None:
    (font_folder / "Arial.ttf").write_bytes(b"\0\1\0\0 not a font")
    (font_folder / "LiberationSans-Regular.ttf").write_bytes(b"")
    font(font_folder / "DejaVuSans.ttf", GREEK)
    assert shown_text("Νίκ") == "Νίκ"


@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_fonts_are_looked_for_where_the_system_keeps_them(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setenv("LOCALAPPDATA", "/own/AppData/Local")
    monkeypatch.delenv("XDG_DATA_DIRS", raising=False)
    expected = {
        "linux": Path("/usr/share/fonts"),
        "darwin": Path("/System/Library/Fonts"),
        "win32": Path("/own/AppData/Local/Microsoft/Windows/Fonts"),
    }
    assert expected[system] in letters.folders()
