"""Languages chosen, numbers and lists said."""

import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from hypothesis import given
from hypothesis import strategies as st

from q40k.games.quake.packs.models import Names
from q40k.i18n import locale as speaking
from q40k.i18n.locale import Locale, choose_language, fill, hard_spaces, write_minus


@pytest.mark.parametrize(
    ("option", "environ", "language"),
    [
        (None, {}, "en"),
        ("fr", {"Q40K_LANG": "en"}, "fr"),
        ("en", {"Q40K_LANG": "fr"}, "en"),
        (None, {"Q40K_LANG": "fr", "LC_ALL": "C"}, "fr"),
        (None, {"LC_ALL": "fr_FR.UTF-8", "LANG": "en_GB.UTF-8"}, "fr"),
        (None, {"LC_ALL": "", "LC_MESSAGES": "fr_CA", "LANG": "en_GB"}, "fr"),
        (None, {"LANG": "fr_BE.UTF-8@euro"}, "fr"),
        (None, {"LANG": "fr-CH"}, "fr"),
        (None, {"LANG": "FR"}, "fr"),
        (None, {"LANG": "fr@euro"}, "fr"),
        (None, {"LC_ALL": "C", "LANG": "fr_FR"}, "en"),
        (None, {"LANG": "C.UTF-8"}, "en"),
        (None, {"LANG": "frr_DE"}, "en"),
        ("klingon", {"LANG": "fr_FR"}, "en"),
        (" ", {"LANG": "fr_FR"}, "fr"),
    ],
)
def test_the_language_is_the_first_that_is_said(option: str | None, environ: dict[str, str], language: str) -> None:
    assert choose_language(option, environ) == language


@pytest.mark.parametrize("language", ["en", "de", "", "../en"])
def test_anything_unknown_speaks_english(language: str) -> None:
    locale = Locale(language)
    assert locale.language == "en"
    assert locale.gettext("Movement phase") == "Movement phase"


def test_french_is_spoken(french: Locale) -> None:
    assert french.gettext("No match yet") == "Pas encore de partie"
    assert french.ngettext("the die {dice}", "the dice {dice}", 2) == "les dés {dice}"
    assert french.gettext("no such message") == "no such message"
    assert french.gettext("") == ""


@pytest.mark.parametrize("content", [None, b"", b"not a catalogue", b"\xde\x12\x04\x95\xff"])
def test_without_a_catalogue_english_is_spoken(
    content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if content is not None:
        folder = tmp_path / "fr" / "LC_MESSAGES"
        folder.mkdir(parents=True)
        (folder / "q40k.mo").write_bytes(content)
    monkeypatch.setattr(speaking, "LOCALES", tmp_path)
    speaking._catalogue.cache_clear()
    try:
        locale = Locale("fr")
    finally:
        speaking._catalogue.cache_clear()
    assert locale.language == "en"
    assert locale.inches(4.5) == "4.5 in"


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (Fraction(0), "0"),
        (15, "15"),
        (Fraction(45, 2), "22½"),
        (Fraction(29, 4), "7¼"),
        (Fraction(40, 3), "13⅓"),
        (Fraction(-15, 2), "−7½"),
        (Fraction(1, 2), "½"),
        (Fraction(-1, 3), "−⅓"),
        (Fraction(20, 7), "2 6/7"),
        (Fraction(-20, 7), "−2 6/7"),
        (Fraction(1, 7), "1/7"),
    ],
)
def test_points_are_exact(number: Fraction, text: str, english: Locale, french: Locale) -> None:
    assert english.points(number) == french.points(number) == text


@given(st.fractions(max_denominator=60))
def test_no_two_scores_read_alike(number: Fraction) -> None:
    locale = Locale("en")
    glyphs = {glyph: f" {part}" for part, glyph in speaking._GLYPHS.items()}
    text = locale.points(number)
    for glyph, part in glyphs.items():
        text = text.replace(glyph, part)
    sign = -1 if text.startswith("−") else 1
    assert sign * sum(Fraction(part) for part in text.lstrip("−").split()) == number


def test_differences_carry_their_sign(english: Locale) -> None:
    assert english.signed_points(15) == "+15"
    assert english.signed_points(Fraction(-15, 2)) == "−7½"


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (Fraction(34, 10), "×3.4"),
        (Fraction(999, 100), "×9.9"),
        (Fraction(10), "×10.0"),
        (Fraction(0), "×0.0"),
        (Fraction(-1, 20), "×−0.1"),
        (Fraction(-7, 2), "×−3.5"),
    ],
)
def test_times_are_rounded_down(number: Fraction, text: str, english: Locale, french: Locale) -> None:
    assert english.times(number) == text
    assert french.times(number) == text.replace(".", ",")


