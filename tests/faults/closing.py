"""Close the terminal of q40k at fifty moments: `python -m tests.faults.closing`.

Wherever q40k is, it ends within two seconds, with all its processes, and gives its match back.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import tempfile
import time
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from q40k.kernel.journal.journal import JournalError
from q40k.kernel.journal.match_lock import MatchLock
from tests.cli.calls import MATCH, import_match
from tests.terminal import Terminal

LIMIT = 2.0
"""So many seconds after the terminal has closed q40k has ended."""
PATIENCE = 10.0
"""After so many seconds it is ended here."""

HAND = [{**MATCH[0], "dice": "hand"}, *MATCH[1:]]
FIRST_PICTURES = {"": b"take it", "new": b"deathmatch", "resume": b"Next", "watch": b"Alice", "mission": b"corner"}
"""What the first picture of a command shows."""


@dataclass(frozen=True)
class Moment:
    """When a terminal closes: at a share of the start, or after some keys at the first picture."""

    call: tuple[str, ...]
    attached: str
    share: float = 1.0
    keys: tuple[bytes, ...] = ()
    words: bytes = b""

    @property
    def picture(self) -> bytes:
        """Return the words of the first picture."""
        return FIRST_PICTURES[self.call[0] if self.call else ""]


ATTACHED = ("controlling", "led", "loose")
NEW, RESUME, WATCH, EDIT = ("new",), ("resume", "1"), ("watch", "1"), ("mission", "edit", "our-hulk")
CALLS: tuple[tuple[str, ...], ...] = ((), NEW, RESUME, WATCH, EDIT)


def moments() -> list[Moment]:
    """Return all fifty."""
    starting = [Moment(call, attached, share) for attached, call, share in product(ATTACHED, CALLS, (0.4, 0.8))]
    places = [
        Moment((), "", words=b"take it"),
        Moment(NEW, "", keys=(b"\r",)),  # a form of the set-up
        Moment(RESUME, ""),
        Moment(RESUME, "", keys=(b"k", b"2")),  # a question
        Moment(RESUME, "", keys=(b"?",)),  # a page
        Moment(RESUME, "", keys=(b"\x1c",)),  # the palette
        Moment(RESUME, "", keys=(b"\x0c", b"1"), words=b"http"),  # a board beside it
        Moment(WATCH, "", keys=(b"?",)),
        Moment(EDIT, ""),
        Moment(EDIT, "", keys=(b"?",)),
    ]
    shown = [
        Moment(place.call, attached, keys=place.keys, words=place.words)
        for attached, place in product(("led", "loose"), places)
    ]
    return starting + shown


def time_start(call: tuple[str, ...]) -> float:
    """Return the seconds to the first picture of a command."""
    began = time.monotonic()
    terminal = Terminal("-m", "q40k", *call)
    terminal.until(Moment(call, "").picture)
    took = time.monotonic() - began
    terminal.kill()
    return took


def close_terminal(moment: Moment, start: float, folder: Path, limit: float = LIMIT) -> str:
    """Close a terminal at a moment; `folder` holds its match. Return what was wrong, or ""."""
    terminal = Terminal("-m", "q40k", *moment.call, led=moment.attached == "led", loose=moment.attached == "loose")
    _reach(terminal, moment, start)
    os.close(terminal.end)
    closed = time.monotonic()
    has_ended = False
    while ((still_open := _session(terminal.pid)) or not has_ended) and time.monotonic() - closed < PATIENCE:
        time.sleep(0.01)
        if not has_ended:  # it has when its last thread has, which may hold the match a little longer than the first
            has_ended = os.waitpid(terminal.pid, os.WNOHANG)[0] != 0
    took = time.monotonic() - closed
    for pid in still_open:
        os.kill(pid, signal.SIGKILL)
    if still_open:
        return f"{moment}: {len(still_open)} processes go on"
    if took > limit:
        return f"{moment}: it took {took:.1f} s"
    return _lock_words(folder)


def _reach(terminal: Terminal, moment: Moment, start: float) -> None:
    """Let the program come to the moment."""
    began = time.monotonic()
    if moment.share < 1:
        while (seconds_left := moment.share * start - (time.monotonic() - began)) > 0:
            terminal.read(seconds_left)
        return
    terminal.until(moment.picture)
    terminal.settle()
    for key in moment.keys:
        terminal.type(key)
    if moment.words not in terminal.seen:
        terminal.until(moment.words)


def _session(leader: int) -> list[int]:
    """Return the processes of a session that have not ended."""
    members = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            _name, _, rest = path.read_text(encoding="utf-8", errors="replace").rpartition(")")
        except OSError:  # it has just ended
            continue
        state, _parent, _group, session = rest.split()[:4]
        if int(session) == leader and state not in "ZX":
            members.append(int(path.parent.name))
    return members


def _lock_words(folder: Path) -> str:
    """Return whether a match of a library is still held, in words."""
    lock = MatchLock(folder, 1)
    try:
        lock.acquire()
    except JournalError as error:
        return str(error)
    lock.release()
    return ""


def main() -> int:
    """Close terminals at all moments, each with a library of its own; return 1 if one went wrong."""
    wrong = []
    with tempfile.TemporaryDirectory() as name:
        folder, pristine = Path(name) / "data", Path(name) / "pristine"
        os.environ |= {"Q40K_DATA_DIR": str(folder), "Q40K_CONFIG_DIR": f"{name}/config", "Q40K_LANG": "en"}
        import_match(HAND)
        start = {call: time_start(call) for call in CALLS}
        folder.rename(pristine)
        for moment in moments():
            shutil.copytree(pristine, folder)
            if trouble := close_terminal(moment, start[moment.call], folder):
                wrong.append(trouble)
                print(trouble, flush=True)  # noqa: T201
            shutil.rmtree(folder)
    print(f"{len(moments())} terminals closed: {len(wrong)} went wrong")  # noqa: T201
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
