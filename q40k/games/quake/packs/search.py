"""Finding a champion by a few letters."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache

from q40k.games.quake.packs.models import Champion, Gear, Trait, Weapon
from q40k.kernel.lookup import nearest

_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "ł": "l"})
_BUYS = 4
_MISSED = 9


@lru_cache(maxsize=16384)
def folded(text: str) -> str:
    """`text` in small letters and digits without accents, words parted by single spaces."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_LIGATURES))
    kept = (c if c.isalnum() else " " for c in plain if not unicodedata.combining(c))
    return " ".join("".join(kept).split())


def find(
    words: str,
    champions: Iterable[Champion],
    weapons: Mapping[str, Weapon],
    gear: Mapping[str, Gear],
) -> list[Champion]:
    """The champions that every one of `words` fits, the best fit first.

    A word fits as the beginning of a word of the id or name, of the other words (aka, army and
    its initials, weapons), or within them, or as the beginning of a word of what may be bought,
    in this order; whoever is called by all the words and no more comes first of all, then whoever's
    name begins with them, a name of few words first; equal fits keep their order.
    """
    whole = folded(words)
    wanted = whole.split()
    scored = []
    for champion in champions:
        name = _words(champion.id, champion.name.en, champion.name.fr)
        carried = _armoury(champion.weapons, weapons, gear)
        army = (champion.army, initials(champion.army))
        rest = _words(*army, *champion.aka, *carried)
        scores = [_score(word, name, rest) for word in wanted]
        if _MISSED in scores:
            bought = _words(*_armoury(champion.options, weapons, gear))
            pairs = zip(wanted, scores, strict=True)
            scores = [_BUYS if s == _MISSED and f" {w}" in bought else s for w, s in pairs]
        if _MISSED not in scores:
            names = [folded(one) for one in called(champion)]
            begun = [len(one.split()) for one in names if whole and one.startswith(whole)]
            score = -1 / min(begun) if begun else sum(scores)
            scored.append((-2.0 if whole in names else score, champion))
    return [champion for _, champion in sorted(scored, key=lambda pair: pair[0])]


def called(champion: Champion) -> tuple[str, ...]:
    """All that a champion is called: its id, its names in both languages, its nicknames."""
    return (champion.id, champion.name.en, champion.name.fr, *champion.aka)


def initials(army: str) -> str:
    """How an army of several words is shortened, such as "sm"; "" for one of a single word."""
    words = folded(army).split()
    return "".join(word[0] for word in words) if len(words) > 1 else ""


def nearest_champion(word: str, champions: Iterable[Champion]) -> str | None:
    """The id of whoever is called most like `word`, or None when nobody is."""
    names = {"-".join(folded(n).split()): one.id for one in champions for n in called(one)}
    near = nearest("-".join(folded(word).split()), names)
    return None if near is None else names[near]


def find_gear(
    words: str,
    among: Iterable[str],
    weapons: Mapping[str, Weapon],
    gear: Mapping[str, Gear],
    traits: Mapping[str, Trait],
) -> list[str]:
    """The ids among these that every one of `words` fits, the best fit first."""
    whole = folded(words)
    scored = []
    for item in among:
        known = weapons.get(item) or gear.get(item) or traits.get(item)
        names = _item_names(item, known)
        scores = [_score(word, _words(*names), "") for word in whole.split()]
        if _MISSED not in scores:
            exact = whole in (folded(one) for one in names)
            scored.append((-1 if exact else sum(scores), item))
    return [item for _, item in sorted(scored, key=lambda pair: pair[0])]


def _armoury(
    things: Iterable[str], weapons: Mapping[str, Weapon], gear: Mapping[str, Gear]
) -> Iterable[str]:
    for thing in things:
        yield from _item_names(thing, weapons.get(thing) or gear.get(thing))


def _item_names(item: str, known: Weapon | Gear | Trait | None) -> tuple[str, ...]:
    if known is None:
        return (item,)
    aka = () if isinstance(known, Trait) else known.aka
    return (item, known.name.en, known.name.fr, *aka)


def _words(*texts: str) -> str:
    return " " + " ".join(folded(text) for text in texts)


def _score(word: str, name: str, rest: str) -> int:
    if f" {word}" in name:
        return 0
    if f" {word}" in rest:
        return 1
    return 2 if word in name else 3 if word in rest else _MISSED
