"""A board that writes down how late its loop was: `python -m tests.soak.timed_board FILE` is `q40k board 1 --led`."""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path

from q40k.__main__ import main
from q40k.live.board import Board

STEP = 0.005
FLOOR = 0.01
"""A shorter delay is not written down."""


async def write_delays(path: Path) -> None:
    """Write the time and the length of every delay, in seconds."""
    with path.open("w", buffering=1) as file:
        while True:
            due = time.monotonic() + STEP
            await asyncio.sleep(STEP)
            if (delay := time.monotonic() - due) > FLOOR:
                file.write(f"{due} {delay}\n")


def worst_delay(path: Path, since: float) -> float:
    """The longest delay that began since a time, in seconds."""
    lines = (line.split() for line in path.read_text().splitlines())
    return max((float(delay) for due, delay in lines if float(due) >= since), default=0.0)


def run(path: Path) -> int:
    """Serve a board whose loop is measured."""
    follow = Board.follow

    async def follow_measured(board: Board) -> None:
        measuring = asyncio.create_task(write_delays(path))
        try:
            await follow(board)
        finally:
            measuring.cancel()

    Board.follow = follow_measured  # type: ignore[method-assign, assignment]
    sys.argv = ["q40k", "board", "1", "--led"]
    return main()


if __name__ == "__main__":
    sys.exit(run(Path(sys.argv[1])))
