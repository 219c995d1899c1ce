"""Damage that disks, cables and people do to a file: for drills on a copy, never on the library."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

PAGE = 4096
_BLOCK = 512

Damage = Callable[[Random, bytes], bytes]


def _bits(chance: Random, file: bytes) -> bytes:
    """Flip one to three bits."""
    hurt = bytearray(file)
    for _ in range(chance.randint(1, 3)):
        hurt[chance.randrange(len(hurt))] ^= 1 << chance.randrange(8)
    return bytes(hurt)


def _page(chance: Random, file: bytes) -> bytes:
    """Fill a page with zeros."""
    return _over(file, _place(chance, file, PAGE), bytes(PAGE))


def _block(chance: Random, file: bytes) -> bytes:
    """Fill a block of the disk with garbage."""
    return _over(file, _place(chance, file, _BLOCK), chance.randbytes(_BLOCK))


def _tear(chance: Random, file: bytes) -> bytes:
    """Fill half of a page with zeros, as if it was never written."""
    start = _place(chance, file, PAGE) + PAGE // 2
    return _over(file, start, bytes(PAGE // 2))


def _cut(chance: Random, file: bytes) -> bytes:
    """Cut off the end of the file."""
    return file[: chance.randrange(len(file))]


def _swap(chance: Random, file: bytes) -> bytes:
    """Swap two pages."""
    first, second = _place(chance, file, PAGE), _place(chance, file, PAGE)
    moved = _over(file, first, file[second : second + PAGE])
    return _over(moved, second, file[first : first + PAGE])


def _digit(chance: Random, file: bytes) -> bytes:
    """Change a digit in a text."""
    places = [at for at in range(PAGE, len(file)) if 48 <= file[at] <= 57]
    return _over(file, chance.choice(places), str(chance.randrange(10)).encode())


def _place(chance: Random, file: bytes, size: int) -> int:
    return chance.randrange(max(1, len(file) // size)) * size


def _over(file: bytes, start: int, by: bytes) -> bytes:
    return (file[:start] + by + file[start + len(by) :])[: len(file)]


DAMAGES: dict[str, Damage] = {
    "bits": _bits, "page": _page, "block": _block, "torn": _tear, "cut": _cut, "swap": _swap,
    "digit": _digit,
}  # fmt: skip
"""The kinds of damage, by name; the same random numbers do the same damage."""
