"""A long match against a new one: opening, entering, undoing, scrolling the log, memory."""

from __future__ import annotations

import asyncio
import gc
import shutil
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from statistics import median

from benchmarks import terminal
from q40k.games.quake.packs.library import Library
from q40k.games.quake.state.ending import PlayOn
from q40k.games.quake.state.score import Adjust
from q40k.i18n.locale import Locale
from q40k.table.commentary import Announcer
from q40k.table.match_library import MatchLibrary
from q40k.table.match_session import MatchSession
from q40k.tui.desk import Desk
from q40k.tui.match_app import MatchApp
from q40k.tui.pages.log import LogScreen

FILE = "matches.sqlite3"
LOGS, KEYS = 12, 7
"""How often a log is opened anew, and how many keys then scroll through rows of it that were never drawn.

A short log has no more such rows, and after one leap none at all.
"""
MEMORY = """
import asyncio, resource, sys
from pathlib import Path
from benchmarks.load import memory
asyncio.run(memory(Path(sys.argv[1])))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


class Table:
    """A copy of a match, open for writing, without a backup in the middle of a measurement."""

    def __init__(self, data: Path, folder: Path) -> None:
        shutil.copytree(data, folder)
        self.match_library = MatchLibrary(folder / FILE)
        self.match_session = self.match_library.open(1)
        self.match_library.journal.after_write = None
        if self.match_session.state.outcome.over:
            self.match_session.do(PlayOn())

    def enter(self) -> float:
        """Seconds that an entry takes, durable when it returns."""
        return timed(lambda: self.match_session.do(Adjust(player="Player 1", score=Fraction(1), why="so")))

    def undo(self) -> float:
        """Seconds that an undo takes."""
        self.enter()
        return timed(self.match_session.undo)

    def close(self) -> None:
        """Close it."""
        self.match_session.close()
        self.match_library.close()


def timed(work: Callable[[], object]) -> float:
    """Seconds that something takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def opened(data: Path) -> float:
    """Seconds from nothing to a match that stands where it stood, in this process.

    As a screen opens it: what lies further back is looked through behind the first picture.
    """

    def work() -> None:
        match_library = MatchLibrary(data / FILE)
        match_library.open(1, watch=True, whole=False)
        match_library.close()

    return timed(work)


def scrolled(data: Path, library: Library, rows: int) -> float:
    """Seconds until the log is shown again so many rows further up (0: anywhere in it)."""
    match_library = MatchLibrary(data / FILE)
    try:
        return asyncio.run(_scroll(match_library.open(1, watch=True), library, rows))
    finally:
        match_library.close()


async def _scroll(match_session: MatchSession, library: Library, rows: int) -> float:
    desk = Desk(match_session, library, Locale("en"))
    app = MatchApp(desk, raising=True)
    times = []
    async with app.run_test(size=(120, 40)) as pilot:
        for number in range(1, LOGS + 1):  # nothing of it is drawn yet but its end
            screen = LogScreen(desk, Announcer(match_session.game))
            await app.push_screen(screen)
            await pilot.pause()
            await app.workers.wait_for_complete()  # what is looked through behind the first picture
            entries = screen.entries
            for _ in range(KEYS if rows else 1):
                row = entries.cursor - rows if rows else entries.count * (number * 7 % LOGS) // (2 * LOGS)
                began = time.perf_counter()
                entries.go_to(row)
                for y in range(entries.size.height):
                    entries.render_line(y)
                times.append(time.perf_counter() - began)
                deque(entries.read_ahead(), maxlen=0)  # as it is when a key has been answered
            await app.pop_screen()
    return median(times)


async def memory(data: Path) -> None:
    """Do what needs memory: open the match, show it, leap and scroll through its log."""
    from q40k.games.quake.packs.library import load

    match_library = MatchLibrary(data / FILE)
    await _scroll(match_library.open(1, watch=True), load(), 0)
    match_library.close()


def memory_of(data: Path) -> float:
    """The most memory, in MB, that a process takes for that."""
    done = subprocess.run(
        [sys.executable, "-c", MEMORY, str(data)], cwd=terminal.ROOT, check=True, capture_output=True, text=True
    )
    return int(done.stdout) / (1024 if sys.platform == "linux" else 1024 * 1024)


def ratios(new: Path, long: Path, scratch: Path, library: Library, runs: int) -> dict[str, tuple[float, float]]:
    """What the long match and the new one take, in seconds (memory in MB), by what is done.

    What is quick is done several times in each of the `runs`.
    """
    tables = Table(long, scratch / "long"), Table(new, scratch / "new")
    gc.collect()

    def both(work: Callable[[int], float], runs: int) -> tuple[float, float]:
        pairs = [(work(0), work(1)) for _ in range(runs)]
        return median(p[0] for p in pairs), median(p[1] for p in pairs)

    data = (long, new)
    found = {
        "an entry": both(lambda which: tables[which].enter(), 7 * runs),
        "an undo": both(lambda which: tables[which].undo(), 7 * runs),
        "opening, in the kernel": both(lambda which: opened(data[which]), 3 * runs),
        "scrolling the log": both(lambda which: scrolled(data[which], library, 20), 1 + runs // 4),
        "leaping in the log": both(lambda which: scrolled(data[which], library, 0), 1 + runs // 4),
    }
    for table in tables:
        table.close()
    found["memory"] = both(lambda which: memory_of(data[which]), 1)
    return found
