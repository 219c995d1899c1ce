"""Finds packs: the shipped folders, and the pack files of any folder."""

from collections.abc import Collection, Iterator
from fnmatch import fnmatch
from pathlib import Path

from q40k.packs.kinds import PackKinds
from q40k.packs.problems import Problem, displayable

MANIFEST = "q40k-pack.yaml"
"""The file of a bundle that says what it is; it holds no packs itself."""
MOST_FILES = 2_000
"""How many files and folders may be in one folder of packs."""
MOST_BYTES = 3_000_000
"""How large all pack files of one folder may be together: they are read in a few seconds."""


def shipped_folders(packs: PackKinds) -> list[Path]:
    """Return the folders of a game's shipped packs, of the installed package or a checkout.

    Raises FileNotFoundError if the program came without its data.
    """
    for home in packs.homes:
        folders = [home / name for name in packs.folders]
        if all(folder.is_dir() for folder in folders):
            return folders
    raise FileNotFoundError(packs.homes[0])


def shipped_files(packs: PackKinds, kinds: Collection[str]) -> list[Path]:
    """Return the shipped files that hold objects of these kinds, sorted by name.

    A list of one kind need not read the files of all others.
    """
    kinds_to_read = [packs.of(name) for name in kinds]
    return [
        path
        for folder in shipped_folders(packs)
        for path in sorted(folder.iterdir())
        if any(
            folder.name == kind.folder and fnmatch(path.name, kind.files) and path.name not in kind.without
            for kind in kinds_to_read
        )
    ]


def pack_files(start: Path) -> tuple[list[Path], list[Problem]]:
    """Return every *.yaml and *.yml file at or below `start`, sorted, and the problems on the way.

    Hidden folders are skipped; a folder reached twice by symbolic links is read once. The number of
    files is limited: a link may lead to a whole disk.
    """
    problems: list[Problem] = []
    if not start.is_dir():
        return [start], problems
    looked_at: list[Path] = []
    try:
        files = list(_below(start, (), set(), problems, looked_at))
    except _TooMany:
        return [], [Problem(str(start), None, None, None, "folder-too-large", {"most": MOST_FILES})]
    if sum(map(_size, files)) > MOST_BYTES:
        return [], [Problem(str(start), None, None, None, "packs-too-large", {"most": MOST_BYTES})]
    return files, problems


class _TooMany(Exception):
    """There are more files and folders than any folder of packs has."""


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:  # reported when it is read
        return 0


def _below(
    folder: Path, above: tuple[Path, ...], seen: set[Path], problems: list[Problem], looked_at: list[Path]
) -> Iterator[Path]:
    try:
        real = folder.resolve()
        if real in above:
            problems.append(Problem(str(folder), None, None, None, "link-loop"))
            return
        if real in seen:
            return
        seen.add(real)
        entries = []
        for entry in folder.iterdir():
            entries.append(entry)
            looked_at.append(entry)
            if len(looked_at) > MOST_FILES:
                raise _TooMany
        entries.sort()
    except (OSError, RuntimeError) as error:
        problems.append(_unreadable(folder, error))
        return
    for entry in entries:
        try:
            is_folder = entry.is_dir()
        except (OSError, RuntimeError) as error:
            problems.append(_unreadable(entry, error))
            continue
        if is_folder and not entry.name.startswith("."):
            yield from _below(entry, (*above, real), seen, problems, looked_at)
        elif not is_folder and entry.suffix in (".yaml", ".yml") and entry.name != MANIFEST:
            yield entry


def _unreadable(path: Path, error: Exception) -> Problem:
    reason = getattr(error, "strerror", None) or type(error).__name__
    return Problem(str(path), None, None, None, "unreadable", {"reason": displayable(str(reason))})
