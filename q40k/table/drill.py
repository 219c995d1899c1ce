"""The drill before a big evening: write, kill, damage, repair and compare, all of it on a copy."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from q40k.games import game as games
from q40k.kernel.care.backup import back_up, backups, backups_folder, make
from q40k.kernel.care.damage import DAMAGES
from q40k.kernel.care.memory import memory_file
from q40k.kernel.journal.journal import Journal, JournalError
from q40k.table.doctor import Finding, Progress, of_library, repair
from q40k.table.folders import compiled_folder, data_folder, library_file
from q40k.table.match_library import MatchLibrary, is_gone, throw_away
from q40k.table.script import play_line, read_script

KILLS = 4
DAMAGED = 16
LINES = 30
"""Of the recorded match so many lines are written."""

Content = dict[str, list[tuple[Any, ...]]]


class Failed(Exception):
    """What was tried did not hold; the message says at which step, and how."""


def drill(progress: Progress = lambda _place, _number: None) -> Iterator[Finding]:
    """Try the whole chain on a copy of the library, beside it; the library is only read."""
    steps = 3 + KILLS + DAMAGED
    done = 0
    with TemporaryDirectory(prefix=".drill-", dir=data_folder()) as name:
        library = Path(name) / "matches.sqlite3"
        chance = Random(name)
        try:
            progress(1, steps)
            yield _written(library)
            for done in range(KILLS):
                progress(2 + done, steps)
                _killed(library, chance)
            yield Finding("drill-killed", "well", {"number": KILLS})
            noticed = 0
            for done in range(DAMAGED):
                progress(2 + KILLS + done, steps)
                noticed += _damaged(library, chance)
            facts = {"number": DAMAGED, "noticed": noticed, "harmless": DAMAGED - noticed}
            yield Finding("drill-damaged", "well", facts)
            progress(steps, steps)
            yield _lost(library)
        except (Failed, JournalError, OSError) as error:
            step = error.args[0] if isinstance(error, Failed) else type(error).__name__
            detail = error.args[-1] if isinstance(error, Failed) else str(error)
            yield Finding("drill-failed", "wrong", {"step": step, "detail": detail})


def _written(library: Path) -> Finding:
    """Copy the library, add a recorded match, and read all of it again."""
    own = library_file()
    if is_gone(own):
        raise JournalError("library-gone", path=str(own))
    before: Content = {}
    if own.exists():
        back_up(own, library)
        before = content(library)
    with closing(MatchLibrary(library)) as match_library:
        trial = throw_away()
        demo = games.find().demo
        script = demo.script.read_text(encoding="utf-8").splitlines()[:LINES] if demo else []
        packs = trial.game.packs.library(cache=compiled_folder())
        for line in read_script(script):
            play_line(trial, lambda: packs, line)
        match_library.take_in(trial, "drill")
    after = content(library)
    if any(after.get(match) != rows for match, rows in before.items()):
        raise Failed("write", "a copy does not hold what the library holds")
    make(library)
    return Finding("drill-written", "well", {"number": len(before), "entries": trial.head})


def _killed(library: Path, chance: Random) -> None:
    """Kill a process that undoes and redoes; what it had said is on the disk."""
    before = content(library)
    with subprocess.Popen(
        [sys.executable, "-m", "q40k.table.drill", str(library)],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    ) as writer:  # fmt: skip
        assert writer.stdout is not None
        said = 0
        for _ in range(chance.randint(2, 25)):
            said = int(writer.stdout.readline() or said)
        writer.kill()
        rest = [int(line) for line in writer.stdout.read().split() if line.isdigit()]
    said = max([said, *rest[:-1]])  # the last number may be half a number
    after = content(library)
    with closing(MatchLibrary(library)) as match_library:
        number = match_library.find("last").id
        if match_library.journal.head(number) < said or not said:
            raise Failed("kill", f"entry {said} is not there")
        match_library.open(number).close()
        match_library.verify(number)
    if any(after[match][: len(rows)] != rows for match, rows in before.items()):
        raise Failed("kill", "entries from before are others now")


def _damaged(library: Path, chance: Random) -> bool:
    """Damage the copy, look, repair it from its backup, compare; whether it was noticed."""
    made = make(library)
    for old in backups(library):
        if old != made:
            old.unlink()
    before, file = _told(library), library.read_bytes()
    kind = chance.choice(sorted(DAMAGES))
    for end in ("-wal", "-shm"):
        library.with_name(library.name + end).unlink(missing_ok=True)
    library.write_bytes(DAMAGES[kind](chance, file))
    try:
        differs = _told(library) != before
    except JournalError:
        differs = True
    noticed = any(one.state == "wrong" for one in of_library(library, lambda *_: None))
    if differs and not noticed:
        raise Failed(f"damage ({kind})", "what is read has changed, and nobody says so")
    repair(library)
    if _told(library) != before:
        raise Failed(f"repair ({kind})", "not everything is back")
    return noticed


def _lost(library: Path) -> Finding:
    """Delete the copy: it must be missed at once, and come back."""
    before = content(library)
    make(library)
    for end in ("", "-wal", "-shm"):
        library.with_name(library.name + end).unlink(missing_ok=True)
    if not is_gone(library):
        raise Failed("delete", f"{memory_file(library).name}, {backups_folder(library).name}")
    repair(library)
    if content(library) != before:
        raise Failed("delete", "not everything is back")
    return Finding("drill-lost", "well")


def content(library: Path) -> Content:
    """What the entries of a library hold, by match. Raises JournalError."""
    with closing(Journal(library)) as journal:
        return {
            row.identity: [
                (one.seq, one.kind, one.command, one.body, one.hand, one.events, one.dice, one.at)
                for one in journal.entries(row.id)
            ]
            for row in journal.matches()
            if row.entries
        }


def _told(library: Path) -> tuple[Any, ...]:
    """What is read of a library: the list, and every entry. Raises JournalError."""
    with closing(Journal(library)) as journal:
        listed = [(row.id, row.name, row.created, row.entries) for row in journal.matches()]
    return sorted(listed), content(library)


def _play(library: Path) -> None:
    """Undo and redo in the match played last until killed, and say each entry that is written."""
    with closing(MatchLibrary(library)) as match_library:
        match_session = match_library.open(match_library.find("last").id)
        while match_session.undo() is not None:
            print(match_session.head, flush=True)  # noqa: T201
            match_session.redo()
            print(match_session.head, flush=True)  # noqa: T201


if __name__ == "__main__":
    _play(Path(sys.argv[1]))
