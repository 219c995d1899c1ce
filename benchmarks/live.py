"""The board with a hundred spectators: how late they hear, what it keeps, what the desk feels.

Spectators are plain clients of the event stream, each at an address of its own, as devices in a room
have them: the board limits the connections of an address. Entries are written by another process,
which says when each was on the disk; clocks of processes agree, as all read the same one of the machine.
"""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fractions import Fraction
from pathlib import Path
from statistics import quantiles

from q40k.games.quake.state.score import Adjust
from q40k.live.room import Server
from q40k.table.match_library import MatchLibrary

SPECTATORS = 100
PACE, MEMORY_PACE = 50.0, 100.0
"""Entries a second: when lateness is measured, and memory, as that takes so many more of them."""
LATE_GOAL, GROWTH_GOAL, KEY_GOAL = 10, 1.1, 1.1
"""Seconds at the 95th percentile; memory at the end by memory at the first thousandth; a key."""
FIRST, LAST = 1_000, 20_000
PATIENCE = 60.0


# -- who writes ----------------------------------------------------------------------------


def write(home: Path, entries: int, pace: float) -> None:
    """Journal so many entries, so many a second (0: as fast as it goes), and say when each was."""
    library = MatchLibrary(home / "matches.sqlite3")
    if not pace:
        library.journal._db.execute("PRAGMA synchronous=OFF")
    match_session = library.open(1, whole=False)
    names = [one.name for one in match_session.state.players.values()]
    began = time.monotonic()
    for number in range(entries):
        if pace:
            time.sleep(max(0.0, began + number / pace - time.monotonic()))
        score = Fraction(-1 if number // len(names) % 2 else 1)
        match_session.do(Adjust(player=names[number % len(names)], score=score, why="benchmark"))
        print(match_session.head, time.monotonic(), flush=True)
    match_session.close()
    library.close()


@contextmanager
def writing(home: Path, entries: int, pace: float) -> Iterator[subprocess.Popen[str]]:
    """Another process that writes."""
    command = [sys.executable, "-m", "benchmarks.live", str(home), str(entries), str(pace)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


# -- who looks on --------------------------------------------------------------------------


def address_of(number: int) -> str:
    """Return the address of a spectator: one of this machine's own, where it has more than one."""
    return f"127.0.{1 + number // 250}.{1 + number % 250}"


def possible() -> bool:
    """Return whether spectators can have an address each: not on every system."""
    with socket.socket() as probe:
        try:
            probe.bind((address_of(0), 0))
        except OSError:
            return False
    return True


class Spectator:
    """A client that notes when it heard of which entry."""

    def __init__(self, number: int) -> None:
        self.address = address_of(number)
        self.heard: list[tuple[int, float]] = []

    async def look(self, host: str, port: int, last: int, head: int) -> None:
        """Read until the `last` entry was heard of."""
        reader, writer = await asyncio.open_connection(host, port, limit=1 << 22, local_addr=(self.address, 0))
        try:
            path = f"/events?match=1&from={head}"
            writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
            while not self.heard or self.heard[-1][0] < last:
                line = await reader.readline()
                if not line:
                    return
                if line.startswith(b"id: "):
                    self.heard.append((int(line[4:]), time.monotonic()))
        finally:
            writer.close()

    def late(self, written: dict[int, float]) -> list[float]:
        """How late it heard of each entry, in seconds."""
        found, heard = [], iter(self.heard)
        at, when = 0, 0.0
        for seq in sorted(written):
            while at < seq:
                at, when = next(heard, (sys.maxsize, float("inf")))
            found.append(when - written[seq])
        return found


def lateness(home: Path, entries: int, spectators: int, *, stalled: bool) -> float:
    """The 95th percentile of how late spectators hear, one of them perhaps `stalled`."""
    server = Server(1, "en", home / "matches.sqlite3", lan=False)
    try:
        host, port = server.address().removeprefix("http://").rstrip("/").split(":")
        head = head_of(home)
        found = asyncio.run(watch(home, (host, int(port), head), entries, spectators, stalled=stalled))
    finally:
        server.close()
    return quantiles(found, n=20)[-1]


async def watch(
    home: Path, where: tuple[str, int, int], entries: int, spectators: int, *, stalled: bool
) -> list[float]:
    """How late every spectator hears of every entry that another process writes, in seconds."""
    host, port, head = where
    away = (address_of(spectators), 0)
    lazy = await asyncio.open_connection(host, port, limit=64, local_addr=away) if stalled else None
    if lazy is not None:  # it asks, and reads nothing
        lazy[1].write(f"GET /events?match=1 HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
    them = [Spectator(number) for number in range(spectators)]
    looking = [asyncio.create_task(one.look(host, port, head + entries, head)) for one in them]
    await asyncio.sleep(1.0)
    written: dict[int, float] = {}
    with writing(home, entries, PACE) as process:
        assert process.stdout is not None
        lines = await asyncio.to_thread(process.stdout.readlines)
    for line in lines:
        seq, when = line.split()
        written[int(seq)] = float(when)
    with suppress(TimeoutError):
        await asyncio.wait_for(asyncio.gather(*looking), PATIENCE)
    if lazy is not None:
        lazy[1].close()
    return [late for one in them for late in one.late(written)]


def head_of(home: Path) -> int:
    """The newest entry of the match."""
    library = MatchLibrary(home / "matches.sqlite3", follow=True)
    head = library.journal.head(1)
    library.close()
    return head


# -- what it keeps -------------------------------------------------------------------------


def memory(home: Path, first: int, last: int, spectators: int) -> tuple[float, float]:
    """MiB of the server at the `first` entry and at the `last`, with so many who look on."""
    server = Server(1, "en", home / "matches.sqlite3", lan=False)
    try:
        host, port = server.address().removeprefix("http://").rstrip("/").split(":")
        where = host, int(port), head_of(home)
        return asyncio.run(_grown(home, where, (first, last), spectators, server.pid))
    finally:
        server.close()


async def _grown(
    home: Path, where: tuple[str, int, int], events: tuple[int, int], spectators: int, pid: int
) -> tuple[float, float]:
    (host, port, head), (first, last) = where, events
    them = [Spectator(number).look(host, port, head + last, head) for number in range(spectators)]
    looking = [asyncio.create_task(one) for one in them]
    await asyncio.sleep(1.0)
    early = 0.0
    with writing(home, last, MEMORY_PACE) as process:
        assert process.stdout is not None
        for written in range(1, last + 1):
            await asyncio.to_thread(process.stdout.readline)
            if written == first:
                early = resident(pid)
    with suppress(TimeoutError):
        await asyncio.wait_for(asyncio.gather(*looking), PATIENCE)
    return early, resident(pid)


def resident(pid: int) -> float:
    """The memory a process holds, in MiB (Linux)."""
    text = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(text.split("VmRSS:")[1].split()[0]) / 1024


# -- a crowd while somebody types ----------------------------------------------------------


@contextmanager
def crowd(home: Path, spectators: int) -> Iterator[None]:
    """A board with so many spectators, for as long as something else is measured."""
    server = Server(1, "en", home / "matches.sqlite3", lan=False)
    command = [sys.executable, "-m", "benchmarks.live", "crowd", server.address(), str(spectators)]
    them = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        assert them.stdout is not None
        them.stdout.readline()
        yield
    finally:
        them.kill()
        them.communicate()
        server.close()


async def _crowd(url: str, spectators: int) -> None:
    host, port = url.removeprefix("http://").rstrip("/").split(":")
    them = [Spectator(number) for number in range(spectators)]
    looking = [one.look(host, int(port), sys.maxsize, 0) for one in them]
    tasks = [asyncio.create_task(one) for one in looking]
    await asyncio.sleep(1.0)
    print("here", flush=True)
    await asyncio.gather(*tasks)


if __name__ == "__main__":
    if sys.argv[1] == "crowd":
        asyncio.run(_crowd(sys.argv[2], int(sys.argv[3])))
    else:
        write(Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]))
