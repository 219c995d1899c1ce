"""Every event, command, refusal and question of Space Hulk has its words, in both languages."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from q40k.games.space_hulk.state.melee import Assault
from q40k.games.space_hulk.state.registry import REGISTRY
from q40k.games.space_hulk.words.wording import WORDS
from q40k.i18n.locale import Locale
from tests.games.samples import make_samples
from tests.games.scripted import go_on, line, log_sentences
from tests.games.space_hulk.playing import new, play, put, ready, to_stealers

GAME = Path(__file__).resolve().parents[4] / "q40k" / "games" / "space_hulk"
ASKING = {"roll", "roll_one", "number", "choose"}


VALUES: dict[str | type, Any] = {
    "marine": "Bolt1",
    "actor": "Bolt1",
    "attacker": "Bolt1",
    "defender": "S1",
    "blip": "B1",
    "object": "C.A.T.",
    "at": "G4",
    "square": "G4",
    "from": "E4",
    "to": "G4",
    "section": "A",
    "entry": "E1",
    "setup": ready().state.setup,
}
"""Values of fields by their names; every other value is made of its type."""
SAMPLES = [sample for kind in sorted(REGISTRY.events, key=str) for sample in make_samples(kind, VALUES)]


def calls() -> Iterator[ast.Call]:
    for room in ("state", "rules", "table"):
        for path in sorted((GAME / room).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call):
                    yield node


def name_of(call: ast.Call) -> str:
    """The name of a called function, without its module."""
    return ast.unparse(call.func).rpartition(".")[2]


def texts(call: ast.Call, place: int) -> list[str]:
    """The word at a place of a call's arguments, or the words of a choice between two."""
    if place >= len(call.args):
        return []
    nodes = ast.walk(call.args[place])
    return [n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)]


def test_every_event_is_told_in_both_languages() -> None:
    state = ready(Bolt1="E4 E", S1="G4 W").state
    for event in SAMPLES:
        in_english, in_french = (WORDS.tell(Locale(language), state, event) for language in ("en", "fr"))
        if in_english is None or in_french is None:
            assert in_english is in_french, event
            continue
        assert in_english != in_french, event
        assert not set("{}") & set(in_english + in_french), event


def test_every_refusal_has_its_words() -> None:
    codes = {text for call in calls() if name_of(call) in ("refuse", "forbid") for text in texts(call, 1)}
    assert len(codes) > 90
    assert codes - set(WORDS.refusal_sentences) == set()
    assert {"dead-already", "left-already", "door-gone", "door-open"} <= set(WORDS.refusal_sentences)


def test_every_question_has_its_words() -> None:
    keys = {text for call in calls() if name_of(call) in ASKING for text in texts(call, 1)}
    keys |= {text for call in calls() if name_of(call).endswith("Question") for text in texts(call, 0)}
    assert len(keys) > 15
    assert keys - WORDS.question_texts.keys() == set()


def test_a_headline_names_the_chance_of_the_side_that_rolls() -> None:
    match = ready(Sword="D4 E", S1="E4 W")
    go_on(match, line("set", who="Sword", guard=True))
    to_stealers(match)
    match.do(Assault(who="S1", target="Sword"))
    questions = []
    said = {}
    for answer in ((6, 1, 1), (1,), 1, (5,), 1):
        question = match.question
        assert question is not None
        worded = WORDS.ask(Locale("en"), match.state, question)
        said[question.key] = (worded.why, worded.odds)
        questions.append((question.key, worded.chance, len(worded.odds)))
        match.give(answer)
    assert questions == [
        ("stealer-dice", "17%", 1),
        ("marine-dice", "70%", 1),
        ("parry", "", 3),
        ("parry-die", "28%", 1),
        ("guard", "", 2),
    ]
    assert said["parry"] == (
        "The stealer makes 6 (6 1 1), Sword 2 (1). Which die, from the left; 0 for none.",
        (
            "0: stealer higher 67% · equal 17% · marine higher 17%",
            "1: stealer higher 28% · equal 14% · marine higher 58%",
            "2: stealer higher 67% · equal 17% · marine higher 17%",
        ),
    )
    assert said["guard"][0] == "Sword makes 2 (1), the stealer 5 (5 1 1). Which die, from the left; 0 for none."
    final = match.question
    assert final is not None
    worded = WORDS.ask(Locale("en"), match.state, final)
    assert worded.chance == "33%", "a 5 or 6, and 1 more for the sergeant"
    assert worded.odds == ("stealer higher 50% · equal 17% · marine higher 33%",)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_turn_is_told_in_both_languages(language: str) -> None:
    match = ready(doors="H4", Bolt1="G4 E", Flame="E4 E", Sword="D4 E", S1="I4 W", B1="J4")
    go_on(
        match,
        line("shoot", 5, 5, who="Bolt1", target="S1"),
        line("overwatch", who="Bolt1"),
        line("end-turn"),
        line("step", who="S1", to="I5"),
        line("convert", name="B1", value=2, squares=["J4", "J4"]),
        line("react", 6, 3, overwatch=["Bolt1"]),
        line("react", 1, 1, overwatch=["Bolt1"]),
        line("end-turn"),
        line("end-phase", 4),
    )
    sentences = log_sentences(match, language)
    expected = {
        "en": ["Bolt1 at S1: 5 5, 6+ needed: missed", "The storm bolter of Bolt1 jams"],
        "fr": ["Bolt1 sur S1\u00a0: 5 5, il fallait 6+\u00a0: manqué", "Bolt1\u00a0: le fulgurant s’enraye"],
    }[language]
    for sentence in expected:
        assert sentence in sentences
    board = WORDS.board(Locale(language), match.state)
    assert [row[0] for row in board.rows] == ["Bolt1", "Flame", "Sword"]


def test_what_differs_between_two_states_has_words() -> None:
    before = play(new(), *put(Bolt1="E4 E", Bolt2="D4 E"), line("start"))
    after = play(new(), *put(Bolt1="C4 E", Claw="D4 E"), line("start"), line("kill", who="Bolt1"))
    go_on(after, line("end", winner="stealer"))
    view = before.game.view
    changes = view.changes(before.state, after.state)
    for language in ("en", "fr"):
        sentences = [WORDS.change(Locale(language), before.state, after.state, change) for change in changes]
        assert len(sentences) == len(changes) >= 4
        assert all("{" not in sentence for sentence in sentences)
