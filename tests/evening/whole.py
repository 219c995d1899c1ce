"""A whole evening as processes: a hall and its tables, with cables pulled and processes killed at random.

`python -m tests.evening.whole --tables 8 --rounds 16` (`make soak CLUB=1`) plays an evening without faults and the same
one with them, and compares the journals, the league and the season byte for byte.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from msgspec.structs import replace

from q40k.evening.evenings import change_evening
from q40k.kernel.text import json_pieces
from q40k.season.data import data
from q40k.season.record import write_decisions
from q40k.season.rounds import begin
from q40k.season.season import EVERYTHING, season
from q40k.table.match_library import MatchLibrary, now
from tests.evening.halls import LEAGUE, entries_of

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 3600.0


class Evening:
    """The processes of an evening in a folder: those that were killed are started again."""

    def __init__(self, folder: Path, tables: int, rounds: int, moves: int, dice: Random | None) -> None:
        self.folder, self.tables, self.moves, self.dice = folder, tables, moves, dice
        self.kills = {"hall": 0, "table": 0, "cable": 0}
        (folder / "hall").mkdir(parents=True)
        self.path = folder / "hall" / "matches.sqlite3"
        players = [f"p{number}" for number in range(2 * tables)]
        with closing(MatchLibrary(self.path)) as held:
            league = begin(LEAGUE, "swiss", players, table=2, rounds=rounds, seed="lots", game="quake")
            write_decisions(held, now(), league)
            change_evening(held.journal, LEAGUE, lambda evening: replace(evening, word="abcdef", secret="0" * 32))
        self.port = ""
        self.hall = self._start_hall("0")
        self.laptops = {number: self._start_table(number) for number in range(1, tables + 1)}

    def _start_hall(self, port: str) -> subprocess.Popen[str]:
        call = [sys.executable, "-m", "q40k", "evening", "open", LEAGUE, "--here", "--pause", "0", "--port", port]
        environment = {**os.environ, "Q40K_DATA_DIR": str(self.path.parent)}
        hall = subprocess.Popen(
            call, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT, env=environment
        )
        assert hall.stdout is not None
        for text in hall.stdout:
            if match := re.search(r"http://127.0.0.1:(\d+)/ \w", text):
                self.port = match[1]
                break
        return hall

    def _start_table(self, number: int) -> subprocess.Popen[str]:
        folder = self.folder / f"t{number}"
        folder.mkdir(exist_ok=True)
        call = [sys.executable, "-m", "tests.evening.process", str(folder), f"http://127.0.0.1:{self.port}"]
        rest = ["abcdef", str(number), str(self.moves), "0" if self.dice is None else "1"]
        return subprocess.Popen([*call, *rest], stdout=subprocess.DEVNULL, text=True, cwd=ROOT)

    def play(self, faults_every: float, most: int = 1 << 30) -> None:
        """Play to the end, with a fault now and then, at `most` so many."""
        end, due = time.monotonic() + PATIENCE, time.monotonic() + faults_every
        while any(laptop.poll() is None for laptop in self.laptops.values()):
            assert time.monotonic() < end, "the evening does not end"
            time.sleep(0.05)
            for number, laptop in self.laptops.items():
                assert laptop.poll() in (None, 0), f"table {number} has failed"
            if (
                self.dice is not None
                and time.monotonic() > due
                and (sum(self.kills.values()) < most or (self.folder / "cut").exists())
            ):
                self._make_fault(self.dice)
                due = time.monotonic() + faults_every * self.dice.uniform(0.5, 1.5)
        (self.folder / "cut").unlink(missing_ok=True)

    def _make_fault(self, dice: Random) -> None:
        """Kill the hall or a table, or pull or plug in the cables."""
        kind = dice.choice(("hall", "table", "table", "cable"))
        cut = self.folder / "cut"
        if cut.exists():
            cut.unlink()
        elif kind == "cable":
            cut.touch()
            self.kills["cable"] += 1
        elif kind == "hall":
            self.kills["hall"] += 1
            _end(self.hall)
            self.hall = self._start_hall(self.port)
        else:
            running = [number for number, laptop in self.laptops.items() if laptop.poll() is None]
            if running:
                self.kills["table"] += 1
                number = dice.choice(running)
                _end(self.laptops[number])
                self.laptops[number] = self._start_table(number)

    def close(self) -> None:
        """End every process."""
        for process in (self.hall, *self.laptops.values()):
            _end(process)

    def outcome(self) -> dict[str, Any]:
        """Everything that must not depend on faults: each journal at the hall and at its table, league and season."""
        with closing(MatchLibrary(self.path)) as held:
            season_data = json.loads("".join(json_pieces(data(season(held), EVERYTHING))))
            identities = sorted(row.identity for row in held.matches())
        places: dict[str, Path] = {}
        for number in self.laptops:
            path = self.folder / f"t{number}" / "matches.sqlite3"
            with closing(MatchLibrary(path)) as own:
                places |= {row.identity: path for row in own.matches()}
        assert sorted(places) == identities, "each match arrived once"
        journals = {identity: entries_of(self.path, identity) for identity in identities}
        assert all(entries_of(places[identity], identity) == journals[identity] for identity in identities)
        return {"journals": journals, "season": without_numbers(season_data)}


def _end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    if process.stdout is not None:
        process.stdout.close()


def without_numbers(value: Any) -> Any:
    """Data without the numbers of matches in one library, which say only in which order they arrived."""
    if isinstance(value, dict):
        return {name: without_numbers(part) for name, part in value.items() if name not in ("number", "drawn", "name")}
    return [without_numbers(part) for part in value] if isinstance(value, list) else value


def compare(tables: int, rounds: int, moves: int, seed: int, faults_every: float, folder: Path) -> dict[str, int]:
    """Play an evening without and with faults; return the number of faults of each kind."""
    outcomes, kills = [], {}
    for name, dice in (("quiet", None), ("faults", Random(seed))):
        began = time.monotonic()
        evening = Evening(folder / name, tables, rounds, moves, dice)
        try:
            evening.play(faults_every)
            outcomes.append(evening.outcome())
            kills = evening.kills
        finally:
            evening.close()
        print(f"{name}: {time.monotonic() - began:.0f} s, {kills}", flush=True)  # noqa: T201
    quiet, faulty = outcomes
    assert len(quiet["journals"]) == tables * rounds
    assert quiet["journals"] == faulty["journals"]
    assert json.dumps(quiet["season"]) == json.dumps(faulty["season"])
    return kills


def main() -> None:
    """Play a whole evening."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=16)
    parser.add_argument("--moves", type=int, default=12)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--every", type=float, default=3.0)
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        kills = compare(options.tables, options.rounds, options.moves, options.seed, options.every, Path(folder))
    print(f"equal, byte for byte, after {kills}")  # noqa: T201


if __name__ == "__main__":
    main()
