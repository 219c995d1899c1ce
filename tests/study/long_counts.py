"""The long count of docs/study.md: `python -m tests.study.long_counts 2000` prints the mean luck of so many races."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from q40k.games import game as games
from tests.games.race.playing import WHERE
from tests.study.conftest import mean_luck


def main(arguments: Sequence[str]) -> int:
    """Print the figure of a count."""
    number = int(arguments[0])
    games.add("race", WHERE)
    luck = mean_luck(games.find("race"), range(number))
    sys.stdout.write(f"{number} races: mean luck {luck.mean:+.4f} ({luck.low:+.4f} to {luck.high:+.4f})\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
