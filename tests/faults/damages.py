"""Random damages of a library: none that changes what is read goes unnoticed, none loses anything.

The same seed makes the same damage again; `python -m tests.faults` goes on with them.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from q40k.care.backup import backups_folder
from q40k.care.notes import memory_file
from q40k.kernel.journal.journal import Journal, JournalError
from q40k.season.decisions import Tagged
from q40k.season.record import read_decisions, write_decisions
from q40k.table.doctor import examine, repair
from q40k.table.drill import DAMAGES
from q40k.table.match_library import MatchLibrary
from tests.soak.evening import Evening, Step

Entries = dict[str, list[tuple[Any, ...]]]
"""What the entries of every match hold, by its identity."""


@dataclass
class Whole:
    """A library before it is damaged: its file, a backup, its memory, and what is read of it."""

    file: bytes
    older: bytes
    backup: bytes
    memory: bytes
    read: dict[str, Any]
    entries: Entries
    kept: Entries
    counts: Counter[str] = field(default_factory=Counter)


def rows_of(library: Path) -> Entries:
    """What the entries of a library hold, whatever took them back."""
    with closing(Journal.open_immutable(library)) as journal:
        return {
            row.identity: [
                (entry.seq, entry.kind, entry.command, entry.body, entry.hand, entry.events, entry.dice, entry.at)
                for entry in journal.entries(row.id)
            ]
            for row in journal.rows()
            if row.entries
        }


def read(library: Path) -> dict[str, Any]:
    """All that a table reads of a library; "noticed" where it is told that something is wrong."""
    contents: dict[str, Any] = {}
    match_library = MatchLibrary(library, lambda: "now")
    with closing(match_library):
        rows = match_library.matches()
        contents["list"] = [(row.id, row.name, row.created, row.touched, row.entries) for row in rows]
        if not all(row.sound for row in rows):
            contents["noticed"] = "list"
        for row in rows:
            match_session = match_library.open(row.id, watch=True)
            if match_session.damage is not None:
                contents["noticed"] = "open"
            lines = [(line.entry, line.first_seq) for line in match_session.lines()]
            state = match_session.session.rules.write_state(match_session.session.state)
            contents[f"match {row.id}"] = (state, repr(match_session.question), lines)
            contents[f"draft {row.id}"] = match_session.draft
            match_session.close()
        decisions = read_decisions(match_library)
        contents["decisions"] = [(line.n, line.decision) for line in decisions.lines]
        if decisions.unread:
            contents["noticed"] = "decisions"
    return contents


def whole(folder: Path) -> Whole:
    """A library of two evenings with everything in it, its memory, and a backup not quite new."""
    library = folder / "matches.sqlite3"
    evening = Evening(folder / "made", "deathmatch", 5)
    chance = Random(5)
    words = ("play",) * 6 + ("undo", "redo", "amend", "bookmark")
    older = backup = b""
    for number in range(150):
        evening.step(Step(chance.choice(words), number))
        if number % 10 == 0:
            with closing(MatchLibrary(evening.path, lambda: "now")) as match_library:
                write_decisions(match_library, f"at {number}", Tagged(f"match {number}", "winter"))
        if number in (90, 135):
            with closing(sqlite3.connect(evening.path)) as db:
                older, backup = backup, _bytes(db, folder)
    evening.step(Step("branch", 3))
    evening.close()
    with closing(sqlite3.connect(evening.path)) as db:
        library.write_bytes(_bytes(db, folder))
    MatchLibrary(library, lambda: "now").close()
    kept = folder / "kept.sqlite3"
    kept.write_bytes(backup)
    file = library.read_bytes()
    memory = memory_file(library).read_bytes()
    return Whole(file, older, backup, memory, read(library), rows_of(library), rows_of(kept))


def _bytes(db: sqlite3.Connection, folder: Path) -> bytes:
    copy = folder / "copy.sqlite3"
    with closing(sqlite3.connect(copy)) as target:
        db.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")
    content = copy.read_bytes()
    copy.unlink()
    return content


def _older(_chance: Random, before: Whole) -> bytes:
    return before.older


def _remove_file(_chance: Random, _before: Whole) -> bytes:
    return b""


def _row(chance: Random, before: Whole) -> bytes:
    """A row is taken out, or a field of it is another, by somebody with a tool for databases."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.sqlite3"
        path.write_bytes(before.file)
        with closing(sqlite3.connect(path)) as db, db:
            seq = chance.randrange(2, 100)
            db.execute(
                chance.choice(
                    (
                        "DELETE FROM entries WHERE match = 1 AND seq = ?",
                        "DELETE FROM entries WHERE match = 1 AND seq > ?",
                        "UPDATE entries SET undone_by = NULL WHERE match = 1 AND seq >= ?",
                        "UPDATE entries SET undone_by = 7 WHERE match = 1 AND seq = ?",
                        "UPDATE entries SET events = '[]' WHERE match = 1 AND seq = ?",
                        "UPDATE snapshots SET body = replace(body, '1', '2') WHERE seq >= ?",
                        "UPDATE replaced SET replaces = replaces + 1 WHERE seq >= ?",
                        "UPDATE matches SET name = name || ?",
                        "DELETE FROM matches WHERE id = 1 AND id < ?",
                    )
                ),
                (seq,),
            )
        return path.read_bytes()


KINDS: dict[str, Callable[[Random, Whole], bytes]] = {
    **{
        name: (lambda chance, before, by=by: by(chance, before.file))  # type: ignore[misc]
        for name, by in DAMAGES.items()
    },
    "older copy": _older,
    "emptied": _remove_file,
    "row": _row,
}


def attempt(folder: Path, before: Whole, seed: str) -> str:
    """Damage the library, look, repair, compare; returns what is wrong with q40k, if anything."""
    chance = Random(seed)
    kind = chance.choice(sorted(KINDS))
    shutil.rmtree(folder, ignore_errors=True)
    library = folder / "matches.sqlite3"
    backups_folder(library).mkdir(parents=True)
    library.write_bytes(KINDS[kind](chance, before))
    memory_file(library).write_bytes(before.memory)
    kept = backups_folder(library) / "matches-20260501T200000.sqlite3"
    kept.write_bytes(before.backup)
    os.environ["Q40K_DATA_DIR"] = str(folder)
    same = library.read_bytes() == before.file
    noticed, differs = "", False
    try:
        contents = read(library)
        noticed = "reading" if contents.pop("noticed", "") else ""
        differs = contents != before.read
    except (JournalError, OSError):
        noticed = "reading"
    wrong = [finding.code for finding in examine() if finding.state == "wrong"]
    before.counts[f"{kind}: {noticed or ('the doctor' if wrong else 'nothing to notice')}"] += 1
    if differs and not noticed and not wrong:
        return f"{kind}: what is read has changed, and nobody says so"
    if same and wrong:
        return f"{kind}: nothing is damaged, and {wrong} is said"
    return _repaired_text(library, before, kind)


def _repaired_text(library: Path, before: Whole, kind: str) -> str:
    repair()
    result = rows_of(library)
    for identity, rows in before.kept.items():
        after = {row[0]: row for row in result.get(identity, [])}
        if any(after.get(row[0]) != row for row in rows):
            return f"{kind}: a match that a backup holds is not back ({len(after)} of {len(rows)})"
    for identity, rows in result.items():
        if identity in before.entries and not set(rows) <= set(before.entries[identity]):
            return f"{kind}: a repair made something up"
    with closing(MatchLibrary(library, lambda: "later")) as match_library:
        for row in match_library.matches():
            match_library.open(row.id, watch=True).close()
    return ""
