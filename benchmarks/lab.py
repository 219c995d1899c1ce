"""The lab: games a second and core of each game, and what a second core and Dask cost."""

from __future__ import annotations

import tempfile
import time
from collections import deque
from collections.abc import Sequence
from contextlib import closing
from heapq import heappop, heappush
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from q40k.games.game import find
from q40k.lab.designs import list_bouts
from q40k.lab.engines import Engine, Progress, Workshop
from q40k.lab.jobs import Work, find_world, play_bout, play_job, read_result
from q40k.lab.shelf import Shelf
from q40k.lab.studies import Choice, make_plan
from q40k.lab.subject import Result

DASK_GOAL = 1.15
"""Dask needs at most so many times as long as the pool for the same jobs."""
STUDIES = {
    "quake": Choice(named={"champions": ("all",)}, near=16, seats=6),
    "epic": Choice(named={"armies": ("orks", "eldar")}),
    "space-hulk": Choice(named={"missions": ("long-gallery", "head-count")}),
}
"""What is played of each game: six sound bots at a table, twelve formations a side, marines against the automaton."""


PLANNED_CORES, PLANNED_GAMES = 64, 100_000
"""What is planned from the games that were timed."""


def time_each(id: str, number: int) -> list[float]:
    """Return the seconds of processor time of each of some games; one is played first, so that nothing is cold."""
    game = find(id)
    library = game.packs.library()
    plan = make_plan(game.lab, library, STUDIES[id])
    first, *bouts = list_bouts(plan)[: number + 1]
    play_bout(game.lab, library, first)
    costs = []
    for bout in bouts:
        begin = time.process_time()
        play_bout(game.lab, library, bout)
        costs.append(time.process_time() - begin)
    return costs


def has_dask() -> bool:
    """Whether the extra `cluster` is installed."""
    return find_spec("distributed") is not None


class Timing(NamedTuple):
    """Seconds on the clock for some games, and seconds of the process that asks for each job."""

    clock: float
    handling: float


def time_games(number: int, cores: int, cluster: str | None = None) -> Timing:
    """Time so many games of Space Hulk; processes are started and warm before."""
    game = find("space-hulk")
    bouts = list_bouts(make_plan(game.lab, game.packs.library(), STUDIES["space-hulk"]))
    warming, measured = bouts[: 4 * cores], bouts[4 * cores : 4 * cores + number]
    jobs: list[Progress] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(Shelf(Path(folder) / "shelf")) as shelf,
        Engine(game, (), find_world(game), shelf, cores, cluster, jobs.append) as engine,
    ):
        engine.play(warming)
        jobs.clear()
        begin, asking = time.perf_counter(), time.process_time()
        engine.play(measured)
        return Timing(time.perf_counter() - begin, (time.process_time() - asking) / len(jobs))


def plan_seconds(costs: Sequence[float], cores: int, handling: float) -> float:
    """Plan how long so many cores need for games of these costs, handed out as the engine does.

    The process that asks hands out and keeps one job after another, each in `handling` seconds.
    """
    game = find("space-hulk")
    with tempfile.TemporaryDirectory() as folder, closing(Shelf(Path(folder) / "shelf")) as shelf:
        work = Work[float, Result](str, play_job, read_result)
        engine = Workshop(game, (), find_world(game), shelf, work=work)
        waiting, cores_free, running = deque(costs), [0.0] * cores, list[tuple[float, tuple[float, ...]]]()
        asker = 0.0
        while waiting or running:
            while waiting and len(running) <= cores:
                job = engine.next_job(waiting, cores)
                asker += handling
                end = max(asker, heappop(cores_free)) + sum(job.tasks)
                heappush(cores_free, end)
                heappush(running, (end, job.tasks))
            end, finished = heappop(running)
            asker = max(asker, end)
            engine.played += len(finished)
            engine.seconds += sum(finished)
    return asker
