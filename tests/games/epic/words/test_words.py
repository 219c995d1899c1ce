"""Every event, command, refusal and question of Epic Escarmouches has its words."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from q40k.games.epic.state.assault import ContactMade
from q40k.games.epic.state.losses import SaveRolled
from q40k.games.epic.state.registry import REGISTRY
from q40k.games.epic.state.shooting import Held
from q40k.games.epic.words.wording import WORDS
from q40k.i18n.locale import Locale
from q40k.kernel.events import Event
from tests.games.epic.playing import B, M, ready
from tests.games.samples import make_samples

RULES = Path(__file__).resolve().parents[4] / "q40k" / "games" / "epic"
ASKING = {"roll", "roll_one", "tally", "choose", "choose_side"}


VALUES: dict[str | type, Any] = {"side": "p2", "formation": "B", "figure": "B", "shares": {"p2": "1/2"}}
STATE = ready(M, B).state
EVENTS = [sample for kind in sorted(REGISTRY.events, key=str) for sample in make_samples(kind, VALUES)]
"""Samples made of the types of every event: a new event needs none by hand."""


def calls() -> Iterator[ast.Call]:
    for room in ("state", "rules", "table"):
        for path in sorted((RULES / room).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call):
                    yield node


def name_of(call: ast.Call) -> str:
    """The name of a called function, without its module."""
    return ast.unparse(call.func).rpartition(".")[2]


def texts(call: ast.Call) -> list[str]:
    return [a.value for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: str(event.type))
def test_every_event_is_told_in_both_languages(event: Event) -> None:
    in_english, in_french = (WORDS.tell(Locale(language), STATE, event) for language in ("en", "fr"))
    if in_english is None or in_french is None:
        assert in_english is in_french
        return
    assert in_english != in_french
    assert not set("{}") & set(in_english + in_french)
    assert "None" not in in_english + in_french


def test_every_refusal_has_its_words() -> None:
    codes = {t for call in calls() if name_of(call) in ("refuse", "forbid") for t in texts(call)[1:2]}
    assert len(codes) > 60
    worded = {code.partition("/")[0] for code in WORDS.refusal_sentences}
    assert codes - worded == set()
    results = {"off-the-table", "in-enemy-zone", "in-contact", "outside-zone"}
    assert results <= worded, "those of `ground.deployment_problem`"
    assert {f"unknown-{kind}" for kind in ("profile", "weapon")} <= worded
    assert {"enemy-touches", "enemy-passes"} <= worded


def test_every_question_has_its_words() -> None:
    keys = {
        text
        for call in calls()
        if name_of(call) in ASKING or name_of(call).endswith("Question")
        for text in texts(call)[:1]
        if not text.startswith("EE-")
    }
    assert len(keys) > 10
    assert keys - WORDS.question_texts.keys() == set()


def test_alike_events_of_one_entry_are_one_sentence() -> None:
    held = [Held(formation=name) for name in ("M1", "M2", "T1")]
    met = [ContactMade(one="T/1", other="M/1"), ContactMade(one="T/2", other="M/3")]
    rolled = (("M/1", 5, True), ("M/2", 5, False), ("M/3", 5, False), ("T/1", 7, False))
    saves = [SaveRolled(figure=figure, needed=needed, saved=saved) for figure, needed, saved in rolled]
    sentences = WORDS.sentences(Locale("en"), STATE, [*held, *met, *saves])
    assert list(sentences) == [
        "M1, M2 and T1 hold their fire",
        "Engaged: T/1 with M/1, T/2 with M/3",
        "Saves: made on 5+ by M/1, failed on 5+ by M/2+3 and none for T/1",
    ]
    assert list(WORDS.sentences(Locale("en"), STATE, met[:1])) == ["T/1 engages M/1"]
