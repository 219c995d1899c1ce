"""Large print, the words of sheets as plain text, and braille by liblouis."""

from __future__ import annotations

from pathlib import Path
from shutil import which

import pytest

from q40k.games.game import find
from q40k.prints.drawing import BLACK, Align, Drawing, Spot
from q40k.prints.offer import ALL
from q40k.prints.paper import PAPERS, Paper
from q40k.prints.reading import CELLS, ROLL, ROWS, NoTranslator, Reader, emboss, read_sheets
from q40k.prints.sheets import LARGE_POINTS, Block, Sheet, Table, draw_table, flow_text, reference_sheets
from tests.cli.calls import bad, good
from tests.talk.test_facts import MATCHES

LARGE = Paper("A4", 210.0, 297.0, large=True)
RULES = (Block(f"Rule {number} of this phase is quite long.", sign="•") for number in range(30))
BLOCKS = [Block("Movement", heading=True), *RULES]
TABLE = Table(("Player", "Score", "Kills"), (2, 1, 1), (("Ann", "12", "3"), ("Bob", "", "1")))


class Sizes(Reader):
    """Notes the sizes of letters as well."""

    def __init__(self) -> None:
        super().__init__()
        self.sizes: set[float] = set()

    def text(
        self,
        at: Spot,
        words: str,
        points: float = 10,
        *,
        bold: bool = False,
        align: Align = "left",
        colour: str = BLACK,
    ) -> None:
        self.sizes.add(points)
        super().text(at, words, points, bold=bold, align=align, colour=colour)


def sizes(sheets: list[Sheet]) -> set[float]:
    """The sizes of all letters on some sheets."""
    reader = Sizes()
    for sheet in sheets:
        sheet.draw(reader)
    return reader.sizes


def test_running_text_in_large_print_has_large_letters_and_says_the_same() -> None:
    usual, large = (flow_text("Rules", BLOCKS, paper.frame(), 9) for paper in (PAPERS["a4"], LARGE))
    assert min(sizes(usual)) == 9
    assert min(sizes(large)) == LARGE_POINTS
    assert len(large) > len(usual)
    assert " ".join(read_sheets(large)).split() == " ".join(read_sheets(usual)).split()


def test_tables_of_the_rules_are_lines_in_large_print() -> None:
    sheets = reference_sheets("Rules", lambda: [("Scores", TABLE)], BLOCKS, LARGE.frame(), (9.0,), 8.0)
    assert min(sizes(sheets)) == LARGE_POINTS
    assert "Ann, Score 12, Kills 3" in read_sheets(sheets)
    assert "Bob, Kills 1" in read_sheets(sheets)


def test_a_paper_keeps_its_large_print_when_it_is_turned() -> None:
    assert LARGE.landscape().frame().large
    assert not PAPERS["a4"].frame().large


def test_the_cells_of_a_row_are_a_line() -> None:
    def draw(drawing: Drawing) -> None:
        draw_table(drawing, TABLE, ROLL.frame().wide_mm, 100.0)

    sheet = Sheet("Scores", draw)
    assert read_sheets([sheet, sheet]) == [
        "Scores",
        "",
        "Player, Score, Kills",
        "Ann, 12, 3",
        "Bob, 1",
        "",
        "Player, Score, Kills",
        "Ann, 12, 3",
        "Bob, 1",
    ]


@pytest.mark.parametrize(
    ("game", "kind", "text"),
    [
        ("quake", "rules", "Initiative: Ld + I + a D6, once for the whole match; ties roll again."),
        ("epic", "reference", "Advance, Movement phase Mv"),
        ("space-hulk", "reference", "What it costs (4th edition)"),
    ],
)
def test_the_rules_of_every_game_as_plain_text(game: str, kind: str, text: str, tmp_path: Path) -> None:
    out = tmp_path / "rules.txt"
    assert text in good("print", kind, "--game", game, "--text")
    good("print", kind, "--game", game, "--text", "--out", str(out))
    assert text in out.read_text(encoding="utf-8")
    assert "already a file" in bad(1, "print", kind, "--game", game, "--text", "--out", str(out))


def test_large_print_on_the_command_line_takes_more_pages() -> None:
    usual, large = (good("print", "rules", "--count", *more).split()[1] for more in ((), ("--large",)))
    assert int(large) > int(usual)


@pytest.mark.skipif(which("lou_translate") is None, reason="needs liblouis")
@pytest.mark.parametrize("language", ["en", "fr"])
def test_braille_has_the_cells_and_lines_of_an_embosser(language: str) -> None:
    text = emboss(["Bob scores", *["A long line that does not fit into the cells of one row at all."] * 40], language)
    pages = text.removesuffix("\r\n\f").split("\r\n\f")
    assert len(pages) > 1
    rows = [page.split("\r\n") for page in pages]
    assert all(len(page) <= ROWS for page in rows)
    assert all(len(row) <= CELLS and row.isascii() for page in rows for row in page)
    assert "BOB" in rows[0][0].upper()


def test_without_liblouis_braille_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(NoTranslator):
        emboss(["Bob"], "en")
    refusal = bad(1, "print", "rules", "--braille")
    assert "liblouis-bin" in refusal


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", MATCHES)
def test_every_sheet_of_every_game_can_be_read_as_text(game: str, language: str) -> None:
    number = good("import", str(MATCHES[game])).strip()
    offer = find(game).prints
    assert offer is not None
    for kind in (*offer.kinds, ALL):
        text = good("--lang", language, "print", kind, "--game", game, "--match", number, "--text")
        assert text.strip(), kind
        if which("lou_translate") is not None:
            assert good("--lang", language, "print", kind, "--game", game, "--match", number, "--braille").isascii()
