"""What one machine of the room can do to the board: flood, starve, forge, and what the others notice.

`make soak NET=1`. The attacker has the address 127.0.0.66, the others 127.0.0.5 and 127.0.0.6. Every
round prints how long the others waited and how late the board's loop was, and ends with an error if one of them
was kept out. Last come a hundred who look on while entries are written: how late they hear. A round takes about a
minute on a machine that has nothing else to do.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from statistics import median, quantiles

from benchmarks import live
from benchmarks.matches import on_disk
from q40k.games.quake.packs.library import load
from q40k.live.inbox import Inbox, inbox_file
from q40k.packs.codes import MOST_OBJECTS
from tests.soak.timed_board import worst_delay

ATTACKER, TELEVISION, PHONE = "127.0.0.66", "127.0.0.5", "127.0.0.6"
PATIENCE = 5.0
STREAMS, SLOW, FORGED, ASKED = 420, 300, 400, 40
READERS = tuple(f"127.0.0.{number}" for number in range(70, 74))
"""The addresses from which codes are brought. Four of them once held the board for good."""
CODES, OBJECTS = 30, 900
ENTRIES = 500
"""So many entries are written for those who look on, at the pace of the benchmark."""
MOST_DELAY = 0.1
"""The loop of the board is never later, in seconds, while codes are brought, unless the machine is so busy that
it is as late under another attack."""


class KeptOut(AssertionError):
    """Somebody of the room was kept out."""


def connect(host: str, source: str) -> socket.socket:
    """A connection from an address of this machine."""
    name, _, port = host.partition(":")
    return socket.create_connection((name, int(port)), timeout=PATIENCE, source_address=(source, 0))


def ask(host: str, source: str, path: str) -> tuple[int, float]:
    """The status of an answer, and the seconds until its first line."""
    began = time.perf_counter()
    connection = http.client.HTTPConnection(host, timeout=PATIENCE, source_address=(source, 0))
    with closing(connection):
        connection.request("GET", path)
        return connection.getresponse().status, time.perf_counter() - began


def others_wait(host: str, seat: str) -> list[float]:
    """How long the television and a phone wait for their pages and streams while an attack goes on."""
    waits = []
    for number in range(ASKED):
        source, path = ((TELEVISION, "/"), (PHONE, seat), (PHONE, f"{seat}/events?match=1&from=0"))[number % 3]
        try:
            status, seconds = ask(host, source, path)
        except (OSError, http.client.HTTPException) as error:
            raise KeptOut(f"{path} from {source}: {error}") from error
        if status != 200:
            raise KeptOut(f"{path} from {source}: {status}")
        waits.append(seconds)
    return waits


def flood(host: str, opened: ExitStack) -> None:
    """Open more streams than the board has for everybody."""
    for _ in range(STREAMS):
        with suppress(OSError):
            connection = opened.enter_context(connect(host, ATTACKER))
            connection.sendall(f"GET /events?match=1&from=0 HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())


def starve(host: str, opened: ExitStack) -> None:
    """Begin requests that never end."""
    for number in range(SLOW):
        with suppress(OSError):
            connection = opened.enter_context(connect(host, ATTACKER))
            connection.sendall(b"POST /s/x/call HTTP/1.1\r\nContent-Le" if number % 2 else b"GET / HT")


def forge(host: str, _opened: ExitStack) -> None:
    """Try tokens."""
    dice = random.Random(1)
    for _ in range(FORGED):
        with suppress(OSError, http.client.HTTPException):
            ask(host, ATTACKER, f"/s/{dice.getrandbits(128):032x}")


def forge_beside(host: str, _opened: ExitStack) -> None:
    """Try tokens from the address of the phone itself."""
    for number in range(60):
        with suppress(OSError, http.client.HTTPException):
            ask(host, PHONE, f"/s/wrong{number}")


def code(number: int, objects: int) -> str:
    """A code of many bad objects, or of as many sound ones as a code may hold; no two are the same."""
    names = {"en": "Shy", "fr": "Timide"}
    packs = [{"id": f"s{number}-{n}", "name": names, "text": names, "caution": 2} for n in range(objects)]
    text = json.dumps({"game": "quake", "packs": {"personalities": packs}}, separators=(",", ":"))
    return "2." + urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def bring_codes(host: str, opened: ExitStack) -> None:
    """Have codes read from several addresses, as long as the others ask."""
    ended = threading.Event()

    def bring(source: str, place: int) -> None:
        for number in range(CODES):
            if ended.is_set():
                return
            with suppress(OSError, http.client.HTTPException):
                ask(host, source, f"/pack/{code(place * CODES + number, (OBJECTS, MOST_OBJECTS)[number % 2])}")

    threads = [threading.Thread(target=bring, args=pair, daemon=True) for pair in zip(READERS, range(4), strict=True)]
    for thread in threads:
        thread.start()
        opened.callback(thread.join)
    opened.callback(ended.set)
    time.sleep(1)  # until the first codes are read


def stop(process: subprocess.Popen[str]) -> Callable[[str, ExitStack], None]:
    """Let the board stand still for a second, as a laptop does that goes to sleep."""

    def work(_host: str, _opened: ExitStack) -> None:
        os.kill(process.pid, signal.SIGSTOP)
        time.sleep(1)
        os.kill(process.pid, signal.SIGCONT)

    return work


def print_row(name: str, what: str, seconds: list[float], delay: float) -> None:
    """Print times and how late the loop of the board was, in milliseconds."""
    times = (median(seconds), quantiles(seconds, n=20)[-1], max(seconds))
    half, most, worst = (f"{1000 * each:.0f}" for each in times)
    text = f"{what} {half} ms (p95 {most}, at most {worst}); the loop was late by {1000 * delay:.0f} ms at most"
    print(f"{name}: {text}", flush=True)  # noqa: T201


def play_round(folder: Path) -> None:
    """Serve a board, attack it in every way, and print what the others noticed."""
    path = on_disk(folder / "home", load(), 40, players=4) / "matches.sqlite3"
    with closing(Inbox(inbox_file(path))) as inbox:
        seat = f"/s/{inbox.token(1, 'p1')}"
    delays = folder / "delays"
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.soak.timed_board", str(delays)],
        env={**os.environ, "Q40K_DATA_DIR": str(path.parent)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    host = process.stdout.readline().strip().removeprefix("http://").rstrip("/")
    if not host:
        raise KeptOut(f"the board did not open:\n{process.communicate(timeout=PATIENCE)[1]}")
    attacks = {
        "nobody attacks": None,
        "flood of streams": flood,
        "slow requests": starve,
        "forged tokens": forge,
        "forged beside a phone": forge_beside,
        "codes of four phones": bring_codes,
        "board stopped a second": stop(process),
    }
    usual, still = 0.0, ""
    try:
        for name, attack in attacks.items():
            began = time.monotonic()
            with ExitStack() as opened:
                if attack is not None:
                    attack(host, opened)
                waits = others_wait(host, seat)
            delay = worst_delay(delays, began)
            print_row(name, "others wait", waits, delay)
            if attack is bring_codes and delay > max(MOST_DELAY, usual):
                still = f"the board stood still for {delay:.2f} s"
            usual = delay
        if live.possible():
            began, (address, _, port) = time.monotonic(), host.partition(":")
            where = address, int(port), live.head_of(path.parent)
            late = asyncio.run(live.watch(path.parent, where, ENTRIES, live.SPECTATORS, stalled=False))
            print_row(f"{live.SPECTATORS} look on", "an entry is late", late, worst_delay(delays, began))
    finally:
        process.terminate()
        _, errors = process.communicate(timeout=PATIENCE)
    if still:
        raise KeptOut(still)
    if "Traceback" in errors:
        raise KeptOut(f"the board printed a traceback:\n{errors}")


def main() -> None:
    """Play rounds until the time is up."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=0)
    end = time.monotonic() + 60 * parser.parse_args().minutes
    while True:
        with tempfile.TemporaryDirectory() as folder:
            play_round(Path(folder))
        if time.monotonic() >= end:
            return


if __name__ == "__main__":
    main()
