"""Files that are written whole or not at all, and read only up to a bound."""

import errno
import os
import sys
import time
from contextlib import suppress
from pathlib import Path

NO_HOME = Path(os.devnull, "q40k")
"""The folder of a user without a home: nothing is found in it, and nothing can be written there."""


def is_homeless(path: object) -> bool:
    """Return whether a path is in the folder of a user without a home."""
    return Path(str(path)).is_relative_to(NO_HOME)


class DiskFull(OSError):
    """There is no room for a file; `needed` is its size in bytes."""

    def __init__(self, path: Path, needed: int) -> None:
        super().__init__(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        self.needed = needed


REPLACE_SECONDS = 1.0
_PAUSE_SECONDS = 0.02
"""Windows lets nobody replace a file that another program has open, such as one that only reads it or looks for
viruses. For so long it is tried again."""


def write_whole(path: Path, content: bytes, *, durable: bool = False, replace: bool = True) -> None:
    """Write a file whole, new or in the place of an old one; the old content stays if that fails.

    A link still leads to the file; a device or a pipe, which cannot be replaced, is written to.
    With `durable`, the content is safe on the disk when this returns. Without `replace`, raises
    FileExistsError if the path exists. Raises OSError, which names the file and not the temporary
    one beside it (DiskFull if there is no room).
    """
    target = path.resolve()
    if target.exists() and not replace:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    if target.exists() and not target.is_file():
        target.write_bytes(content)
        return
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        part.write_bytes(content)
        if durable:
            with part.open("rb+") as file:
                os.fsync(file.fileno())
        with suppress(OSError):
            part.chmod(target.stat().st_mode & 0o777)
        if replace or not _link_into_place(part, target):
            _replace(part, target)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise DiskFull(path, len(content)) from error
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _replace(part: Path, target: Path) -> None:
    """Put a file in the place of another; on Windows, wait for a program that has it open. Raises OSError."""
    give_up = time.monotonic() + REPLACE_SECONDS
    while True:
        try:
            part.replace(target)
            return
        except PermissionError:
            if sys.platform != "win32" or time.monotonic() > give_up:
                raise
            time.sleep(_PAUSE_SECONDS)


def read_bounded(path: Path, most: int = 20_000_000) -> bytes:
    """Return the content of a file of at most so many bytes; others may have written it.

    Raises OSError (EFBIG for a larger one).
    """
    with path.open("rb") as file:
        raw = file.read(most + 1)
    if len(raw) > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return raw


def _link_into_place(part: Path, target: Path) -> bool:
    """Link a file to its place if nothing is there; return whether the disk knows links.

    Raises FileExistsError.
    """
    try:
        os.link(part, target)
    except FileExistsError:
        raise
    except OSError:
        return False
    return True
