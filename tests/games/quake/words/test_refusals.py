"""Every refusal, answer error and trouble the program can raise has words of its own."""

from types import SimpleNamespace
from typing import Any

import pytest

from q40k.games.quake.state.movement.paths import gap_obstacle
from q40k.games.quake.words.wording import WORDS
from q40k.geometry.space import Inches
from q40k.geometry.surfaces import Gap
from q40k.i18n.error_texts import journal_error, script_error
from q40k.i18n.locale import Locale
from q40k.i18n.questions import answer_error, entry_error
from q40k.kernel.errors import CodedError
from q40k.kernel.events import AnswerError, Refusal
from q40k.kernel.journal.journal import JournalError

from .conftest import MARINE, MOD
from .sources import codes_in, texts_in

ANYTHING: dict[str, Any] = {
    "budget": 20, "count": 99, "stat": "WS", "typed": "x", "within": 5,
    "barrel": "K9", "base": 1, "flag": "F9", "flags": ("F1", "F2"), "over": 5, "players": 2,
    "team": "Red", "teams": ("Red", "Blue"), "to": "Chloé",
    "portal": 4, "scenery": MOD.name,
    "active": "Bob", "clash": "mod-death-twice", "facts": {}, "addons": ("barrel-frenzy",),
    "allowance": 6.0, "bonus": MOD.name,
    "champion": MARINE.name, "got": "0", "half": 2.5, "height": 60, "holder": "Bob", "inches": 7.0,
    "known": ("times_to_win",), "last": "C3", "least": 5, "may": 1, "points": 2001, "left": 2.5,
    "missing": ("budget", "sudden-death"),
    "mod": MOD.name, "most": 1000, "name": "Alic", "nearest": "Alice", "option": "times_to_win",
    "options": ("rounds",), "phase": "shooting", "player": "Alice", "present": 9, "said": "marin",
    "tile": "A1", "tiles": 9, "token": "Z9", "tokens": ("E1", "W1"), "wanted": "movement",
    "attacks": 4, "first": ("Bob", "Eve"), "fought": 1, "number": 3, "other": "Bob",
    "others": ("Bob", "Eve"), "reach": 6.0, "target": "Eve", "was": "Eve",
    "weapon": MARINE.name,
    "share": 0.4, "size": "80x80", "turn": 7,
    "thing": "E1", "enough": 0.75, "hiders": ("wall", "Bob"), "weapons": (MARINE.name,),
    "distance": "25", "width": 60, "wounds": 3, "x": 70.5, "y": -1.0,
}  # fmt: skip
SAID = {"said", "nearest"}
REFUSALS: dict[str, set[str]] = {
    **{c: f or {"champion"} for c, f in codes_in(["rules", "bot"], ["refuse", "forbid"], 1).items()},
    "unknown-champion": SAID,
    "unknown-mod": SAID,
    "unknown-arena": SAID,
    "unknown-gear": {"champion", "option", "nearest"},
    "several-wounds": {"champion", "wounds"},
    "special-character": {"champion"},
    "not-an-option": {"champion", "option"},
    "squad-share": {"champion", "option", "may", "least", "half"},
    "budget": {"champion", "points", "budget"},
    "clone": {"player"},
    "bad-figure": {"stat", "typed", "least", "most"},
    "bad-points": {"typed", "most"},
    "no-field": {"count", "within"},
    "too-dear": {"champion", "points", "most"},
}
ANSWER: dict[str, Any] = {
    "answers": (3, 4),
    "count": 2,
    "fits": ("bob", "bill"),
    "got": 3,
    "items": ("Alice", "Bob"),
    "least": 1,
    "most": 6,
    "nearest": "Bob",
    "options": ("yes", "no"),
    "place": 2,
    "typed": "x",
    "wanted": 2,
}
ANSWERS: dict[str, set[str]] = {
    **{c: f or set() for c, f in codes_in(["kernel", "table"], ["AnswerError"], 0).items()},
    "nothing-to-undo": set(),
    "nothing-to-redo": set(),
}
JOURNAL: dict[str, Any] = {
    "path": "m.sqlite3", "detail": "no luck.", "version": 9, "known": 1, "said": "foo",
    "numbers": "1, 2", "match": 3, "pid": 42, "user": "ann", "host": "desk",
    "since": "2026-01-01 20:00", "rescued": "m-rescued.sqlite3",
    "kept": "m-torn.wal", "entry": 57, "last": 99, "now": 112, "by": 60,
    "game": "pot", "missing": 2,
}  # fmt: skip
FAILED = {"path", "detail"}
JOURNALS: dict[str, set[str]] = {
    **dict.fromkeys(texts_in("kernel/journal/journal.py", "journal-"), FAILED),
    **{
        code: {"pid", "user", "host", "since"} if facts is None else facts
        for code, facts in codes_in(["kernel", "table"], ["JournalError"], 0).items()
    },
}
SCRIPT: dict[str, Any] = {
    "column": 3,
    "detail": "no",
    "do": "kil",
    "field": "victim",
    "known": ("new", "kill"),
    "most": 10,
    "said": "quak",
    "nearest": "quake",
    "game": "The Pot",
    "problem": "out-of-range",
    "facts": {"least": 1, "most": 5, "above": None, "got": 6},
}
SCRIPTS: dict[str, set[str]] = {
    **{code: facts or set() for code, facts in codes_in(["table"], ["ScriptError"], 1).items()}
}


