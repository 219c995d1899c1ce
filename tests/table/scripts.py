"""Match scripts in tests: a line is written as the contract writes it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from typing import Any

from q40k.games.quake.packs.library import Library, load
from q40k.games.quake.table.view import state_data
from q40k.table.match_library import temporary_match
from q40k.table.match_session import MatchSession
from q40k.table.script import play_line, read_script, write_script


@cache
def library() -> Library:
    """The shipped packs."""
    return load()


def line(do: str, *answers: Any, **arguments: Any) -> str:
    """One line of a script."""
    command = {"do": do, **arguments}
    return json.dumps(command | {"answers": list(answers)} if answers else command)


NEW = line("new", mod="deathmatch", arena="classic-60", seed=7)
TESTER = {"name": "Tester", "ws": 4, "bs": 4, "s": 4, "t": 4, "w": 1, "i": 4, "a": 1, "ld": 8, "sv": 3, "points": 15}


def join(*names: str) -> list[str]:
    """Players with the contract's own tester, in this order of play at equal dice."""
    return [line("join", player=name, champion={**TESTER, "i": 10 - place}) for place, name in enumerate(names)]


def opening_lines(*names: str) -> list[str]:
    """A match up to turn 1; the order of play is that of the names."""
    start = line("start", *[1] * len(names))
    return [NEW, *join(*names), start, *(line("deploy", player=n) for n in reversed(names))]


def play(lines: Iterable[str]) -> MatchSession:
    """Play a script on a throw-away match."""
    match_session = temporary_match()
    for entry in read_script(lines):
        play_line(match_session, library, entry)
    return match_session


def record(match_session: MatchSession) -> list[str]:
    """The match as a script."""
    return list(write_script(match_session, library(), whole=True))


def json_state(match_session: MatchSession) -> dict[str, Any]:
    """The state as `--json` prints it, without the log's sentences."""
    read: dict[str, Any] = json.loads(json.dumps(state_data(match_session.state, match_session.question, [])))
    del read["log"]
    return read
