"""A cluster of Dask plays the same jobs: a real scheduler, two workers in processes, one of them killed."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from q40k.games.game import Game
from q40k.lab.engines import Engine, NoCluster, Progress
from q40k.lab.jobs import find_world
from q40k.lab.shelf import Shelf
from q40k.lab.studies import play_study
from q40k.lab.tables import data
from tests.lab.test_engines import PLAN

distributed = pytest.importorskip("distributed")


@pytest.fixture
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50) as opened:
        yield opened


def play(coin: Game, path: Path, cluster: str | None, notify: Callable[[Progress], None] = lambda _p: None) -> str:
    world = find_world(coin)
    with closing(Shelf(path)) as shelf, Engine(coin, (), world, shelf, 1, cluster, notify) as engine:
        return json.dumps(data(play_study(engine, PLAN), world))


def test_figures_are_those_of_the_pool_also_when_a_worker_dies(coin: Game, tmp_path: Path, cluster: Any) -> None:
    victims = [worker.process.pid for worker in cluster.workers.values()][:1]

    def kill_one(progress: Progress) -> None:
        if victims and progress.finished >= 2:
            os.kill(victims.pop(), signal.SIGKILL)

    assert play(coin, tmp_path / "1", cluster.scheduler_address, kill_one) == play(coin, tmp_path / "2", None)
    assert not victims


def test_nobody_at_the_address_is_said(coin: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from q40k.lab import engines

    monkeypatch.setattr(engines, "CONNECT_SECONDS", "1s")
    with pytest.raises(NoCluster):
        play(coin, tmp_path / "1", "tcp://127.0.0.1:1")
