"""One writer for a match: a lock that ends with its process, and a note of its holder."""

import getpass
import json
import os
import platform
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from q40k.kernel.journal.journal import JournalError, disk_error
from q40k.kernel.whole_file import read_or

if TYPE_CHECKING:
    from filelock import BaseFileLock


class MatchLock:
    """The right to write one match; only one process holds it at a time.

    The lock is the operating system's own, so it ends with the process that holds it, even after a
    crash. A note beside it names the holder, for a second process that wants it.
    """

    def __init__(self, folder: Path, match: int) -> None:
        self._match = match
        self._file = folder / f"match-{match}.lock"
        self._lock: BaseFileLock | None = None
        self._note = folder / f"match-{match}.holder.json"

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(self, *_error: object) -> None:
        self.release()

    def acquire(self) -> None:
        """Take the lock. Raises JournalError("match-held"), which names the holder."""
        from filelock import FileLock, Timeout  # late: only a writer needs its milliseconds

        self._lock = self._lock or FileLock(self._file)
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise JournalError("match-held", match=self._match, **self._holder()) from None
        except OSError as error:
            raise disk_error(self._file, error) from error
        who = {
            "pid": os.getpid(),
            "user": user_name(),
            "host": platform.node(),
            "since": datetime.now().strftime("%Y-%m-%d %H:%M"),
        }
        with suppress(OSError):  # such as on a full disk: the note only informs others
            self._note.write_text(json.dumps(who), encoding="utf-8")

    def release(self) -> None:
        """Give the lock back."""
        if self._lock is not None and self._lock.is_locked:
            with suppress(OSError):  # such as on Windows, while somebody reads it
                self._note.unlink(missing_ok=True)
            self._lock.release()

    def _holder(self) -> dict[str, object]:
        unknown: dict[str, object] = {"pid": 0, "user": "?", "host": "?", "since": "?"}
        note = read_or(self._note, dict[str, object], unknown)
        return {key: note.get(key, usual) for key, usual in unknown.items()}


def user_name() -> str:
    """Return who uses this machine, or "?" if it is unknown."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "?"
