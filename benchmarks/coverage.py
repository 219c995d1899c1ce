"""How often 95 % intervals of pairs hold the true share: `python -m benchmarks.coverage` prints a table.

Each league is so many seeds, each played from both seats. The second game of a seed ends like the first with the
chance of the row, and otherwise by its own dice.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from random import Random

from q40k.lab.figures import share_by_seeds

LEAGUES, SEEDS = 2000, 50
SHARES = (0.5, 0.7, 0.9)
ALIKE = (0.0, 0.35, 0.7, 1.0)


def league(chance: Random, share: float, alike: float, seeds: int) -> list[tuple[int, float]]:
    """Return the seed and what was won of each game of a league."""
    games = []
    for seed in range(seeds):
        first = float(chance.random() < share)
        second = first if chance.random() < alike else float(chance.random() < share)
        games += [(seed, first), (seed, second)]
    return games


def coverage(share: float, alike: float, leagues: int, seeds: int) -> float:
    """Return the part of leagues whose interval holds the true share."""
    chance, held = Random(f"{share}/{alike}"), 0
    for _ in range(leagues):
        interval = share_by_seeds(league(chance, share, alike, seeds))
        held += interval.low <= share <= interval.high
    return held / leagues


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--leagues", type=int, default=LEAGUES)
    parser.add_argument("--seeds", type=int, default=SEEDS, help="seeds of a league, each played from both seats")
    options = parser.parse_args(arguments)
    heads = " | ".join(f"true share {share:.0%}" for share in SHARES)
    sys.stdout.write(f"| second game like the first | {heads} |\n|---|{'---|' * len(SHARES)}\n")
    for alike in ALIKE:
        cells = [f"{coverage(share, alike, options.leagues, options.seeds):.1%}" for share in SHARES]
        sys.stdout.write(f"| {alike:.0%} | {' | '.join(cells)} |\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
