"""Evenings of bots: random champions, arenas and levels in every mod, each played to its end.

`python -m tests.soak.bots --evenings 500`, or `--minutes 5`, prints each evening, and ends with a
failure if a command was refused, a question had no answer, or a match did not end.
"""

from __future__ import annotations

import argparse
import sys
import time
from random import Random
from typing import Any

from q40k.bots.bot import LEVELS
from q40k.games.quake.bot.playing import Entrant, play, set_up
from q40k.kernel.events import Refused
from tests.soak.mods import SHORT
from tests.table.scripts import library

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")
TRIES = 1000
"""Champions are drawn again while the mod does not take them."""


def evening(mod: str, seed: int) -> str:
    """Play an evening; say what was played and who won. Raises what went wrong."""
    dice, packs = Random(f"{mod} {seed}"), library()
    rules = packs.mods[mod]
    homes = sorted(arena.id for arena in packs.arenas.values() if arena.bases and arena.flags)
    arena = dice.choice(homes if rules.in_teams else sorted(packs.arenas))
    many = 6 if mod == "domination" else dice.choice((2, 4, 6))
    options: dict[str, Any] = dict(SHORT.get(mod, {}))
    if rules.has("budget"):
        options["budget"] = 900
    addons = ("barrel-frenzy",) if dice.random() < 0.3 else ()
    for _ in range(TRIES):
        seats = entrants(dice, many, teams=rules.in_teams, clone=rules.has("clone"))
        try:
            table = set_up(packs, mod, arena, seats, seed, options, addons)
        except Refused:
            continue
        state = play(table, seats)
        who = ", ".join(f"{seat.champion} ({seat.level})" for seat in seats)
        return f"{mod} on {arena}: {who}; {state.play.turn} turns, {state.outcome.winner} won"
    raise AssertionError(f"no champions for {mod} with seed {seed}")


def entrants(dice: Random, many: int, *, teams: bool, clone: bool) -> list[Entrant]:
    """Draw champions and levels."""
    pool = sorted(library().champions)
    same = dice.choice(pool)
    return [
        Entrant(
            name,
            same if clone else dice.choice(pool),
            level=dice.choice(LEVELS),
            personality=dice.choice(("", *library().personalities)),
            team=("Red", "Blue")[number % 2] if teams else None,
        )
        for number, name in enumerate(NAMES[:many])
    ]


def main() -> int:
    """Play evenings of all mods in turn."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.bots", description=__doc__)
    parser.add_argument("--evenings", type=int, default=500)
    parser.add_argument("--minutes", type=float, help="begin no evening after so many")
    parser.add_argument("--seed", type=int, default=1, help="of the first evening")
    arguments = parser.parse_args()
    mods, played, failed = sorted(library().mods), 0, 0
    end = time.monotonic() + 60 * arguments.minutes if arguments.minutes else float("inf")
    for number in range(arguments.evenings):
        if time.monotonic() > end:
            break
        played += 1
        mod, seed = mods[number % len(mods)], arguments.seed + number
        try:
            line = evening(mod, seed)
        except Exception as error:
            failed += 1
            line = f"FAILED {mod}, seed {seed}: {error!r}"
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{played} evenings, {failed} failed\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
