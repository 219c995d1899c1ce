"""What every game owes the shell, held by its golden matches."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name
from string import Formatter

import pytest
from msgspec import Struct

from q40k.cli.base import Call
from q40k.games import game as games
from q40k.i18n.locale import LANGUAGES, Locale
from q40k.kernel.registry import RegisteredRules
from q40k.kernel.replay import verify
from q40k.table.match_session import MatchSession
from q40k.table.script import write_script
from tests.games.golden import GAMES, json_state, play_script, scripts_of, state_of, states_of, text_of

GOLDEN = [(game, script) for game in GAMES for script in scripts_of(game)]


@pytest.fixture(scope="module", params=GOLDEN, ids=lambda pair: f"{pair[0]}-{pair[1].stem}")
def match(request: pytest.FixtureRequest) -> MatchSession:
    return play_script(request.param[1].read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize(("game", "script"), GOLDEN, ids=lambda part: getattr(part, "stem", part))
def test_a_match_ends_as_it_always_has(game: str, script: Path) -> None:
    assert text_of(script) == state_of(game, script).read_text(encoding="utf-8")


def test_a_match_is_verified_and_its_record_plays_the_same_again(match: MatchSession) -> None:
    assert verify(match.game.rules, match.inputs()).differs_at is None
    record = write_script(match, Call().library(game=match.game), whole=True)
    assert json_state(play_script(list(record))) == json_state(match)


def test_whatever_is_undone_can_be_done_again(match: MatchSession) -> None:
    end = match.state
    undone = 0
    while undone < 12 and match.session.can_undo:
        match.undo()
        undone += 1
    assert undone
    for _time in range(undone):
        match.redo()
    assert match.state == end


def test_the_race_is_followed_through_undo_and_redo(match: MatchSession) -> None:
    """A board works out only what has changed since the state that it showed last."""
    view, shown, race = match.game.view, match.state, match.game.view.race(match.state)
    for step in (*12 * (match.undo,), *12 * (match.redo,)):
        step()
        shown, race = match.state, view.race_after(race, shown, match.state)
        assert race == view.race(shown)


def test_every_line_of_a_match_is_told_in_both_languages(match: MatchSession) -> None:
    events = [event for line in match.lines() for event in line.events]
    for language in LANGUAGES:
        sentences = [
            match.game.words.tell(Locale(language).of(match.game.words.locales), match.state, event) for event in events
        ]
        assert all(sentence is None or sentence.strip() for sentence in sentences)
        assert any(sentences)


@pytest.mark.parametrize("game", GAMES)
def test_no_part_of_the_state_can_be_changed_in_place(game: str) -> None:
    state = import_module(f"q40k.games.{games.folder_of(game).name}.state.match")
    parts = [part for part in vars(state).values() if isinstance(part, type) and issubclass(part, Struct)]
    assert state.Match in parts
    assert [part.__name__ for part in parts if not part.__struct_config__.frozen] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_event_and_command_has_its_words(game: str) -> None:
    words, rules = games.find(game).words, games.find(game).rules
    assert isinstance(rules, RegisteredRules)
    registry = rules.registry
    assert set(registry.events) == words.event_kinds
    assert set(registry.commands) == words.command_kinds


@pytest.mark.parametrize("game", GAMES)
def test_a_sentence_names_fields_of_its_event(game: str) -> None:
    """A fact that is not a field has another name in the sentence, or a function."""
    astray = [
        (kind.__name__, name)
        for kind, text in games.find(game).words.event_texts.items()
        for sentence in text.sentences
        for _text, name, _format, _conversion in Formatter().parse(sentence)
        if name and not callable(field := text.fields.get(name, name)) and field not in kind.__struct_fields__
    ]
    assert astray == []


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_sheet_has_a_maker(game: str) -> None:
    assert all(callable(resolve_name(kind.maker)) for kind in games.find(game).prints.kinds.values())


@pytest.mark.parametrize("game", GAMES)
def test_every_state_has_its_script(game: str) -> None:
    assert {path.stem for path in states_of(game).glob("*.json")} == {path.stem for path in scripts_of(game)}
    assert len(scripts_of(game)) >= 4


def test_both_editions_of_space_hulk_have_golden_matches() -> None:
    states = [state_of("space-hulk", script) for script in scripts_of("space-hulk")]
    assert {json.loads(state.read_text(encoding="utf-8"))["edition"] for state in states} == {"4", "1"}
