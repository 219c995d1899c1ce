"""Files that are written whole or not at all, and read only up to a bound.

A side file is one of q40k's own in JSON, such as settings: `read_side` and `write_side` know what to do when it is
damaged. Nobody takes a damaged one for one that is not there.
"""

import errno
import glob
import os
import re
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import unquote, urlsplit

import msgspec

T = TypeVar("T")

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
    With `durable`, the content and the name are safe on the disk when this returns. Without `replace`, raises
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
    _sweep_parts(target)
    try:
        part.write_bytes(content)
        if durable:
            with part.open("rb+") as file:
                os.fsync(file.fileno())
        with suppress(OSError):
            part.chmod(target.stat().st_mode & 0o777)
        if replace or not _link_into_place(part, target):
            _replace(part, target)
        if durable:
            sync_folder(target.parent)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise DiskFull(path, len(content)) from error
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


_LITTER_SECONDS = 3600


def _sweep_parts(target: Path) -> None:
    """Remove what killed writes of this file left beside it long ago."""
    with suppress(OSError):
        for part in target.parent.glob(f".{glob.escape(target.name)}.*.part"):
            if time.time() - part.stat().st_mtime > _LITTER_SECONDS:
                part.unlink()


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


def read_path(typed: str) -> Path:
    """Return the path that a person gives: typed, or dropped onto a terminal, which quotes it or makes it a URL.

    What exists just so is taken just so.
    """
    text = typed.strip()
    if os.path.lexists(typed) or not text:
        return Path(typed)
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        text = text[1:-1]
    elif urlsplit(text).scheme == "file" and not urlsplit(text).netloc:
        text = unquote(urlsplit(text).path)
        text = text.removeprefix("/") if re.match(r"/[A-Za-z]:", text) else text
    elif os.sep == "/":
        text = re.sub(r"\\(.)", r"\1", text)
    return Path(os.path.expanduser(text))


def sync_folder(folder: Path) -> None:
    """Make a file's name as durable as its content; do nothing where folders cannot be synced."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def free_name(path: Path) -> Path:
    """Return the path, with a number if it is taken."""
    number = 1
    candidate = path
    while os.path.lexists(candidate):
        number += 1
        candidate = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return candidate


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


# -- side files ------------------------------------------------------------------------------------


class Absent(msgspec.Struct, frozen=True):
    """There is no such file."""


class Damaged(msgspec.Struct, frozen=True):
    """A file is there and cannot be read; `why` is what the system or the reader says.

    Of a file that is read line by line, `unread` of its `lines` are damaged.
    """

    path: Path
    why: str
    unread: int = 0
    lines: int = 0

    @property
    def facts(self) -> dict[str, Any]:
        """Return what a sentence about it names."""
        counts = {"unread": self.unread, "lines": self.lines} if self.lines else {}
        return {"path": str(self.path), "detail": self.why, **counts}


ABSENT = Absent()
ASIDE = "-damaged"
"""A damaged file is kept under its name with this."""


def read_side(path: Path, kind: type[T]) -> T | Absent | Damaged:
    """Return the content of a side file, or why there is none."""
    raw = read_side_bytes(path)
    return raw if isinstance(raw, Absent | Damaged) else decode_side(path, raw, kind)


def decode_side(path: Path, raw: bytes, kind: type[T]) -> T | Damaged:
    """Return the content of a side file, or of a line of it, from its bytes."""
    try:
        return msgspec.json.decode(raw.decode(), type=kind)  # as text: unknown keys are read as UTF-8 also
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        return Damaged(path, str(error) or type(error).__name__)


def read_side_bytes(path: Path) -> bytes | Absent | Damaged:
    """Return the bytes of a side file, or why there are none."""
    try:
        return read_bounded(path)
    except FileNotFoundError:
        return ABSENT
    except OSError as error:
        return Damaged(path, error.strerror or str(error))


def read_or(path: Path, kind: type[T], default: T) -> T:
    """Return the content of a side file; the default if it is absent, or damaged, which the doctor reports."""
    side = read_side(path, kind)
    return default if isinstance(side, Absent | Damaged) else side


def write_side(path: Path, value: T, kind: type[T], *, is_rebuilt: bool = False) -> None:
    """Write a side file. A damaged one is first set aside, and the new one is durable, unless it `is_rebuilt` anyway.

    Raises OSError.
    """
    if path.is_dir() or (not is_rebuilt and isinstance(read_side(path, kind), Damaged)):
        set_aside(path)
    write_whole(path, msgspec.json.encode(value) + b"\n", durable=not is_rebuilt)


def set_aside(path: Path) -> Path:
    """Keep a damaged file under a name that says so; return it. Raises OSError."""
    aside = free_name(path.with_name(f"{path.stem}{ASIDE}{path.suffix}"))
    path.rename(aside)
    sync_folder(path.parent)
    return aside
