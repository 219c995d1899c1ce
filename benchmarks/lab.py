"""The lab: games a second and core of each game, and what a second core and Dask cost."""

from __future__ import annotations

import tempfile
import time
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

from q40k.games.game import find
from q40k.lab.designs import list_bouts
from q40k.lab.engines import Engine
from q40k.lab.jobs import find_world, play_bout
from q40k.lab.shelf import Shelf
from q40k.lab.studies import Choice, make_plan

DASK_GOAL = 1.15
"""Dask needs at most so many times as long as the pool for the same jobs."""
STUDIES = {
    "quake": Choice(named={"champions": ("all",)}, near=16, seats=6),
    "epic": Choice(named={"armies": ("orks", "eldar")}),
    "space-hulk": Choice(named={"missions": ("long-gallery", "head-count")}),
}
"""What is played of each game: six sound bots at a table, twelve formations a side, marines against the automaton."""


def games_a_second(id: str, number: int) -> float:
    """Games a second of processor time on one core; one is played first, so that nothing is cold."""
    game = find(id)
    library = game.packs.library()
    plan = make_plan(game.lab, library, STUDIES[id])
    first, *bouts = list_bouts(plan)[: number + 1]
    play_bout(game.lab, library, first)
    begin = time.process_time()
    for bout in bouts:
        play_bout(game.lab, library, bout)
    return len(bouts) / (time.process_time() - begin)


def has_dask() -> bool:
    """Whether the extra `cluster` is installed."""
    return find_spec("distributed") is not None


def seconds(number: int, cores: int, cluster: str | None = None) -> float:
    """Seconds on the clock for so many games of Space Hulk; processes are started and warm before."""
    game = find("space-hulk")
    plan = make_plan(game.lab, game.packs.library(), STUDIES["space-hulk"])
    bouts = list_bouts(plan)
    warming, measured = bouts[: 4 * cores], bouts[4 * cores : 4 * cores + number]
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(Shelf(Path(folder) / "shelf")) as shelf,
        Engine(game, (), find_world(game), shelf, cores, cluster) as engine,
    ):
        engine.play(warming)
        begin = time.perf_counter()
        engine.play(measured)
        return time.perf_counter() - begin
