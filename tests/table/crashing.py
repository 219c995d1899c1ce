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

from q40k.table.shelf import Shelf
from q40k.table.sitting import Sitting
from q40k.table.view import shown
from tests.rules.play_at_random import Player, opened
from tests.rules.playing import Table


def screen(sitting: Sitting) -> dict[str, Any]:
    """What a game master sees: the state, the open question, how many lines the log has."""
    return {"head": sitting.head, "seen": shown(sitting.state, sitting.question, [])}


class Kept(Table):
    """The random player's table, kept in a library file."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.session = sitting._session
        self.journal = self.session.journal
        self.match = self.session.match


def main(path: str, seed: str) -> None:
    """Play until killed."""
    random = Random(seed)
    shelf = Shelf(Path(path), lambda: "now")
    sitting = shelf.begin(f"crash {seed}")
    table = Kept(sitting)

    def show() -> None:
        print(json.dumps(screen(sitting)), flush=True)  # noqa: T201

    new = opened(random.randrange, seed).table.journal.live(1)[0]
    table.session.submit(table.session.game.read_command(new.body))
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
            sitting.undo()
            if not sitting.state.order:
                sitting.redo()
        elif step == 1:
            sitting.step_back()
            if not sitting.state.order and sitting.question is None:
                sitting.redo()
        elif step == 2:
            sitting.redo()
        elif player.step() is None:
            continue
        show()


if __name__ == "__main__":
    main(*sys.argv[1:])
