"""Throw what is shown: `python -m tests.odds [--game ID] [--situations N] [--throws N] [--seed N]`.

By default 500 situations of each game are thrown 20,000 times each. The same
numbers play the same. The exit status is 1 if the dice do not bear out what was shown.
"""

from __future__ import annotations

import argparse
import sys
import time

from tests.odds.putting import put_to_the_dice
from tests.odds.showing import SHOWS


def say(text: str) -> None:
    """One line, at once."""
    print(text, flush=True)  # noqa: T201


def main() -> int:
    """Read the line and throw."""
    parser = argparse.ArgumentParser(prog="python -m tests.odds", description=__doc__)
    parser.add_argument("--game", choices=SHOWS, help="one game only")
    parser.add_argument("--situations", type=int, default=500, help="how many of each game (default: %(default)s)")
    parser.add_argument("--throws", type=int, default=20_000, help="of each situation (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the first random evening (default: %(default)s)")
    arguments = parser.parse_args()
    failed = False
    for game in [arguments.game] if arguments.game else SHOWS:
        began = time.monotonic()
        account = put_to_the_dice(
            game, seed=arguments.seed, situations=arguments.situations, throws=arguments.throws, tell=say
        )
        say(f"{game}: {account.situations} situations, {account.throws} throws, {time.monotonic() - began:.0f} s")
        for name, number in sorted(account.shown.items()):
            say(f"  {number:5} {name}")
        say(f"  {len(account.wrong)} odds that the dice do not bear out")
        failed = failed or bool(account.wrong)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
