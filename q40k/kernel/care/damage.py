"""What disks, cables and people do to a file: for drills on a copy, never on the library itself."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

PAGE = 4096
_BLOCK = 512

Damage = Callable[[Random, bytes], bytes]


def _bits(chance: Random, file: bytes) -> bytes:
    """One to three bits are turned over."""
    hurt = bytearray(file)
    for _ in range(chance.randint(1, 3)):
        hurt[chance.randrange(len(hurt))] ^= 1 << chance.randrange(8)
    return bytes(hurt)


def _page(chance: Random, file: bytes) -> bytes:
    """A page is nothing but zeros."""
    return _over(file, _place(chance, file, PAGE), bytes(PAGE))


def _block(chance: Random, file: bytes) -> bytes:
    """A block of the disk holds garbage."""
    return _over(file, _place(chance, file, _BLOCK), chance.randbytes(_BLOCK))


def _torn(chance: Random, file: bytes) -> bytes:
    """Half of a page was never written."""
    start = _place(chance, file, PAGE) + PAGE // 2
    return _over(file, start, bytes(PAGE // 2))


def _cut(chance: Random, file: bytes) -> bytes:
    """The file ends early."""
    return file[: chance.randrange(len(file))]


def _swap(chance: Random, file: bytes) -> bytes:
    """Two pages lie in each other's place."""
    one, other = _place(chance, file, PAGE), _place(chance, file, PAGE)
    moved = _over(file, one, file[other : other + PAGE])
    return _over(moved, other, file[one : one + PAGE])


def _digit(chance: Random, file: bytes) -> bytes:
    """A digit in a text is another."""
    places = [at for at in range(PAGE, len(file)) if 48 <= file[at] <= 57]
    return _over(file, chance.choice(places), str(chance.randrange(10)).encode())


def _place(chance: Random, file: bytes, size: int) -> int:
    return chance.randrange(max(1, len(file) // size)) * size


def _over(file: bytes, start: int, by: bytes) -> bytes:
    return (file[:start] + by + file[start + len(by) :])[: len(file)]


DAMAGES: dict[str, Damage] = {
    "bits": _bits, "page": _page, "block": _block, "torn": _torn, "cut": _cut, "swap": _swap,
    "digit": _digit,
}  # fmt: skip
"""By name, what may happen to a file: the same chance, the same damage."""
