"""How scenarios weigh: bots play them with mirrored and with unlike armies.

`python -m q40k.games.epic.bot.balance --games 500` prints a line for each scenario and pairing: the
share of the first side (the attacker, where there is one), a draw counting half. A game is known
by its number, so the same call prints the same figures, however many cores play.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import sqrt
from multiprocessing import Pool

from q40k.games.epic.bot.plain import play
from q40k.games.epic.bot.playing import Table
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
    table, packs = table or Table(seed), EpicPacks()
    limit = scenario.turn_limit or TURNS
    table.do(New(scenario=scenario.id, scenario_data=scenario, options={"turn_limit": limit}))
    for player, army in zip("AB", armies, strict=True):
        listed = library.of_kind("armies")[army]
        join = Army(player=player, name=army, strategic=listed.strategic, morale=listed.morale)
        table.do(join)
        formations = {one.id: one for one in listed.formations}
        for number, id in enumerate(FORCES[army], 1):
            groups = tuple(Group(profile=m.profile, n=m.n) for m in formations[id].figures)
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
def _packs() -> Library:
    found: Library = EpicPacks().library()
    return found


def won(job: tuple[Pairing, int]) -> float:
    """What a game is worth to the first side: 1 when it wins, a half in a draw."""
    (scenario, *armies), seed = job
    played: Scenario = _packs().of_kind("scenarios")[scenario]
    winners = game(_packs(), played, (armies[0], armies[1]), seed).state.outcome.winners
    return 0.5 if not winners else float(winners[0] == "p1")


def shares(
    pairings: Sequence[Pairing], games: int, cores: int
) -> Iterator[tuple[Pairing, float, float]]:
    """For each pairing the share that the first side wins, and how far chance may have it off."""
    jobs = [(one, seed) for one in pairings for seed in range(games)]
    with Pool(cores) as pool:
        worth = pool.imap(won, jobs, CHUNK)
        for one in pairings:
            share = sum(next(worth) for _ in range(games)) / games
            yield one, share, sqrt(share * (1 - share) / games)


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
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    said = parser.parse_args(arguments)
    begun = time.perf_counter()
    asked = pairings(said.scenario or known, said.army or FORCES, unlike=said.unlike)
    for (scenario, one, other), share, off in shares(asked, said.games, said.cores):
        sys.stdout.write(f"{scenario:12} {one:15} {other:15} {share:6.1%} ± {off:.1%}\n")
        sys.stdout.flush()
    games = len(asked) * said.games
    sys.stdout.write(f"{games} games in {time.perf_counter() - begun:.0f} s\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
