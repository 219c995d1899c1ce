"""A cluster of Dask plays the same jobs: a real scheduler, two workers in processes, one of them killed."""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from q40k.cli.errors import Failure
from q40k.cli.lab.calls import explain_faults
from q40k.games.game import Game
from q40k.lab import engines
from q40k.lab.designs import list_bouts
from q40k.lab.engines import ClusterLost, Engine, NoCluster, Progress
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


SCHEDULER = """
import sys
from distributed import LocalCluster

if __name__ == "__main__":
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None, silence_logs=50) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
"""


def test_a_scheduler_that_dies_is_said_and_the_same_call_goes_on(
    coin: Game, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.getLogger("distributed.client"), "propagate", True)
    monkeypatch.setattr(logging.getLogger("distributed"), "propagate", True)
    script = tmp_path / "scheduler.py"
    script.write_text(SCHEDULER, encoding="utf-8")
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen([sys.executable, str(script)], text=True, start_new_session=True, **pipes) as scheduler:
        assert scheduler.stdout is not None
        address = scheduler.stdout.readline().strip()

        def kill_scheduler(progress: Progress) -> None:
            if progress.finished >= 2 and scheduler.poll() is None:
                os.killpg(scheduler.pid, signal.SIGKILL)
                scheduler.wait()

        with pytest.raises(ClusterLost) as lost:
            play(coin, tmp_path / "1", address, kill_scheduler)
    assert 2 <= lost.value.finished < lost.value.number == PLAN.games
    assert not caplog.records, "Dask says nothing of its own"
    with closing(Shelf(tmp_path / "1")) as shelf:
        engine = Engine(coin, (), find_world(coin), shelf)
        assert sum(result is not None for result in engine.results(list_bouts(PLAN))) == lost.value.finished
    assert play(coin, tmp_path / "1", None) == play(coin, tmp_path / "2", None)


def test_a_lost_cluster_is_a_sentence() -> None:
    with pytest.raises(Failure, match="312 of 400 results are kept"), explain_faults("tcp://there:1"):
        raise ClusterLost(312, 400)


def test_a_worker_of_another_version_refuses_and_that_is_a_sentence(coin: Game, tmp_path: Path, cluster: Any) -> None:
    world, address = replace(find_world(coin), version="0.0.1"), cluster.scheduler_address
    with (
        closing(Shelf(tmp_path / "1")) as shelf,
        Engine(coin, (), world, shelf, 1, address) as engine,
        pytest.raises(Failure, match="has another version of q40k") as failure,
        explain_faults(address),
    ):
        play_study(engine, PLAN)
    assert "Install the same everywhere" in failure.value.advice
    with closing(Shelf(tmp_path / "1")) as shelf:
        engine = Engine(coin, (), world, shelf)
        assert not any(engine.results(list_bouts(PLAN))), "nothing of it was kept"


def test_a_cluster_that_nobody_answers_for_is_a_sentence(
    coin: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "CONNECT_SECONDS", "1s")
    address = "tcp://127.0.0.1:1"
    title = f"The cluster {address} cannot be used"
    with pytest.raises(Failure, match=title) as failure, explain_faults(address):
        play(coin, tmp_path / "1", address)
    assert "pip install" not in failure.value.advice, "what it needs is installed"
    assert play(coin, tmp_path / "1", None) == play(coin, tmp_path / "2", None), "the same call goes on without it"


def test_an_address_that_is_none_is_said(coin: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "CONNECT_SECONDS", "1s")
    with pytest.raises(NoCluster):
        play(coin, tmp_path / "1", "no address")
