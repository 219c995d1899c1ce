"""Space Hulk alone: games of bot against automaton in memory, and the automaton's decisions."""

from __future__ import annotations

import time
from functools import cache

from benchmarks.replay import moved
from q40k.games.space_hulk.bot.lab import lay_out
from q40k.games.space_hulk.bot.playing import Table, play, step
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.solo.automaton import Alien
from q40k.games.space_hulk.table.opening import HulkPacks
from q40k.packs.library import Library

MISSION = "long-gallery"
"""The second of the eight."""
BEFORE = 0.09
"""Games for a thousand chess moves with the bot of before, which looked at a step and not at a turn."""
BEFORE_PART = 0.6
"""Of that: the search weighs some 25 ends of each marine's turn by the aliens' reply. 0.72 to 1 on a busy machine."""
DECISION_GOAL = 2_000
"""What the automaton does next, in chess moves replayed: about a frame."""


@cache
def packs() -> Library:
    """The packs of the game, read once."""
    library: Library = HulkPacks().library()
    return library


def begin(seed: int) -> Table:
    """A game of mission two, laid out."""
    return lay_out(packs(), MISSION, "4", seed)


def games(many: int) -> float:
    """Whole games a second of processor time; one is played first, so that nothing is cold."""
    play(begin(0))
    start = time.process_time()
    for seed in range(many):
        play(begin(seed))
    return many / (time.process_time() - start)


def games_beside_chess(many: int) -> tuple[float, float]:
    """Whole games a second, and for a thousand chess moves: that is much the same on any machine."""
    before = moved(clock=time.process_time)
    each = games(many)
    return each, 1000 * each / ((before + moved(clock=time.process_time)) / 2)


def decisions(many: int) -> list[float]:
    """How long the automaton takes for an act, dice and rules included; seconds of processor time.

    An alien's whole activation is shared out among its acts.
    """
    found: list[float] = []
    for seed in range(many):
        table = begin(seed)
        while not table.state.outcome.over:
            before, start = table.state, time.process_time()
            if _theirs(before) and table.do(Alien()):
                found.append((time.process_time() - start) / acts(before, table.state))
            else:
                step(table)
    return found


def _theirs(state: Match) -> bool:
    """Whether the automaton may go on."""
    phase = state.play.phase in ("stealer-reinforcement", "stealer-action")
    return phase and (not state.pending or (state.conversion is not None and state.conversion.own))


def acts(before: Match, after: Match) -> int:
    """How many points aliens have spent, at least one: an act each, or nearly."""
    spent = sum(one.acts.ap - after.stealers[id].acts.ap for id, one in before.stealers.items())
    spent += sum(one.acts.ap - after.blips[id].acts.ap for id, one in before.blips.items())
    return max(1, spent)
