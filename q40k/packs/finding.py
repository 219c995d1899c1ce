"""Where packs are: the shipped folders, and the pack files of any folder."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fnmatch import fnmatch
from pathlib import Path

from q40k.packs.problems import Problem, shown
from q40k.packs.schemas import Kind

PACKAGE = Path(__file__).resolve().parents[1]

# Which shipped files hold which kind, so that a list of mods need not read every codex.
_SHIPPED: dict[Kind, tuple[str, str, tuple[str, ...]]] = {
    "bonus_tables": ("codex_data", "bonus.yaml", ()),
    "weapons": ("codex_data", "weapons.yaml", ()),
    "gear": ("codex_data", "weapons.yaml", ()),
    "champions": ("codex_data", "*.yaml", ("bonus.yaml", "weapons.yaml")),
    "mods": ("mods", "*.yaml", ()),
    "arenas": ("arenas", "*.yaml", ()),
}


def shipped_folders() -> list[Path]:
    """codex_data, mods and arenas: inside the installed package, or beside it in a checkout.

    Raises FileNotFoundError when the program came without its data.
    """
    for home in (PACKAGE / "data", PACKAGE.parent):
        folders = [home / name for name in ("codex_data", "mods", "arenas")]
        if all(folder.is_dir() for folder in folders):
            return folders
    raise FileNotFoundError(PACKAGE / "data")


def shipped_files(kinds: Collection[Kind]) -> list[Path]:
    """The shipped files that hold objects of these kinds, in the order of their names."""
    wanted = [_SHIPPED[kind] for kind in kinds]
    return [
        path
        for folder in shipped_folders()
        for path in sorted(folder.iterdir())
        if any(
            folder.name == home and fnmatch(path.name, pattern) and path.name not in replace
            for home, pattern, replace in wanted
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
