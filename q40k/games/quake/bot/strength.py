"""How strong the levels are: bots with the same champion play many matches, from rotated seats.

`python -m q40k.games.quake.bot.strength` prints the table of docs/bots.md. A game is defined by its
number, so the same call prints the same numbers on any number of cores. The lab plays the games and
keeps them on its shelf: a call that was killed goes on where it stopped, and Ctrl+C prints what is
known so far.
"""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import cast

from msgspec import Struct

from q40k.bots.bot import LEVELS
from q40k.games import game as games
from q40k.games.quake.bot.lab import ARENAS, CHAMPIONS
from q40k.games.quake.packs.personalities import PLAIN
from q40k.lab.engines import Engine, Progress
from q40k.lab.jobs import find_world
from q40k.lab.shelf import Shelf
from q40k.lab.subject import Bout, Result
from q40k.season.statistics import wilson
from q40k.table.folders import LAB_FILE, data_folder
from q40k.tabletop.rules import Level

MOD = "deathmatch"


class Pairing(Struct, frozen=True):
    """One bot of a level against `others` bots of another, and the share of wins that is even."""

    level: Level
    against: Level
    others: int = 1

    @property
    def even(self) -> float:
        """Return the share of wins of one of equals."""
        return 1 / (1 + self.others)

    def seat(self, number: int) -> int:
        """Return where the first bot sits in a game."""
        return number % (1 + self.others)

    def bout(self, number: int) -> Bout:
        """Return a game: seats rotate, then champions and arenas take turns, so that few games have all of them."""
        seats = 1 + self.others
        turn = number // seats
        levels = [self.against] * seats
        levels[self.seat(number)] = self.level
        shared = {
            "champions": CHAMPIONS[turn % len(CHAMPIONS)],
            "arenas": ARENAS[(turn + turn // len(CHAMPIONS)) % len(ARENAS)],
            "mods": MOD,
            "personalities": PLAIN.id,
        }
        return Bout(tuple(levels), number, "levels", shared)


PAIRINGS = (Pairing("sound", "straight"), Pairing("sound", "straight", 5), Pairing("sharp", "sound"))


def measure(engine: Engine, pairing: Pairing, numbers: range) -> tuple[str, bool]:
    """Return a line of the table, and whether all games were played.

    A game without a single winner is shared.
    """
    bouts, is_whole = [pairing.bout(number) for number in numbers], True
    try:
        engine.play(bouts)
    except KeyboardInterrupt:
        is_whole = False
    results = engine.results(bouts)
    played = [(n, r) for n, r in zip(numbers, results, strict=True) if isinstance(r, Result) and r.refusal is None]
    shares = [result.won[pairing.seat(number)] for number, result in played]
    return table_line(pairing, shares), is_whole


def table_line(pairing: Pairing, shares: Sequence[float]) -> str:
    """Return the line of a pairing: what its first bot won of each game."""
    others = pairing.against if pairing.others == 1 else f"{pairing.others} × {pairing.against}"
    line = f"| {pairing.level} | {others} | {len(shares)} |"
    if not shares:
        return f"{line} | | {pairing.even:.1%} |"
    won = sum(shares)
    least, most = wilson(won, len(shares))
    return f"{line} {won / len(shares):.1%} | {least:.1%} to {most:.1%} | {pairing.even:.1%} |"


def table_lines(engine: Engine, pairings: Sequence[Pairing], numbers: range) -> Iterator[str]:
    """Yield the lines of the table, as far as it is known."""
    yield "| bot | against | games | won | 95 % interval | even |"
    yield "|---|---|---|---|---|---|"
    for pairing in pairings:
        line, is_whole = measure(engine, pairing, numbers)
        yield line
        if not is_whole:
            return


def _show(progress: Progress) -> None:
    minutes = "?" if progress.seconds_left is None else f"{progress.seconds_left / 60:.0f}"
    sys.stderr.write(f"\r{progress.finished} of {progress.number} games, {minutes} minutes left ")


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table of strengths."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500, help="games a pairing")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--level", choices=LEVELS, help="only this bot")
    parser.add_argument("--against", choices=LEVELS, default="straight")
    parser.add_argument("--others", type=int, default=1)
    parser.add_argument("--shelf", type=Path, help="where the lab keeps its results")
    options = parser.parse_args(arguments)
    level = cast("Level | None", options.level)
    pairings = PAIRINGS if level is None else (Pairing(level, options.against, options.others),)
    numbers, game = range(options.first, options.first + options.games), games.find("quake")
    shelf = Shelf(options.shelf or data_folder() / LAB_FILE)
    try:
        with Engine(game, (), find_world(game), shelf, options.cores, notify=_show) as engine:
            for line in table_lines(engine, pairings, numbers):
                sys.stdout.write(f"{line}\n")
                sys.stdout.flush()
    finally:
        shelf.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
