"""Compare what the rules ask and tell with an older revision: `make differ BASE=main N=500`.

Random matches of all single-player mods are played here; their commands and answers are replayed
by both revisions. Every first difference of a match is printed. A change of the rules that means
to change nothing leaves none.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from tests.games.quake.rules.test_random_mods import MODS, play_mod

ROOT = Path(__file__).resolve().parent.parent
STEPS = 80
FIRST_SHOWN = 12
REPLAY = ROOT / "tests" / "differ_replay.py"


def record(number: int, seed: int) -> list[list[list[str]]]:
    """Play matches at random and return the inputs of each: kind and body."""
    matches = []
    mods = sorted(MODS)
    for index in range(number):
        player = play_mod(MODS[mods[index % len(mods)]], seed + index)
        for _ in range(STEPS):
            player.step()
        player.finish()
        table = player.table
        matches.append([[entry.kind, entry.body] for entry in table.journal.live(table.match)])
    return matches


def check_out(revision: str, folder: Path) -> None:
    """Put the code and packs of a revision into a folder."""
    rooms = ("q40k", "codex_data", "mods", "arenas", "packs")
    archive = subprocess.run(["git", "archive", revision, *rooms], cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(folder, filter="data")


def replay(code: Path, matches: Path, target: Path) -> list[list[str]]:
    """Replay matches with the code in a folder."""
    call = [sys.executable, "-P", str(REPLAY), str(matches), str(target)]
    subprocess.run(call, cwd=code, env={**os.environ, "PYTHONPATH": str(code)}, check=True)
    return [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]


def main() -> int:
    """Print the differences; return 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", default="main")
    parser.add_argument("--number", type=int, default=500)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        matches = record(options.number, options.seed)
        source = folder / "matches.jsonl"
        source.write_text("".join(f"{json.dumps(match)}\n" for match in matches), encoding="utf-8")
        check_out(options.base, folder / "base")
        before = replay(folder / "base", source, folder / "before.jsonl")
        after = replay(ROOT, source, folder / "after.jsonl")
    different = 0
    for number, (match, old, new) in enumerate(zip(matches, before, after, strict=True)):
        at = next((k for k, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), None)
        if at is None and len(old) == len(new):
            continue
        different += 1
        at = min(len(old), len(new)) - 1 if at is None else at
        if different <= FIRST_SHOWN:
            print(f"match {number}, input {at + 1}: {match[at][1][:300]}")  # noqa: T201
            print(f"  {options.base}: {old[at][:900]}\n  here: {new[at][:900]}")  # noqa: T201
    inputs = sum(map(len, matches))
    if any(len(lines) < len(match) for match, lines in zip(matches, after, strict=True)):
        print("this checkout does not replay its own matches to the end")  # noqa: T201
        return 1
    print(f"{different} of {options.number} matches differ from {options.base} ({inputs} inputs)")  # noqa: T201
    return int(different > 0)


if __name__ == "__main__":
    sys.exit(main())
