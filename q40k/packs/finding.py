"""Where packs are: the shipped folders, and the pack files of any folder."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fnmatch import fnmatch
from pathlib import Path

from q40k.packs.kinds import PackKinds
from q40k.packs.problems import Problem, shown


def shipped_folders(packs: PackKinds) -> list[Path]:
    """The folders of a game's shipped packs: in the installed package, or beside it in a checkout.

    Raises FileNotFoundError when the program came without its data.
    """
    for home in packs.homes:
        folders = [home / name for name in packs.folders]
        if all(folder.is_dir() for folder in folders):
            return folders
    raise FileNotFoundError(packs.homes[0])


def shipped_files(packs: PackKinds, kinds: Collection[str]) -> list[Path]:
    """The shipped files that hold objects of these kinds, in the order of their names.

    A list of one kind need not read the files of all others.
    """
    wanted = [packs.of(name) for name in kinds]
    return [
        path
        for folder in shipped_folders(packs)
        for path in sorted(folder.iterdir())
        if any(
            folder.name == kind.folder
            and fnmatch(path.name, kind.files)
            and path.name not in kind.without
            for kind in wanted
        )
    ]


def pack_files(start: Path) -> tuple[list[Path], list[Problem]]:
    """Every *.yaml and *.yml file at or below `start`, sorted, and what kept some from being found.

    Hidden folders are passed over; a folder reached twice by symbolic links is read once.
    """
    problems: list[Problem] = []
    if start.is_dir():
        return list(_below(start, (), set(), problems)), problems
    return [start], problems


def _below(
    folder: Path, above: tuple[Path, ...], seen: set[Path], problems: list[Problem]
) -> Iterator[Path]:
    try:
        real = folder.resolve()
        if real in above:
            problems.append(Problem(str(folder), None, None, None, "link-loop"))
            return
        if real in seen:
            return
        seen.add(real)
        entries = sorted(folder.iterdir())
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
            yield from _below(entry, (*above, real), seen, problems)
        elif not is_folder and entry.suffix in (".yaml", ".yml"):
            yield entry


def _unreadable(path: Path, error: Exception) -> Problem:
    reason = getattr(error, "strerror", None) or type(error).__name__
    return Problem(str(path), None, None, None, "unreadable", {"reason": shown(str(reason))})
