"""Where the matches of a library stand, in a small file beside it: archived, in the bin, branches.

The library itself knows nothing of it: no entry moves when a match is put away. A file that is lost
or damaged puts every match back where it can be seen, and nothing else.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
from filelock import FileLock, Timeout
from msgspec import Struct

from q40k.kernel.journal.journal import JournalError
from q40k.kernel.whole_file import write_whole

WAIT_SECONDS = 5


class Place(Struct, frozen=True, omit_defaults=True):
    """Where a match stands: on the list, unless it was put away.

    `binned` is when it went into the bin, "" when it is not there; `emptied` says that the bin was
    emptied with it in it. A branch is one `of` another match (by its identity) from an `entry` on.
    """

    archived: bool = False
    binned: str = ""
    emptied: bool = False
    of: str = ""
    entry: int = 0


NOWHERE = Place()


def shelf_file(library: Path) -> Path:
    """Where it is noted how the matches of a library stand: beside it."""
    return library.with_name(f"{library.stem}-shelf.json")


def places(library: Path) -> dict[str, Place]:
    """Where matches stand, by their identities; those that are not there stand on the list."""
    try:
        return msgspec.json.decode(shelf_file(library).read_bytes(), type=dict[str, Place])
    except (OSError, msgspec.MsgspecError, RecursionError):
        return {}


def put(library: Path, identity: str, place: Place) -> None:
    """Note where a match stands now. Raises JournalError when that cannot be written."""
    path = shelf_file(library)
    try:
        with FileLock(path.with_suffix(".lock"), timeout=WAIT_SECONDS):
            known = places(library) | {identity: place}
            kept = {one: where for one, where in known.items() if where != NOWHERE}
            write_whole(path, msgspec.json.format(msgspec.json.encode(kept)))
    except Timeout as error:
        raise JournalError("journal-busy", path=str(path)) from error
    except OSError as error:
        raise JournalError("journal-read-only", path=str(path), detail=str(error)) from error
