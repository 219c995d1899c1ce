"""What a face is started with: language, folders, and what was said of a new match."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from msgspec import Struct
from msgspec import field as struct_field
from msgspec.structs import replace


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

    `players` hold each a name, the champion's id and the ids of the gear. `field` are the
    champions proposed to those who are still without one, by id, in the order of joining;
    `budget` is what the table agreed on, where the mod has one (CHAMPION-5, TEAM-1). Without a
    `mod` it is asked. `teams` says who of the players is in which team, `options` and `addons` are
    those of the match, `minutes` and `each` (seconds) the limits of its clock (TABLE-7).
    """

    mod: str | None = "deathmatch"
    arena: str | None = None
    players: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    seed: int | None = None
    name: str = ""
    dice: Literal["hand", "app"] = "hand"
    field: tuple[str, ...] = ()
    budget: int | None = None
    teams: Mapping[str, str] = struct_field(default_factory=dict)
    options: Mapping[str, int] = struct_field(default_factory=dict)
    addons: tuple[str, ...] = ()
    minutes: float | None = None
    each: float | None = None

    def without_the_match(self) -> Prefilled:
        """What was said of the players, the dice and the clock alone; the match is asked."""
        return replace(self, mod=None, arena=None, budget=None, options={}, addons=())