def only(facts: dict[str, Any], names: set[str]) -> dict[str, Any]:
    """The facts of these names, as the source gives them; a name nobody has foreseen fails."""
    return {name: facts[name] for name in names}


def must_read_well(english: str, french: str) -> None:
    assert english != french
    for sentence in (english, french):
        assert sentence.strip() == sentence != ""
        assert not set("{}") & set(sentence)
        assert "None" not in sentence
        assert "Names(" not in sentence


def test_codes_were_found() -> None:
    assert len(REFUSALS) > 35
    assert len(ANSWERS) > 9
    assert len(JOURNALS) > 8
    assert len(SCRIPTS) > 7


@pytest.mark.parametrize("code", sorted(REFUSALS))
def test_every_refusal_is_worded(code: str, english: Locale, french: Locale) -> None:
    no = Refusal("TURN-1", code, only(ANYTHING, REFUSALS[code]))
    in_english, in_french = WORDS.refuse(english, no), WORDS.refuse(french, no)
    must_read_well(in_english, in_french)
    assert not in_english.startswith("The rules do not allow it")
    assert "TURN-1" not in in_english
    assert code not in in_english
    if "nearest" in no.facts:
        assert in_english.endswith(" Did you mean Alice?")
        far = Refusal("TURN-1", code, {**no.facts, "nearest": None})
        must_read_well(WORDS.refuse(english, far), WORDS.refuse(french, far))


def test_no_two_refusals_read_alike(english: Locale) -> None:
    every = [WORDS.refuse(english, Refusal("R", c, only(ANYTHING, REFUSALS[c]))) for c in REFUSALS]
    assert len(set(every)) == len(every)


@pytest.mark.parametrize(
    ("code", "facts", "sentence"),
    [
        ("not-active", {"player": "Ann", "active": None}, "Ann cannot act now: it is nobody’s turn."),
        (
            "wrong-phase",
            {"phase": "shooting", "wanted": "movement"},
            "That belongs to the movement phase, and this is the shooting phase.",
        ),
        (
            "too-far",
            {"player": "Ann", "inches": 7.0, "left": 2.5, "allowance": 6.0},
            "Ann has 2.5 in of 6 in left to move: 7 in is too far.",
        ),
        ("unknown-gear", {"champion": "ork", "got": 3}, "ork cannot have the gear asked for."),
        ("brand-new", {}, "The rules do not allow it: brand new."),
    ],
)
def test_refusals_that_depend_on_their_facts(
    code: str, facts: dict[str, Any], sentence: str, english: Locale, french: Locale
) -> None:
    assert WORDS.refuse(english, Refusal("R", code, facts)) == sentence
    must_read_well(sentence, WORDS.refuse(french, Refusal("R", code, facts)))


