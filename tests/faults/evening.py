"""A match on disk to be damaged: played at random, with undo and redo, and a backup if wanted."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

from q40k.kernel.journal.journal import Entry, Journal
from q40k.table.match_library import MatchLibrary
from q40k.table.match_session import MatchSession
from tests.games.quake.rules.play_at_random import Player, open_player
from tests.table.crashing import Kept

PAGE = 4096


def begin(match_library: MatchLibrary, seed: str = "1") -> tuple[MatchSession, Callable[[], None]]:
    """Begin a match of three; what is returned with it plays one step."""
    random = Random(seed)
    match_session = match_library.begin(f"evening {seed}")
    table = Kept(match_session)
    new = open_player(random.randrange, seed).table.journal.live(1)[0]
    table.session.submit(table.session.rules.read_command(new.body))
    player = Player(table, random.randrange)
    for name in ("Ann", "Bob", "Cid"):
        player.enter(name)
    table.ask("start")

    def step() -> None:
        if random.randrange(9) == 0:
            match_session.undo()
            if not match_session.state.order:
                match_session.redo()
        else:
            player.step()

    return match_session, step


def play(library: Path, entries: int, seed: str = "1") -> list[Entry]:
    """A library file with one match of at least so many entries; returns them."""
    match_library = MatchLibrary(library, lambda: "2026-05-01T20:00:00+02:00")
    match_session, step = begin(match_library, seed)
    while match_session.head < entries:
        step()
    lines = match_library.journal.entries(match_session.number)
    match_session.close()
    match_library.close()
    return lines


class Cut(NamedTuple):
    """The bytes of a library and of its log as the power goes, and what had been entered.

    The entries of the first match are in the file itself, those of the second in the log only;
    `shown` holds how long the log was when so many entries of the second match were shown.
    """

    file: bytes
    log: bytes
    first: list[Entry]
    second: list[Entry]
    shown: list[tuple[int, int]]


def cut_short(folder: Path, entries: int) -> Cut:
    """A library with so many entries in the middle of an evening."""
    library = folder / "power.sqlite3"
    play(library, entries // 2)
    match_library = MatchLibrary(library, lambda: "2026-05-01T21:00:00+02:00")
    log = library.with_name(library.name + "-wal")
    match_session, step = begin(match_library, "2")
    match_library.journal.after_write = None  # no backup is wanted here
    shown = [(log.stat().st_size, match_session.head)]
    while match_session.head < entries // 2:
        step()
        shown.append((log.stat().st_size, match_session.head))
    journal = match_library.journal
    cut = Cut(library.read_bytes(), log.read_bytes(), journal.entries(1), journal.entries(2), shown)
    match_session.close()
    match_library.close()
    return cut


def lay(folder: Path, library: bytes, log: bytes | None = None) -> Path:
    """A library of these bytes in a folder made anew."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    path = folder / "matches.sqlite3"
    path.write_bytes(library)
    if log is not None:
        path.with_name(path.name + "-wal").write_bytes(log)
    return path


def entries_of(library: Path) -> dict[int, list[Entry]]:
    """All entries of a library by match."""
    journal = Journal(library)
    try:
        return {row.id: journal.entries(row.id) for row in journal.matches()}
    finally:
        journal.close()
