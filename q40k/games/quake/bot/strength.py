"""How strong the levels are: bots with the same champion play many matches, from rotated seats.

`python -m q40k.games.quake.bot.strength` prints the table of docs/bots.md. A game is defined by its
number, so the same call prints the same numbers on any number of cores.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from multiprocessing import Pool
from typing import cast

from msgspec import Struct

from q40k.bots.bot import LEVELS
from q40k.games.quake.bot.lab import ARENAS, CHAMPIONS, NAMES
from q40k.games.quake.bot.playing import Entrant, play, set_up
from q40k.games.quake.packs.library import Library, load
from q40k.season.statistics import wilson
from q40k.tabletop.rules import Level

MOD = "deathmatch"
CHUNK = 2


class Pairing(Struct, frozen=True):
    """One bot of a level against `others` bots of another, and the share of wins that is even."""

    level: Level
    against: Level
    others: int = 1

    @property
    def even(self) -> float:
        """Return the share of wins of one of equals."""
        return 1 / (1 + self.others)


class Share(Struct, frozen=True):
    """The share of games won, with its interval; a game without a single winner is shared."""

    games: int
    won: float
    least: float
    most: float


PAIRINGS = (Pairing("sound", "straight"), Pairing("sound", "straight", 5), Pairing("sharp", "sound"))


@cache
def _library() -> Library:
    return load()


def play_number(job: tuple[Pairing, int]) -> float:
    """Play a game of a pairing by its number; return what its first bot won of it."""
    pairing, number = job
    seats = 1 + pairing.others
    seat, champion = number % seats, CHAMPIONS[number // seats % len(CHAMPIONS)]
    arena = ARENAS[number // (seats * len(CHAMPIONS)) % len(ARENAS)]
    levels = [pairing.against] * seats
    levels[seat] = pairing.level
    entrants = [Entrant(name, champion, level=level) for name, level in zip(NAMES, levels, strict=False)]
    table = set_up(_library(), MOD, arena, entrants, number)
    winners = play(table, entrants).outcome.winner
    ids = [*table.state.players]
    return 1 / len(winners) if ids[seat] in winners else 0.0


def measure(pairing: Pairing, games: int, cores: int) -> Share:
    """Return the share of games that the first bot of a pairing wins."""
    jobs = [(pairing, number) for number in range(games)]
    with Pool(cores) as pool:
        won = sum(pool.imap(play_number, jobs, CHUNK)) / games
    return Share(games, won, *wilson(won * games, games))


def table_lines(pairings: Sequence[Pairing], games: int, cores: int) -> Iterator[str]:
    """Yield the lines of the table."""
    yield "| bot | against | games | won | 95 % interval | even |"
    yield "|---|---|---|---|---|---|"
    for pairing in pairings:
        share = measure(pairing, games, cores)
        others = pairing.against if pairing.others == 1 else f"{pairing.others} × {pairing.against}"
        yield (
            f"| {pairing.level} | {others} | {share.games} | {share.won:.1%} |"
            f" {share.least:.1%} to {share.most:.1%} | {pairing.even:.1%} |"
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table of strengths."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500, help="games a pairing")
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--level", choices=LEVELS, help="only this bot")
    parser.add_argument("--against", choices=LEVELS, default="straight")
    parser.add_argument("--others", type=int, default=1)
    options = parser.parse_args(arguments)
    level = cast("Level | None", options.level)
    pairings = PAIRINGS if level is None else (Pairing(level, options.against, options.others),)
    for line in table_lines(pairings, options.games, options.cores):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
