"""Bots of Quake 40K: games in memory by level, and a decision of a sharp bot among twelve; by CPU time."""

from __future__ import annotations

import time

from msgspec import Struct

from q40k.games.quake.bot.bot import QuakeBot
from q40k.games.quake.bot.playing import Entrant, play, set_up
from q40k.games.quake.packs.library import Library
from q40k.tabletop.rules import Level

CHAMPIONS = ("space-marine", "eldar-dire-avenger", "ork-shoota-boy", "nec-warrior")
NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Joe", "Kim", "Lou")
DECISION_GOAL = 80_000
"""A sharp bot's longest decision among twelve champions, in chess moves replayed."""


class Pace(Struct, frozen=True):
    """Games of a level on an arena, and the most chess moves that are replayed while one is played."""

    level: Level
    arena: str
    champions: int
    goal: int


PACES = (
    Pace("straight", "classic-60", 4, 60_000),
    Pace("sound", "classic-60", 4, 120_000),
    Pace("sharp", "classic-60", 4, 1_200_000),
    Pace("sound", "cathedral-120", 6, 360_000),
)


def entrants(level: Level, count: int) -> list[Entrant]:
    """Champions in turn, all of one level."""
    return [Entrant(NAMES[n], CHAMPIONS[n % len(CHAMPIONS)], level=level) for n in range(count)]


def seconds_a_game(library: Library, pace: Pace, games: int) -> float:
    """Seconds of processor time of a deathmatch to its end; before several, or a long one, another is played."""
    seats = entrants(pace.level, pace.champions)
    if games > 1 or pace.level == "sharp":  # so that nothing is cold
        play(set_up(library, "deathmatch", pace.arena, seats, 0), seats)
    start = time.process_time()
    for seed in range(1, games + 1):
        play(set_up(library, "deathmatch", pace.arena, seats, seed), seats)
    return (time.process_time() - start) / games


def decisions(library: Library, most: int) -> list[float]:
    """Seconds of processor time of a sharp bot's decisions in two turns of twelve champions, at most so many."""
    seats = entrants("straight", 12)
    table = set_up(library, "deathmatch", "cathedral-120", seats, 0)
    bot = QuakeBot()
    taken: list[float] = []
    while table.state.play.turn <= 2 and len(taken) < most and not table.state.outcome.over:
        seat = table.state.play.active
        assert seat is not None
        level: Level = "sharp" if table.state.running else "straight"
        start = time.process_time()
        move = bot.decide(table.state, None, seat, level, "", str(table.inputs))
        if table.state.running:
            taken.append(time.process_time() - start)
        assert move is not None
        assert move.command is not None
        assert table.do(move.command)
    return taken
