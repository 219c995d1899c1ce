"""The log of faults: tracebacks go into a file beside the matches, never onto the screen."""

import os
import sys
import tempfile
import traceback
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from q40k import __version__
from q40k.table.folders import log_folder

FILE = "errors.log"
MOST_BYTES = 1_000_000


def log_fault(error: BaseException) -> str:
    """Add a traceback to the log; return the file, or "" if no file can be written.

    If the folder of logs cannot be written, a file of the system's temporary folder serves.
    """
    text = "".join(traceback.format_exception(error))
    moment = datetime.now().astimezone().isoformat(timespec="seconds")
    head = f"== {moment} q40k {__version__} python {sys.version.split()[0]} {sys.argv[1:]!r}\n"
    for place in (_log_file, _temporary_file):
        try:
            path = place()
            with path.open("a", encoding="utf-8", errors="backslashreplace") as file:
                file.write(head + text)
        except OSError:
            continue
        return str(path)
    return ""


class FollowUps:
    """Runs what comes after a durable entry, such as labels, mirrors and announcers.

    A fault in it never looks like a refusal: the match goes on. `log` is the file with the traceback of the last
    fault ("" if it could not be written), or None without a fault.
    """

    def __init__(self) -> None:
        self.log: str | None = None

    def run(self, step: Callable[[], object]) -> None:
        """Take one step; log a fault in it."""
        try:
            step()
        except Exception as error:
            self.log = log_fault(error)


def _log_file() -> Path:
    folder = log_folder()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / FILE
    if path.exists() and path.stat().st_size > MOST_BYTES:
        path.replace(folder / "errors.old.log")
    return path


def _temporary_file() -> Path:
    handle, name = tempfile.mkstemp(prefix="q40k-errors-", suffix=".log")  # nobody else's file
    os.close(handle)
    return Path(name)