@given(st.fractions(min_value=-100, max_value=100), st.integers(1, 20))
def test_a_goal_is_never_shown_before_it_is_reached(times: Fraction, goal: int) -> None:
    shown = float(Locale("en").times(times).removeprefix("×").replace("−", "-"))
    assert (shown >= goal) == (times >= goal)


def test_measures(english: Locale, french: Locale) -> None:
    assert (english.inches(6.0), french.inches(6.0)) == ("6 in", "6\u00a0ps")
    assert (english.inches(4.5), french.inches(4.5)) == ("4.5 in", "4,5\u00a0ps")
    assert english.inches(10 / 2.54) == "3.9 in"
    assert english.inches(10) == "10 in"


def test_chances(english: Locale, french: Locale) -> None:
    assert english.chance(Fraction(1, 6)) == "1/6 (17%)"
    assert french.chance(Fraction(5, 6)) == "5/6 (83\u00a0%)"


def test_lists(english: Locale, french: Locale) -> None:
    names = ["Alice", "Bob", "Chloé"]
    assert english.join_and(names) == "Alice, Bob and Chloé"
    assert french.join_and(names) == "Alice, Bob et Chloé"
    assert french.join_or(names[:2]) == "Alice ou Bob"
    assert english.join_and(names[:1]) == "Alice"
    assert english.join_and([]) == english.join_and(iter(())) == ""


def test_names_of_packs(english: Locale, french: Locale) -> None:
    names = Names(en="Nuke", fr="La nuke")
    assert (english.name_of(names), french.name_of(names)) == ("Nuke", "La nuke")
    assert french.name_of({"en": "Nuke", "fr": "La nuke"}) == "La nuke"
    assert french.name_of({"en": "Nuke"}) == "Nuke"
    assert french.name_of("Nuke") == "Nuke"


def test_quotation_marks(english: Locale, french: Locale) -> None:
    assert english.quote("x") == "“x”"
    assert french.quote("x") == "«\u00a0x\u00a0»"


def test_what_players_write_is_never_filled_in() -> None:
    assert fill("{player} moves", {"player": "{victim} %s \\"}) == "{victim} %s \\ moves"


def test_a_missing_fact_does_not_stop_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert fill("{player} moves", {}) == "? moves"


def test_speaking_loads_next_to_nothing() -> None:
    program = "import sys; from q40k.i18n.locale import Locale; Locale('fr'); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=Path(__file__).resolve().parents[2],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert {"pydantic", "yaml", "sqlite3", "q40k.games.quake.rules"}.isdisjoint(done.stdout.split())


def compile_catalogue(folder: Path, words: dict[str, str]) -> Path:
    """A catalogue of French in a folder."""
    catalog = Catalog(locale="fr")
    for english, french in words.items():
        catalog.add(english, french)
    path = folder / "fr" / "LC_MESSAGES" / "q40k.mo"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_mo(file, catalog)
    return folder


def test_a_game_has_a_catalogue_of_its_own(tmp_path: Path) -> None:
    dice = compile_catalogue(tmp_path / "dice", {"roll": "lancer", "and": "puis"})
    cards = compile_catalogue(tmp_path / "cards", {"draw": "piocher"})
    ours, theirs = Locale("fr").of(dice), Locale("fr", cards)
    assert ours.gettext("roll") == "lancer"
    assert theirs.gettext("roll") == "roll"
    assert (ours.join_and("ab"), theirs.join_and("ab")) == ("a puis b", "a et b")
    assert (ours.gettext("or"), theirs.gettext("or")) == ("ou", "ou")
    both = Locale("fr", cards, dice)
    assert (both.gettext("draw"), both.gettext("and")) == ("piocher", "puis")
    assert Locale("en", dice).gettext("roll") == "roll"
    assert ours.of(dice) is ours
    assert Locale("fr", tmp_path / "none").gettext("or") == "ou"


def test_french_puts_hard_spaces_by_itself() -> None:
    assert hard_spaces("Prêt ? Oui : « 6 ps » ; 17 % !") == (
        "Prêt\u00a0? Oui\u00a0: «\u00a06\u00a0ps\u00a0»\u00a0; 17\u00a0%\u00a0!"
    )
    assert hard_spaces("q40k do 'kill' :x") == "q40k do 'kill' :x", "a sign that begins a word is left"


def test_a_minus_is_a_minus_sign_and_no_hyphen() -> None:
    english, french = Locale("en"), Locale("fr")
    assert english.percent(Fraction(-1, 20)) == "−5%"
    assert english.percent(-0.054, 1) == "−5.4%"
    assert french.decimal("-0.5") == "−0,5"
    assert english.number(-2.5) == "−2.5"
    assert write_minus("WS -1, twin-linked, 2D6-1, (-2)") == "WS −1, twin-linked, 2D6-1, (−2)"
