"""What times are measured in, so that a slower machine misses nothing: keys of a plain application, chess moves."""

from __future__ import annotations

import time
from collections.abc import Iterable
from functools import cache
from math import inf
from statistics import median, quantiles

from benchmarks import plain, replay, terminal

KEYS = 40


def middle(times: Iterable[float | None]) -> float:
    """Return the median of what was repainted in time; infinite if nothing was."""
    return median([took for took in times if took is not None] or [inf])


def percentile(times: Iterable[float | None]) -> float:
    """Return the 95th percentile of what was repainted in time; infinite if nothing was."""
    seen = [took for took in times if took is not None]
    return quantiles(seen, n=20)[-1] if len(seen) > 1 else max(seen, default=inf)


@cache
def plain_keys() -> tuple[float, float]:
    """Return the seconds of a key of the plain application: their median and their 95th percentile."""
    shown = terminal.Terminal(["-m", "benchmarks.plain"])
    try:
        shown.until(plain.PAINTED)
        shown.settle(0.5)
        times = [shown.key(b"n") for _ in range(KEYS)]
    finally:
        shown.close()
    return middle(times), percentile(times)


@cache
def chess_move() -> float:
    """Return the seconds of processor time that a chess move takes to replay, of this run."""
    return 1 / median(replay.moved(clock=time.process_time) for _ in range(5))
