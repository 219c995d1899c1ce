"""French that a table would say: the sentences that were mended, one word for one thing, elisions, no English left."""

from __future__ import annotations

import re

import polib
import pytest

from q40k.games.epic.words.wording import WORDS as EPIC
from q40k.games.quake.words.wording import WORDS as QUAKE
from q40k.games.space_hulk.words.wording import WORDS as HULK
from q40k.i18n.locale import Locale
from q40k.report.causes import Cause, describe_cause
from q40k.talk.room import TableTalk
from tests.cli.calls import ROOT
from tests.talk.test_facts import MATCHES, desk_after

MENDED = {
    "a fair field…": "des champions de force égale…",
    "d dead, no more dice": "m mort, on ne lance plus de dés",
    "{player} joins with {champion}": "{player} entre en lice : {champion}",
    "Unknown action: {word}": "Action inconnue : {word}",
    "Not understood: {why}": "Pas compris : {why}",
    "Not used: {rest}": "Non utilisé : {rest}",
    "now {step}": "phase : {step}",
    "Whose place?": "Où se tient qui ?",
    "no danger to anyone": "sans danger pour quiconque",
    "Values you leave out are a Space Marine’s; Enter: all of them.": (
        "Ce que vous omettez vaut celui d’un Space Marine ; Entrée : tout."
    ),
    "{one} to {other}: sees {percent} of the base: clear (SHOOT-2)": (
        "De {one} à {other} : voit {percent} du socle : vue dégagée (SHOOT-2)"
    ),
    "Lead a match as a conversation in lines, for a screen reader or a pipe.": (
        "Mener une partie comme une conversation, ligne par ligne, pour un lecteur d’écran ou un tuyau (pipe)."
    ),
    "Nothing here begins with {typed}: Enter takes nothing until another key.": (
        "Rien ici ne commence par {typed} : Entrée reste sans effet tant qu’on n’a pas tapé autre chose."
    ),
    "On how many cores; all of them, if nothing is said.": "Nombre de cœurs (tous par défaut).",
    "{who} rolls {dice}: how far does the mega bumper throw?": (
        "{who} lance {dice} : à quelle distance le méga bumper projette-t-il ?"
    ),
    "Places are kept on the board from now on, or left to the table.": (
        "Désormais, q40k suit les positions sur le plateau, ou les laisse à la table."
    ),
    "Movement: draw, turn all orders over; the winner says who moves first, all of it.": (
        "Mouvement : tirez, retournez tous les ordres ; le gagnant dit quelle armée bouge en premier, toute entière."
    ),
}
"""The table of the sentences that were mended, by their English; hard spaces are written as plain ones."""
BANNED = (
    r"plateau équitable", r"mort, plus de dés", r"en lice avec [A-Z]", r"n’en sait rien", r"^Refusé : ",
    r"Plus nécessaire", r"à présent \{step\}", r"autre manière", r"La place de qui", r"danger pour personne",
    r"comme chez un Space Marine", r": dégagé\b", r"\d heures\b(?<!\d\d heures)|\bà 1 heures", r" & ",
    r"ou un tube\b", r"ne prend rien avant", r"si rien n’est dit", r"jusqu’à une touche", r"projette à combien",
    r"Les places sont tenues", r"bouge en premier, en entier", r"place d’abord, en entier",
    r"^Repris : \{what\}", r"aussi ce qui a été repris", r"\b[Rr]efaire (?:la commande|l’entrée|la ligne)",
    r"les jetons", r"chronomètre",
)  # fmt: skip
"""What was said before, and its kinds: several words for one thing among them."""
UNITS = re.compile(r"\d (?:pouces?|centimètres?|points?|heures?)\b|[^\s,·:;] [:;!?»%](?:\s|$)|« ")
"""Plain spaces where French wants hard ones."""
ELIDED = re.compile(r"\b(?:[Dd]e|[Qq]ue) [AEIOUÉÈÊ]\w*\b")
ENGLISH = re.compile(r"\b(?:marsh|river|wood|building|ruins|forward|backward|north|south|east|west|the|and)\b")
"""Ids and small words that would be left of another language."""
MOST_LINES = 400


def plain(text: str) -> str:
    """A text with plain spaces."""
    return re.sub("[\u00a0\u202f]", " ", text)


def french_messages() -> dict[str, str]:
    """Every message of every catalogue, by its English."""
    entries = (
        entry
        for path in ROOT.glob("q40k/**/locales/fr/LC_MESSAGES/q40k.po")
        for entry in polib.pofile(str(path))
        if not entry.obsolete
    )
    return {entry.msgid: plain(text) for entry in entries for text in (entry.msgstr, *entry.msgstr_plural.values())}


@pytest.fixture(scope="module")
def messages() -> dict[str, str]:
    return french_messages()


@pytest.mark.parametrize("english", MENDED)
def test_a_sentence_reads_as_it_was_mended(english: str, messages: dict[str, str]) -> None:
    assert plain(Locale("fr", QUAKE.locales, EPIC.locales, HULK.locales).gettext(english)) == MENDED[english]


@pytest.mark.parametrize("banned", BANNED)
def test_nothing_is_said_as_it_was_before(banned: str, messages: dict[str, str]) -> None:
    assert [text for text in messages.values() if re.search(banned, text)] == []


def test_an_hour_is_one_hour() -> None:
    locale = Locale("fr")
    assert plain(locale.plural("{name} at {number} o’clock", "{name} at {number} o’clock", 1, name="Bob")) == (
        "Bob à 1 heure"
    )


def test_names_are_elided_and_others_are_not() -> None:
    locale = Locale("fr", QUAKE.locales)
    clear = "{one} to {other}: sees {percent} of the base: clear (SHOOT-2)"
    assert plain(locale.say(clear, one="Anne", other="Béa", percent="100 %")).startswith("D’Anne à Béa : ")
    assert plain(locale.say(clear, one="Bob", other="Anne", percent="100 %")).startswith("De Bob à Anne : ")
    assert describe_cause(locale, Cause("choice", "Ève")).endswith("Ève")


def test_two_leaders_lead_in_the_plural() -> None:
    locale = Locale("fr")
    assert "Ann et Eve" in locale.join_and(("Ann", "Eve"))
    assert "&" not in locale.join_and(("Ann", "Eve"))


@pytest.mark.parametrize("game", MATCHES)
def test_every_sentence_of_a_recorded_evening_is_french(game: str) -> None:
    """All lines of a kept match, its table, scores, cards and prompts; what was typed in English at the time apart."""
    desk = desk_after(game, 1.0, "fr")
    talk = TableTalk(desk, "usual", lambda _words: False)
    questions = ("?", "?s", "?t", "?w all", "?m", "?v", "?c", "?h", f"?l {MOST_LINES}", "/podium", "/log")
    lines = [line for question in questions for line in talk.hear(question)]
    assert len(lines) > 100
    typed = set(re.findall(r'"([^"]* [^"]*)"', MATCHES[game].read_text(encoding="utf-8")))
    spoken = [line for line in lines if not any(text in line for text in typed)]
    assert [line for line in spoken if UNITS.search(line)] == [], "the catalogue's door makes these spaces hard"
    assert [line for line in spoken if ELIDED.search(line)] == []
    assert [line for line in spoken if ENGLISH.search(line)] == []
