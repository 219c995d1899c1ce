"""Damage what is kept beside the matches: season, leagues, drafts, inbox, settings, compiled packs.

A damage of the season's record or of a draft is noticed, or changes nothing that is read. Settings,
inbox and compiled packs can be made anew: whatever is in their files, programs go on without a traceback.
"""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from q40k.games import game as games
from q40k.kernel.journal.journal import JournalError
from q40k.live.inbox import Inbox, inbox_file
from q40k.packs import compiled
from q40k.season.decisions import Decided, League, Same, Tagged
from q40k.season.record import decisions_file, read_decisions, write_decisions
from q40k.table.doctor import examine
from q40k.table.drill import DAMAGES
from q40k.table.match_library import MatchLibrary
from q40k.table.settings import change_settings, settings
from tests.faults.evening import play

PLAYERS = ("Ann", "Bob", "Cid", "Dee")
ROUNDS = ((("Ann", "Bob"), ("Cid", "Dee")), (("Ann", "Cid"), ("Bob", "Dee")))
DECISIONS = (
    Same(old="Anne", new="Ann"),
    Tagged(match="x", tag="club"),
    League(name="Spring", kind="robin", players=PLAYERS, rounds=ROUNDS),
    Decided(league="Spring", round=1, table=1, order=(("Ann",), ("Bob",))),
)
NOTHING = b""


@cache
def _library() -> bytes:
    """A library with a match, a draft and a season."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "matches.sqlite3"
        play(path, 20)
        with closing(MatchLibrary(path, lambda: "now")) as library:
            write_decisions(library, "now", *DECISIONS)
            library.journal.keep_draft(1, "6 5 4")
        with closing(sqlite3.connect(path)) as db:
            db.execute("PRAGMA journal_mode=DELETE")
        return path.read_bytes()


def _read(path: Path) -> tuple[Any, ...]:
    """What is read of a library's season and draft; whether anybody says that something is wrong."""
    with closing(MatchLibrary(path, lambda: "now")) as library:
        decisions = read_decisions(library)
        if decisions.lost or decisions.pieces:
            return ("noticed",)
        return decisions.lines, library.journal.draft(1)


def _library_file(folder: Path, damage: Callable[[bytes], bytes]) -> str:
    path = folder / "matches.sqlite3"
    path.write_bytes(_library())
    before = _read(path)
    path.write_bytes(damage(_library()))
    try:
        after = _read(path)
    except (JournalError, OSError):
        return ""
    if after not in (before, ("noticed",)) and all(finding.state != "wrong" for finding in examine()):
        return "season or draft have changed, and nobody says so"
    return ""


def _old_season(folder: Path, damage: Callable[[bytes], bytes]) -> str:
    """The file that an older q40k kept: it is taken over, and no decision is made up or left out in silence."""
    path = folder / "matches.sqlite3"
    MatchLibrary(path, lambda: "now").close()
    lines = [f'{{"n":{n},"at":"then","decision":{{"do":"same","old":"p{n}","new":"q{n}"}}}}' for n in range(1, 9)]
    decisions_file(path).write_bytes(damage("".join(f"{line}\n" for line in lines).encode()))
    with closing(MatchLibrary(path, lambda: "now")) as library:
        first = read_decisions(library)
        again = read_decisions(library)
    return "" if first == again and len(first.lines) <= 8 else "the old season is read differently the second time"


def _settings(folder: Path, damage: Callable[[bytes], bytes]) -> str:
    change_settings(language="fr", volume=3)
    (file,) = folder.glob("config/settings.json")
    file.write_bytes(damage(file.read_bytes()))
    settings()  # damaged settings are read as the usual ones
    changed = change_settings(volume=5)
    return "" if settings() == changed else "settings are lost"


def compile_catalogue(folder: Path, damage: Callable[[bytes], bytes]) -> str:
    packs = games.find("epic").packs
    with patch.object(compiled, "SHIPPED", folder / "none"):  # an installed q40k would read its own
        before = packs.library(cache=folder)
        for file in folder.glob("*.packs"):
            file.write_bytes(damage(file.read_bytes()))
        after = packs.library(cache=folder)
    same = all(before.of_kind(kind) == after.of_kind(kind) for kind in packs.kinds.names)
    return "" if same else "compiled packs were believed though damaged"


def _inbox(folder: Path, damage: Callable[[bytes], bytes]) -> str:
    path = folder / "matches.sqlite3"
    path.write_bytes(_library())
    before = _read(path)
    inbox = Inbox(inbox_file(path))
    inbox.token(1, "p1")
    inbox.close()
    inbox_file(path).write_bytes(damage(inbox_file(path).read_bytes()))
    try:
        inbox = Inbox(inbox_file(path))
        with closing(inbox):
            inbox.token(1, "p2")
    except (OSError, sqlite3.Error, TypeError):
        pass
    return "" if _read(path) == before else "a damaged inbox changes the library"


TARGETS: dict[str, Callable[[Path, Callable[[bytes], bytes]], str]] = {
    "season and drafts": _library_file,
    "old season": _old_season,
    "settings": _settings,
    "compiled packs": compile_catalogue,
    "inbox": _inbox,
}


def attempt(folder: Path, seed: str) -> str:
    """Damage one of them in a new folder; return what is wrong with q40k, if anything."""
    chance = Random(seed)
    target, kind = chance.choice(sorted(TARGETS)), chance.choice([*sorted(DAMAGES), "emptied"])
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    os.environ["Q40K_DATA_DIR"], os.environ["Q40K_CONFIG_DIR"] = str(folder), str(folder / "config")

    def damage(file: bytes) -> bytes:
        if kind == "emptied":
            return NOTHING
        try:
            return DAMAGES[kind](chance, file)
        except (IndexError, ValueError):  # a small file has no such place
            return file[: chance.randrange(len(file))]

    wrong = TARGETS[target](folder, damage)
    return wrong and f"{target}, {kind}: {wrong}"
