"""What the formations of the house are worth, as games of bots tell it.

`python -m q40k.games.epic.bot.points --games 2000` lets unlike forces drawn by chance fight in all
scenarios by turns, and prints each formation's listed points beside those that fit the games best:
a side's chance to win goes with the ratio of both totals. So the points of the packs came about;
they were then rounded, and put right by `balance --fair`.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from itertools import permutations
from multiprocessing import Pool
from random import Random
from typing import Final, NamedTuple

from q40k.games.epic.bot.balance import CHUNK, FORCES, known_packs, set_up, worth
from q40k.games.epic.bot.plain import play
from q40k.games.epic.bot.playing import Table
from q40k.games.epic.packs.forces import cost, force

LEAST, MOST = 350, 700
"""Between so many points each force costs as they are listed."""
LOOSE: Final = 0.7
"""How far, in logarithms, a formation may well be from its listed share of its army."""
STEPS: Final = 3000
PACE: Final = 0.02

Id = tuple[str, str]
"""An army, and a formation of its list."""


class Game(NamedTuple):
    """The formations of both sides, and what it was worth to the first: 1, a half or 0."""

    one: tuple[Id, ...]
    other: tuple[Id, ...]
    worth: float


def played(seed: int) -> Game:
    """A game by its number: two unlike armies, forces of so many points drawn by chance."""
    packs, chance = known_packs(), Random(f"points/{seed}")
    lists, profiles = packs.of_kind("armies"), packs.of_kind("profiles")
    scenarios = tuple(packs.of_kind("scenarios").values())
    armies = chance.choice(list(permutations(FORCES, 2)))
    first, second = (
        force(lists[one], profiles, chance.randint(LEAST, MOST), chance) for one in armies
    )
    table = set_up(packs, scenarios[seed % len(scenarios)], (first, second), Table(seed))
    play(table)
    one, other = (
        tuple((side.army.id, formation.id) for formation in side.formations)
        for side in (first, second)
    )
    return Game(one, other, worth(table))


def listed() -> dict[Id, float]:
    """The points of every formation that has some, as the packs list them."""
    packs = known_packs()
    profiles = packs.of_kind("profiles")
    return {
        (army, one.id): float(price)
        for army in FORCES
        for one in packs.of_kind("armies")[army].formations
        if (price := cost(one, profiles)) is not None
    }


def fitted(games: Sequence[Game], points: Mapping[Id, float]) -> dict[Id, float]:
    """The points that fit some games best, those of the first army adding up as they are listed."""
    import numpy as np

    ids = list(points)
    place = {id: number for number, id in enumerate(ids)}
    counts = np.zeros((2, len(games), len(ids)))
    for row, game in enumerate(games):
        for side, fielded in enumerate((game.one, game.other)):
            for id in fielded:
                counts[side, row, place[id]] += 1
    won = np.array([game.worth for game in games])
    first = np.log(np.array([points[id] for id in ids]))
    armies = [[place[id] for id in ids if id[0] == army] for army in dict(ids)]
    # The logarithms of the points, and behind them that of how steeply the chance goes with them.
    known = np.append(first, np.log(4.0))
    mean, spread = np.zeros_like(known), np.zeros_like(known)
    for step in range(1, STEPS + 1):
        each, steep = np.exp(known[:-1]), np.exp(known[-1])
        one, other = counts[0] @ each, counts[1] @ each
        ahead = steep * np.log(one / other)
        off = 1 / (1 + np.exp(-ahead)) - won
        shares = counts[0] * each / one[:, None] - counts[1] * each / other[:, None]
        slope = np.append(steep * (shares * off[:, None]).sum(0), (off * ahead).sum())
        drift = known[:-1] - first
        for army in armies:
            slope[army] += (drift[army] - drift[army].mean()) / LOOSE**2
        mean, spread = 0.9 * mean + 0.1 * slope, 0.999 * spread + 0.001 * slope**2
        least = np.sqrt(spread / (1 - 0.999**step)) + 1e-8
        known -= PACE * mean / (1 - 0.9**step) / least
    each, scale = np.exp(known[:-1]), armies[0]
    each *= np.exp(first)[scale].sum() / each[scale].sum()
    return {id: float(each[place[id]]) for id in ids}


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the points of the packs, and those that fit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    said = parser.parse_args(arguments)
    with Pool(said.cores) as pool:
        games = pool.map(played, range(said.games), CHUNK)
    known = listed()
    for id, fits in fitted(games, known).items():
        sys.stdout.write(f"{id[0]:15} {id[1]:12} {known[id]:4.0f} {fits:6.1f}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
