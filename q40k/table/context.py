"""What a user interface is started with: language, folders, and options of a new match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from msgspec import Struct


class Context(Struct, frozen=True):
    """The options of the whole run, for every command.

    `pack_folders` are searched in addition to the shipped packs and the user's own; later ones win.
    `library_path` is the library file, None for the user's own.
    """

    language: str
    pack_folders: tuple[Path, ...] = ()
    library_path: Path | None = None


class Prefilled(Struct, frozen=True):
    """The options of a new match that were already chosen; the rest is asked.

    A game derives its own class, with its own options. None for `dice` means that it is asked.
    """

    name: str = ""
    seed: int | None = None
    dice: Literal["hand", "app"] | None = None

    def without_the_match(self) -> Prefilled:
        """Return the options without those of the match itself, which are asked."""
        return self

    def with_fresh_figures(self) -> Prefilled:
        """Return the options with the same players; what each of them fields is asked."""
        return self

    def with_players(self, names: Sequence[str], figures: Mapping[str, str]) -> Prefilled:
        """Return the options for these players in the order of seats, each with a figure by its id if it is known."""
        return self


class Onward(Struct, frozen=True):
    """Where to go after leaving a match: to another match, or to a new one.

    `match` is the number of the other match. Without one, a new match of the game with the id
    `game` is begun, with the options of `prefilled`; or the `lesson` of that game, or of a `rule` of
    it; or its match of bots (`demo`). `start` leads to the first screen. A hall may have chosen the
    `identity` of a new match.
    """

    match: int | None = None
    game: str = ""
    prefilled: Prefilled = Prefilled()
    lesson: bool = False
    rule: str = ""
    demo: bool = False
    start: bool = False
    identity: str = ""
