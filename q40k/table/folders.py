"""Where this machine keeps q40k's files, and the ids of the user's own.

The one module that knows the user's folders.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from platformdirs import user_config_path, user_data_path

from q40k.games.game import DEFAULT
from q40k.kernel.whole_file import NO_HOME

if TYPE_CHECKING:
    from q40k.games.game import Game
    from q40k.table.context import Context

LIBRARY = "matches.sqlite3"
"""The name of the library file."""


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


def packs_folder(game: str = DEFAULT) -> Path:
    """Return the folder of the user's own packs of a game; it need not exist."""
    return config_folder() / ("packs" if game == DEFAULT else f"packs-{game}")


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
    """Return the shipped packs of a game and the user's own. Raises PackError."""
    own = packs_folder(game.id)
    extra = (own,) if own.is_dir() else ()
    return game.packs.library((*extra, *context.pack_folders), cache=compiled_folder())
