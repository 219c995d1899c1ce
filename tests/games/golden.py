"""Golden matches of every game: scripts, and the states they must end in.

`python -m tests.games.golden` writes the states anew; read what changed before it is committed.
"""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

from q40k.cli.base import Call
from q40k.games import game as games
from q40k.table.match_library import temporary_match
from q40k.table.match_session import MatchSession
from q40k.table.script import play_line, read_script

GAMES = tuple(manifest.id for manifest in games.manifests())
DEMO = games.folder_of() / "demo" / "evening.jsonl"
"""The match that `q40k demo` plays; its script has only this one place."""


def matches_of(game: str) -> Path:
    """The folder of the scripts that come along with a game."""
    return games.folder_of(game) / "matches"


def scripts_of(game: str) -> list[Path]:
    """The scripts that come along with a game, and Quake's demonstration."""
    scripts = sorted(matches_of(game).glob("*.jsonl"))
    return [*scripts, DEMO] if game == games.DEFAULT else scripts


def states_of(game: str) -> Path:
    """The folder of the states that a game's scripts must end in."""
    return Path(__file__).parent / games.folder_of(game).name / "matches"


def state_of(game: str, script: Path) -> Path:
    """Where the state lies that a script must end in."""
    return states_of(game) / f"{script.stem}.json"


def play_script(lines: list[str]) -> MatchSession:
    """Play a script of any game on a throw-away match."""
    first, *_others = read_script(lines, whole=True)
    match_session = temporary_match(first.game)
    for line in read_script(lines, whole=True):
        play_line(match_session, partial(Call().library, game=first.game), line)
    return match_session


def json_state(match_session: MatchSession) -> dict[str, Any]:
    """The state as `--json` prints it, without the log's sentences."""
    shown: dict[str, Any] = match_session.game.view.as_json(match_session.state, match_session.question, [])
    del shown["log"]
    return shown


def text_of(script: Path) -> str:
    """The state a script ends in, as it is kept."""
    shown = json_state(play_script(script.read_text(encoding="utf-8").splitlines()))
    return json.dumps(shown, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """Write all states anew."""
    for game in GAMES:
        for script in scripts_of(game):
            state_of(game, script).write_text(text_of(script), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
