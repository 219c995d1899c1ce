"""A simulated convention: many tables send an entry a second each, and a page of the hall is watched.

`python -m tests.evening.convention --tables 200 --seconds 600` prints how long an entry takes from a table to the
page, and the memory of the hall and of its child at the beginning and the end.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from msgspec.structs import replace

from q40k.evening import wire
from q40k.evening.evenings import change_evening
from q40k.evening.wire import Batch, Join, Next, Row, Stand
from q40k.games.game import find
from q40k.kernel.journal import checksums
from q40k.season.decisions import FACTS, League
from q40k.season.record import write_decisions
from q40k.table.match_library import MatchLibrary, now, temporary_match
from tests.evening.halls import LEAGUE, play
from tests.evening.process import CLOCK, make_move
from tests.evening.whole import Evening
from tests.table.scripts import line


def long_match(entries: int) -> tuple[Row, ...]:
    """The entries of a match of bots that lead the seats of people."""
    session = temporary_match(clock=lambda: CLOCK)
    joins = [line("join", player=name, champion="space-marine") for name in ("Ann", "Bob")]
    play(session, line("new", mod="deathmatch", arena="classic-60", seed=7, dice="app"), *joins, line("start"))
    while session.head < entries and not session.snapshot.status.over:
        make_move(session)
    return wire.read_rows(session.session.journal, session.number, 0, 1 << 40)


class Crowd(Evening):
    """A hall alone, with a round of so many tables."""

    def __init__(self, folder: Path, tables: int) -> None:
        folder.mkdir(parents=True)
        self.folder, self.dice, self.laptops, self.path = folder, None, {}, folder / "hall" / "matches.sqlite3"
        self.path.parent.mkdir()
        names = tuple(f"p{number}" for number in range(2 * tables))
        pairs = tuple(zip(names[::2], names[1::2], strict=True))
        with closing(MatchLibrary(self.path)) as held:
            write_decisions(held, now(), League(LEAGUE, "robin", names, 2, (pairs,), last=1, game="quake", form=FACTS))
            change_evening(held.journal, LEAGUE, lambda evening: replace(evening, word="abcdef"))
        self.hall = self._start_hall("0")

    def memory(self) -> list[int]:
        """The resident megabytes of the hall, and of its child."""
        pid = self.hall.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
        pages = [Path(f"/proc/{number}/statm").read_text(encoding="ascii").split()[1] for number in (pid, *children)]
        return [int(count) * os.sysconf("SC_PAGE_SIZE") >> 20 for count in pages]


def cpu_seconds(crowd: Crowd) -> float:
    """The processor time that the hall and its child have taken."""
    pid = crowd.hall.pid
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    ticks = 0
    for number in (pid, *children):
        fields = Path(f"/proc/{number}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


class Sender:
    """A table that only sends."""

    def __init__(self, port: str, number: int) -> None:
        self.port, self.number, self.token = port, number, f"{number:032x}"
        self.sent: dict[int, float] = {}
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, path: str, message: Any, kind: type[Any]) -> Any:
        """Send a message over the table's connection, and return the answer."""
        body = msgspec.json.encode(message)
        host = f"127.0.0.1:{self.port}"
        head = f"POST {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n{wire.TOKEN}: {self.token}\r\n"
        if self.writer is None:
            source = (f"127.0.{self.number // 200 + 1}.{self.number % 200 + 1}", 0)
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", int(self.port), local_addr=source)
        self.writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        status = await self.reader.readline()
        if not status:  # the hall has closed an idle connection
            self.writer = None
            return await self.ask(path, message, kind)
        length = 0
        while (text := await self.reader.readline()) != b"\r\n":
            name, _, value = text.decode().partition(":")
            length = int(value) if name.lower() == "content-length" else length
        raw = await self.reader.readexactly(length)
        assert b"200" in status, raw
        return msgspec.json.decode(raw, type=kind)

    async def play(self, rows: Sequence[Row], begins: float, times: list[float]) -> None:
        """Send an entry a second from a time on."""
        shape = find("quake").shape
        join = Join(wire.VERSION, "abcdef", self.number, "simulated", {"quake": shape}, self.token)
        await self.ask(wire.JOIN, join, wire.Joined)
        while (pairing := (await self.ask(wire.NEXT, None, Next)).pairing) is None:
            await asyncio.sleep(1)
        stand = Stand()
        for place, row in enumerate(rows):
            await asyncio.sleep(max(0.0, begins + place - time.monotonic()))
            sent_at = time.monotonic()
            batch = Batch(pairing.match, "quake", shape, "", CLOCK, stand.seq, stand.checksum, (row,))
            self.sent[place] = sent_at
            stand = await self.ask(wire.ENTRIES, batch, Stand)
            times.append(time.monotonic() - sent_at)
            before = checksums.first(pairing.match) if not place else batch.checksum
            assert stand.checksum == next(checksums.of_entries(before, (row.content,), {}))
        if self.writer is not None:
            self.writer.close()


async def watch(port: str, senders: dict[int, Sender], shown: list[float]) -> None:
    """Read the page's stream: each part that changes came from the table's newest entry or the one before."""
    while True:
        reader, writer = await asyncio.open_connection("127.0.0.1", int(port), limit=1 << 26)
        writer.write(f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        while text := await reader.readline():
            if text.startswith(b"data: {"):
                at = time.monotonic()
                names = json.loads(text[6:]).get("parts", {})
                sent = [senders[int(name[1:])].sent for name in names if name[1:].isdecimal()]
                shown += [at - max(times.values()) for times in sent if times]
            elif text.startswith(b"event: reload"):
                break
        writer.close()


def percentile(times: list[float], share: float) -> float:
    """The value below which such a share of times lies, in milliseconds."""
    return 1000 * sorted(times)[int(share * (len(times) - 1))] if times else 0.0


async def convention(crowd: Crowd, tables: int, rows: Sequence[Row]) -> None:
    """Let all tables play, and print what was measured."""
    senders = {number: Sender(crowd.port, number) for number in range(1, tables + 1)}
    answer_times, shown = list[float](), list[float]()
    watcher = asyncio.create_task(watch(crowd.port, senders, shown))
    begins = time.monotonic() + 10
    playing = [
        asyncio.create_task(sender.play(rows, begins + number / tables, answer_times))
        for number, sender in senders.items()
    ]
    await asyncio.sleep(30)
    first, before, sent = crowd.memory(), cpu_seconds(crowd), len(answer_times)
    await asyncio.gather(*playing)
    last, spent = crowd.memory(), cpu_seconds(crowd) - before
    watcher.cancel()
    for name, times in (("taken by the hall", answer_times), ("shown on the page", shown)):
        shares = ", ".join(f"p{share:.0%} {percentile(times, share):.0f} ms" for share in (0.5, 0.95, 0.99))
        print(f"{name}: {len(times)} entries, {shares}")  # noqa: T201
    print(f"{1000 * spent / max(1, len(answer_times) - sent):.1f} ms of processor time an entry")  # noqa: T201
    print(f"memory of hall and child in MB: {first} after 30 s, {last} at the end")  # noqa: T201


def main() -> None:
    """Simulate a convention."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=600)
    options = parser.parse_args()
    rows = long_match(options.seconds)
    print(f"{len(rows)} entries for each of {options.tables} tables")  # noqa: T201
    with TemporaryDirectory() as folder:
        crowd = Crowd(Path(folder) / "crowd", options.tables)
        try:
            asyncio.run(convention(crowd, options.tables, rows[: options.seconds]))
        finally:
            crowd.close()


if __name__ == "__main__":
    main()
