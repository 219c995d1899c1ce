"""Tracks: the one kind of pack of the dice race; and the track named on the command line."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from q40k.games.game import Packs
from q40k.kernel.commands import InvalidValue
from q40k.packs.base import Id, Names, Pack
from q40k.packs.kinds import PackKind, PackKinds
from q40k.packs.library import Library
from q40k.table import context

if TYPE_CHECKING:
    from q40k.kernel.commands import Command
    from tests.games.race.rules.state import Race


class Throw(Pack, frozen=True):
    """A square that throws a runner who ends a run on it so many squares on, or back."""

    at: Annotated[int, Meta(ge=1, le=199)]
    by: Annotated[int, Meta(ge=-50, le=50)]


class Track(Pack, frozen=True):
    """A track: the number of squares to the line, and the squares that throw."""

    id: Id
    name: Names
    length: Annotated[int, Meta(ge=10, le=200)]
    throws: tuple[Throw, ...] = ()

    def end_of_run(self, square: int) -> int:
        """Return the square where a run to `square` ends."""
        by = next((throw.by for throw in self.throws if throw.at == square), 0)
        return min(max(0, square + by), self.length)

    def problems(self) -> Iterable[InvalidValue]:
        """Yield the throws that are not on a square before the line."""
        for number, throw in enumerate(self.throws):
            if throw.at >= self.length:
                facts = {"square": throw.at, "length": self.length}
                path = ("throws", number, "at")
                yield InvalidValue("beyond-the-line", "a throw beyond the line", facts, path)


KINDS = PackKinds("race", (PackKind("tracks", "track", Track, "data"),), ("data",), (Path(__file__).parent,))


class RacePacks(Packs):
    """The track of a race, taken from the packs."""

    kinds = KINDS

    def needs_packs(self, command: Command) -> bool:
        """Return whether a command names a track without its data."""
        return command.do == "new"

    def complete(self, library: Library, state: Race, command: Any, was: Any = None) -> Command:
        """Return the command with the track and a seed. Raises Refused.

        A race that is laid out again keeps its seed, and with it the app's dice.
        """
        del state
        from tests.games.race.rules.table import New, unknown_track

        assert isinstance(command, New)
        seed = was.seed if isinstance(was, New) else secrets.randbelow(10**9)
        tracks = library.of_kind("tracks")
        if command.track_data is None and command.track not in tracks:
            raise unknown_track(command.track)
        return command.replace(
            seed=seed if command.seed is None else command.seed, track_data=command.track_data or tracks[command.track]
        )

    def strip_pack_data(self, library: Library, command: Any, data: dict[str, Any]) -> dict[str, Any]:
        """Return the data of a command without a track that these packs hold."""
        if "track_data" in data and library.of_kind("tracks").get(command.track) == command.track_data:
            return {name: value for name, value in data.items() if name != "track_data"}
        return data


class Prefilled(context.Prefilled, frozen=True):
    """The track that was named on the command line; without one a form asks for it."""

    track: str | None = None
