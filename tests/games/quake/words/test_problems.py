"""Every problem of a pack is worded, with the nearest valid word."""

from typing import Any

import pytest

from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import Locale
from q40k.i18n.problems import severity_name
from q40k.packs.problems import Problem
from tests.packs.codes import QUAKE_CODES

from .test_refusals import must_read_well, only

FACTS: dict[str, Any] = {
    "reason": "no right to", "most": 9, "detail": "found a tab.", "kind": "champions",
    "text": "y\ufffds", "key": "weaponns", "first_line": 3, "nearest": "weapons", "least": 3,
    "expected": ("whole-number", "text"), "got": "list", "value": None, "above": None,
    "choices": ("bike", "beast"), "pattern": "^[a-z0-9]+$", "type": "odd",
    "missing": ("11", "12"), "extra": ("17",),
    "width": 50, "height": 60, "step": 20, "tokens": ("E1", "E2"), "x": 3.5, "y": 4.0,
    "sides": (1, 3), "thing": "token", "name": "E1", "flag": "F1", "base": 2, "tiles": 9,
    "one": 1, "other": 2, "best": 50.3, "percent": 42, "scenery": "tower", "effect": "lethal",
    "area": 200.0, "other_area": 300.0, "other_distance": 20.5, "barrel": "B1",
    "options": ("plasma",), "rule": "flags", "needs": "bases", "win": "score", "parameter": "lives",
    "token": "E1", "portal": 3, "distance": 12.5, "id": "marin",
    "first_file": "a.yaml", "option": "plasma", "champion": "marine", "game": "quak", "shape": 9, "latest": 3,
    "bytes": 9,
}  # fmt: skip
YAML_KINDS = (
    "boolean", "octal", "sexagesimal", "number", "huge-number", "date", "empty", "anchor",
    "alias", "tag", "merge", "complex-key", "second-document", "surrogate",
)  # fmt: skip


def of(code: str, **facts: Any) -> Problem:
    return Problem("a.yaml", 3, 1, "marine", code, facts)


@pytest.mark.parametrize("code", sorted(QUAKE_CODES))
def test_every_code_is_worded(code: str, english: Locale, french: Locale) -> None:
    facts = only(FACTS, set(QUAKE_CODES[code]))
    in_english, in_french = (WORDS.problem(locale, of(code, **facts)) for locale in (english, french))
    must_read_well(in_english, in_french)
    assert not in_english.startswith("Something is wrong")
    assert in_english[0] == in_english[0].upper() or in_english.startswith(str(facts.get("id") or facts.get("name")))
    assert in_english.endswith(("Did you mean weapons?" if "nearest" in facts else ".", "else."))


def test_no_two_codes_read_alike(english: Locale) -> None:
    every = [WORDS.problem(english, of(code, **only(FACTS, set(QUAKE_CODES[code])))) for code in QUAKE_CODES]
    assert len(set(every)) == len(every)


@pytest.mark.parametrize("kind", YAML_KINDS)
def test_every_surprise_of_yaml_is_explained(kind: str, english: Locale, french: Locale) -> None:
    surprise = of("yaml-surprise", kind=kind, text="no")
    in_english, in_french = WORDS.problem(english, surprise), WORDS.problem(french, surprise)
    must_read_well(in_english, in_french)
    assert "something else" not in in_english


@pytest.mark.parametrize(
    ("code", "facts", "sentence"),
    [
        ("unreadable", {"reason": "not-a-file"}, "This is no file."),
        (
            "wrong-type",
            {"expected": ("whole-number",), "got": "text", "value": "four"},
            "A whole number is needed here, not “four” (text).",
        ),
        (
            "not-a-choice",
            {"got": "bke", "nearest": "bike", "choices": ("bike", "beast")},
            "“bke” is not allowed here. Did you mean bike?",
        ),
        (
            "not-a-choice",
            {"got": "text", "nearest": None, "choices": ("bike", "beast")},
            "“text” is not allowed here, only bike or beast.",
        ),
        ("out-of-range", {"least": 0, "most": 10, "above": None, "got": 11}, "11 is out of range; it needs 0 to 10."),
        (
            "out-of-range",
            {"least": 0.5, "most": None, "above": None, "got": 0},
            "0 is out of range; it needs 0.5 or more.",
        ),
        (
            "out-of-range",
            {"least": None, "most": 200, "above": 0, "got": 0},
            "0 is out of range; it needs more than 0, 200 at most.",
        ),
        ("wrong-length", {"least": None, "most": 3, "got": 4}, "Entries in the list: 4; it needs 3 or less."),
        ("wrong-length", {"least": 2, "most": 2, "got": 1}, "Entries in the list: 1; it needs exactly 2."),
        ("wrong-length", {"least": None, "most": None, "got": 1}, "Entries in the list: 1; it needs another number."),
        ("bonus-rolls", {"missing": ("11",), "extra": ()}, "The table lacks a line for 11."),
        ("bonus-rolls", {"missing": (), "extra": ("17",)}, "The table has lines nobody can roll: 17."),
        ("bonus-rolls", {"missing": (), "extra": ()}, "The table needs one line for each roll."),
        ("pattern", {"got": "e1", "pattern": "^[A-Z]$"}, "“e1” does not have the form ^[A-Z]$."),
        (
            "off-table",
            {"thing": "portal", "name": "2", "width": 60, "height": 60},
            "Not wholly on the table of 60 × 60 cm: portal 2.",
        ),
        (
            "one-outline",
            {"got": ("polygon", "circle")},
            "A piece of scenery has one outline: a polygon or a circle, not both.",
        ),
        (
            "portal-in-scenery",
            {"portal": 2, "scenery": "pool", "effect": "water"},
            "Portal 2 reaches into the water of scenery pool.",
        ),
        (
            "self-crossing",
            {"sides": (1, 3)},
            "The outline crosses itself: sides 1 and 3 meet. Side 1 runs from the first corner to the second.",
        ),
        ("unknown-option", {"option": "x", "champion": "ork", "nearest": None, "choices": ()}, "ork has no option x."),
        ("brand-new", {}, "Something is wrong here: brand new."),
    ],
)
def test_problems_that_depend_on_their_facts(
    code: str, facts: dict[str, Any], sentence: str, english: Locale, french: Locale
) -> None:
    assert WORDS.problem(english, of(code, **facts)) == sentence[0].upper() + sentence[1:]
    must_read_well(sentence, WORDS.problem(french, of(code, **facts)))


def test_severities(english: Locale, french: Locale) -> None:
    assert severity_name(english, "warning") == "warning"
    assert severity_name(french, "error") == "erreur"
