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

    A game derives its own, with what its own options say. Whose `dice` is asked unless it is said.
    """

    name: str = ""
    seed: int | None = None
    dice: Literal["hand", "app"] | None = None

    def without_the_match(self) -> Prefilled:
        """What was said of all but the match itself, which is asked."""
        return self

    def with_fresh_figures(self) -> Prefilled:
        """The same players; what each of them fields is asked."""
        return self


class Onward(Struct, frozen=True):
    """Where somebody goes on who leaves a match: in another one, or in a new one of a game.

    `match` is the number of that other match; without one a new match of the game with the id
    `game` is begun, as far as it is `said`.
    """

    match: int | None = None
    game: str = ""
    said: Prefilled = Prefilled()
