"""The drill before a big evening: write, kill, damage, repair and compare, all on a copy."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from q40k.care.backup import back_up, backups, backups_folder, make_backup
from q40k.care.notes import memory_file
from q40k.care.working import working_folder
from q40k.games import game as games
from q40k.kernel.journal.journal import Journal, JournalError
from q40k.kernel.text import is_digits
from q40k.table.doctor import Finding, Progress, examine_library, repair
from q40k.table.folders import compiled_folder, data_folder, library_file
from q40k.table.match_library import MatchLibrary, is_gone, temporary_match
from q40k.table.script import play_line, read_script

KILLS = 4
DAMAGED = 16
LINES = 30
"""How many lines of the recorded match are written."""

Content = dict[str, list[tuple[Any, ...]]]


class DrillFailed(Exception):
    """A step of the drill failed; the arguments are the step and the detail."""


def drill(progress: Progress = lambda _place, _number: None) -> Iterator[Finding]:
    """Test the whole chain on a copy of the library, beside it; only read the library itself."""
    steps = 3 + KILLS + DAMAGED
    done = 0
    with working_folder(data_folder(), "drill") as folder:
        library = folder / "matches.sqlite3"
        chance = Random(folder.name)
        try:
            progress(1, steps)
            yield _write_copy(library)
            for done in range(KILLS):
                progress(2 + done, steps)
                _kill_writer(library, chance)
            yield Finding("drill-killed", "well", {"number": KILLS})
            noticed = 0
            for done in range(DAMAGED):
                progress(2 + KILLS + done, steps)
                noticed += _damage_and_repair(library, chance)
            facts = {"number": DAMAGED, "noticed": noticed, "harmless": DAMAGED - noticed}
            yield Finding("drill-damaged", "well", facts)
            progress(steps, steps)
            yield _delete_and_restore(library)
        except (DrillFailed, JournalError, OSError) as error:
            step = error.args[0] if isinstance(error, DrillFailed) else type(error).__name__
            detail = error.args[-1] if isinstance(error, DrillFailed) else str(error)
            yield Finding("drill-failed", "wrong", {"step": step, "detail": detail})


def _write_copy(library: Path) -> Finding:
    """Copy the library, add a recorded match, and read everything again."""
    own = library_file()
    if is_gone(own):
        raise JournalError("library-gone", path=str(own))
    before: Content = {}
    if own.exists():
        back_up(own, library)
        before = content(library)
    with closing(MatchLibrary(library)) as match_library:
        trial = temporary_match()
        demo = games.find().demo
        script = demo.script.read_text(encoding="utf-8").splitlines()[:LINES] if demo else []
        packs = trial.game.packs.library(cache=compiled_folder())
        for line in read_script(script):
            play_line(trial, lambda: packs, line)
        match_library.adopt(trial, "drill")
    after = content(library)
    if any(after.get(match) != rows for match, rows in before.items()):
        raise DrillFailed("write", "a copy does not hold what the library holds")
    make_backup(library)
    return Finding("drill-written", "well", {"number": len(before), "entries": trial.head})


def _kill_writer(library: Path, chance: Random) -> None:
    """Kill a process that undoes and redoes; every entry it reported must be on disk."""
    before = content(library)
    with subprocess.Popen(
        [sys.executable, "-m", "q40k.table.drill", str(library)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as writer:
        assert writer.stdout is not None
        reported = 0
        for _ in range(chance.randint(2, 25)):
            reported = int(writer.stdout.readline() or reported)
        writer.kill()
        rest = [int(line) for line in writer.stdout.read().split() if is_digits(line)]
    reported = max([reported, *rest[:-1]])  # the last number may be cut off
    after = content(library)
    with closing(MatchLibrary(library)) as match_library:
        number = match_library.find("last").id
        if match_library.journal.head(number) < reported or not reported:
            raise DrillFailed("kill", f"entry {reported} is not there")
        match_library.open(number).close()
        match_library.verify(number)
    if any(after[match][: len(rows)] != rows for match, rows in before.items()):
        raise DrillFailed("kill", "entries from before are others now")


def _damage_and_repair(library: Path, chance: Random) -> bool:
    """Damage the copy, examine it, repair it from its backup; return whether it was noticed."""
    backup = make_backup(library)
    for old in backups(library):
        if old != backup:
            old.unlink()
    before, file = _read_library(library), library.read_bytes()
    kind = chance.choice(sorted(DAMAGES))
    for end in ("-wal", "-shm"):
        library.with_name(library.name + end).unlink(missing_ok=True)
    library.write_bytes(DAMAGES[kind](chance, file))
    try:
        differs = _read_library(library) != before
    except JournalError:
        differs = True
    noticed = any(finding.state == "wrong" for finding in examine_library(library, lambda *_: None))
    if differs and not noticed:
        raise DrillFailed(f"damage ({kind})", "what is read has changed, and nobody says so")
    repair(library)
    if _read_library(library) != before:
        raise DrillFailed(f"repair ({kind})", "not everything is back")
    return noticed


def _delete_and_restore(library: Path) -> Finding:
    """Delete the copy: it must be reported missing at once, and come back."""
    before = content(library)
    make_backup(library)
    for end in ("", "-wal", "-shm"):
        library.with_name(library.name + end).unlink(missing_ok=True)
    if not is_gone(library):
        raise DrillFailed("delete", f"{memory_file(library).name}, {backups_folder(library).name}")
    repair(library)
    if content(library) != before:
        raise DrillFailed("delete", "not everything is back")
    return Finding("drill-lost", "well")


def content(library: Path) -> Content:
    """Return what the entries of a library hold, by match. Raises JournalError."""
    with closing(Journal(library)) as journal:
        return {
            row.identity: [
                (entry.seq, entry.kind, entry.command, entry.body, entry.hand, entry.events, entry.dice, entry.at)
                for entry in journal.entries(row.id)
            ]
            for row in journal.rows()
            if row.entries
        }


def _read_library(library: Path) -> tuple[Any, ...]:
    """Return the list of matches and every entry of a library. Raises JournalError."""
    with closing(Journal(library)) as journal:
        listed = [(row.id, row.name, row.created, row.entries) for row in journal.rows()]
    return sorted(listed), content(library)


def _undo_and_redo(library: Path) -> None:
    """Undo and redo in the last match until killed, and print each entry that is written."""
    with closing(MatchLibrary(library)) as match_library:
        match_session = match_library.open(match_library.find("last").id)
        while match_session.undo() is not None:
            print(match_session.head, flush=True)  # noqa: T201
            match_session.redo()
            print(match_session.head, flush=True)  # noqa: T201


# -- damage that disks, cables and people do to a file ---------------------------------------------

PAGE = 4096
_BLOCK = 512

Damage = Callable[[Random, bytes], bytes]


def _bits(chance: Random, file: bytes) -> bytes:
    """Flip one to three bits."""
    hurt = bytearray(file)
    for _ in range(chance.randint(1, 3)):
        hurt[chance.randrange(len(hurt))] ^= 1 << chance.randrange(8)
    return bytes(hurt)


def _page(chance: Random, file: bytes) -> bytes:
    """Fill a page with zeros."""
    return _over(file, _place(chance, file, PAGE), bytes(PAGE))


def _block(chance: Random, file: bytes) -> bytes:
    """Fill a block of the disk with garbage."""
    return _over(file, _place(chance, file, _BLOCK), chance.randbytes(_BLOCK))


def _tear(chance: Random, file: bytes) -> bytes:
    """Fill half of a page with zeros, as if it was never written."""
    start = _place(chance, file, PAGE) + PAGE // 2
    return _over(file, start, bytes(PAGE // 2))


def _cut(chance: Random, file: bytes) -> bytes:
    """Cut off the end of the file."""
    return file[: chance.randrange(len(file))]


def _swap(chance: Random, file: bytes) -> bytes:
    """Swap two pages."""
    first, second = _place(chance, file, PAGE), _place(chance, file, PAGE)
    moved = _over(file, first, file[second : second + PAGE])
    return _over(moved, second, file[first : first + PAGE])


def _digit(chance: Random, file: bytes) -> bytes:
    """Change a digit in a text."""
    places = [at for at in range(PAGE, len(file)) if 48 <= file[at] <= 57]
    return _over(file, chance.choice(places), str(chance.randrange(10)).encode())


def _place(chance: Random, file: bytes, size: int) -> int:
    return chance.randrange(max(1, len(file) // size)) * size


def _over(file: bytes, start: int, by: bytes) -> bytes:
    return (file[:start] + by + file[start + len(by) :])[: len(file)]


DAMAGES: dict[str, Damage] = {
    "bits": _bits,
    "page": _page,
    "block": _block,
    "torn": _tear,
    "cut": _cut,
    "swap": _swap,
    "digit": _digit,
}
"""The kinds of damage, by name; the same random numbers do the same damage."""


if __name__ == "__main__":
    _undo_and_redo(Path(sys.argv[1]))
