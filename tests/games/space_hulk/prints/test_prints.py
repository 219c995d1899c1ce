"""What Space Hulk prints says what its rules say."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pytest

from q40k.games.space_hulk.prints.offer import PRINTS
from q40k.games.space_hulk.prints.sheets import BOX_MM, Wish
from q40k.games.space_hulk.state.match import Marine, Match, Setup
from q40k.games.space_hulk.words.wording import WORDS
from q40k.i18n.locale import Locale
from q40k.prints.paper import PAPERS
from q40k.prints.writing import make_pdf
from tests.cli.calls import bad, good, q40k
from tests.games.space_hulk.playing import new, play
from tests.prints.looking import faults
from tests.prints.reading import Read, pages


def print_sheets(kind: str, match: Match, language: str = "en", turns: int = 8) -> list[Read]:
    wish = Wish(Locale(language, WORDS.locales), PAPERS["a4"], match=match, turns=turns)
    return pages(make_pdf(PRINTS.kinds[kind].make(wish), wish.paper, wish.locale))


def words(pages_: list[Read]) -> str:
    return re.sub(r"\s+", " ", " ".join(page.words for page in pages_))


@pytest.mark.rule("SH-AP-5", "SH-SHOOT-2", "SH-MELEE-3", "SH-SUSTAIN-2")
def test_the_reference_has_the_numbers_of_the_rules_on_two_sides() -> None:
    match = play(new(timer=180)).state
    read = print_sheets("reference", match)
    assert len(read) == 2
    text = words(read)
    for word in (
        "step back 2 with a shot 2 1",
        "step sideways - 1 1",
        "turn of 90° 1 with a shot 1 -",
        "Storm bolter 2 6+ 31% 5+ (56%) -",
        "Assault cannon 3 5+ 70% 4+ (88%) 10",
        "Terminator with storm bolter 1 +0 66% 17% 17%",
        "3:00 for the marines’ actions.",
        "reload the cannon 4",
        "ladder 2 with a shot 1 1",
        "overwatch, jams, guard, flames",
        "prescience 1, barrier within 12 for 2, storm within 6 for 3",
    ):
        assert word in text
    french = print_sheets("reference", match, "fr")
    assert len(french) == 2
    assert "lever un enrayement" in words(french)
    assert "Space Marine mort Personne Genestealer mort" in words(french)


@pytest.mark.rule("SH1-AP-5", "SH1-SUSTAIN-2", "SH1-MELEE-3", "SH1-BOX-1")
def test_the_first_edition_has_its_own() -> None:
    read = print_sheets("reference", Match().replace(setup=Setup(edition_id="1")))
    assert len(read) == 2
    text = words(read)
    for word in (
        "step sideways - 2 1",
        "turn of 90° 1 0 -",
        "turn of 180° 2 1 -",
        "Storm bolter 2 6+ 31% 5+ (56%), 4+ (75%), 3+ (89%) -",
    ):
        assert word in text
    assert "Assault cannon" not in text
    for later in ("guard", "barrier", "ladder", "cannon", "ibrarian"):
        assert later not in text, later
    assert "blow the flamer up 1" in text
    assert "3:00 for the marines’ turn, with two sergeants; 0:30 less for each" in text
    (orders,) = print_sheets("orders", Match().replace(setup=Setup(edition_id="1")))
    assert "Guard" not in orders.words
    assert "psi" not in orders.words


@pytest.mark.rule("SH-CP-4", "SH-AP-1", "SH-FLAMER-5", "SH-CANNON-2", "SH-LIB-2")
@pytest.mark.parametrize(
    ("mission", "boxes"), [("airlock-nine", 5 * 7 + 6), ("down-the-shaft", 3 * 7 + 20 + 10), (None, 6 * 7)]
)
def test_the_sheet_has_a_box_for_every_point_and_shot(mission: str | None, boxes: int) -> None:
    match = play(new(mission)).state if mission else Match()
    (page,) = print_sheets("orders", match, turns=4)
    result = sum(abs(shape.wide - BOX_MM) < 0.4 and abs(shape.high - BOX_MM) < 0.4 for shape in page.shapes)
    assert result == 4 * 6 + boxes, "six command points a turn, and what each marine has"
    if mission:
        assert "Blips" in page.words


def test_it_is_printed_from_the_command_line(tmp_path: Path) -> None:
    assert "reference" in good("print", "--game", "space-hulk")
    out = tmp_path / "set.pdf"
    call = ("print", "all", "--game", "space-hulk", "--mission", "cinder-ward", "--out", str(out))
    assert "mission: 1 page\n" in q40k(*call).stderr
    assert "which board?" in bad(2, "print", "board", "--game", "space-hulk")
    assert out.read_bytes().startswith(b"%PDF")


@pytest.mark.rule("SH-CP-2", "SH-AP-1")
def test_many_marines_and_turns_take_more_sheets_and_none_is_beyond_the_paper() -> None:
    names = [f"M{number:02}" for number in range(1, 31)]
    match = Match().replace(marines={name: Marine(name, "terminator-bolter") for name in names})
    read = print_sheets("orders", match, turns=24)
    assert len(read) > 1
    text = words(read)
    assert all(f"{name} " in text for name in names)
    assert "20 21 22 23 24" in text
    for page in read:
        assert min(shape.bottom for shape in page.shapes) >= 7.9
    result = sum(shape.measures(BOX_MM, BOX_MM) for page in read for shape in page.shapes)
    assert result == 24 * 6 + 30 * 7


@pytest.mark.parametrize("turns", [1, 8, 12])
def test_the_boxes_of_many_turns_stay_in_their_columns(turns: int) -> None:
    (page,) = print_sheets("orders", play(new()).state, turns=turns)
    assert max(shape.right for shape in page.shapes) <= page.size[0] - 8 + 0.2
    small = [shape for shape in page.shapes if abs(shape.wide - BOX_MM) < 0.1 > abs(shape.high - BOX_MM)]
    points = sorted(small, key=lambda shape: -shape.top)[: 6 * turns]
    for point in points:
        assert not any(
            other is not point
            and other.left < point.right - 0.1
            and point.left < other.right - 0.1
            and other.bottom < point.top - 0.1
            and point.bottom < other.top - 0.1
            for other in points
        )


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("edition", ["4", "1"])
def test_words_lie_on_the_paper_not_on_each_other_and_are_legible(edition: Literal["4", "1"], language: str) -> None:
    blank = Match().replace(setup=Setup(edition_id=edition))
    matches = [blank, play(new("airlock-nine")).state] if edition == "4" else [blank]
    for match in matches:
        wish = Wish(Locale(language, WORDS.locales), PAPERS["letter"], match=match, turns=12)
        for word, kind in PRINTS.kinds.items():
            if not kind.possible(wish):
                continue
            assert faults(make_pdf(kind.make(wish), wish.paper, wish.locale)) == [], word
