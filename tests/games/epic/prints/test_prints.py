"""What Epic Escarmouches prints says what its rules say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from q40k.games.epic.prints.offer import PRINTS
from q40k.games.epic.prints.sheets import BESIDE_MM, BOX_HIGH_MM, BOX_WIDE_MM, ORDER_ROW_MM
from q40k.games.epic.prints.wish import Wish, sides_of
from q40k.games.epic.state.losses import break_point
from q40k.games.epic.state.match import Switches
from q40k.games.epic.table.demo import DEMO
from q40k.games.epic.words.wording import WORDS
from q40k.i18n.locale import Locale
from q40k.prints.paper import PAPERS
from q40k.prints.writing import make_pdf
from tests.cli.calls import bad, good, q40k
from tests.games.epic.playing import B, M, formation, ready
from tests.prints.looking import faults
from tests.prints.reading import Read, pages


def wish(language: str = "en", **options: object) -> Wish:
    arguments = {"paper": PAPERS["a4"], **options}
    return Wish(Locale(language, WORDS.locales), **arguments)  # type: ignore[arg-type]


def print_sheets(kind: str, order: Wish) -> list[Read]:
    return pages(make_pdf(PRINTS.kinds[kind].make(order), order.paper, order.locale))


def words(pages_: list[Read]) -> str:
    return re.sub(r"\s+", " ", " ".join(page.words for page in pages_))


@pytest.mark.rule("EE-TERRAIN-1", "EE-MOVE-2", "EE-SHOOT-8", "EE-MORALE-1")
def test_the_reference_has_the_numbers_of_the_rules_on_two_sides() -> None:
    read = print_sheets("reference", wish())
    assert len(read) == 2
    text = words(read)
    for word in (
        "fortification 2 better +2 no effect impassable",
        "wood - +1 no effect dangerous",
        "Charge Mv +2 Mv; infantry 2 × Mv into contact",
        "First Fire 2 cm at most -1",
        "8 5+ 1/18",
        "9+ 6+ 1/36",
        "Figures 2 3 4 5 6 7 8 9 10 It breaks when so many are lost 1 2 2 3 3 4 4 5 5",
        "Within 30 cm of one’s own",
        "the lower sets up one formation",
        "In Retreat it may shoot.",
    ):
        assert word in text
    assert "Charge 2 × Mv +2" in words(print_sheets("reference", wish(switches=Switches(charge_move="doubled"))))
    other = words(
        print_sheets(
            "reference", wish(switches=Switches(charge_move="doubled", deployment="whole", retreat_shoots=False))
        )
    )
    assert "into contact only: Mv, infantry 2 × Mv" in other
    assert "the higher says which army is set up first" in other
    assert "In Retreat it does not shoot." in other
    agreed = words(print_sheets("reference", wish(agreed=("Who sits in a wreck: is lost",))))
    assert "Agreed changes • Who sits in a wreck: is lost" in agreed
    french = print_sheets("reference", wish("fr"))
    assert len(french) == 2
    assert "Tir Appuyé 2 cm au plus" in words(french)


@pytest.mark.rule("EE-ORDER-1", "EE-MORALE-1")
def test_an_order_sheet_has_a_box_for_every_figure() -> None:
    match = ready(M, B, formation("B", "C", "ork-boy", 12))
    read = print_sheets("orders", wish(sides=sides_of(match.state), turns=7))
    assert len(read) == 2, "a sheet for each side"

    def boxes(page: Read) -> int:
        return sum(shape.measures(BOX_WIDE_MM, BOX_HIGH_MM - BESIDE_MM) for shape in page.shapes)

    assert [boxes(page) for page in read] == [5, 17]
    assert "A · Space Marines · strategic 5 · morale 2+" in words(read[:1])
    assert "M 5 × Tactical Marine" in words(read[:1])
    assert "Formation Figures 1 2 3 4 5 6 7 Lost" in words(read[:1])
    assert "5 × Tactical Marine" not in words(read[1:]), "nobody holds the other side's sheet"
    many = [formation("A", f"F{number}", "ork-boy", 3) for number in range(30)]
    assert len(print_sheets("orders", wish(sides=sides_of(ready(*many, B).state)))) == 4


@pytest.mark.rule("EE-ARMY-2", "EE-DATA-2")
def test_a_roster_says_whose_the_figures_are() -> None:
    read = print_sheets("roster", wish(sides=sides_of(ready(M, formation("B", "N", "ork-nob")).state)))
    assert "Tactical Marine infantry 5 4+ +2 Bolter the page" in words(read[:1])
    assert "Nob infantry 5 5+ +4 Lotsa big shootas the house" in words(read[1:])


@pytest.mark.rule("EE-VEHICLE-3", "EE-TRANSPORT-3", "EE-WORD-2")
def test_a_roster_tells_hits_cargo_and_traits_and_no_ids() -> None:
    match = ready(formation("A", "R", "marine-land-raider", 1), formation("A", "O", "marine-chaplain", 1), B)
    text = words(print_sheets("roster", wish(sides=sides_of(match.state)))[:1])
    raider = match.state.formations["R"].troops[0].profile
    assert raider.hits > 1
    assert f"{raider.hits} hits, carries {raider.capacity}" in text
    assert "officer" in text
    assert not any(f" {weapon} " in text for weapon in raider.weapons), "an id is no name"


@pytest.mark.rule("EE-MORALE-1")
@pytest.mark.parametrize("figures", [1, 10, 11, 20, 30])
def test_boxes_stay_within_their_row(figures: int) -> None:
    match = ready(formation("A", "F", "ork-boy", figures), B)
    (page, _other) = print_sheets("orders", wish(sides=sides_of(match.state), turns=6))
    rows = [shape for shape in page.shapes if abs(shape.high - ORDER_ROW_MM) < 0.01]
    boxes = [shape for shape in page.shapes if abs(shape.wide - BOX_WIDE_MM) < 0.01]
    assert len(boxes) == figures
    last = max(row.right for row in rows)
    (cell,) = [
        row for row in rows if abs(row.right - last) < 0.1 and row.top > boxes[0].top and row.bottom < boxes[0].bottom
    ]
    thick = [number for number, box in enumerate(boxes, 1) if box.line_mm > 0.5]
    assert thick == ([break_point(figures)] if figures > 1 else []), "the break point"
    for box in boxes:
        assert cell.left < box.left < box.right < cell.right
        assert cell.bottom < box.bottom < box.top < cell.top


def test_an_evening_is_printed_from_a_match_or_from_lists(tmp_path: Path) -> None:
    assert good("print", "--game", "epic").splitlines()[0].startswith("reference  ")
    good("import", str(DEMO.script))
    out = tmp_path / "all.pdf"
    result = q40k("print", "all", "--game", "epic", "--match", "last", "--out", str(out))
    assert result.exit_code == 0
    assert "Written to" in result.stderr
    assert "Orders: Bob" in words(pages(out.read_bytes()))
    count = good("print", "roster", "orders", "--game", "epic", "--army", "orks", "--count")
    assert count.splitlines() == ["roster: 1 page", "orders: 1 page"]
    assert good("print", "all", "--game", "epic", "--count").splitlines()[1] == "orders: 2 pages"
    assert "Name a --match" in bad(2, "print", "roster", "--game", "epic")
    assert "nearest is orders" in bad(2, "print", "order", "--game", "epic")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_words_lie_on_the_paper_not_on_each_other_and_are_legible(language: str) -> None:
    profiles = ("marine-tactical", "marine-land-raider", "marine-dreadnought", "marine-rhino")
    marines = [formation("A", f"F{number}", profile, 1) for number, profile in enumerate(profiles)]
    match = ready(*marines, formation("B", "C", "ork-boy", 30))
    expected = wish(language, paper=PAPERS["letter"], sides=sides_of(match.state), turns=12)
    for word, kind in PRINTS.kinds.items():
        assert faults(make_pdf(kind.make(expected), expected.paper, expected.locale)) == [], word
