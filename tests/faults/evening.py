"""A match on disk to be damaged: played at random, with undo and redo, and a backup if wanted."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

from q40k.kernel.journal import Entry, Journal
from q40k.table.shelf import Shelf
from q40k.table.sitting import Sitting
from tests.rules.play_at_random import Player, opened
from tests.table.crashing import Kept

PAGE = 4096


def begin(shelf: Shelf, seed: str = "1") -> tuple[Sitting, Callable[[], None]]:
    """Begin a match of three; what is returned with it plays one step."""
    random = Random(seed)
    sitting = shelf.begin(f"evening {seed}")
    table = Kept(sitting)
    new = opened(random.randrange, seed).table.journal.live(1)[0]
    table.session.submit(table.session.game.read_command(new.body))
    player = Player(table, random.randrange)
    for name in ("Ann", "Bob", "Cid"):
        player.enter(name)
    table.ask("start")

    def step() -> None:
        if random.randrange(9) == 0:
            sitting.undo()
            if not sitting.state.order:
                sitting.redo()
        else:
            player.step()

    return sitting, step


def play(library: Path, entries: int, seed: str = "1") -> list[Entry]:
    """A library file with one match of at least so many entries; returns them."""
    shelf = Shelf(library, lambda: "2026-05-01T20:00:00+02:00")
    sitting, step = begin(shelf, seed)
    while sitting.head < entries:
        step()
    lines = shelf.journal.entries(sitting.number)
    sitting.close()
    shelf.close()
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
    shelf = Shelf(library, lambda: "2026-05-01T21:00:00+02:00")
    log = library.with_name(library.name + "-wal")
    sitting, step = begin(shelf, "2")
    shelf.journal.after_write = None  # no backup is wanted here
    shown = [(log.stat().st_size, sitting.head)]
    while sitting.head < entries // 2:
        step()
        shown.append((log.stat().st_size, sitting.head))
    journal = shelf.journal
    cut = Cut(library.read_bytes(), log.read_bytes(), journal.entries(1), journal.entries(2), shown)
    sitting.close()
    shelf.close()
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
