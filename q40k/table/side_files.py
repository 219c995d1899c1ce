"""The side files of this machine: where each kind is, how it is read, and what to do when one is damaged.

A kind that is made again when it is lost is reported, but never kept.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import Struct

from q40k.care.mirror import MirrorNote, note_file
from q40k.care.notes import NOTE, Added, Place, check_memory, memory_file, shelf_file
from q40k.i18n.doctor import finding as finding_texts
from q40k.i18n.error_texts import lost_notice
from q40k.i18n.locale import Locale
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.whole_file import ABSENT, ASIDE, Damaged, read_side, read_side_bytes, set_aside
from q40k.table import folders
from q40k.table.match_library import MatchLibrary
from q40k.table.settings import SETTINGS, Settings


class SideFile(Struct, frozen=True):
    """A kind of side file. `read` returns its content, Absent or Damaged."""

    name: str
    paths: Callable[[], Iterable[Path]]
    read: Callable[[Path], object]
    is_rebuilt: bool = False

    @property
    def finding(self) -> str:
        """Return the code of what the doctor finds in a damaged one."""
        if self.is_rebuilt:
            return "file-rebuilt"
        return "bundle-damaged" if self.name == "bundles" else "file-damaged"


def _beside(place: Callable[[Path], Path]) -> Callable[[], list[Path]]:
    return lambda: [place(folders.library_file())]


def _data_files(pattern: str) -> Callable[[], list[Path]]:
    return lambda: sorted(folders.data_folder().glob(pattern))


def _read_version(path: Path) -> object:
    """Return the version of a bundle in use; Damaged if the file names none that is here."""
    raw = read_side_bytes(path)
    if not isinstance(raw, bytes):
        return raw
    text = raw.decode("utf-8", "replace")
    version = folders.find_version(folders.bundle_versions(path.parent), text.split())
    return version or Damaged(path, text.strip()[:60] or "-")


SIDE_FILES = (
    SideFile("memory", _beside(memory_file), check_memory),
    SideFile("shelf", _beside(shelf_file), partial(read_side, kind=dict[str, Place])),
    SideFile("mirror", _beside(note_file), partial(read_side, kind=MirrorNote)),
    SideFile("settings", lambda: [folders.config_folder() / SETTINGS], partial(read_side, kind=Settings)),
    SideFile(
        "lists",
        lambda: [path for path in sorted(folders.config_folder().glob("*.json")) if path.name != SETTINGS],
        partial(read_side, kind=Any),
    ),
    SideFile(
        "drafts",
        lambda: [path for path in _data_files("*/*.json")() if path.parent != folders.config_folder()],
        partial(read_side, kind=dict[str, Any]),
    ),
    SideFile(
        "bundles",
        lambda: [folder / NOTE for bundle in folders.every_bundle() for folder in folders.bundle_versions(bundle)],
        partial(read_side, kind=Added),
    ),
    SideFile("versions", lambda: [bundle / folders.IN_USE for bundle in folders.every_bundle()], _read_version),
    SideFile("replays", _data_files("*-replays.json"), partial(read_side, kind=dict[str, Any]), is_rebuilt=True),
    SideFile("studies", _data_files("*-studies.json"), partial(read_side, kind=dict[str, Any]), is_rebuilt=True),
)


def damaged_files(kinds: Iterable[SideFile] = SIDE_FILES) -> Iterator[tuple[SideFile, Damaged]]:
    """Yield every damaged side file with its kind. Only of a bundle's note is it damage to be missing."""
    for side_file in kinds:
        for path in side_file.paths():
            if ASIDE in path.stem:
                continue
            content = side_file.read(path)
            if content is ABSENT and side_file.name == "bundles":
                content = Damaged(path, "-")
            if isinstance(content, Damaged):
                yield side_file, content


def files_aside() -> list[Path]:
    """Return the damaged files that were kept aside."""
    return sorted(
        path for folder in (folders.data_folder(), folders.config_folder()) for path in folder.glob(f"*{ASIDE}*.json*")
    )


def mend_side_files() -> list[Path]:
    """Set every damaged side file aside; return them. What can be made again is. Raises OSError."""
    return [set_aside(damage.path) for side_file, damage in damaged_files() if side_file.name != "bundles"]


def notices(locale: Locale, library: MatchLibrary) -> list[str]:
    """Return what is wrong beside a library that opens, in words: damaged files, and matches that were longer."""
    kinds = [side_file for side_file in SIDE_FILES if not side_file.is_rebuilt]  # the others may be large
    findings = [(kind.finding, damage.facts) for kind, damage in damaged_files(kinds)]
    findings += [("table-rebuilt", {"path": str(library.path), "detail": table}) for table in library.journal.rebuilt]
    texts = []
    for code, facts in findings:
        text, todo = finding_texts(locale, code, facts)
        texts.append(f"{text.rstrip('.')}. {todo}")
    with suppress(JournalError):  # the next read of it shows the error
        for held, missing in library.find_lost().values():
            texts.append(lost_notice(locale, held.number, held.name, missing))
    return texts
