"""Where this machine keeps q40k's files, and the ids of the user's own.

The one module that knows the user's folders.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from platformdirs import user_config_path, user_data_path, user_documents_path

from q40k.games.game import DEFAULT, Game
from q40k.kernel.text import is_digits
from q40k.kernel.whole_file import NO_HOME

if TYPE_CHECKING:
    from q40k.table.context import Context

LIBRARY = "matches.sqlite3"
"""The name of the library file."""


LAB_FILE = "lab.sqlite3"
"""What games and studies of bots were computed, beside the match library."""


def data_folder() -> Path:
    """Return the folder of the match library; make it if missing.

    `Q40K_DATA_DIR` overrides it. Raises OSError.
    """
    folder = _data()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _data() -> Path:
    return _folder("Q40K_DATA_DIR", user_data_path)


def _folder(variable: str, usual: Callable[..., Path]) -> Path:
    """Return the folder that a variable names, or the user's usual one; `NO_HOME` without a home."""
    override = os.environ.get(variable)
    if override:
        return Path(override)
    try:
        folder = usual("q40k", appauthor=False)
    except RuntimeError:
        return NO_HOME
    return folder if folder.is_absolute() else NO_HOME


def config_folder() -> Path:
    """Return the folder of the user's own packs and settings; `Q40K_CONFIG_DIR` overrides it.

    A user without a home keeps them beside the matches, so that one variable is enough.
    """
    folder = _folder("Q40K_CONFIG_DIR", user_config_path)
    return _data() / "config" if folder == NO_HOME else folder


def documents_folder() -> Path:
    """Return the folder of reports, prints and codes that a screen writes; make it if missing.

    It is “q40k” among the user's documents; `Q40K_DOCUMENTS_DIR` overrides it. A user without a home
    keeps it beside the matches. Raises OSError.
    """
    override = os.environ.get("Q40K_DOCUMENTS_DIR")
    try:
        folder = Path(override) if override else user_documents_path() / "q40k"
    except RuntimeError:
        folder = NO_HOME
    folder = folder if folder.is_absolute() else _data() / "documents"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def packs_folder(game: str = DEFAULT) -> Path:
    """Return the folder of the user's own packs of a game; it need not exist."""
    return config_folder() / ("packs" if game == DEFAULT else f"packs-{game}")


# -- bundles ---------------------------------------------------------------------------------------

IN_USE = "in-use.txt"
"""The file in the folder of a bundle that names the version in use; without it, it is the highest."""


def bundles_folder(game: str = DEFAULT) -> Path:
    """Return the folder of the bundles that were added for a game, by id and version; it need not exist."""
    return config_folder() / "bundles" / game


def every_bundle() -> list[Path]:
    """Return the folders of all bundles that were added, of every game."""
    return [folder for folder in sorted(bundles_folder().parent.glob("*/*")) if folder.is_dir()]


def bundle_folders(game: str = DEFAULT) -> tuple[Path, ...]:
    """Return the folders of the bundles in use, one for each id, by id."""
    top = bundles_folder(game)
    if not top.is_dir():
        return ()
    chosen = (version_in_use(folder) for folder in sorted(top.iterdir()) if folder.is_dir())
    return tuple(folder for folder in chosen if folder is not None)


def version_in_use(bundle: Path) -> Path | None:
    """Return the folder of the version of a bundle that is in use, or None if it has no version."""
    versions = bundle_versions(bundle)
    with suppress(OSError, ValueError):
        named = (bundle / IN_USE).read_text(encoding="utf-8").split()
        if folder := find_version(versions, named):
            return folder
    return versions[-1] if versions else None


def find_version(versions: Iterable[Path], named: Iterable[str]) -> Path | None:
    """Return the first of the named versions that is here: one that is being added comes before the one in use."""
    here = {folder.name: folder for folder in versions}
    return next((here[name] for name in named if name in here), None)


def bundle_versions(bundle: Path) -> list[Path]:
    """Return the folders of all versions of a bundle, the highest last."""
    folders = [folder for folder in bundle.iterdir() if folder.is_dir() and is_digits(folder.name[:1])]
    return sorted(folders, key=lambda folder: version_order(folder.name))


def pack_folders(game: str = DEFAULT) -> tuple[Path, ...]:
    """Return the folders of a game's packs besides the shipped ones: bundles in use, then the user's own."""
    own = packs_folder(game)
    return (*bundle_folders(game), *((own,) if own.is_dir() else ()))


def version_order(version: str) -> tuple[int, ...]:
    """Return a key that sorts versions by their numbers; what is no version comes first."""
    parts = version.split(".")
    return tuple(int(part) for part in parts) if all(is_digits(part) for part in parts) else ()


def compiled_folder() -> Path:
    """Return the folder of compiled packs, beside the matches; it need not exist."""
    return _data() / "compiled"


def log_folder() -> Path:
    """Return the folder of tracebacks, beside the matches; it need not exist."""
    return _data() / "log"


def library_file() -> Path:
    """Return the library file of all matches."""
    return data_folder() / LIBRARY


# -- ids of the user's own files -------------------------------------------------------------------


class IdTaken(Exception):
    """The id is already in use."""

    def __init__(self, own_id: str) -> None:
        super().__init__(own_id)
        self.id = own_id


def choose_id(plain: str, requested: str | None, is_taken: Callable[[str], bool]) -> str:
    """Return the wanted id, or else the plain one, with a number when it is taken.

    Raises IdTaken when the wanted id is not free.
    """
    if requested is not None:
        if is_taken(requested):
            raise IdTaken(requested)
        return requested
    numbered = (f"{plain}-{number}" for number in count(2))
    return next(candidate for candidate in chain([plain], numbered) if not is_taken(candidate))


def read_packs(context: Context, game: Game) -> Any:
    """Return the shipped packs of a game, the bundles in use and the user's own. Raises PackError."""
    return game.packs.library((*pack_folders(game.id), *context.pack_folders), cache=compiled_folder())
