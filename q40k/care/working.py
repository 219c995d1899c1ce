"""Folders for work in progress beside a library, and the removal of those that a killed process left.

The process that works in a folder holds a lock in it, which ends with the process.
"""

import re
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Literal

Purpose = Literal["joining", "recovering", "drill", "backup", "packs", "handing"]
_PREFIXES = (".joining-", ".recovering-", ".drill-", ".backup-", ".packs-", ".handing-")
_PART = r"\..+\.\d+\.part"
"""The name of a file that is not yet in its place; it bears the number of its process."""
_LOCK = "q40k-in-use.lock"
_GRACE_SECONDS, _UNLOCKED_SECONDS = 10, 3600
"""What is so new, or so new and has no lock, is left alone."""


@contextmanager
def working_folder(parent: Path, purpose: Purpose) -> Iterator[Path]:
    """Make a folder for a piece of work, and remove it afterwards. Raises OSError."""
    from filelock import FileLock  # late: every library is opened with this module

    folder = Path(mkdtemp(prefix=f".{purpose}-", dir=parent))
    lock = FileLock(folder / _LOCK)
    try:
        with suppress(OSError, RuntimeError):  # a disk that knows no locks
            lock.acquire()
        yield folder
    finally:
        lock.release()
        _remove(folder)


def sweep(*folders: Path, unlocked: bool = True) -> None:
    """Remove what killed processes left in these folders; what is in use stays.

    In folders that are not q40k's own, nothing is removed that is `unlocked`: it may be another's.
    """
    for folder in folders:
        with suppress(OSError):
            for path in folder.iterdir():
                if path.name.startswith(_PREFIXES) and (unlocked or (path / _LOCK).exists()):
                    _sweep_folder(path)
                elif unlocked and re.fullmatch(_PART, path.name) and _age(path) > _UNLOCKED_SECONDS:
                    path.unlink()


def _sweep_folder(folder: Path) -> None:
    lock = folder / _LOCK
    if _age(folder) <= (_GRACE_SECONDS if lock.exists() else _UNLOCKED_SECONDS):
        return
    from filelock import FileLock, Timeout

    with suppress(Timeout):
        if lock.exists():
            with FileLock(lock, timeout=0):
                pass
        _remove(folder)


def _remove(folder: Path) -> None:
    """Remove a folder and what is in it, as far as the system lets us."""
    if sys.platform == "win32":  # there a file that cannot be written, as git has many, cannot be removed
        with suppress(OSError):
            for path in folder.rglob("*"):
                path.chmod(stat.S_IWRITE)
    rmtree(folder, ignore_errors=True)


def _age(path: Path) -> float:
    return time.time() - path.stat().st_mtime
