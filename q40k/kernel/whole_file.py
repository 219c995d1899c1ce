"""Files that are written whole or not at all, so that nobody ever reads half of one."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, content: bytes, *, lasting: bool = False) -> None:
    """Put content in the place of a file, or make it; what was there stays as long as that fails.

    A link goes on leading to the file; a device or a pipe, in whose place nothing can be put, is
    written to. What is to be `lasting` is on the disk itself when this returns. Raises OSError,
    which names the file and not the one that is made beside it meanwhile.
    """
    target = path.resolve()
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
        part.replace(target)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
