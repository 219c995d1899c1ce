"""Play a match at random until somebody kills this process; print what would be on the screen.

Run as `python -m tests.table.crashing LIBRARY SEED`. Each line is printed when the call that
brought it about has returned, so all of it must be found again.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

from q40k.games.quake.table.view import state_data
from q40k.table.match_library import MatchLibrary
from q40k.table.match_session import MatchSession
from tests.games.quake.rules.play_at_random import Player, open_player
from tests.games.quake.rules.playing import Table


def screen(match_session: MatchSession) -> dict[str, Any]:
    """What a game master sees: the state, the open question, how many lines the log has."""
    return {"head": match_session.head, "seen": state_data(match_session.state, match_session.question, [])}


class Kept(Table):
    """The random player's table, kept in a library file."""

    def __init__(self, match_session: MatchSession) -> None:
        self.match_session = match_session
        self.session = match_session.session
        self.journal = self.session.journal
        self.match = self.session.match


def main(path: str, seed: str) -> None:
    """Play until killed."""
    random = Random(seed)
    match_library = MatchLibrary(Path(path), lambda: "now")
    match_session = match_library.begin(f"crash {seed}")
    table = Kept(match_session)

    def show() -> None:
        print(json.dumps(screen(match_session)), flush=True)  # noqa: T201

    new = open_player(random.randrange, seed).table.journal.live(1)[0]
    table.session.submit(table.session.rules.read_command(new.body))
    player = Player(table, random.randrange)
    show()
    for name in ("Ann", "Bob", "Cid"):
        player.enter(name)
        show()
    table.ask("start")
    show()
    while True:
        step = random.randrange(12)
        if step == 0:
            match_session.undo()
            if not match_session.state.order:
                match_session.redo()
        elif step == 1:
            match_session.step_back()
            if not match_session.state.order and match_session.question is None:
                match_session.redo()
        elif step == 2:
            match_session.redo()
        elif player.step() is None:
            continue
        show()


if __name__ == "__main__":
    main(*sys.argv[1:])
