"""Finding a thing by a name that was said: the whole name, how it begins, or else the nearest.

Capitals and blanks round a name never matter. Who wants more folded (accents by `unaccented`,
spellings) folds both what was said and the names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Generic, TypeVar
from unicodedata import combining, normalize

from msgspec import Struct

T = TypeVar("T")

LONGEST: Final = 60
"""To what is longer than so many characters nothing is near: it is no slip of the finger."""

Named = Mapping[str, T] | Iterable[tuple[str, T]]
"""Things by name; as pairs, several things may have one name and one thing several names."""


class Found(Struct, Generic[T], frozen=True):
    """What a name may mean: all that fits (each once); the nearest unless only one fits."""

    fits: tuple[T, ...] = ()
    nearest: T | None = None

    @property
    def one(self) -> T | None:
        """The only thing that fits; None for nothing or for several."""
        return self.fits[0] if len(self.fits) == 1 else None


def lookup(said: str, names: Named[T], *, begun: bool = True, likeness: float = 0.6) -> Found[T]:
    """The things of that name; else, with `begun`, those whose name begins so; and the nearest.

    `likeness` is how like a name must be to be near, from 0 (anything) to 1 (the same).
    """
    pairs = tuple(_pairs(names))
    fits = exactly(said, pairs) or (beginning(said, pairs) if begun else ())
    if len(fits) == 1:
        return Found(fits)
    by_name = {folded(name): thing for name, thing in pairs}
    near = nearest(folded(said), by_name, likeness)
    return Found(fits, None if near is None else by_name[near])


def exactly(said: str, names: Named[T]) -> tuple[T, ...]:
    """The things of exactly that name, whatever its capitals."""
    wanted = folded(said)
    return _each_once(thing for name, thing in _pairs(names) if folded(name) == wanted)


def beginning(said: str, names: Named[T], *, any_word: bool = False) -> tuple[T, ...]:
    """The things whose name (or any word of it) begins so; nothing where nothing was said."""
    wanted = folded(said)
    if not wanted:
        return ()
    return _each_once(
        thing
        for name, thing in _pairs(names)
        if folded(name).startswith(wanted)
        or (any_word and any(word.startswith(wanted) for word in folded(name).split()))
    )


def nearest(said: str, names: Iterable[str], likeness: float = 0.6) -> str | None:
    """The name most like what was said, capitals and all; None when nothing is like it."""
    if len(said) > LONGEST:
        return None
    from difflib import get_close_matches

    near = get_close_matches(said, list(names), 1, likeness)
    return near[0] if near else None


def unaccented(said: str) -> str:
    """What was said as whoever types in haste says it: without capitals and accents."""
    letters = normalize("NFKD", said)
    return folded("".join(one for one in letters if not combining(one)))


def folded(said: str) -> str:
    """What was said as names are compared."""
    return said.strip().casefold()


def _pairs(names: Named[T]) -> Iterator[tuple[str, T]]:
    yield from names.items() if isinstance(names, Mapping) else names


def _each_once(things: Iterable[T]) -> tuple[T, ...]:
    """Each thing once, in order; by equality, as not every thing has a hash."""
    once: list[T] = []
    for thing in things:
        if thing not in once:
            once.append(thing)
    return tuple(once)
