"""Play a dice race until killed: `python -m tests.games.race.dying LIBRARY`.

Before each step it prints what is on the screen: the newest entry, the state, what is asked.
"""

from __future__ import annotations

import json
import sys
from itertools import cycle
from pathlib import Path
from typing import Any

from q40k.games import game as games
from q40k.table.match_library import MatchLibrary
from q40k.table.match_session import MatchSession
from tests.games.race.playing import EVENING, WHERE, play
from tests.games.race.rules.running import Run


def shown(match_session: MatchSession) -> list[Any]:
    """What is on the screen."""
    view, question = match_session.game.view, match_session.question
    return [match_session.head, view.as_json(match_session.state, question, [])]


def main(path: str) -> None:
    """Play for ever; nobody dares, and whoever wins is taken back."""
    games.add("race", WHERE)
    match_session = MatchLibrary(Path(path), lambda: "now").begin("Evening", games.find("race"))
    play(match_session, *EVENING)
    for die in cycle("361254"):
        print(json.dumps(shown(match_session)), flush=True)  # noqa: T201
        if match_session.question is not None:
            match_session.type(die if match_session.question.key == "run" else "no")
        elif match_session.game.view.status(match_session.state).over:
            match_session.undo()
        else:
            match_session.do(Run())


if __name__ == "__main__":
    main(*sys.argv[1:])
