"""A field of words is edited as anywhere else: a caret, the keys that move it and take back."""

from __future__ import annotations

import pytest

from q40k.kernel.events import AnswerError
from q40k.tui import fields
from q40k.tui.fields import Entered, Field, Move, Number, Option, Pick, Search, Text


def typed_text(text_field: Field, *keys: str) -> str:
    """What stands in a field after some keys, with the caret as a bar."""
    for key in keys:
        text_field.press(key, key if len(key) == 1 else " " if key == "space" else None)
    return f"{text_field.buffer[: text_field.caret]}|{text_field.buffer[text_field.caret :]}"


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ("", "one two|"),
        ("left", "one tw|o"),
        ("left left right", "one tw|o"),
        ("home", "|one two"),
        ("home left", "|one two"),
        ("home end", "one two|"),
        ("end right", "one two|"),
        ("left left x", "one tx|wo"),
        ("home delete delete", "|e two"),
        ("delete", "one two|"),
        ("left left backspace", "one |wo"),
        ("ctrl+u", "|"),
        ("left left ctrl+u", "|wo"),
        ("ctrl+u x", "x|"),
        ("left left ctrl+u x y", "xy|wo"),
        ("ctrl+w", "one |"),
        ("ctrl+w ctrl+w", "|"),
        ("left ctrl+w", "one |o"),
        ("home ctrl+k", "|"),
        ("ctrl+left", "one |two"),
        ("ctrl+left ctrl+left ctrl+right", "one| two"),
        ("home ctrl+f", "| two"),
        ("ctrl+a ctrl+d ctrl+e ctrl+h", "ne tw|"),
    ],
)
def test_the_caret_goes_where_it_is_sent(keys: str, line: str) -> None:
    text = Text("Why?")
    typed_text(text, *"one", "space", *"two")
    assert typed_text(text, *keys.split()) == line


def test_what_is_typed_in_the_middle_is_given_whole() -> None:
    text = Text("Name?")
    typed_text(text, *"Aice", "home", "right", "l")
    assert text.press("enter", None) == Entered("Alice")


def test_a_line_that_is_set_anew_has_its_caret_behind_it() -> None:
    text = Text("Name?")
    typed_text(text, *"Bob", "home")
    text.buffer = ""
    assert typed_text(text, *"Al") == "Al|"


def test_numbers_and_searches_are_edited_alike() -> None:
    assert typed_text(Number("How many?"), "1", "3", "left", "2", "x") == "12|3"
    search = Search("Who?", find=lambda typed: [Option("1", typed, typed)])
    assert typed_text(search, *"ok", "home", "r", "end", "s") == "roks|"


def test_letters_that_narrow_a_choice_are_taken_back_at_once() -> None:
    pick = Pick("Which?", options=(Option("1", 1, "boltgun"), Option("2", 2, "bolt pistol")))
    assert typed_text(pick, *"bol") == "bol|"
    assert typed_text(pick, "left") == "bol|"
    assert typed_text(pick, "ctrl+u") == "|"


def test_the_rest_of_a_word_that_fits_nothing_picks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 10.0
    monkeypatch.setattr(fields, "monotonic", lambda: now)
    options = (Option("s", "shredder", "Shredder"), Option("2", "bow", "Bow"), Option("3", "rifle", "Rifle"))
    pick = Pick("Which weapon?", options=options)

    def outcomes(keys: str) -> list[object]:
        """What each key gives; the words of a refusal."""
        given: list[object] = []
        for key in keys:
            try:
                given.append(pick.press(*(("backspace", None) if key == "\b" else (key, key))))
            except AnswerError as error:
                given.append(error.facts["typed"])
        return given

    assert outcomes("plas") == ["p", "l", "a", "s"], "the s does not begin the Shredder"
    assert outcomes("\bs") == [Move.CHANGED, Entered("shredder")], "Backspace drops the word"
    pick.buffer = ""
    assert outcomes("bx\bbo") == [Move.CHANGED, "x", Move.CHANGED, Move.CHANGED, Move.CHANGED]
    assert pick.buffer == "bo", "what fitted stays"
    pick.buffer = ""
    assert outcomes("p2") == ["p", Entered("bow")], "a number is no part of a word"
    pick.buffer = ""
    assert outcomes("pl") == ["p", "l"]
    now += fields.BREATH
    assert outcomes("s") == [Entered("shredder")], "a pause begins anew"
