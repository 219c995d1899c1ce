"""The files of the editor: missions, written whole or not at all, and drafts of unsaved work."""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import datetime
from hashlib import blake2b
from pathlib import Path

import msgspec
from filelock import FileLock, Timeout
from msgspec import Struct

from q40k.games.space_hulk.editor.text import Known
from q40k.games.space_hulk.editor.work import Work
from q40k.kernel.whole_file import write_whole
from q40k.table.folders import data_folder

FOLDER = "drafts-space-hulk"


class Changed(Exception):
    """A file has changed or vanished since it was read."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        self.path = path


class Draft(Struct, frozen=True, kw_only=True):
    """Unsaved work: its file, the file's text, and the time."""

    path: str
    text: str
    known: Known
    work: Work
    when: str


def read_text(path: Path) -> str:
    """Return the text of a file, "" if there is none. Raises OSError, UnicodeDecodeError."""
    try:
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return ""


def write(path: Path, text: str, before: str) -> None:
    """Write a file whole or not at all, if it still holds the text `before`.

    Raises Changed, OSError.
    """
    path = Path(os.path.realpath(path))
    try:
        now = read_text(path)
    except UnicodeDecodeError:
        now = None
    if now != before:
        raise Changed(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and not os.access(path, os.W_OK):
        raise PermissionError(13, "no right to", str(path))
    write_whole(path, text.encode(), durable=True)


# -- drafts --------------------------------------------------------------------------------


def draft_file(path: Path) -> Path:
    """Return the path of a file's draft. Raises OSError."""
    whole = os.path.realpath(path)
    sign = blake2b(os.fsencode(whole), digest_size=4).hexdigest()
    return data_folder() / FOLDER / f"{path.stem}-{sign}.json"


class Hold:
    """The right to a file's draft: it belongs to the first editor that opens the file.

    It ends with its process. `ours` is False if another process holds it.
    """

    def __init__(self, path: Path) -> None:
        self.ours = True
        self._lock: FileLock | None = None
        with suppress(OSError):  # where no lock can lie no draft can either
            file = draft_file(path).with_suffix(".lock")
            file.parent.mkdir(exist_ok=True)
            self._lock = FileLock(file, is_singleton=True)
            try:
                self._lock.acquire(timeout=0)
            except Timeout:
                self.ours, self._lock = False, None

    def drop(self) -> None:
        """Give the right up."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None


def write_draft(path: Path, text: str, known: Known, work: Work) -> None:
    """Save work as a draft. Raises OSError."""
    when = datetime.now().astimezone().isoformat(timespec="minutes")
    draft = Draft(path=os.path.realpath(path), text=text, known=known, work=work, when=when)
    file = draft_file(path)
    file.parent.mkdir(exist_ok=True)
    write_whole(file, msgspec.json.encode(draft))


def read_draft(path: Path) -> Draft | None:
    """Return the draft of a file, or None if there is no readable one."""
    try:
        return _read(draft_file(path))
    except OSError:
        return None


def drop_draft(path: Path) -> None:
    """Delete the draft of a file."""
    with suppress(OSError):
        draft_file(path).unlink(missing_ok=True)


def drafts() -> list[Draft]:
    """Return all drafts, newest first."""
    try:
        files = sorted((data_folder() / FOLDER).glob("*.json"))
    except OSError:
        return []
    readable = [draft for file in files if (draft := _read(file)) is not None]
    return sorted(readable, key=lambda draft: draft.when, reverse=True)


def _read(file: Path) -> Draft | None:
    try:
        return msgspec.json.decode(file.read_bytes(), type=Draft)
    except (OSError, msgspec.MsgspecError, RecursionError):
        return None
