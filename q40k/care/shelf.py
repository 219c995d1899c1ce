"""The shelf: a file beside a library that says which matches are archived, binned or branches.

The library itself knows nothing of it: putting a match away moves no entry. If the file is lost or
damaged, every match is visible again, and nothing else happens.
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
    """Where a match is: on the list, unless it was put away.

    `binned` is when it went into the bin, or "". `emptied` says that the bin was emptied with it. A
    branch is one `of` another match (by its identity) from an `entry` on.
    """

    archived: bool = False
    binned: str = ""
    emptied: bool = False
    of: str = ""
    entry: int = 0


ON_LIST = Place()


def shelf_file(library: Path) -> Path:
    """Return the file beside a library that holds the places of its matches."""
    return library.with_name(f"{library.stem}-shelf.json")


def read_places(library: Path) -> dict[str, Place]:
    """Return the places of matches, by their identities; all others are on the list."""
    try:
        return msgspec.json.decode(shelf_file(library).read_bytes(), type=dict[str, Place])
    except (OSError, msgspec.MsgspecError, RecursionError):
        return {}


def store_place(library: Path, identity: str, place: Place) -> None:
    """Store the place of a match. Raises JournalError if it cannot be written."""
    path = shelf_file(library)
    try:
        with FileLock(path.with_suffix(".lock"), timeout=WAIT_SECONDS):
            all_places = read_places(library) | {identity: place}
            kept = {match: stored for match, stored in all_places.items() if stored != ON_LIST}
            write_whole(path, msgspec.json.format(msgspec.json.encode(kept)))
    except Timeout as error:
        raise JournalError("journal-busy", path=str(path)) from error
    except OSError as error:
        raise JournalError("journal-read-only", path=str(path), detail=str(error)) from error
