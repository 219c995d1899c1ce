"""A library of many finished matches: its season told from nothing, and told again.

`python -m benchmarks.season` prints what a season of 10,000 and of 100,000 kept matches takes: time each, and memory.
"""

from __future__ import annotations

import json
import random
import resource
import subprocess
import sys
import time
from contextlib import closing, suppress
from fractions import Fraction
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from q40k.games.quake.packs.library import Library, load
from q40k.i18n.locale import Locale
from q40k.kernel.journal.history import adopt
from q40k.kernel.journal.journal import Entry
from q40k.season.season import EVERYTHING, season
from q40k.season.wording import chapters
from q40k.table.digests import Ended, Result, open_results
from q40k.table.match_library import MatchLibrary, temporary_match
from q40k.table.match_session import MatchSession
from q40k.table.outcomes import Entrant
from q40k.table.script import LineRefused, play_line, read_script

MATCHES = 1_000
READ_GOAL = 30
PART = 0.2
"""A season told again takes at most so many reads of its rows, and such a part of working it out."""
VERBS = {"list": 1.5, "doctor": 10}
"""What a verb of the command line may take with such a library, by its season from nothing."""
KILLS = 12
COUNTS = ("kills", "deaths", "accidents", "inches", "tokens")
CLUB = tuple(f"Player {number}" for number in range(1, 25))


@cache
def _packs() -> Library:
    return load()


def _do(match_session: MatchSession, do: str, **said: object) -> None:
    (line,) = read_script([json.dumps({"do": do, **said})], match_session.game)
    play_line(match_session, _packs, line)


def _played(chance: random.Random) -> MatchSession:
    """A short match of four to eight of the club: some kills, then broken off at a score."""
    match_session = temporary_match(clock=lambda: "2026-03-01T20:00:00+00:00")
    players = chance.sample(CLUB, chance.randint(4, 8))
    _do(
        match_session,
        "new",
        mod="deathmatch",
        arena="classic-60",
        dice="app",
        seed=chance.random().hex(),
        options={"times_to_win": 1000},
    )
    for one in players:
        _do(match_session, "join", player=one, champion="space-marine")
    _do(match_session, "start")
    while (state := match_session.state).play.phase == "deployment":
        _do(match_session, "deploy", player=state.players[state.play.active].name)
    for _ in range(KILLS):
        killer, victim = chance.sample(players, 2)
        with suppress(LineRefused):  # a die leads to a choice that nobody makes here
            _do(match_session, "kill", player=killer, victim=victim)
    for one, score in zip(players, chance.sample(range(0, 9000, 300), len(players)), strict=True):
        _do(match_session, "adjust", player=one, score=score, why="a measure")
    _do(match_session, "end", why="time")
    return match_session


def on_disk(folder: Path, matches: int) -> Path:
    """A library of so many finished matches; a hundred are played, the others are the same."""
    folder.mkdir()
    chance = random.Random(19)
    played = [_played(chance).session.journal for _ in range(min(matches, 100))]
    path = folder / "matches.sqlite3"
    with closing(MatchLibrary(path)) as library:
        for number in range(matches):
            at = f"2026-{1 + number % 12:02}-{1 + number % 28:02}T20:00:00+00:00"
            adopt(library.journal, played[number % len(played)], 1, f"match {number}", at)
    return path


def rows_read(path: Path) -> float:
    """Seconds from opening a library to all of its rows and what is kept of their season, read and not understood."""
    began = time.perf_counter()
    with closing(MatchLibrary(path)) as library:
        library.matches()
        library.journal.read("SELECT * FROM digests")
    return time.perf_counter() - began


def told(path: Path, *, warm: bool) -> float:
    """Seconds from opening a library to its season in words, with what is kept or from nothing."""
    if not warm:
        forget_digests(path)
    began = time.perf_counter()
    with closing(MatchLibrary(path)) as library:
        chapters(Locale("en"), season(library, EVERYTHING))
    return time.perf_counter() - began


def forget_digests(path: Path) -> None:
    """Let a library forget what it keeps of its matches."""
    with closing(MatchLibrary(path)) as library, library.journal.transaction() as write:
        write.execute("DROP TABLE IF EXISTS digests")


def random_counts(chance: random.Random) -> dict[str, int]:
    """Numbers such as a match counts for a player."""
    return {name: chance.randint(0, 20) for name in COUNTS}


def on_shelf(folder: Path, matches: int, seats: int = 4, club: int = 400) -> Path:
    """A library of which so many finished matches are kept as digests, each with one entry, such as a lab makes."""
    folder.mkdir()
    chance, path = random.Random(7), folder / "matches.sqlite3"
    players = [f"Player {number}" for number in range(club)]
    with closing(MatchLibrary(path)) as library:
        with library.journal.transaction() as write:
            for number in range(1, matches + 1):
                at = f"2026-{1 + number % 12:02}-{1 + number % 28:02}T20:00:00+00:00"
                write.create_match(f"match {number}", at, "quake", f"{number:016x}")
                write.insert_entry(number, Entry(1, "command", 1, "{}", "hand", "[]", 0, at))
        kept = open_results(library.journal)
        for row in library.matches():
            seated = enumerate(chance.sample(players, seats), 1)
            entrants = tuple(
                Entrant(player, player, place, Fraction(chance.randint(0, 9000)), counts=random_counts(chance))
                for place, player in seated
            )
            ended = Ended("quake", None, row.created, row.touched, 7, entrants)
            kept.keep(row.identity, library.journal.last(row.id), Result(ended))
        kept.write()
    return path


def measure_reading(matches: int) -> None:
    """Print the processor time and the memory that a season of so many matches takes, all of them kept."""
    with TemporaryDirectory() as folder:
        library = Path(folder) / "library"
        for call in (f"on_shelf(Path({str(library)!r}), {matches})", f"read_season({str(library)!r})"):
            code = f"from pathlib import Path; from benchmarks.season import on_shelf, read_season; {call}"
            subprocess.run(
                [sys.executable, "-c", code], check=True
            )  # a process each: it begins with its parent's memory


def read_season(folder: str) -> None:
    """Read a season; print what that took in this process."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.process_time()
    with closing(MatchLibrary(Path(folder) / "matches.sqlite3")) as library:
        current = season(library, EVERYTHING)
    each = 1e6 * (time.process_time() - began) / len(current.matches)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"{len(current.matches):,} matches: {each:.0f} µs each, {most >> 10} MB, {before >> 10} before")


if __name__ == "__main__":
    for number in (10_000, 100_000):
        measure_reading(number)
