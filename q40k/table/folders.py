"""Where this machine keeps q40k's files. The one module that knows the user's folders."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_config_path, user_data_path

from q40k.games.game import DEFAULT

LIBRARY = "matches.sqlite3"
"""What the file of all matches is called."""


def data_folder() -> Path:
    """The folder of the match library; `Q40K_DATA_DIR` says another. Made when missing.

    Raises OSError.
    """
    folder = _data()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _data() -> Path:
    said = os.environ.get("Q40K_DATA_DIR")
    return Path(said) if said else user_data_path("q40k", appauthor=False)


def config_folder() -> Path:
    """The folder of the user's own packs and settings; `Q40K_CONFIG_DIR` says another."""
    said = os.environ.get("Q40K_CONFIG_DIR")
    return Path(said) if said else user_config_path("q40k", appauthor=False)


def packs_folder(game: str = DEFAULT) -> Path:
    """Where the user's own packs of a game lie; it need not exist."""
    return config_folder() / ("packs" if game == DEFAULT else f"packs-{game}")


def compiled_folder() -> Path:
    """Where compiled packs are kept, beside the matches. It need not exist."""
    return _data() / "compiled"


def log_folder() -> Path:
    """Where tracebacks go: beside the matches. It need not exist."""
    return _data() / "log"


def library_file() -> Path:
    """The library file of all matches."""
    return data_folder() / LIBRARY
