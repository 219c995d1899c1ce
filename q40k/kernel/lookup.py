"""Finding an item by a typed name: the whole name, a prefix of it, or else the nearest name.

Capitals and surrounding blanks never matter. A caller that folds more (accents by `strip_accents`,
spellings) folds both the typed word and the names.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Generic, TypeVar
from unicodedata import combining, normalize

from msgspec import Struct

from q40k.kernel.text import fold_name

T = TypeVar("T")

LONGEST = 60
"""Longer words get no suggestion: they are no typing slip."""

Named = Mapping[str, T] | Iterable[tuple[str, T]]
"""Items by name. As pairs, several items may share a name, and one item may have several names."""


class LookupResult(Struct, Generic[T], frozen=True):
    """The meanings a name may have: all that fit, each once; the nearest unless only one fits."""

    fits: tuple[T, ...] = ()
    nearest: T | None = None

    @property
    def only(self) -> T | None:
        """Return the only item that fits; None for none or several."""
        return self.fits[0] if len(self.fits) == 1 else None


def lookup(word: str, names: Named[T], *, prefixes: bool = True, similarity: float = 0.6) -> LookupResult[T]:
    """Return the items of that name, or those whose name begins so, and the nearest.

    A name counts as begun only with `prefixes`. `similarity` is how similar a name must be to count
    as near, from 0 (any name) to 1 (the same name).
    """
    pairs = tuple(_pairs(names))
    fits = find_exact(word, pairs) or (find_by_prefix(word, pairs) if prefixes else ())
    if len(fits) == 1:
        return LookupResult(fits)
    by_name = {normalize_name(name): item for name, item in pairs}
    near = nearest(normalize_name(word), by_name, similarity)
    return LookupResult(fits, None if near is None else by_name[near])


def find_exact(word: str, names: Named[T]) -> tuple[T, ...]:
    """Return the items of exactly that name, whatever its capitals."""
    target = normalize_name(word)
    return _each_once(item for name, item in _pairs(names) if normalize_name(name) == target)


def find_by_prefix(prefix: str, names: Named[T], *, any_word: bool = False) -> tuple[T, ...]:
    """Return the items whose name (or any word of it) begins with `prefix`, which is not empty.

    An empty prefix fits nothing.
    """
    start = normalize_name(prefix)
    if not start:
        return ()
    return _each_once(
        item
        for name, item in _pairs(names)
        if normalize_name(name).startswith(start)
        or (any_word and any(word.startswith(start) for word in normalize_name(name).split()))
    )


def find_typed(word: str, names: Named[T]) -> tuple[T, ...]:
    """Return the items of that name, or those whose name begins so, typed in haste: accents never matter."""
    typed, pairs = strip_accents(word), [(strip_accents(name), item) for name, item in _pairs(names)]
    return find_exact(typed, pairs) or find_by_prefix(typed, pairs)


def nearest(word: str, names: Iterable[str], similarity: float = 0.6) -> str | None:
    """Return the name most similar to `word`, capitals included; None if none is similar."""
    if len(word) > LONGEST:
        return None
    from difflib import get_close_matches

    near = get_close_matches(word, list(names), 1, similarity)
    return near[0] if near else None


def strip_accents(name: str) -> str:
    """Return a name without capitals and accents, as a person in haste types it."""
    letters = normalize("NFKD", name)
    return normalize_name("".join(letter for letter in letters if not combining(letter)))


@lru_cache(maxsize=4096)
def normalize_name(name: str) -> str:
    """Return a name in the form in which names are compared; a minus before a number stays one."""
    return fold_name(name)


def _pairs(names: Named[T]) -> Iterator[tuple[str, T]]:
    yield from names.items() if isinstance(names, Mapping) else names


def _each_once(items: Iterable[T]) -> tuple[T, ...]:
    """Return each item once, in order. Items are compared by equality, as some have no hash."""
    unique: list[T] = []
    for item in items:
        if item not in unique:
            unique.append(item)
    return tuple(unique)
