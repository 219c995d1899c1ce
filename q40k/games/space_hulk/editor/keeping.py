"""Files of the editor: missions written whole or not at all, and drafts of what is under work."""

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
    """A file is no longer as it was read: somebody else has written it, or taken it away."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        self.path = path


class Draft(Struct, frozen=True, kw_only=True):
    """Work that has not been saved: where it goes, what stood there, and when it was kept."""

    path: str
    text: str
    known: Known
    work: Work
    when: str


def read_text(path: Path) -> str:
    """What a file holds; nothing where there is none. Raises OSError, UnicodeDecodeError."""
    try:
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return ""


def write(path: Path, text: str, before: str) -> None:
    """Write a file whole or not at all, where it still holds what it held `before`.

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
    """Where the draft of a file is kept. Raises OSError."""
    whole = os.path.realpath(path)
    sign = blake2b(os.fsencode(whole), digest_size=4).hexdigest()
    return data_folder() / FOLDER / f"{path.stem}-{sign}.json"


class Hold:
    """The right to a file's draft: the first editor that has the file open holds it.

    It ends with its process, however that ends. `ours` is False where another process holds it.
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
        """Give it back."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None


def keep_draft(path: Path, text: str, known: Known, work: Work) -> None:
    """Keep work aside. Raises OSError."""
    when = datetime.now().astimezone().isoformat(timespec="minutes")
    draft = Draft(path=os.path.realpath(path), text=text, known=known, work=work, when=when)
    file = draft_file(path)
    file.parent.mkdir(exist_ok=True)
    write_whole(file, msgspec.json.encode(draft))


def draft_of(path: Path) -> Draft | None:
    """The draft of a file, if one was kept and can be read."""
    try:
        return _read(draft_file(path))
    except OSError:
        return None


def drop_draft(path: Path) -> None:
    """Forget the draft of a file."""
    with suppress(OSError):
        draft_file(path).unlink(missing_ok=True)


def drafts() -> list[Draft]:
    """All drafts there are, the newest first."""
    try:
        files = sorted((data_folder() / FOLDER).glob("*.json"))
    except OSError:
        return []
    found = [one for file in files if (one := _read(file)) is not None]
    return sorted(found, key=lambda one: one.when, reverse=True)


def _read(file: Path) -> Draft | None:
    try:
        return msgspec.json.decode(file.read_bytes(), type=Draft)
    except (OSError, msgspec.MsgspecError, RecursionError):
        return None
