"""A season is the same, to the last byte, whatever works its matches out."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import AbstractContextManager, closing
from multiprocessing import get_context
from pathlib import Path

import pytest

from q40k.season import results
from q40k.season.results import LibraryResults
from tests.season.evenings import play_in, played_library, scored_match
from tests.table.digests import change_digests, kept_digests
from tests.table.scripts import opening_lines

MATCHES = 5


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A library of five finished matches and one that goes on, of which an engine takes two at a time."""
    monkeypatch.setattr(results, "PORTION", 2)
    path = tmp_path / "matches.sqlite3"
    with closing(played_library(path)) as library:
        for score in range(MATCHES):
            play_in(library, scored_match(("Ann", 20 + score), ("Bob", 10), ("Cid", 5)))
        play_in(library, opening_lines("Ann", "Bob"))
    change_digests(path, "DELETE FROM digests")
    return path


def work_out(path: Path, engine: Callable[[], AbstractContextManager[Executor]] | None) -> list[tuple[object, ...]]:
    """What is kept of a season which was worked out from nothing."""
    change_digests(path, "DELETE FROM digests")
    with closing(played_library(path)) as library:
        assert len(LibraryResults(library).finished_matches(engine=engine)) == MATCHES
    return kept_digests(path)


def spawn_pool() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(2, mp_context=get_context("spawn"))


def test_processes_work_out_what_one_works_out(path: Path) -> None:
    assert work_out(path, spawn_pool) == work_out(path, None)


def test_a_cluster_works_out_what_one_process_works_out(path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(1, threads_per_worker=1, dashboard_address=None, silence_logs=50) as cluster,
        distributed.Client(cluster) as client,
    ):
        assert work_out(path, client.get_executor) == work_out(path, None)


def test_a_season_that_is_interrupted_keeps_what_was_worked_out(path: Path) -> None:
    def interrupt(place: int, _number: int) -> None:
        if place == 3:
            raise KeyboardInterrupt

    again: list[int] = []
    with closing(played_library(path)) as library:
        with pytest.raises(KeyboardInterrupt):
            LibraryResults(library).finished_matches(interrupt, lambda: ThreadPoolExecutor(1))
        LibraryResults(library).finished_matches(lambda place, _number: again.append(place))
    assert again == [1, 2, 3, 4]
