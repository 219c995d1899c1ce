"""How scenarios weigh: bots play them with mirrored and with unlike armies.

`python -m q40k.games.epic.bot.balance --games 500` prints a line for each scenario and pairing: the
share of the first side (the attacker, where there is one), a draw counting half.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence

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


def begin(library: Library, scenario: Scenario, armies: tuple[str, str], seed: int) -> Table:
    """A match whose armies are about to be set up; the first has the first edge."""
    table, packs = Table(seed), EpicPacks()
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


def share(library: Library, scenario: Scenario, armies: tuple[str, str], games: int) -> float:
    """The share of games that the first side wins, a draw counting half."""
    won = 0.0
    for seed in range(games):
        winners = game(library, scenario, armies, seed).state.outcome.winners
        won += 0.5 if not winners else float(winners[0] == "p1")
    return won / games


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what bots make of the scenarios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--scenario", action="append")
    parser.add_argument("--unlike", action="store_true", help="unlike armies too")
    said = parser.parse_args(arguments)
    library = EpicPacks().library()
    scenarios = library.of_kind("scenarios")
    pairs = [(army, army) for army in FORCES]
    if said.unlike:
        pairs += [(a, b) for a in FORCES for b in FORCES if a != b]
    for id in said.scenario or scenarios:
        for pair in pairs:
            begun = time.perf_counter()
            won = share(library, scenarios[id], pair, said.games)
            each = (time.perf_counter() - begun) / said.games
            line = f"{id:12} {pair[0]:15} {pair[1]:15} {won:6.1%}  {each:.2f} s a game\n"
            sys.stdout.write(line)
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
