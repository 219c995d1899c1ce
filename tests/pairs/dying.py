"""Carry out a call of the command line, and die by kill -9 at each of its writes: `python -m tests.pairs.dying NAME`.

Each death is that of a process forked from this one, with a home of its own; afterwards the call is made again. For
each write a line of JSON says what the home holds then.
"""

from __future__ import annotations

import asyncio
import io
import json
import os
import shutil
import sys
from collections.abc import Callable
from contextlib import closing, redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from q40k.care.notes import read_places
from q40k.cli.app import cli
from q40k.evening.evenings import read_evening
from q40k.i18n.locale import Locale
from q40k.kernel.journal.journal import JournalError
from q40k.table.doctor import examine
from q40k.table.folders import library_file
from q40k.table.match_library import MatchLibrary
from q40k.tui.desk import Desk
from q40k.tui.match_app import MatchApp
from tests.pairs.mortal import Reaper
from tests.pairs.verbs import SCREEN, WRITING, Case, prepare


async def press(keys: tuple[str, ...]) -> None:
    """Press keys on the screen of match 1, and leave it."""
    with closing(MatchLibrary()) as library, closing(library.open(1)) as match_session:
        packs = match_session.game.packs.library()
        app = MatchApp(Desk(match_session, packs, Locale("en")), raising=True)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press(*keys)


def call(arguments: tuple[str, ...], stdin: str = "") -> tuple[int, str]:
    """Call the command line within this process, or press keys; return its status, and what it says."""
    if arguments[0] == SCREEN:
        asyncio.run(press(arguments[1:]))
        return 0, ""
    text = io.StringIO()
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8")
    with redirect_stdout(text), redirect_stderr(text):
        try:
            cli.main(list(arguments), prog_name="q40k")
        except SystemExit as end:
            return int(end.code or 0), text.getvalue()
    return 0, text.getvalue()


def fork(work: Callable[[], object]) -> tuple[int, Any]:
    """Do work in a process of its own; return its exit code, and what it returned if it lived."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            result = json.dumps(work())
        except BaseException as error:
            result = json.dumps(f"{type(error).__name__}: {error}")
        with os.fdopen(writing, "w") as pipe:
            pipe.write(result)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        text = pipe.read()
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), json.loads(text) if text else None


def work_mortally(case: Case, at: int) -> dict[str, Any]:
    """Carry out the call; die at a write."""
    reaper = Reaper(at)
    reaper.wait()
    status, text = call(case.call, case.stdin)
    count, reaper.at = reaper.count, 0
    return {"status": status, "text": text, "writes": count}


LOOKS = {
    "list": ("list", "--json"),
    "archive": ("list", "--json", "--archived"),
    "bin": ("list", "--json", "--bin"),
    "packs": ("pack", "list"),
    "season": ("season",),
    "decisions": ("season", "decisions"),
    "league": ("league",),
    "champions": ("champions", "sancho"),
    "lab": ("lab", "worlds"),
}


MADE = {".html", ".svg", ".csv", ".pdf", ".yaml", ".jsonl", ".q40kpack"}
"""What verbs write at the user's place, or as packs of one's own."""


def look(home: Path) -> dict[str, Any]:
    """What the home holds, as the verbs show it, and what the doctor finds wrong."""
    shown: dict[str, Any] = {name: call(arguments) for name, arguments in LOOKS.items()}
    shown["places"] = {
        match: repr(replace(place, journey=None)) for match, place in read_places(library_file()).items()
    }  # a journey there is a copy, and may lag
    shown["wrong"] = sorted(finding.code for finding in examine() if finding.state == "wrong")
    folders = (home, *(folder for name in ("own", "documents", "fair", "config/packs*") for folder in home.glob(name)))
    made = (path for folder in folders for path in folder.iterdir())
    shown["made"] = sorted((path.name, path.stat().st_size) for path in made if path.suffix in MADE)
    with suppress(JournalError), closing(MatchLibrary()) as library:
        shown["evening"] = repr(read_evening(library.journal, "Winter"))
    shown["files"] = sorted(path.name for path in home.iterdir() if path.is_file() and path.suffix != ".part")
    return shown


def move_to(home: Path) -> None:
    """Live in a home from now on."""
    for kind in ("data", "config", "documents"):
        os.environ[f"Q40K_{kind.upper()}_DIR"] = str(home / kind)
    os.chdir(home)


def main(name: str, folder: str, *wanted: str) -> None:
    """Die at each write of a call, or at those of the wanted numbers; print what is there then, and after a repeat."""
    case = next(case for case in WRITING if case.name == name)
    top = Path(folder)
    os.environ["Q40K_LANG"] = "en"

    home, kept = top / "home", top / "kept"

    def settle() -> None:
        """Begin again with the home as it was kept; it is always at the same place, as notes may name that."""
        os.chdir(top)
        shutil.rmtree(home, ignore_errors=True)
        shutil.copytree(kept, home)
        move_to(home)

    def say(**facts: Any) -> None:
        print(json.dumps(facts), flush=True)  # noqa: T201

    home.mkdir()
    move_to(home)
    prepare(case, lambda *arguments, stdin="": call(arguments, stdin))
    shutil.copytree(home, kept)  # what follows is done in this process first, so that all is loaded before it forks
    before = look(home)
    call(case.call, case.stdin)
    settle()
    _code, whole = fork(lambda: work_mortally(case, 0))
    _code, after = fork(lambda: look(home))
    _code, again = fork(lambda: call(case.call, case.stdin))
    _code, twice = fork(lambda: look(home))
    say(before=before, whole=whole, after=after, again=again, twice=twice)
    numbers = [1 + (int(number) - 1) % whole["writes"] for number in wanted] or range(1, whole["writes"] + 1)
    for number in numbers:
        settle()
        code, result = fork(lambda at=number: work_mortally(case, at))  # type: ignore[misc]
        _code, between = fork(lambda: look(home))
        _code, again = fork(lambda: call(case.call, case.stdin))
        _code, after = fork(lambda: look(home))
        say(at=number, code=code, result=result, between=between, again=again, after=after)


if __name__ == "__main__":
    main(*sys.argv[1:])
