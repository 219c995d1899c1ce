"""Hold all loaded packs of Quake 40K, by kind, and find champions and gear in them.

library = load([Path("my-packs")])
champion = build_champion(library, "sm-veteran-sergeant", ["power-fist"])
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from q40k.games.quake.packs.kinds import KINDS
from q40k.games.quake.packs.models import Arena, BonusTables, Champion, Gear, Mod, Trait, Weapon
from q40k.games.quake.packs.personalities import Personality
from q40k.games.w40k3e.traits import traits_of
from q40k.kernel.lookup import nearest
from q40k.packs import library as packs
from q40k.packs.problems import LONGEST_SHOWN, Problem

if TYPE_CHECKING:
    from q40k.packs.stock import Item


_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "ł": "l"})
_BUYS = 4
_MISSED = 9


@lru_cache(maxsize=16384)
def fold_text(text: str) -> str:
    """Return `text` in lower case without accents, its words separated by single spaces."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_LIGATURES))
    kept = (c if c.isalnum() else " " for c in plain if not unicodedata.combining(c))
    return " ".join("".join(kept).split())


def find(
    words: str, champions: Iterable[Champion], weapons: Mapping[str, Weapon], gear: Mapping[str, Gear]
) -> list[Champion]:
    """Return the champions that match every one of `words`, the best match first.

    A word matches, best first: the start of a word of the id or name; the start of a word of aka,
    army, initials or weapons; within the name; within the others; the start of a word of an option.
    A champion whose full name is `words` comes first of all, then those whose name starts with
    them, short names first. Equal matches keep their order.
    """
    whole = fold_text(words)
    parts = whole.split()
    scored = []
    for champion in champions:
        name = _words(champion.id, champion.name.en, champion.name.fr)
        carried = _armoury(champion.weapons, weapons, gear)
        army = (champion.army, initials(champion.army))
        rest = _words(*army, *champion.aka, *carried)
        scores = [_score(word, name, rest) for word in parts]
        if _MISSED in scores:
            bought = _words(*_armoury(champion.options, weapons, gear))
            pairs = zip(parts, scores, strict=True)
            scores = [_BUYS if s == _MISSED and f" {w}" in bought else s for w, s in pairs]
        if _MISSED not in scores:
            names = [fold_text(called_) for called_ in names_of(champion)]
            lengths = [len(called_.split()) for called_ in names if whole and called_.startswith(whole)]
            score = -1 / min(lengths) if lengths else sum(scores)
            scored.append((-2.0 if whole in names else score, champion))
    return [champion for _, champion in sorted(scored, key=lambda pair: pair[0])]


def names_of(champion: Champion) -> tuple[str, ...]:
    """Return all names of a champion: its id, its names in both languages, its nicknames."""
    return (champion.id, champion.name.en, champion.name.fr, *champion.aka)


def initials(army: str) -> str:
    """Return the abbreviation of an army of several words, such as "sm"; else ""."""
    words = fold_text(army).split()
    return "".join(word[0] for word in words) if len(words) > 1 else ""


def nearest_champion(word: str, champions: Iterable[Champion]) -> str | None:
    """Return the id of the champion with the most similar name, or None."""
    names = {"-".join(fold_text(n).split()): champion.id for champion in champions for n in names_of(champion)}
    near = nearest("-".join(fold_text(word).split()), names)
    return None if near is None else names[near]


def find_gear(
    words: str,
    among: Iterable[str],
    weapons: Mapping[str, Weapon],
    gear: Mapping[str, Gear],
    traits: Mapping[str, Trait],
) -> list[str]:
    """Return the ids that match every one of `words`, the best match first."""
    whole = fold_text(words)
    scored = []
    for item in among:
        definition = weapons.get(item) or gear.get(item) or traits.get(item)
        names = _item_names(item, definition)
        scores = [_score(word, _words(*names), "") for word in whole.split()]
        if _MISSED not in scores:
            exact = whole in (fold_text(name) for name in names)
            scored.append((-1 if exact else sum(scores), item))
    return [item for _, item in sorted(scored, key=lambda pair: pair[0])]


def _armoury(things: Iterable[str], weapons: Mapping[str, Weapon], gear: Mapping[str, Gear]) -> Iterable[str]:
    for thing in things:
        yield from _item_names(thing, weapons.get(thing) or gear.get(thing))


def _item_names(item: str, known: Weapon | Gear | Trait | None) -> tuple[str, ...]:
    if known is None:
        return (item,)
    aka = () if isinstance(known, Trait) else known.aka
    return (item, known.name.en, known.name.fr, *aka)


def _words(*texts: str) -> str:
    return " " + " ".join(fold_text(text) for text in texts)


def _score(word: str, name: str, rest: str) -> int:
    if f" {word}" in name:
        return 0
    if f" {word}" in rest:
        return 1
    return 2 if word in name else 3 if word in rest else _MISSED


# -- the library -----------------------------------------------------------------------------------


Kind = Literal["champions", "weapons", "gear", "traits", "bonus_tables", "personalities", "arenas", "mods"]


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
    def personalities(self) -> Mapping[str, Personality]:
        """Return the personalities of bots by id."""
        return self.of_kind("personalities")

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


def arenas_with_places(paths: Iterable[Path] = (), *, shipped: bool = True) -> tuple[dict[str, Item], list[Problem]]:
    """Return the arenas of these files and folders, with their places in them, and the problems.

    The shipped ones come first; those of `paths` add or replace by id.
    """
    return packs.load_with_places(KINDS, "arenas", paths, shipped=shipped)
