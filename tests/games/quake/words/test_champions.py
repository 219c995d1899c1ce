"""Every finding of the rules on a champion is worded, and its card is whole, in both languages."""

import pytest

from q40k.games.quake.packs.library import Library, load
from q40k.games.quake.state.table.champion import Finding
from q40k.games.quake.words import champion as words
from q40k.i18n.locale import Locale

FACTS = {
    "option": "heavy-bolter",
    "wounds": 2,
    "may": 4,
    "least": 5,
    "half": 2.5,
    "points": 30,
    "budget": 25,
    "left": 5,
    "figure": "a+b",
}


@pytest.fixture(scope="module")
def library() -> Library:
    return load()


@pytest.mark.parametrize("code", sorted(words._FINDINGS))
def test_every_finding_is_worded(code: str, library: Library, english: Locale, french: Locale) -> None:
    name, _, answer = code.partition("/")
    finding = Finding("CHAMPION-2", name, "no" if answer == "no" else "yes", FACTS)
    in_english, in_french = words.finding(english, finding, library), words.finding(french, finding, library)
    assert in_english != in_french
    for sentence in (in_english, in_french):
        assert not set("{}") & set(sentence)
        assert "heavy-bolter" not in sentence


@pytest.mark.rule("CHAMPION-2")
def test_the_arithmetic_is_said(library: Library, english: Locale, french: Locale) -> None:
    facts = FACTS | {"certainty": "medium"}
    finding = Finding("CHAMPION-2", "squad-share", "yes", facts)
    assert words.finding(english, finding, library) == (
        "Heavy bolter: of a squad of at least 5, 4 may have it; half is 2.5. (fairly sure)"
    )
    assert "la moitié fait 2,5" in words.finding(french, finding, library)


def test_a_card_tells_value_profile_weapons_options_and_source(
    library: Library, english: Locale, french: Locale
) -> None:
    card = "\n".join(words.card(english, library.champions["sm-devastator"], library))
    for part in (
        "15 points",
        "WS 4",
        "Boltgun · 24 in · S 4 · AP 5 · rapid fire",
        "+15",
        "4 of the squad",
        "at least 5 (fairly sure)",
        "(sure)",
    ):
        assert part in card
    carte = "\n".join(words.card(french, library.champions["sm-devastator"], library))
    assert "CC 4" in carte
    assert "Lance-missiles" in carte


def test_every_champion_and_weapon_can_be_shown(library: Library, english: Locale, french: Locale) -> None:
    for locale in (english, french):
        for champion in library.champions.values():
            assert len(words.card(locale, champion, library)) > 5
        for weapon in library.weapons.values():
            assert all(words.weapon_characteristics(locale, weapon))
