"""How fair scenarios are: bots play them with equal and with unlike armies.

`python -m q40k.games.epic.bot.balance --games 500` prints a line for each scenario and pairing: the
share of the first side (the attacker, if there is one), a draw counting half. With `--fair 500`
each two armies meet in all scenarios in turn, from both edges, each time with another fair pair of
forces of so many points. A game is defined by its number: the same call prints the same numbers on
any number of cores.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from math import sqrt
from multiprocessing import Pool
from random import Random
from typing import TypeVar

from q40k.games.epic.bot.plain import Table, play
from q40k.games.epic.packs.armies import Force, ListedFormation, fair_pair
from q40k.games.epic.packs.scenarios import Scenario
from q40k.games.epic.rules.deployment import Start
from q40k.games.epic.rules.opening import Army, Group, Muster, New
from q40k.games.epic.table.packs import EpicPacks
from q40k.packs.library import Library

FORCES = {
    "space-marines": (
        *("tactical",) * 5,
        *("devastator",) * 2,
        "assault",
        "command",
        "dreadnought",
        "predator",
        "terminators",
    ),
    "orks": (*("boyz",) * 6, "goffs", "goffs", "nobz", "boss", "kans", "kans"),
    "eldar": (*("guardians",) * 6, "banshees", "dragons", "reapers", "reapers", "farseer", "falcon"),
    "imperial-guard": (*("squad",) * 7, "heavy", "heavy", "commissar", "ogryns", "leman-russ"),
}
"""The twelve formations of each army that a bot fields."""
TURNS = 6
CHUNK = 4
"""Games that a core takes at a time."""

Pairing = tuple[str, str, str]
"""A scenario, the army of its first edge, and the army of the other."""


def begin(
    library: Library, scenario: Scenario, armies: tuple[str, str], seed: int, table: Table | None = None
) -> Table:
    """Return a match whose armies are about to be set up; the first army has the first edge."""
    sides = (_twelve(library, armies[0]), _twelve(library, armies[1]))
    return set_up(library, scenario, sides, table or Table(seed))


def _twelve(library: Library, army: str) -> Force:
    """Return the twelve formations of an army that a bot fields."""
    listed = library.of_kind("armies")[army]
    formations: dict[str, ListedFormation] = {formation.id: formation for formation in listed.formations}
    chosen = tuple(formations[id] for id in FORCES[army])
    return Force(listed, chosen, sum(formation.points or 0 for formation in chosen))


def set_up(library: Library, scenario: Scenario, forces: tuple[Force, Force], table: Table) -> Table:
    """Return a match with two forces about to be set up; the first force has the first edge."""
    packs, limit = EpicPacks(), scenario.turn_limit or TURNS
    table.do(New(scenario=scenario.id, scenario_data=scenario, options={"turn_limit": limit}))
    for player, (army, formations, _points) in zip("AB", forces, strict=True):
        join = Army(player=player, name=army.id, strategic=army.strategic, morale=army.morale)
        table.do(join)
        for number, formation in enumerate(formations, 1):
            groups = tuple(Group(profile=m.profile, n=m.n) for m in formation.figures)
            muster = Muster(player=player, id=f"{player}{number}", figures=groups)
            table.do(packs.complete(library, table.state, muster))
    table.do(Start(edges={"A": scenario.edges[0], "B": scenario.edges[1]}))
    return table


def play_game(library: Library, scenario: Scenario, armies: tuple[str, str], seed: int) -> Table:
    """Play a whole game and return its table."""
    table = begin(library, scenario, armies, seed)
    play(table)
    return table


@cache
def read_packs() -> Library:
    """Return the game's own packs, read once."""
    library: Library = EpicPacks().library()
    return library


def score_game(job: tuple[Pairing, int]) -> float:
    """Play a game; return its worth to the first side: 1 for a win, a half for a draw."""
    (scenario, *armies), seed = job
    played: Scenario = read_packs().of_kind("scenarios")[scenario]
    return worth(play_game(read_packs(), played, (armies[0], armies[1]), seed))


def score_fair_game(job: tuple[tuple[str, str], tuple[str, ...], int, int]) -> float:
    """Play a fair pair; return its worth to the first army.

    `job` holds the armies, the scenarios, the points and the game's number. The scenarios take
    turns, each from one edge and then from the other.
    """
    armies, scenarios, points, seed = job
    packs = read_packs()
    lists, profiles = packs.of_kind("armies"), packs.of_kind("profiles")
    chance = Random(f"{armies}/{points}/{seed}")
    first, second = fair_pair((lists[armies[0]], lists[armies[1]]), profiles, points, chance)
    scenario = packs.of_kind("scenarios")[scenarios[seed % len(scenarios)]]
    turned = seed // len(scenarios) % 2 == 1
    table = set_up(packs, scenario, (second, first) if turned else (first, second), Table(seed))
    play(table)
    return 1 - worth(table) if turned else worth(table)


def worth(table: Table) -> float:
    """Return what a finished game is worth to the first side."""
    winners = table.state.outcome.winners
    return 0.5 if not winners else float(winners[0] == "p1")


Job = TypeVar("Job")


def shares(
    jobs: Sequence[Job], play_one: Callable[[Job], float], games: int, cores: int
) -> Iterator[tuple[float, float]]:
    """Yield the share won of each `games` jobs, with its standard error."""
    with Pool(cores) as pool:
        results = pool.imap(play_one, jobs, CHUNK)
        for _ in range(len(jobs) // games):
            share = sum(next(results) for _ in range(games)) / games
            yield share, sqrt(share * (1 - share) / games)


def pairings(scenarios: Iterable[str], armies: Iterable[str], *, unlike: bool) -> list[Pairing]:
    """Return the pairings to play: each army against itself, or against all others."""
    every = list(armies)
    return [
        (scenario, first, second)
        for scenario in scenarios
        for first in every
        for second in (FORCES if unlike else (first,))
        if not unlike or first != second
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print how the scenarios come out when bots play them."""
    scenarios = EpicPacks().library().of_kind("scenarios")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500, help="games a pairing")
    parser.add_argument("--scenario", action="append", choices=list(scenarios))
    parser.add_argument("--army", action="append", choices=list(FORCES), help="of the first side")
    parser.add_argument("--unlike", action="store_true", help="unlike armies instead of mirrored")
    parser.add_argument("--fair", type=int, metavar="POINTS", help="unlike armies, fair pairs")
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args(arguments)
    started = time.perf_counter()
    played, armies = tuple(options.scenario or scenarios), tuple(options.army or FORCES)
    if options.fair:
        heads = [("all", *pair) for pair in combinations(armies, 2)]
        jobs = [(pair, played, options.fair, n) for pair in combinations(armies, 2) for n in range(options.games)]
        lines = shares(jobs, score_fair_game, options.games, options.cores)
    else:
        heads = pairings(played, armies, unlike=options.unlike)
        both = [(pairing, n) for pairing in heads for n in range(options.games)]
        lines = shares(both, score_game, options.games, options.cores)
    for (scenario, first, second), (share, off) in zip(heads, lines, strict=True):
        sys.stdout.write(f"{scenario:12} {first:15} {second:15} {share:6.1%} ± {off:.1%}\n")
        sys.stdout.flush()
    games = len(heads) * options.games
    sys.stdout.write(f"{games} games in {time.perf_counter() - started:.0f} s\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
