"""Files that are written whole or not at all, so that nobody ever reads half of one."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, content: bytes, *, lasting: bool = False, replace: bool = True) -> None:
    """Put content in the place of a file, or make it; what was there stays as long as that fails.

    A link goes on leading to the file; a device or a pipe, in whose place nothing can be put, is
    written to. What is to be `lasting` is on the disk itself when this returns. Unless it may
    `replace`, FileExistsError is raised where anything is. Raises OSError, which names the file and
    not the one that is made beside it meanwhile.
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
        if lasting:
            with part.open("rb+") as file:
                os.fsync(file.fileno())
        with suppress(OSError):
            part.chmod(target.stat().st_mode & 0o777)
        if replace or not _linked(part, target):
            part.replace(target)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _linked(part: Path, target: Path) -> bool:
    """Whether a file has come to its place by a link, which never replaces what came meanwhile.

    False where the disk knows no links. Raises FileExistsError.
    """
    try:
        os.link(part, target)
    except FileExistsError:
        raise
    except OSError:
        return False
    return True
