"""How much is measured: in earnest, and once on next to nothing."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from benchmarks import board, bots, live, odds
from benchmarks import season as seasons


@dataclass(frozen=True)
class Sizes:
    """How much is measured: entries of matches, runs of each, throws of dice, a full board."""

    young: int = 300
    long: int = 5_000
    longer: int = 10_000
    huge: int = 50_000
    amended: int = 20_000
    starts: int = 15
    runs: int = 9
    keys: int = 25
    throws: int = odds.THROWS
    champions: int = board.CHAMPIONS
    pieces: int = board.PIECES
    matches: int = seasons.MATCHES
    spectators: int = live.SPECTATORS
    told: int = 500
    events: tuple[int, int] = (live.FIRST, live.LAST)
    paces: int = len(bots.PACES)
    decisions: int = sys.maxsize


FULL = Sizes()
SHORT = Sizes(young=60, long=80, longer=90, huge=100, amended=90, starts=1, runs=1, keys=1, throws=20_000,
              champions=6, pieces=8, matches=6, spectators=2, told=20, events=(20, 40),
              paces=1, decisions=3)  # fmt: skip
SPREAD = 3
"""With fewer runs no processes are started to compare."""
FEW = 3
"""Whole games of bots are played so often: each has hundreds of decisions, and processor time varies little."""
