"""How evenings of bots end: `python -m benchmarks.endings` prints a table of mods and arenas.

Six sound bots play every mod on every arena that has what the mod is played for, with the figures that
the lab takes for it. A cell says how many matches of how many the mod's own rule ended, no round of them
longer than so many turns.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial

from q40k.games.quake.bot import playing
from q40k.games.quake.bot.lab import NAMES, TEAMS, fitting_champions
from q40k.games.quake.bot.playing import Entrant
from q40k.games.quake.packs.library import Library, load
from q40k.games.quake.state.ending import Ended
from q40k.games.quake.table.packs import lacks
from q40k.kernel.events import Event

SEATS = 6
TURNS = 40


@cache
def library() -> Library:
    """Return the packs that ship with q40k."""
    return load()


def play(game: tuple[str, str, int], turns: int = TURNS) -> bool:
    """Play a mod on an arena with a seed; return whether its own rule ended it, each round within so many turns."""
    mod_id, arena, seed = game
    mod = library().mods[mod_id]
    figures = fitting_champions(mod)
    step = 0 if mod.has("clone") else 1  # where all field the same figure, it changes from game to game
    entrants = [
        Entrant(
            name, figures[(step * seat + seed) % len(figures)], team=TEAMS[seat % len(TEAMS)] if mod.in_teams else None
        )
        for seat, name in enumerate(NAMES[:SEATS])
    ]
    table = playing.set_up(library(), mod_id, arena, entrants, seed)
    broken_off: list[Event] = []
    table.watch = lambda events: broken_off.extend(event for event in events if isinstance(event, Ended))
    state = playing.play(table, entrants, turns)
    return state.outcome.over and not broken_off


def fitting(mod: str) -> list[str]:
    """Return the arenas that have what a mod is played for."""
    packs = library()
    return [id for id, arena in packs.arenas.items() if lacks(packs.mods[mod], arena) is None]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10, help="games of each mod on each arena")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the first game of each")
    parser.add_argument("--turns", type=int, default=TURNS)
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    parser.add_argument("mods", nargs="*", help="only these mods")
    options = parser.parse_args(arguments)
    mods = options.mods or sorted(library().mods)
    arenas = sorted(library().arenas)
    sys.stdout.write(f"| mod | {' | '.join(arenas)} | all |\n|---|{'---|' * (len(arenas) + 1)}\n")
    with ProcessPoolExecutor(options.cores) as pool:
        for mod in mods:
            places = [arena for arena in arenas if arena in fitting(mod)]
            games = [(mod, arena, options.seed + number) for arena in places for number in range(options.games)]
            ended = list(pool.map(partial(play, turns=options.turns), games))
            cells = {
                arena: sum(end for end, game in zip(ended, games, strict=True) if game[1] == arena) for arena in places
            }
            row = [f"{cells[arena]} of {options.games}" if arena in cells else "" for arena in arenas]
            sys.stdout.write(f"| {mod} | {' | '.join(row)} | {sum(ended) / max(1, len(ended)):.0%} |\n")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
