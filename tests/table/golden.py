"""Golden matches: scripts and the states they must end in.

`python -m tests.table.golden` writes the states anew; read what changed before it is committed.
"""

from __future__ import annotations

import json
from pathlib import Path

from q40k.games import game as games
from tests.table.scripts import json_state, play

MATCHES = games.folder_of() / "matches"
STATES = Path(__file__).resolve().parent.parent / "matches"
DEMO = games.folder_of() / "demo" / "evening.jsonl"
"""The match that `q40k demo` plays; its script has only this one place."""

SCRIPTS = [*sorted(MATCHES.glob("*.jsonl")), DEMO]


def state_of(script: Path) -> Path:
    """Where the state lies that a script must end in."""
    return STATES / f"{script.stem}.json"


def text_of(script: Path) -> str:
    """The state a script ends in, as it is kept."""
    with script.open(encoding="utf-8") as lines:
        return json.dumps(json_state(play(lines)), indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """Write all states anew."""
    for script in SCRIPTS:
        state_of(script).write_text(text_of(script), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
