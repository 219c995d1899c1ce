"""All the packs of Quake 40K at hand, by the kinds it has.

library = load([Path("my-packs")])
champion = build_champion(library, "sm-veteran-sergeant", ["power-fist"])
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
    """The packs of Quake 40K, by kind and id."""

    @property
    def champions(self) -> Mapping[str, Champion]:
        """The champions by id."""
        return self.of_kind("champions")

    @property
    def weapons(self) -> Mapping[str, Weapon]:
        """The weapons by id."""
        return self.of_kind("weapons")

    @property
    def gear(self) -> Mapping[str, Gear]:
        """The gear by id."""
        return self.of_kind("gear")

    @property
    def traits(self) -> Mapping[str, Trait]:
        """The traits by id."""
        return self.of_kind("traits")

    def traits_of(self, champion: Champion) -> tuple[Trait, ...]:
        """The traits of a champion as it is equipped."""
        return traits_of(champion, self.traits)

    @property
    def bonus_tables(self) -> Mapping[str, BonusTables]:
        """The bonus tables by id."""
        return self.of_kind("bonus_tables")

    @property
    def arenas(self) -> Mapping[str, Arena]:
        """The arenas by id."""
        return self.of_kind("arenas")

    @property
    def mods(self) -> Mapping[str, Mod]:
        """The mods by id."""
        return self.of_kind("mods")

    def find_champions(self, words: str) -> list[Champion]:
        """The champions that all of `words` fit, the best first; without words, everyone.

        A word is a few letters of an id, a name in either language, a by-name, an army or a
        weapon; accents and capitals do not matter.
        """
        return find(words, self.champions.values(), self.weapons, self.gear)

    def find_gear(self, words: str, among: Iterable[str]) -> list[str]:
        """The ids of weapons, gear and traits among these that `words` fit, the best first."""
        return find_gear(words, among, self.weapons, self.gear, self.traits)

    def nearest(self, kind: str, word: str) -> str | None:
        """The id of this kind that is most like `word`, or None when nothing is like it.

        A champion is also known by its names, its nicknames and the initials of its army.
        """
        if kind != "champions":
            return super().nearest(kind, word)
        near = nearest_champion(word, self.champions.values())
        if near is not None or not 0 < len(word) <= LONGEST_SHOWN:
            return near
        found = self.find_champions(word)
        return found[0].id if found else None


def load(
    folders: Iterable[Path] = (),
    *,
    only: Collection[str] | None = None,
    shipped: bool = True,
    cache: Path | None = None,
) -> Library:
    """The shipped packs, then those of each folder (or file), which add to or replace by id.

    See `q40k.packs.library.load`. Raises PackError with every problem of every file.
    """
    found = packs.load(KINDS, folders, only=only, shipped=shipped, cache=cache)
    return Library(found.items, found.warnings)


def check(paths: Path | Iterable[Path] = ()) -> list[Problem]:
    """Every problem and warning of these files and folders; of the shipped packs without any."""
    return packs.check(KINDS, paths)


def arenas_with_places(
    paths: Iterable[Path] = (), *, shipped: bool = True
) -> tuple[dict[str, Item], list[Problem]]:
    """The arenas of these files and folders, with their places in them, and what is wrong.

    The shipped ones come first; those of `paths` add to them or replace them.
    """
    return packs.load_with_places(KINDS, "arenas", paths, shipped=shipped)
