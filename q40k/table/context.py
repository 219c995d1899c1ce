"""What a face is started with: language, folders, and what was said of a new match."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from msgspec import Struct


class Context(Struct, frozen=True):
    """What holds for the whole run, whatever the command.

    `pack_folders` are those named beside the shipped packs and the user's own, later ones winning;
    `library_path` is the library file, None for the user's own.
    """

    language: str
    pack_folders: tuple[Path, ...] = ()
    library_path: Path | None = None


class Prefilled(Struct, frozen=True):
    """What was already said of a match to be set up; the rest is asked.

    A game derives its own, with what its own options say.
    """

    name: str = ""
    seed: int | None = None
    dice: Literal["hand", "app"] = "hand"

    def without_the_match(self) -> Prefilled:
        """What was said of all but the match itself, which was refused as it was said."""
        return self
