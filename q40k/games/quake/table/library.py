"""The packs of Quake 40K for the program; the rules are loaded only when a command needs packs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from q40k.games.game import Packs
from q40k.games.quake.packs.kinds import KINDS
from q40k.games.quake.packs.library import Library, load

if TYPE_CHECKING:
    from q40k.games.quake.state.match import Match
    from q40k.games.quake.state.registry import Command


class QuakePacks(Packs):
    """What Quake 40K takes from packs: mods, arenas, tables of bonuses, champions."""

    kinds = KINDS

    def library(
        self, folders: Iterable[Path] = (), *, only: Collection[str] | None = None, cache: Path | None = None
    ) -> Library:
        """Return the shipped packs and those of the folders. Raises PackError."""
        return load(folders, only=only, cache=cache)

    def needs_packs(self, command: Command) -> bool:
        """Return whether a command names a mod, an arena or a champion without its data."""
        from q40k.games.quake.table.packs import needs_packs

        return needs_packs(command)

    def complete(self, library: Library, state: Match, command: Command, was: Command | None = None) -> Command:
        """Return the command with its pack data. Raises Refused, PackError."""
        from q40k.games.quake.table.packs import complete

        return complete(library, state, command, was)

    def strip_pack_data(self, library: Library, command: Command, data: dict[str, Any]) -> dict[str, Any]:
        """Return the data of a command without data that these packs hold."""
        from q40k.games.quake.table.packs import strip_pack_data

        return strip_pack_data(library, command, data)

    def shared_objects(self, state: Match) -> Iterator[Mapping[str, Sequence[Any]]]:
        """Yield the arena, the mod and the champions of a match that are not shipped."""
        from q40k.games.quake.table.packs import shared_objects

        return shared_objects(state)
