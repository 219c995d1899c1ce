"""How scenarios weigh: bots play them with mirrored and with unlike armies.

`python -m q40k.games.epic.bot.balance --games 500` prints a line for each scenario and pairing: the
share of the first side (the attacker, where there is one), a draw counting half. With `--fair 500`
each two armies meet in all scenarios by turns, from both edges, each time with another fair pair of
forces for so many points. A game is known by its number, so the same call prints the same figures,
however many cores play.
"""

from __future__ import annotations

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

from q40k.games.epic.bot.plain import play
from q40k.games.epic.bot.playing import Table
from q40k.games.epic.packs.armies import ListedFormation
from q40k.games.epic.packs.forces import Force, fair_pair
from q40k.games.epic.packs.scenarios import Scenario
from q40k.games.epic.rules.armies import Army, Group, Muster
from q40k.games.epic.rules.deployment import Start
from q40k.games.epic.rules.opening import New
from q40k.games.epic.table.resolve import EpicPacks
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
    "eldar": (
        *("guardians",) * 6,
        "banshees",
        "dragons",
        "reapers",
        "reapers",
        "farseer",
        "falcon",
    ),
    "imperial-guard": (*("squad",) * 7, "heavy", "heavy", "commissar", "ogryns", "leman-russ"),
}
"""The twelve formations of each army that a bot fields."""
TURNS = 6
CHUNK = 4
"""Games that a core takes at a time."""

Pairing = tuple[str, str, str]
"""A scenario, the army of its first edge, and that of the other."""


def begin(
    library: Library,
    scenario: Scenario,
    armies: tuple[str, str],
    seed: int,
    table: Table | None = None,
) -> Table:
    """A match whose armies are about to be set up; the first has the first edge."""
    sides = (_twelve(library, armies[0]), _twelve(library, armies[1]))
    return set_up(library, scenario, sides, table or Table(seed))


def _twelve(library: Library, army: str) -> Force:
    """The twelve formations that a bot fields of an army."""
    listed = library.of_kind("armies")[army]
    known: dict[str, ListedFormation] = {one.id: one for one in listed.formations}
    chosen = tuple(known[id] for id in FORCES[army])
    return Force(listed, chosen, sum(one.points or 0 for one in chosen))


def set_up(
    library: Library, scenario: Scenario, forces: tuple[Force, Force], table: Table
) -> Table:
    """A match with these two forces, about to be set up; the first has the first edge."""
    packs, limit = EpicPacks(), scenario.turn_limit or TURNS
    table.do(New(scenario=scenario.id, scenario_data=scenario, options={"turn_limit": limit}))
    for player, (army, formations, _points) in zip("AB", forces, strict=True):
        join = Army(player=player, name=army.id, strategic=army.strategic, morale=army.morale)
        table.do(join)
        for number, one in enumerate(formations, 1):
            groups = tuple(Group(profile=m.profile, n=m.n) for m in one.figures)
            muster = Muster(player=player, id=f"{player}{number}", figures=groups)
            table.do(packs.complete(library, table.state, muster))
    table.do(Start(edges={"A": scenario.edges[0], "B": scenario.edges[1]}))
    return table


def game(library: Library, scenario: Scenario, armies: tuple[str, str], seed: int) -> Table:
    """A whole game."""
    table = begin(library, scenario, armies, seed)
    play(table)
    return table


@cache
def known_packs() -> Library:
    """The packs of the house, read once."""
    found: Library = EpicPacks().library()
    return found


def won(job: tuple[Pairing, int]) -> float:
    """What a game is worth to the first side: 1 when it wins, a half in a draw."""
    (scenario, *armies), seed = job
    played: Scenario = known_packs().of_kind("scenarios")[scenario]
    return worth(game(known_packs(), played, (armies[0], armies[1]), seed))


def won_fairly(job: tuple[tuple[str, str], tuple[str, ...], int, int]) -> float:
    """What a game of a fair pair is worth to the first army: armies, scenarios, points, number.

    The scenarios come by turns, and each of them from one edge, then from the other.
    """
    armies, scenarios, points, seed = job
    packs = known_packs()
    lists, profiles = packs.of_kind("armies"), packs.of_kind("profiles")
    chance = Random(f"{armies}/{points}/{seed}")
    one, other = fair_pair((lists[armies[0]], lists[armies[1]]), profiles, points, chance)
    scenario = packs.of_kind("scenarios")[scenarios[seed % len(scenarios)]]
    turned = seed // len(scenarios) % 2 == 1
    table = set_up(packs, scenario, (other, one) if turned else (one, other), Table(seed))
    play(table)
    return 1 - worth(table) if turned else worth(table)


def worth(table: Table) -> float:
    """What a game that is over is worth to the first side."""
    winners = table.state.outcome.winners
    return 0.5 if not winners else float(winners[0] == "p1")


Job = TypeVar("Job")


def shares(
    jobs: Sequence[Job], play_one: Callable[[Job], float], games: int, cores: int
) -> Iterator[tuple[float, float]]:
    """The share that is won of each so many games, and how far chance may have it off."""
    with Pool(cores) as pool:
        found = pool.imap(play_one, jobs, CHUNK)
        for _ in range(len(jobs) // games):
            share = sum(next(found) for _ in range(games)) / games
            yield share, sqrt(share * (1 - share) / games)


def pairings(scenarios: Iterable[str], armies: Iterable[str], *, unlike: bool) -> list[Pairing]:
    """The pairings that are played: each army against itself, or against all others."""
    every = list(armies)
    return [
        (scenario, one, other)
        for scenario in scenarios
        for one in every
        for other in (FORCES if unlike else (one,))
        if not unlike or one != other
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what bots make of the scenarios."""
    known = EpicPacks().library().of_kind("scenarios")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500, help="games a pairing")
    parser.add_argument("--scenario", action="append", choices=list(known))
    parser.add_argument("--army", action="append", choices=list(FORCES), help="of the first side")
    parser.add_argument("--unlike", action="store_true", help="unlike armies instead of mirrored")
    parser.add_argument("--fair", type=int, metavar="POINTS", help="unlike armies, fair pairs")
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    said = parser.parse_args(arguments)
    begun = time.perf_counter()
    played, armies = tuple(said.scenario or known), tuple(said.army or FORCES)
    if said.fair:
        heads = [("all", *pair) for pair in combinations(armies, 2)]
        jobs = [
            (pair, played, said.fair, n)
            for pair in combinations(armies, 2)
            for n in range(said.games)
        ]
        lines = shares(jobs, won_fairly, said.games, said.cores)
    else:
        heads = pairings(played, armies, unlike=said.unlike)
        both = [(one, n) for one in heads for n in range(said.games)]
        lines = shares(both, won, said.games, said.cores)
    for (scenario, one, other), (share, off) in zip(heads, lines, strict=True):
        sys.stdout.write(f"{scenario:12} {one:15} {other:15} {share:6.1%} ± {off:.1%}\n")
        sys.stdout.flush()
    games = len(heads) * said.games
    sys.stdout.write(f"{games} games in {time.perf_counter() - begun:.0f} s\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