def test_a_gap_in_the_table_itself_is_between_the_ground_and_the_ground(english: Locale, french: Locale) -> None:
    ann: Any = SimpleNamespace(name="Ann")
    pit = gap_obstacle(ann, Gap(Inches(3.0), 1.5, None, None, None), "gap", {"inches": 41.1, "left": 9.0})
    refusal = Refusal(pit.rule, pit.code, pit.facts)
    assert WORDS.refuse(english, refusal) == (
        "There is a gap of 3 in, 1.5 in deep, between the ground and the ground: that is a leap."
        " Down, along and up it is 41.1 in, and Ann has 9 in left."
    )
    assert WORDS.refuse(french, refusal).count("le sol") == 2


def test_the_facts_of_a_journaled_refusal_are_plain_data(french: Locale) -> None:
    names = {"en": "Nuke", "fr": "La nuke"}
    no = Refusal("BONUS-2", "has-a-bonus", {"player": "Ann", "bonus": names})
    assert "La nuke" in WORDS.refuse(french, no)


@pytest.mark.parametrize("code", sorted(ANSWERS))
def test_every_answer_error_is_worded(code: str, english: Locale, french: Locale) -> None:
    error = AnswerError(code, **only(ANSWER, ANSWERS[code]))
    in_english, in_french = answer_error(english, error), answer_error(french, error)
    must_read_well(in_english, in_french)
    assert not in_english.startswith("That is no answer here")


def test_an_answer_nobody_could_mean_shows_the_choice(english: Locale) -> None:
    error = AnswerError("choice-unknown", typed="x", options=("yes", "no"), nearest=None)
    assert answer_error(english, error) == "“x” is none of: yes or no."
    wrong_count = AnswerError("dice-count", wanted=1, got=2)
    assert answer_error(english, wrong_count) == "One die is needed, not 2."
    assert answer_error(english, AnswerError("brand-new")) == "That is no answer here: brand new."


@pytest.mark.parametrize("kind", ["name-empty", "name-long", "reason-empty", "else"])
def test_what_cannot_be_entered_is_said(kind: str, english: Locale, french: Locale) -> None:
    assert kind in texts_in("kernel/commands.py", kind) or kind == "else"
    must_read_well(entry_error(english, kind), entry_error(french, kind))


@pytest.mark.parametrize("code", [*sorted(JOURNALS), "brand-new"])
def test_every_trouble_says_what_and_what_to_do(code: str, english: Locale, french: Locale) -> None:
    error = JournalError(code, **only(JOURNAL, JOURNALS.get(code, set())))
    in_english, in_french = journal_error(english, error), journal_error(french, error)
    must_read_well(in_english.title, in_french.title)
    must_read_well(in_english.what, in_french.what)
    must_read_well(in_english.todo, in_french.todo)
    assert not in_english.title.endswith(".")
    assert ".." not in in_english.what
    assert in_english.title.startswith("Something went wrong") == (code == "brand-new")


def test_a_match_held_by_nobody_knows_whom(english: Locale) -> None:
    error = JournalError("match-held", pid=0, user="?", host="?", since="?")
    assert journal_error(english, error).what == "Another q40k has it open."


@pytest.mark.parametrize("code", [*sorted(SCRIPTS), "script-brand-new"])
def test_every_line_that_is_none_is_explained(code: str, english: Locale, french: Locale) -> None:
    error = CodedError(code, **only(SCRIPT, SCRIPTS.get(code, set())))
    in_english, in_french = script_error(english, error), script_error(french, error)
    must_read_well(in_english, in_french)
    assert in_english.startswith("This is no line of a match script") == (code == "script-brand-new")


def test_undo_takes_nothing_beside_it(english: Locale) -> None:
    error = CodedError("script-alone", do="undo")
    assert script_error(english, error) == "“undo” takes nothing else on its line."
