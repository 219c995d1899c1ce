"""The conversation says units, profiles and signs in words, unless that is switched off."""

from __future__ import annotations

import re

import pytest

from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import Locale
from q40k.table.settings import settings
from q40k.talk.room import TableTalk
from q40k.talk.speech import Speech, Verbatim
from tests.talk.test_facts import desk_after

EXAMPLES = {
    "en": {
        "WS 4 BS 2 Ld 8 Sv 3+": "weapon skill 4, ballistic skill 2, leadership 8, save 3 or more",
        "Boltgun, 24 in, S 4, AP 5": "Boltgun, 24 inches, strength 4, armour piercing 5",
        "Bob 1 in at 9 o’clock, 6.5 in.": "Bob 1 inch at 9 o’clock, 6.5 inches",
        "six kills in a row, 6 in a row": "six kills in a row, 6 in a row",
        "Score -15, +9, ×1.1 of ×10, 15 pts": "Score minus 15, plus 9, 1.1 of 10 times, 15 points",
        "Ann −9: −3 → 2, ×1.2 → ×−0.4": "Ann minus 9: from minus 3 to 2, from 1.2 times to minus 0.4 times",
        "=2: two pass": "equals 2: two pass",
        "60×60 cm, 5/5 Ork Boy, 50%": "60 by 60 centimetres, 5 out of 5 Ork Boy, 50 percent",
        "C1 (54; 6), in tile 3-4": "C1, in tile 3 to 4",
        "?w all: 3 more": "question mark w all: 3 more",
        "Who joins?": "Who joins?",
        "5 × Ork Boy, 2D6 + 1": "5 Ork Boy, 2D6 plus 1",
        "the board: http://192.168.1.2:8000/a-1-2?x=1": "the board: http://192.168.1.2:8000/a-1-2?x=1",
        "airlock-nine-4, TURN-1, B/1": "airlock-nine-4, TURN-1, B/1",
    },
    "fr": {
        "CC 4 CT 2 Cd 8 Svg 3+": "capacité de combat 4, capacité de tir 2, commandement 8, sauvegarde 3 ou plus",
        "Bob 1,5 ps à 1 heure, 2 ps": "Bob 1,5 pouce à 1 heure, 2 pouces",
        "Score -15, ×1,1 sur ×10, 50\u202f%": "Score moins 15, 1,1 fois sur 10, 50 pour cent",
        "Qui joue\u202f? ?w le dit": "Qui joue\u202f? point d’interrogation w le dit",
    },
}


@pytest.mark.parametrize("language", EXAMPLES)
def test_units_profiles_and_signs_are_words(language: str) -> None:
    locale = Locale(language, WORDS.locales)
    speech = Speech(locale, WORDS.abbreviations(locale))
    for text, words in EXAMPLES[language].items():
        assert re.sub(r"[\u00a0\u202f]", " ", speech.say(text)) == re.sub(r"[\u00a0\u202f]", " ", words)


def test_what_is_typed_is_said_as_it_is_typed() -> None:
    assert Speech(Locale("en"), {}).say(Verbatim("such as 4 4 3+")) == "such as 4 4 3+"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", ["quake", "epic", "space-hulk"])
def test_no_short_form_is_left_in_what_is_said_of_a_match(game: str, language: str) -> None:
    talk = TableTalk(desk_after(game, 0.7, language), "usual", lambda _words: False)
    lines = [line for question in ("?s", "?t", "?m", "?v", "?w all", "?o", "?l 30") for line in talk.hear(question)]
    short = re.compile(r"\d\s?(?:cm|mm|pts?|ps)\b|×\d|\d\+|\(\d+(?:[.,]\d+)?\s?;|(?<!\w)[-−]\d")
    assert [line for line in lines if short.search(line)] == []


def test_speech_is_switched_off_and_on_by_a_word_and_that_is_kept() -> None:
    talk = TableTalk(desk_after("quake", 0.7), "usual", lambda _words: False)
    in_full = talk.hear("?c ann")
    assert talk.hear("?c 00002") == talk.hear("?c 2"), "a number is one however it is written"
    assert "weapon skill 4" in "\n".join(in_full)
    talk.hear("/speech")
    assert "WS 4" in "\n".join(talk.hear("?c ann"))
    assert not settings().speech
    talk.hear("/speech")
    assert talk.hear("?c ann") == in_full
    assert settings().speech


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_mark_of_an_order_is_not_said(language: str) -> None:
    talk = TableTalk(desk_after("epic", 0.7, language), "usual", lambda _words: False)
    lines = [line for question in ("?m", "?c", "?t", "?s") for line in talk.hear(question)]
    assert not [line for line in lines if "»" in line and "«" not in line]
