"""Entries verified a second, against python-chess replaying a recorded game."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import chess

from q40k.games.quake.state.game import Quake
from q40k.kernel.journal.journal import Entry
from q40k.kernel.replay import verify

# Morphy against the Duke of Brunswick and Count Isouard, Paris 1858.
GAME = [
    "e2e4", "e7e5", "g1f3", "d7d6", "d2d4", "c8g4", "d4e5", "g4f3", "d1f3",
    "d6e5", "f1c4", "g8f6", "f3b3", "d8e7", "b1c3", "c7c6", "c1g5", "b7b5",
    "c3b5", "c6b5", "c4b5", "b8d7", "e1c1", "a8d8", "d1d7", "d8d7", "h1d1",
    "e7e6", "b5d7", "f6d7", "b3b8", "d7b8", "d1d8",
]  # fmt: skip


@contextmanager
def collecting_seldom() -> Iterator[None]:
    """Look for garbage as seldom as `q40k verify` does; chess gains from it as well."""
    thresholds = gc.get_threshold()
    gc.set_threshold(300_000, 50, 50)
    yield
    gc.set_threshold(*thresholds)


def verified(entries: Sequence[Entry]) -> float:
    """Entries a second."""
    began = time.perf_counter()
    verdict = verify(Quake(), entries)
    took = time.perf_counter() - began
    if verdict.differs_at is not None or verdict.inputs != len(entries):
        raise AssertionError(f"verification failed at {verdict.differs_at}")
    return len(entries) / took


def moved(games: int = 60, clock: Callable[[], float] = time.perf_counter) -> float:
    """Chess moves a second."""
    began = clock()
    for _ in range(games):
        board = chess.Board()
        for move in GAME:
            board.push_uci(move)
        if not board.is_checkmate():
            raise AssertionError("the recorded game does not end in mate")
    return games * len(GAME) / (clock() - began)
