"""What the listed formations are worth in games of bots.

`python -m q40k.games.epic.bot.points --games 2000` lets unlike forces drawn by chance fight in all
scenarios in turn. It prints each formation's listed points beside those that fit the games best: a
side's chance to win follows the ratio of both totals. The points of the packs come from this; they
were then rounded, and corrected with `balance --fair`.
"""

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from itertools import permutations
from multiprocessing import Pool
from random import Random
from typing import NamedTuple

from q40k.games.epic.bot.balance import CHUNK, FORCES, read_packs, set_up, worth
from q40k.games.epic.bot.plain import Table, play
from q40k.games.epic.packs.armies import cost, force

LEAST, MOST = 350, 700
"""Between so many points each force costs as they are listed."""
LOOSE = 0.7
"""How far, in logarithms, a formation may be from its listed share of its army."""
STEPS = 3000
PACE = 0.02

Id = tuple[str, str]
"""An army, and a formation of its list."""


class Game(NamedTuple):
    """The formations of both sides, and what the game was worth to the first: 1, a half or 0."""

    one: tuple[Id, ...]
    other: tuple[Id, ...]
    worth: float


def play_sample(seed: int) -> Game:
    """Play a game by its number: two unlike armies, with forces drawn by chance."""
    packs, chance = read_packs(), Random(f"points/{seed}")
    lists, profiles = packs.of_kind("armies"), packs.of_kind("profiles")
    scenarios = tuple(packs.of_kind("scenarios").values())
    armies = chance.choice(list(permutations(FORCES, 2)))
    first, second = (force(lists[army], profiles, chance.randint(LEAST, MOST), chance) for army in armies)
    table = set_up(packs, scenarios[seed % len(scenarios)], (first, second), Table(seed))
    play(table)
    first_ids, second_ids = (
        tuple((side.army.id, formation.id) for formation in side.formations) for side in (first, second)
    )
    return Game(first_ids, second_ids, worth(table))


def listed_points() -> dict[Id, float]:
    """Return the points of every formation that has some, as the packs list them."""
    packs = read_packs()
    profiles = packs.of_kind("profiles")
    return {
        (army, formation.id): float(price)
        for army in FORCES
        for formation in packs.of_kind("armies")[army].formations
        if (price := cost(formation, profiles)) is not None
    }


def fit_points(games: Sequence[Game], points: Mapping[Id, float]) -> dict[Id, float]:
    """Return the points that fit some games best; the first army's total stays as listed."""
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
    parameters = np.append(first, np.log(4.0))
    mean, spread = np.zeros_like(parameters), np.zeros_like(parameters)
    for step in range(1, STEPS + 1):
        each, steep = np.exp(parameters[:-1]), np.exp(parameters[-1])
        mine, theirs = counts[0] @ each, counts[1] @ each
        ahead = steep * np.log(mine / theirs)
        off = 1 / (1 + np.exp(-ahead)) - won
        shares = counts[0] * each / mine[:, None] - counts[1] * each / theirs[:, None]
        slope = np.append(steep * (shares * off[:, None]).sum(0), (off * ahead).sum())
        drift = parameters[:-1] - first
        for army in armies:
            slope[army] += (drift[army] - drift[army].mean()) / LOOSE**2
        mean, spread = 0.9 * mean + 0.1 * slope, 0.999 * spread + 0.001 * slope**2
        least = np.sqrt(spread / (1 - 0.999**step)) + 1e-8
        parameters -= PACE * mean / (1 - 0.9**step) / least
    each, scale = np.exp(parameters[:-1]), armies[0]
    each *= np.exp(first)[scale].sum() / each[scale].sum()
    return {id: float(each[place[id]]) for id in ids}


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the points of the packs, and those that fit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args(arguments)
    with Pool(options.cores) as pool:
        games = pool.map(play_sample, range(options.games), CHUNK)
    points = listed_points()
    for id, fits in fit_points(games, points).items():
        sys.stdout.write(f"{id[0]:15} {id[1]:12} {points[id]:4.0f} {fits:6.1f}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
