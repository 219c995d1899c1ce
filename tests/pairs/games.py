"""The recorded match of every game, played line by line, for pairs that need a match under way."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from q40k.games import game as games
from q40k.games.game import Game
from q40k.kernel.events import AnswerError, Question, Refused
from q40k.packs.library import Library
from q40k.packs.problems import PackError
from q40k.table.match_library import temporary_match
from q40k.table.match_session import MatchSession
from q40k.table.script import LineRefused, ScriptLine, play_line, read_script
from q40k.tabletop.rules import Command
from tests.games.samples import CannotSample, make_samples

IDS = tuple(id for id in games.game_ids() if games.find(id).demo is not None)


@cache
def library(id: str) -> Library:
    """The shipped packs of a game."""
    packs: Library = games.find(id).packs.library()
    return packs


@cache
def demo_lines(id: str) -> tuple[ScriptLine, ...]:
    """The recorded match of a game."""
    demo = games.find(id).demo
    assert demo is not None
    return tuple(read_script(demo.script.read_text(encoding="utf-8").splitlines()))


def play_demo(match_session: MatchSession, lines: int | None = None) -> MatchSession:
    """Play so many lines of the recorded match."""
    id = match_session.game.id
    for line in demo_lines(id)[:lines]:
        play_line(match_session, lambda: library(id), line)
    return match_session


def open_questions(id: str) -> Iterator[tuple[int, Question]]:
    """Every line of the recorded match that asks a new kind of question, with the first question it asks."""
    seen = set()
    match_session = temporary_match(games.find(id))
    for number, line in enumerate(demo_lines(id)):
        if line.answers and line.command is not None:
            question = ask(match_session, line)
            if question is not None and (kind := (type(question).__name__, question.key)) not in seen:
                seen.add(kind)
                yield number, question
            match_session.session.discard()
        play_line(match_session, lambda: library(id), line)


def ask(match_session: MatchSession, line: ScriptLine) -> Question | None:
    """Carry out the command of a line; return the question that is open then."""
    command, packs = line.command, match_session.game.packs
    if packs.needs_packs(command):
        command = packs.complete(library(match_session.game.id), match_session.session.state, command)
    match_session.do(command, auto=False)
    return match_session.question


def sample_commands(game: Game, names: tuple[str, ...]) -> Iterator[tuple[str, Command | None]]:
    """Samples of every command of a game, with its word; None if there is no sample for it."""
    values: dict[str | type, Any] = {"player": names[0], "target": names[1], "victim": names[1], "mod": "deathmatch"}
    rules: Any = game.rules
    for kind in rules.registry.commands:
        word = str(kind.__struct_config__.tag)
        try:
            for command in make_samples(kind, values):
                yield word, command
        except (CannotSample, ValueError, TypeError):
            yield word, None


def try_command(match_session: MatchSession, command: Command) -> bool:
    """Carry a command out and take it back; return False if it is refused in a way that has words."""
    packs = match_session.game.packs
    try:
        if packs.needs_packs(command):
            command = packs.complete(library(match_session.game.id), match_session.session.state, command)
        match_session.do(command, auto=False)
    except (Refused, AnswerError, PackError, LineRefused):
        return False
    match_session.session.discard()
    return True
