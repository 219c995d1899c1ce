"""What a face is started with: language, folders, and what was said of a new match."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal


@dataclass(frozen=True, slots=True)
class Context:
    """What holds for the whole run, whatever the command.

    `pack_folders` are those named beside the shipped packs and the user's own, later ones winning;
    `library_path` is the library file, None for the user's own.
    """

    language: str
    pack_folders: tuple[Path, ...] = ()
    library_path: Path | None = None


@dataclass(frozen=True, slots=True)
class Prefilled:
    """What was already said of a match to be set up; the rest is asked.

    `players` hold each a name, the champion's id and the ids of the gear. `field` are the
    champions proposed to those who are still without one, by id, in the order of joining;
    `budget` is what the table agreed on, where the mod has one (CHAMPION-5, TEAM-1).
    """

    mod: str = "deathmatch"
    arena: str | None = None
    players: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    seed: int | None = None
    name: str = ""
    dice: Literal["hand", "app"] = "hand"
    field: tuple[str, ...] = ()
    budget: int | None = None
