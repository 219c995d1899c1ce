"""Finding a champion by a few letters."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache

from q40k.packs.models import Champion, Gear, Weapon

_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "ł": "l"})
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

    A word fits as the beginning of a word of the id or name, of the other words (aka, army,
    weapons), or within them, in this order; whoever is called by all the words and no more
    comes first of all; equal fits keep the order they were given in.
    """
    whole = folded(words)
    wanted = whole.split()
    scored = []
    for champion in champions:
        name = _words(champion.id, champion.name.en, champion.name.fr)
        rest = _words(champion.army, *champion.aka, *_armoury(champion, weapons, gear))
        scores = [_score(word, name, rest) for word in wanted]
        if _MISSED not in scores:
            called = (champion.id, champion.name.en, champion.name.fr, *champion.aka)
            exact = whole in (folded(one) for one in called)
            scored.append((-1 if exact else sum(scores), champion))
    return [champion for _, champion in sorted(scored, key=lambda pair: pair[0])]


def find_gear(
    words: str, among: Iterable[str], weapons: Mapping[str, Weapon], gear: Mapping[str, Gear]
) -> list[str]:
    """The ids among these that every one of `words` fits, the best fit first."""
    whole = folded(words)
    scored = []
    for item in among:
        known = weapons.get(item) or gear.get(item)
        called = (item, known.name.en, known.name.fr) if known else (item,)
        scores = [_score(word, _words(*called), "") for word in whole.split()]
        if _MISSED not in scores:
            exact = whole in (folded(one) for one in called)
            scored.append((-1 if exact else sum(scores), item))
    return [item for _, item in sorted(scored, key=lambda pair: pair[0])]


def _armoury(
    champion: Champion, weapons: Mapping[str, Weapon], gear: Mapping[str, Gear]
) -> Iterable[str]:
    for thing in champion.weapons:
        yield thing
        known = weapons.get(thing) or gear.get(thing)
        if known is not None:
            yield from (known.name.en, known.name.fr)


def _words(*texts: str) -> str:
    return " " + " ".join(folded(text) for text in texts)


def _score(word: str, name: str, rest: str) -> int:
    if f" {word}" in name:
        return 0
    if f" {word}" in rest:
        return 1
    return 2 if word in name else 3 if word in rest else _MISSED
