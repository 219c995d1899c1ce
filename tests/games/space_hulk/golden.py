"""Golden matches of Space Hulk: scripts, and the states they must end in.

`python -m tests.games.space_hulk.golden` writes the states anew; read what changed.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from q40k.games import game as games
from tests.games.space_hulk.playing import json_state, play

MATCHES = games.folder_of("space-hulk") / "matches"
STATES = Path(__file__).parent / "matches"
SCRIPTS = tuple(sorted(MATCHES.glob("*.jsonl")))


def state_of(script: Path) -> Path:
    """Where the state lies that a script must end in."""
    return STATES / f"{script.stem}.json"


def text_of(script: Path) -> str:
    """The state a script ends in, as it is kept, without the log's sentences."""
    lines = [json.loads(line) for line in script.read_text(encoding="utf-8").splitlines()]
    shown: dict[str, Any] = json_state(play(*lines))
    del shown["log"]
    return json.dumps(shown, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """Write all states anew."""
    for script in SCRIPTS:
        state_of(script).write_text(text_of(script), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
