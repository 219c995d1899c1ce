"""Play Epic Escarmouches until killed: `python -m tests.games.epic.table.dying LIBRARY`.

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
from tests.games.epic.table.evening import TO_THE_VOLLEY, VOLLEY
from tests.games.scripted import go_on


def shown_rows(match_session: MatchSession) -> list[Any]:
    """What is on the screen."""
    view, question = match_session.game.view, match_session.question
    return [match_session.head, view.as_json(match_session.state, question, [])]


def main(path: str) -> None:
    """Play for ever: the same volley, die by die, taken back once it is over."""
    match_session = MatchLibrary(Path(path), lambda: "now").begin("Soirée", games.find("epic"))
    go_on(match_session, *TO_THE_VOLLEY)
    volley = match_session.game.commands.check(VOLLEY)
    for dice in cycle(("15566", "213")):
        print(json.dumps(shown_rows(match_session)), flush=True)  # noqa: T201
        if match_session.question is not None:
            match_session.type(dice[: len(getattr(match_session.question, "dice", dice))])
        elif match_session.state.formations["M"].acted.fired:
            match_session.undo()
        else:
            match_session.do(volley)


if __name__ == "__main__":
    main(*sys.argv[1:])
