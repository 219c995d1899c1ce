"""Replay recorded matches with whatever q40k is on the path, and print what it asked and told.

Run by `tests.differ` in this checkout and in an older one; so it uses only what both have: the
game's rules and the kernel's driver.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from q40k.games.game import find
from q40k.kernel.driver import Run


def replay(inputs: list[list[str]]) -> list[str]:
    """Return a line for each input: the events it brought, and the question that follows."""
    rules: Any = find("quake").rules
    state, run, lines = rules.blank(), None, []
    for kind, body in inputs:
        try:
            if kind == "command":
                run = Run(rules, state, rules.read_command(body))
                events = run.start()
            else:
                assert run is not None
                answer = json.loads(body)
                events = run.answer(tuple(answer) if isinstance(answer, list) else answer)
        except Exception as error:  # whatever an older revision says is a difference
            lines.append(f"{type(error).__name__}: {error}")
            break
        question = None if run.question is None else (type(run.question).__name__, run.question.key, run.question.who)
        lines.append(f"{question} {rules.write_events(events)}")
        if run.question is None:
            state = run.state
    return lines


def main(source: str, target: str) -> None:
    """Replay all matches of a file."""
    with Path(source).open(encoding="utf-8") as matches, Path(target).open("w", encoding="utf-8") as out:
        for line in matches:
            out.write(json.dumps(replay(json.loads(line))) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
