"""Lines of scripts at random, in every game: a line that is taken does something, or says why not."""

import json
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import inspect

from q40k.games import game as games
from q40k.packs.library import Library
from q40k.packs.problems import PackError
from q40k.table.match_library import temporary_match
from q40k.table.match_session import MatchSession
from q40k.table.script import LineRefused, ScriptError, play_line, read_script
from tests.silence import check_not_silent

Line = dict[str, Any]
MATCHES = ("quake", "epic", "space-hulk")
"""The folders of the recorded matches, by game."""
TRIES = {"quake": 3, "epic": 10, "space-hulk": 10}
"""Lines tried after each line of a recorded match."""
NEVER = {"new", "undo", "redo"}


@cache
def library(game: str) -> Library:
    """Return the shipped packs of a game."""
    packs: Library = games.find(game).packs.library()
    return packs


@cache
def recorded_matches(game: str) -> tuple[list[Line], ...]:
    """Return the recorded matches of a game, as lines."""
    texts = (path.read_text().splitlines() for path in sorted((games.folder_of(game) / "matches").glob("*.jsonl")))
    return tuple([json.loads(line) for line in lines if line.strip() and line[0] != "#"] for lines in texts)


class Inventor:
    """Invents lines out of those of a recorded match: a line elsewhere, mixed, or of any command."""

    def __init__(self, game: str, lines: list[Line], dice: Random) -> None:
        self.dice, self.lines = dice, [line for line in lines if line["do"] not in NEVER]
        rules: Any = games.find(game).rules
        kinds = rules.registry.commands
        self.kinds = [kind for kind in kinds if kind.__struct_config__.tag not in NEVER]
        self.texts = sorted({text for line in self.lines for text in _texts([*line.values()])} | {"N", "open"})

    def line(self) -> Line:
        """Return a line that need not make sense."""
        dice = self.dice
        line = self._any_command() if dice.random() < 0.5 else self._mix_lines()
        if dice.random() < 0.1:
            line["override"] = "the table says so"
        if dice.random() < 0.3:
            line["answers"] = [dice.choice((1, 2, 3, 4, 5, 6, True, False)) for _ in range(dice.randrange(6))]
        return line

    def _mix_lines(self) -> Line:
        line, other = dict(self.dice.choice(self.lines)), self.dice.choice(self.lines)
        for name in set(line) - {"do"}:
            if self.dice.random() < 0.3:
                line[name] = other.get(name, line[name])
            elif self.dice.random() < 0.1:
                del line[name]
        return line

    def _any_command(self) -> Line:
        kind = self.dice.choice(self.kinds)
        line = {"do": kind.__struct_config__.tag}
        info: Any = inspect.type_info(kind)
        for field in info.fields:
            if field.name not in ("override", "clock", "hasty") and (field.required or self.dice.random() < 0.4):
                line[field.encode_name] = self._value(field.type)
        return {name: value for name, value in line.items() if value is not None}

    def _value(self, kind: Any) -> Any:
        """Return a value of a type, or None where that is no plain value."""
        dice, value = self.dice, None
        match kind:
            case inspect.Metadata():
                value = self._value(kind.type)
            case inspect.UnionType():
                value = self._value(dice.choice(kind.types))
            case inspect.LiteralType():
                value = dice.choice(kind.values)
            case inspect.BoolType():
                value = dice.random() < 0.5
            case inspect.IntType() | inspect.FloatType():
                value = dice.randrange(7)
            case inspect.StrType():
                value = dice.choice(self.texts)
            case inspect.ListType() | inspect.VarTupleType():
                value = [self._value(kind.item_type) for _ in range(dice.randrange(4))]
            case inspect.TupleType():
                value = [self._value(item) for item in kind.item_types]
        return value


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _texts(item)


def play(match: MatchSession, line: Line) -> None:
    """Play a line. Raises ScriptError, LineRefused, PackError."""
    game = None if match.head == 0 else match.game
    for parsed in read_script([json.dumps(line)], game):
        play_line(match, lambda: library(match.game.id), parsed)


def try_line(match: MatchSession, line: Line) -> bool:
    """Play a line if it is taken, look whether it was silent, and take it back."""
    head, before = match.head, match.session.state
    try:
        play(match, line)
    except (ScriptError, LineRefused, PackError):
        return False
    check_not_silent(match, head, before)
    match.undo()
    return True


def try_lines(game: str, seed: int) -> set[str]:
    """Try lines in the course of a recorded match; return the words of those that were taken."""
    dice = Random(seed)
    script = dice.choice(recorded_matches(game))
    inventor, match = Inventor(game, script, dice), temporary_match(games.find(game))
    tried = set()
    for line in script:
        play(match, line)
        if match.question is not None:
            break
        for _ in range(TRIES[game]):
            invented = inventor.line()
            if try_line(match, invented):
                tried.add(invented["do"])
    return tried


@pytest.mark.parametrize("game", MATCHES)
@settings(max_examples=2, deadline=None)  # more of them: test_many_kinds_of_lines_are_taken
@given(seed=st.integers(0, 10**6))
def test_a_line_that_is_taken_does_something_or_says_why_not(game: str, seed: int) -> None:
    try_lines(game, seed)


@pytest.mark.parametrize("game", MATCHES)
def test_many_kinds_of_lines_are_taken(game: str) -> None:
    assert len(set().union(*(try_lines(game, seed) for seed in range(4)))) >= 8


@pytest.mark.parametrize("game", MATCHES)
def test_no_line_of_a_recorded_match_is_silent(game: str) -> None:
    for script in recorded_matches(game)[:6]:
        match = temporary_match(games.find(game))
        for line in script:
            head, before = match.head, match.session.state
            play(match, line)
            if line["do"] not in NEVER and match.question is None:
                check_not_silent(match, head, before)
