"""Which pairs are tried: a sample by seed, or all."""

import os
from collections.abc import Iterable
from random import Random
from typing import TypeVar

T = TypeVar("T")

IS_WHOLE = bool(os.environ.get("PAIRS"))
SEED = os.environ.get("PAIRS_SEED", "1")


def sample(pairs: Iterable[T], number: int) -> list[T]:
    """Return so many of the pairs, chosen by the seed; all if every pair is wanted."""
    every = list(pairs)
    if IS_WHOLE or len(every) <= number:
        return every
    chosen = Random(f"{SEED}/{len(every)}").sample(range(len(every)), number)
    return [every[index] for index in sorted(chosen)]
