"""Hold all loaded packs of Quake 40K, by kind.

library = load([Path("my-packs")]) champion = build_champion(library, "sm-veteran-sergeant",
["power-fist"])
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from q40k.games.quake.packs.kinds import KINDS
from q40k.games.quake.packs.models import Arena, BonusTables, Champion, Gear, Mod, Trait, Weapon
from q40k.games.quake.packs.search import find, find_gear, nearest_champion
from q40k.games.w40k3e.traits import traits_of
from q40k.packs import library as packs
from q40k.packs.problems import LONGEST_SHOWN, Problem

if TYPE_CHECKING:
    from q40k.packs.stock import Item

Kind = Literal["champions", "weapons", "gear", "traits", "bonus_tables", "arenas", "mods"]


class Library(packs.Library):
    """Hold the packs of Quake 40K, by kind and id."""

    @property
    def champions(self) -> Mapping[str, Champion]:
        """Return the champions by id."""
        return self.of_kind("champions")

    @property
    def weapons(self) -> Mapping[str, Weapon]:
        """Return the weapons by id."""
        return self.of_kind("weapons")

    @property
    def gear(self) -> Mapping[str, Gear]:
        """Return the gear by id."""
        return self.of_kind("gear")

    @property
    def traits(self) -> Mapping[str, Trait]:
        """Return the traits by id."""
        return self.of_kind("traits")

    def traits_of(self, champion: Champion) -> tuple[Trait, ...]:
        """Return the traits of a champion with its equipment."""
        return traits_of(champion, self.traits)

    @property
    def bonus_tables(self) -> Mapping[str, BonusTables]:
        """Return the bonus tables by id."""
        return self.of_kind("bonus_tables")

    @property
    def arenas(self) -> Mapping[str, Arena]:
        """Return the arenas by id."""
        return self.of_kind("arenas")

    @property
    def mods(self) -> Mapping[str, Mod]:
        """Return the mods by id."""
        return self.of_kind("mods")

    def find_champions(self, words: str) -> list[Champion]:
        """Return the champions that match all `words`, the best first; everyone without words.

        A word is a few letters of an id, a name in either language, a nickname, an army or a
        weapon. Accents and capitals do not matter.
        """
        return find(words, self.champions.values(), self.weapons, self.gear)

    def find_gear(self, words: str, among: Iterable[str]) -> list[str]:
        """Return the ids of these weapons, gear and traits that match `words`, the best first."""
        return find_gear(words, among, self.weapons, self.gear, self.traits)

    def nearest(self, kind: str, word: str) -> str | None:
        """Return the id of this kind that is most similar to `word`, or None.

        A champion is also known by its names, its nicknames and the initials of its army.
        """
        if kind != "champions":
            return super().nearest(kind, word)
        near = nearest_champion(word, self.champions.values())
        if near is not None or not 0 < len(word) <= LONGEST_SHOWN:
            return near
        matching = self.find_champions(word)
        return matching[0].id if matching else None


def load(
    folders: Iterable[Path] = (),
    *,
    only: Collection[str] | None = None,
    shipped: bool = True,
    cache: Path | None = None,
) -> Library:
    """Load the shipped packs, then those of each folder (or file), which add or replace by id.

    See `q40k.packs.library.load`. Raises PackError with every problem of every file.
    """
    loaded = packs.load(KINDS, folders, only=only, shipped=shipped, cache=cache)
    return Library(loaded.items, loaded.warnings)


def check(paths: Path | Iterable[Path] = ()) -> list[Problem]:
    """Return every problem and warning of these files and folders, or of the shipped packs."""
    return packs.check(KINDS, paths)


def arenas_with_places(
    paths: Iterable[Path] = (), *, shipped: bool = True
) -> tuple[dict[str, Item], list[Problem]]:
    """Return the arenas of these files and folders, with their places in them, and the problems.

    The shipped ones come first; those of `paths` add or replace by id.
    """
    return packs.load_with_places(KINDS, "arenas", paths, shipped=shipped)
