"""A real kill -9 in mid-evening: what a process had shown is there for the next one.

`python -m tests.soak.slaying LIBRARY MOD SEED` plays and prints what is on the screen, for ever.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from q40k.table.match_library import MatchLibrary
from tests.soak import holding, mods
from tests.soak.evening import Evening, Step
from tests.soak.table import FILE

ROOT = Path(__file__).resolve().parents[2]
WORDS = ("play",) * 12 + ("undo", "redo", "back", "amend", "bookmark", "reopen")


def screen(evening: Evening) -> str:
    """What is shown, in a line."""
    state, question, head = evening.screen()
    shown = hashlib.sha256(f"{state}\n{question}".encode()).hexdigest()
    return json.dumps([head, shown, evening.match])


def main(library: str, mod: str, seed: str) -> None:
    """Play until killed."""
    path = Path(library)
    evening = Evening(path.parent, mod, int(seed), path=path)
    number = 0
    while True:
        number += 1
        word = Random(f"{seed} {number}").choice(WORDS)
        getattr(evening, word)(Random(str(Step(word, number))))
        print(screen(evening), flush=True)  # noqa: T201


def slain(seed: int) -> int:
    """Let a process play, kill it, open what it left; returns 1. Raises AssertionError."""
    dice = Random(seed)
    mod = dice.choice(mods.names())
    with TemporaryDirectory(prefix="q40k-slain-") as folder:
        path = Path(folder) / FILE
        call = [sys.executable, "-m", "tests.soak.slaying", str(path), mod, str(seed)]
        with subprocess.Popen(call, cwd=ROOT, stdout=subprocess.PIPE, text=True, encoding="utf-8") as player:
            assert player.stdout is not None
            seen = [player.stdout.readline() for _ in range(dice.randrange(5, 120))]
            player.kill()
            seen += player.stdout.readlines()
        whole = [line for line in seen if line.endswith("\n")]
        assert whole, f"slaying {mod} {seed} has shown nothing"
        head, shown, match = json.loads(whole[-1])
        match_library = MatchLibrary(path, lambda: "later")
        match_session = match_library.open(match)
        assert match_session.head >= head, f"entries are lost: slaying {mod} {seed}"
        if match_session.head == head:
            state = holding.GAME.write_state(match_session.state)
            again = hashlib.sha256(f"{state}\n{match_session.question!r}".encode()).hexdigest()
            assert again == shown, f"another state: slaying {mod} {seed}"
        holding.story_holds(match_session)
        match_session.close()
        match_library.close()
    return 1


if __name__ == "__main__":
    main(*sys.argv[1:])
