"""What Quake 40K prints has the book's sizes, and says what the game says."""

from __future__ import annotations

import pypdfium2
import pytest
from msgspec.structs import replace

from q40k.games.quake.prints.offer import PRINTS
from q40k.games.quake.words.reference import evening_of
from q40k.packs.base import Names
from q40k.prints.paper import PAPERS
from q40k.prints.writing import make_pdf
from tests.games.quake.prints.printing import field_champions, library, print_pages, wish, words_of
from tests.prints.looking import faults
from tests.prints.reading import MM, pages


@pytest.mark.rule("BONUS-1")
def test_every_bonus_has_a_card_with_its_dice_and_its_effect() -> None:
    words = words_of(print_pages("tokens", wish(language="fr")))
    tables = library().bonus_tables["classic"]
    for category in ("equipment", "weapon", "special"):
        for kind in tables.table(category).values():
            assert kind.name.fr in words


@pytest.mark.rule("BONUS-6")
def test_the_longest_words_of_a_table_of_ones_own_stay_on_their_card() -> None:
    classic = library().bonus_tables["classic"]
    text = ("A very long text of the house. " * 13)[:400].strip()
    long = Names(en=text, fr=text)
    named = Names(en="The endless name of a bonus of our own " * 4, fr="x")
    special = {roll: replace(kind, text=long, name=named) for roll, kind in classic.special.items()}
    own = library().replace(bonus_tables={"classic": replace(classic, special=special)})
    expected = replace(wish(), library=own)
    data = make_pdf(PRINTS.kinds["tokens"].make(expected), expected.paper, expected.locale).data
    page, words = pages(data)[-1], list(pypdfium2.PdfDocument(data))[-1].get_textpage()
    cards = [shape for shape in page.shapes if shape.measures(58, 38)]
    index = words.get_text_range().index("A very long text")
    for at in range(index, index + len(text)):
        left, bottom, right, top = (side * MM for side in words.get_charbox(at))
        if right > left:
            assert any(
                card.left < left < right < card.right and card.bottom + 4 < bottom < top < card.top for card in cards
            ), words.get_text_range(at, 20)


@pytest.mark.rule("CHAMPION-4")
def test_a_card_tells_what_its_champion_needs_against_the_others() -> None:
    three = field_champions("space-marine", "eldar-guardian", "ork-slugga-boy")
    words = " ".join(words_of(print_pages("cards", wish(fielded=three))).split())
    for figure in three:
        assert words.count(figure.champion.name.en) == 3, "its own card, and a row on the others"
        assert str(figure.champion.points) in words
    for row in (
        # On 3+, then 3+, and AP 5 leaves a 5+ armour no save; the charge: 1 - (1 - 8/27)².
        "Guardian Defender 3+ 3+ - · 44% 50%",
        # Two shots of 1/2 × 1/2 × 1/3; the charge: two blows of 1/2 × 1/3 × 1/3.
        "Tactical Marine 4+ 4+ 3+ · 16% 11%",
        # Two shots of 1/3 × 1/2 × 1/3.
        "Tactical Marine 5+ 4+ 3+ · 11%",
    ):
        assert row in words, row


@pytest.mark.rule("TURN-1")
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("paper", PAPERS)
def test_the_rules_of_every_mod_fit_two_pages(language: str, paper: str) -> None:
    for mod in library().mods:
        assert len(PRINTS.kinds["rules"].make(wish(mod, language, paper=PAPERS[paper]))) <= 2


@pytest.mark.rule("DIFF-1", "INIT-1", "DIFF-8", "PORTAL-2", "MOVE-3", "MELEE-4")
def test_the_rules_in_short_are_those_of_the_mod() -> None:
    deathmatch = rules_text("deathmatch")
    for line in (
        "Initiative: Ld + I + a D6",
        "a tile of 20 × 20 cm",
        "within 1 in of it",
        "a 5+ invulnerable save",
        "3 in of movement",
        "2D6 × 3 in",
        "Three quarters",
        "Nobody is afraid",
        "Equipment: D3, then D6",
        "Special: a D6",
        "The dead roll it at once",
        "then costs it its own value",
        "more than 12 in high",
        "a kill scores",
    ):
        assert line.lower() in deathmatch.lower(), line
    assert "Barrels" not in deathmatch
    assert "Flags" not in deathmatch


@pytest.mark.rule("BARREL-5", "BARREL-6", "FLAG-3", "TEAM-2")
def test_what_a_mod_has_not_is_not_in_its_rules() -> None:
    flags = rules_text("capture-the-flag")
    assert "an opponent’s touch sends it home" in flags
    assert "Each team rolls 2D6" in flags
    for other in (
        "portal die",
        "Wholly on a portal",
        "A token",
        "Initiative: Ld",
        "telefrag",
        "accident",
        "D3, then D6",
        "the order of initiative",
        "roll initiative",
    ):
        assert other not in flags, other
    assert "lies there until somebody takes it" in rules_text("one-flag")
    assert "Friends may be shot" in rules_text("team-deathmatch")
    assert "To jump, wholly on a portal" in rules_text("domination")
    depot = rules_text("deathmatch", arena=library().arenas["depot-100"])
    assert "ordnance S7 AP2" in depot
    assert "anyone under it or crossing it takes a hit, S5 AP4" in depot
    assert "anyone it touches dies, partly under it on 4+" in depot


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("paper", PAPERS)
def test_an_evening_is_on_one_page_in_letters_that_can_be_read(language: str, paper: str) -> None:
    expected = wish("deathmatch", language, paper=PAPERS[paper])
    printed = make_pdf(PRINTS.kinds["evening"].make(expected), expected.paper, expected.locale)
    assert len(pypdfium2.PdfDocument(printed.data)) == 1
    assert faults(printed) == []
    words = " ".join(words_of(pages(printed.data)).split())
    for head, rows in evening_of(expected.locale):
        assert head in words
        assert [sentence for _key, sentence in rows if " ".join(sentence.split()) not in words] == []


def rules_text(mod: str, **more: object) -> str:
    """The rules of a mod, wherever their lines are broken."""
    return " ".join(words_of(print_pages("rules", wish(mod, **more))).split())  # type: ignore[arg-type]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("mod", ["deathmatch", "capture-the-flag", "domination"])
def test_words_lie_on_the_paper_not_on_each_other_and_are_legible(mod: str, language: str) -> None:
    names = ("space-marine", "eldar-guardian", "csm-obliterator", "csm-khorne-berzerker", "csm-horror")
    expected = wish(
        mod,
        language,
        paper=PAPERS["letter"],
        measured=98.5,
        fielded=field_champions(*names),
        players=7,
        arena=library().arenas["depot-100"],
    )
    for kind, sheet_kind in PRINTS.kinds.items():
        sheets = sheet_kind.make(expected)
        if kind == "arena":
            sheets = [sheet for sheet in sheets[1:4] if not sheet.title[-1].isdigit()]
        assert sheets
        pdf = make_pdf(sheets, expected.paper, expected.locale, measured=expected.measured)
        assert faults(pdf) == [], kind
