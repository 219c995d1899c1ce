"""A real kill -9 in mid-evening: what a process had shown is there for the next one.

`python -m tests.soak.slaying LIBRARY GAME VARIANT SEED` plays and prints what is on the screen, for ever.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from q40k.table.match_library import MatchLibrary
from tests.soak import holding
from tests.soak.evening import Evening, Step
from tests.soak.games import game_of
from tests.soak.table import FILE

ROOT = Path(__file__).resolve().parents[2]
WORDS = ("play",) * 12 + ("undo", "redo", "back", "amend", "bookmark", "reopen")


def screen(evening: Evening) -> str:
    """What is shown, in a line."""
    state, question, head = evening.screen()
    return json.dumps([head, [state, question], evening.match])


def main(library: str, game: str, variant: str, seed: str) -> None:
    """Play until killed."""
    path = Path(library)
    evening = Evening(path.parent, variant, int(seed), game, path=path)
    number = 0
    while True:
        number += 1
        word = Random(f"{seed} {number}").choice(WORDS)
        getattr(evening, word)(Random(str(Step(word, number))))
        print(screen(evening), flush=True)  # noqa: T201


def slain(seed: int, game: str = "quake") -> int:
    """Let a process play, kill it, open what it left; returns 1. Raises AssertionError."""
    dice = Random(seed)
    variant = dice.choice(game_of(game).variants())
    again = f"slaying {game} {variant} {seed}"
    with TemporaryDirectory(prefix="q40k-slain-") as folder:
        path = Path(folder) / FILE
        call = [sys.executable, "-m", "tests.soak.slaying", str(path), game, variant, str(seed)]
        with subprocess.Popen(call, cwd=ROOT, stdout=subprocess.PIPE, text=True, encoding="utf-8") as player:
            assert player.stdout is not None
            seen = [player.stdout.readline() for _ in range(dice.randrange(5, 120))]
            assert all(seen), f"{again} ended before it was killed"
            player.kill()
            seen += player.stdout.readlines()
        whole = [line for line in seen if line.endswith("\n")]
        assert whole, f"{again} has shown nothing"
        head, shown, match = json.loads(whole[-1])
        match_library = MatchLibrary(path, lambda: "later")
        match_session = match_library.open(match)
        assert match_session.head >= head, f"entries are lost: {again}"
        if match_session.head == head:
            session = match_session.session
            assert [session.rules.write_state(session.state), repr(session.question)] == shown, again
        holding.story_holds(game_of(game), match_session)
        match_session.close()
        match_library.close()
    return 1


if __name__ == "__main__":
    main(*sys.argv[1:])
