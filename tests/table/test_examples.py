"""`q40k learn RULE`: each position is a recorded match, at a line at which the rule asks, refuses or acts."""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from q40k.games import game as games
from q40k.i18n.locale import Locale
from q40k.packs.library import Library
from q40k.table.examples import FOLDER, Example, UnknownRule, examples, find_example, play_up_to
from q40k.table.match_library import temporary_match
from q40k.table.match_session import MatchSession
from q40k.table.script import ScriptLine, play_line, read_script
from q40k.tui.desk import Desk
from q40k.tui.match_app import MatchApp
from q40k.tui.rule_lesson import RuleLesson
from tests.cli.calls import bad, good
from tests.rules_report import ids_of

PLAYED = ("quake", "epic", "space-hulk")


@cache
def packs(game: str) -> Library:
    library: Library = games.find(game).packs.library()
    return library


class Rules:
    """Collects the rules by which a match asks, and those that the generators name which carry a line out."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.asked: set[str] = set()
        self.acting: set[str] = set()
        for name in ("give", "roll_once"):
            patch.setattr(MatchSession, name, self._noting(getattr(MatchSession, name)))

    def _noting(self, method: Any) -> Any:
        def note(match_session: MatchSession, *values: Any, **named: Any) -> Any:
            if match_session.question is not None:
                self.asked.add(match_session.question.rule)
            return method(match_session, *values, **named)

        return note

    def trace(self, frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_flags & inspect.CO_GENERATOR and "games" in Path(code.co_filename).parts:
            _head, _mark, rules = str(code.co_consts[0] if code.co_consts else "").rpartition("Rule: ")
            self.acting.update(ids_of(rules))

    def play(self, match_session: MatchSession, library: Library, line: ScriptLine) -> None:
        sys.setprofile(self.trace)
        try:
            play_line(match_session, lambda: library, line)
        finally:
            sys.setprofile(None)


@pytest.mark.parametrize("example", examples().values(), ids=lambda example: example.rule)
def test_the_rule_asks_or_acts_at_the_line_that_is_to_be_played(
    example: Example, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_session, line = play_up_to(example, games.find(example.game), lambda: packs(example.game))
    assert match_session.question is None
    rules = Rules(monkeypatch)
    rules.play(match_session, packs(example.game), line)
    assert example.rule in rules.asked | rules.acting | overridden_rules(match_session)


def overridden_rules(match_session: MatchSession) -> set[str]:
    """The rules that the last command passed over with a reason."""
    entry = [entry for entry in match_session.inputs() if entry.kind == "command"][-1]
    return {event["rule"] for event in json.loads(entry.events) if event["type"] == "overridden"}


@pytest.mark.parametrize("game", PLAYED)
def test_every_rule_by_which_a_recorded_match_asks_has_a_position(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Rules(monkeypatch)
    for path in sorted((games.folder_of(game) / FOLDER).glob("*.jsonl")):
        match_session = temporary_match(games.find(game))
        with path.open(encoding="utf-8") as lines:
            for line in read_script(lines, games.find(game)):
                play_line(match_session, lambda: packs(game), line)
    assert sorted(rules.asked - {""} - {rule for rule, example in examples().items() if example.game == game}) == []


def texts(app: MatchApp) -> Iterator[str]:
    for strip in app.screen._compositor.render_strips():
        yield "".join(segment.text for segment in strip)


@pytest.mark.parametrize(("language", "before", "after"), [
    ("en", "PORTAL-4: the recorded match goes on with “portal jump: Flo (2)”. Its dice: 2, 2", "PORTAL-4 has been"),
    ("fr", "PORTAL-4 : la partie enregistrée continue par « téléportation : Flo (2) ».", "PORTAL-4 est jouée."),
])  # fmt: skip
async def test_a_lesson_says_how_the_recorded_match_went_on_and_that_the_rule_has_been_played(
    language: str, before: str, after: str
) -> None:
    game = games.find()
    match_session, line = play_up_to(find_example("portal-4"), game, lambda: packs("quake"))
    desk = Desk(match_session, packs("quake"), Locale(language), None)
    desk.is_lesson, desk.rule_lesson = True, RuleLesson("PORTAL-4", match_session, match_session.head, line)
    app = MatchApp(desk, raising=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert before in plain(app)
        await pilot.press("p", "2", "2", "2")
        await pilot.pause()
        assert after in plain(app)
        assert "Flo" in plain(app)


def plain(app: MatchApp) -> str:
    return " ".join(" ".join(texts(app)).replace("\u202f", " ").replace("\xa0", " ").split())


def test_what_no_recorded_match_plays_is_refused_with_its_neighbours() -> None:
    with pytest.raises(UnknownRule) as raised:
        find_example("PORTAL-8")
    assert raised.value.nearest[:2] == ("PORTAL-1", "PORTAL-2")
    assert "Near it: SHOOT-1, SHOOT-2, SHOOT-3, SHOOT-4." in bad(2, "learn", "shoot")
    assert "No recorded match plays the rule “PORTEL-4”" in (error := bad(2, "learn", "portel-4".upper()))
    assert "Near it: PORTAL-4" in error
    assert "`q40k learn --list`" in bad(2, "learn", "what")
    assert "Aucune partie enregistrée" in bad(2, "learn", "PORTAL-8", "--lang", "fr")


def test_the_list_names_every_rule_by_its_game_and_chapter() -> None:
    lines = good("learn", "--list").splitlines()
    assert [line for line in lines if not line.startswith(" ")] == ["Quake 40K", "Epic Escarmouches", "Space Hulk"]
    assert [rule for line in lines if line.startswith(" ") for rule in line.split()] == list(examples())
    epic = good("learn", "--list", "--game", "epic").splitlines()
    assert epic == lines[lines.index("Epic Escarmouches") : lines.index("Space Hulk")]


def test_the_page_of_the_rules_names_every_position() -> None:
    page = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
    section = page.partition("## A position to play")[2].partition("\n## ")[0]
    assert {rule for rule in examples() if f"(#{rule})" not in section} == set()
