"""The app's own dice: the same seed rolls the same dice on every machine, for ever."""

from collections.abc import Iterable
from hashlib import sha256


def die(seed: str, number: int, sides: int) -> int:
    """Return the `number`-th die (from 0) of the match's own dice, 1 to `sides`.

    Each die depends only on the seed and its number. A die that is undone and rolled again shows
    the same face, so nobody can undo to get better dice. The bias of the remainder is below one in
    2 to the 250th.
    """
    return int.from_bytes(sha256(f"{seed}/{number}".encode()).digest()) % sides + 1


def roll(seed: str, number: int, dice: Iterable[int]) -> tuple[int, ...]:
    """Roll `dice` (their sides), starting with the `number`-th die of the match."""
    return tuple(die(seed, number + step, sides) for step, sides in enumerate(dice))
