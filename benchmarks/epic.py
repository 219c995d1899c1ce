"""Games of Epic Escarmouches that bots play in memory: so many a second, and inputs beside them."""

from __future__ import annotations

import time

from q40k.games.epic.bot.balance import begin, game
from q40k.games.epic.bot.playing import Table
from q40k.games.epic.table.resolve import EpicPacks

GOAL = 1.0
"""Games a second on one core."""
SCENARIO = "meeting"


def measured(games: int) -> tuple[float, float]:
    """Games and accepted inputs a second of processor time, with 12 formations a side."""
    library = EpicPacks().library()
    scenario = library.of_kind("scenarios")[SCENARIO]
    begin(library, scenario, ("orks", "orks"), 0)  # what is compiled once is compiled
    begun, inputs = time.process_time(), 0
    for seed in range(games):
        table: Table = game(library, scenario, ("space-marines", "orks"), seed)
        inputs += table.inputs
    seconds = time.process_time() - begun
    return games / seconds, inputs / seconds
