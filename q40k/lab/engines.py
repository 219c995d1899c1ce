"""Engines: what plays jobs. The standard library's pool by default, or a cluster of Dask.

Both are an `Executor`; nothing else of the program knows which it is.
"""

import logging
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import ExitStack, contextmanager, redirect_stderr, suppress
from math import ceil
from multiprocessing import active_children, get_context, parent_process, resource_tracker
from types import TracebackType
from typing import Any, Generic, Self

from msgspec import Struct

from q40k.games.game import Game, place_of
from q40k.kernel.garbage import collect_in_portions
from q40k.lab.jobs import BOUTS, Job, R, T, Work, World, WorldDiffers
from q40k.lab.shelf import Shelf
from q40k.lab.subject import Bout, Result

JOB_SECONDS = 2.0
"""A job has at least so much work, so that handing it over costs next to nothing."""
GROWTH = 2
"""A job has at most so many times the bouts that were played before: the first may have been short ones."""
TRIES = 3
"""So often a pool is made anew after one of its processes died."""
MOST_OF_WINDOWS = 61
"""Windows waits for no more processes of a pool."""
CONNECT_SECONDS = "10s"
"""So long it waits for the scheduler of a cluster."""
GRACE = 5.0
"""So many seconds an interrupted study waits for the jobs that run."""
STOP_SECONDS = 0.3
"""How often a workshop looks whether it shall stop."""
BACKGROUND = 10
"""By so much the processes of a background study are nicer than the rest."""
QUIET = {
    "distributed.worker.profile.enabled": False,
    "distributed.worker.memory.monitor-interval": "10s",
    "distributed.scheduler.active-memory-manager.start": False,
    "distributed.scheduler.work-stealing": False,
    "distributed.admin.system-monitor.interval": "10s",
    "distributed.admin.tick.interval": "1s",
    "distributed.scheduler.worker-saturation": 1.0,  # a job that waits is for the first process that is free
}
"""How little a cluster on this machine watches itself: its usual care took a tenth of the time of few, long jobs."""
LOCAL = "local"
"""The cluster that is started on this machine for one call."""


class Progress(Struct, frozen=True):
    """How far a study is: bouts that are finished of all, and the seconds left, None before their pace is known."""

    finished: int
    number: int
    seconds_left: float | None = None


class Here(Executor):
    """Plays jobs in this process, at once."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call a function; return its finished future."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # raised again where the result is read
            future.set_exception(error)
        return future


class NoCluster(RuntimeError):
    """Dask is not installed, or nobody answers at the address."""


class ClusterLost(RuntimeError):
    """The scheduler of a cluster is gone; so many results of all are kept."""

    def __init__(self, finished: int, number: int) -> None:
        super().__init__(f"{finished} of {number}")
        self.finished = finished
        self.number = number


class Stopped(Exception):
    """Somebody stopped a workshop; what was finished is kept."""


def _follow_parent() -> None:
    """Leave Ctrl+C to the process that asked, end when that one ends, however it ends, and seldom look for garbage."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    collect_in_portions(started=False)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait for the parent's end. A process of a pool whose parent was killed would wait for jobs for ever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _start_tracker() -> None:
    """Start the process that watches over what spawned processes share.

    It is given stderr by its number. A screen has put a stderr without one in its place, and then it would not start.
    """
    if sys.platform != "win32":
        with redirect_stderr(sys.__stderr__):
            resource_tracker.ensure_running()


def _begin_in_background() -> None:
    """Leave Ctrl+C to the process that asked, and the processor to whoever wants it."""
    _follow_parent()
    if sys.platform != "win32":
        with suppress(OSError):
            os.nice(BACKGROUND)


@contextmanager
def open_executor(
    cores: int, cluster: str | None = None, *, in_background: bool = False
) -> Iterator[tuple[Executor, int]]:
    """Open what plays jobs; return it with the number of jobs that it plays at a time.

    Processes are spawned, not forked: they hold no files and threads of ours. In the background one
    core also is a process of its own. Raises NoCluster.
    """
    if cluster is not None:
        with _open_cluster(cluster, cores) as opened:
            yield opened
    elif cores == 1 and not in_background:
        yield Here(), 1
    else:
        cores = min(cores, MOST_OF_WINDOWS) if sys.platform == "win32" else cores
        begin = _begin_in_background if in_background else _follow_parent
        _start_tracker()
        pool = ProcessPoolExecutor(cores, mp_context=get_context("spawn"), initializer=begin)
        try:
            yield pool, cores
        except BaseException:
            for process in active_children():  # what it plays now would hold us up
                process.terminate()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _open_cluster(address: str, cores: int) -> Iterator[tuple[Executor, int]]:
    """Open a client of Dask; for `local` also start a scheduler and a process for each core."""
    try:
        import dask
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise NoCluster(str(error)) from error
    for name in ("distributed", "distributed.client"):  # what ends a study is said once, in a sentence
        logging.getLogger(name).setLevel(logging.CRITICAL)
    cluster = None
    if address == LOCAL:
        dask.config.set(QUIET)
        cluster = LocalCluster(n_workers=cores, threads_per_worker=1, dashboard_address=None)
    try:
        client = Client(cluster or address, timeout=CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        raise NoCluster(str(error)) from error
    try:
        number = sum(client.nthreads().values())
        yield client.get_executor(), max(number, 1)
    finally:
        client.close()
        if cluster is not None:
            cluster.close()


def _ignore_progress(_progress: Progress) -> None:
    """Tell nobody."""


class Workshop(Generic[T, R]):
    """Does tasks of one game in one world, such as bouts, and keeps the results on a shelf.

    `notify` is told how far it is. What is on the shelf already is not played again. The processes
    are opened when the first result is missing; leaving the context closes them. Setting `stop` in
    another thread stops it.
    """

    def __init__(
        self,
        game: Game,
        folders: Sequence[str],
        world: World,
        shelf: Shelf,
        cores: int = 1,
        cluster: str | None = None,
        notify: Callable[[Progress], None] = _ignore_progress,
        *,
        work: Work[T, R],
        in_background: bool = False,
    ) -> None:
        self.stop = threading.Event()
        self._work = work
        self._in_background = in_background
        self._game = game
        self._folders = tuple(folders)
        self._world = world
        self._shelf = shelf
        self._cores = cores
        self._cluster = cluster
        self._notify = notify
        self._opened = ExitStack()
        self._executor: tuple[Executor, int] | None = None
        self.seconds = 0.0
        """The seconds of processor time of all bouts that were played."""
        self.played = 0
        """The number of bouts that were played, not found on the shelf."""
        shelf.add_world(world)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._executor = None
        self._opened.__exit__(kind, error, trace)

    def _open(self) -> tuple[Executor, int]:
        if self._executor is None:
            opening = open_executor(self._cores, self._cluster, in_background=self._in_background)
            self._executor = self._opened.enter_context(opening)
        return self._executor

    def play(self, bouts: Sequence[T], number: int | None = None, *, earlier: int = 0, pace: float = 1.0) -> list[R]:
        """Return the results of bouts in their order, playing those that are missing.

        `number` is that of all bouts of the study, for the progress, and `earlier` that of other bouts of it that are
        finished. The bouts that are not among these take `pace` times as long. Raises NoCluster, WorldDiffers,
        BrokenExecutor (several processes died), ClusterLost, Stopped.
        """
        for attempt in range(1, TRIES + 1):
            try:
                missing = self._missing(bouts)
                if missing:
                    number = number or len(bouts)
                    later = pace * max(number - earlier - len(bouts), 0)
                    self._play_missing(missing, earlier + len(bouts) - len(missing), number, later)
                break
            except BrokenExecutor:
                self.__exit__(None, None, None)
                if attempt == TRIES:
                    raise
        return [result for result in self.results(bouts) if result is not None]

    def results(self, bouts: Sequence[T]) -> list[R | None]:
        """Return the results that are on the shelf, in the order of the bouts; None if there is none."""
        names = [self._work.name(bout) for bout in bouts]
        kept = self._shelf.find(self._world.id, names)
        return [self._work.read(kept[name]) if name in kept else None for name in names]

    def _missing(self, bouts: Sequence[T]) -> list[T]:
        by_name = {self._work.name(bout): bout for bout in bouts}
        kept = self._shelf.find(self._world.id, list(by_name))
        return [bout for name, bout in by_name.items() if name not in kept]

    def _play_missing(self, missing: list[T], kept: int, number: int, later: float) -> None:
        self._notify(Progress(kept, number))
        executor, workers = self._open()
        waiting, running = deque(missing), dict[Future[Any], Job]()
        start, finished = time.monotonic(), 0
        most = workers + (workers > 1)
        try:
            while waiting or running:
                while waiting and len(running) < most:
                    job = self.next_job(waiting, workers)
                    running[executor.submit(self._work.play, job)] = job
                for future in wait(running, STOP_SECONDS, return_when=FIRST_COMPLETED).done:
                    if future.cancelled():  # a client of Dask cancels what its scheduler no longer knows
                        raise ClusterLost(kept + finished, number)
                    finished += self._keep(running.pop(future), future)
                    seconds = (time.monotonic() - start) / finished * (len(missing) - finished + later)
                    self._notify(Progress(kept + finished, number, seconds))
                if self.stop.is_set():
                    raise Stopped
        except KeyboardInterrupt as stop:
            self._keep_last(running)
            self.__exit__(KeyboardInterrupt, stop, stop.__traceback__)
            raise

    def _keep(self, job: Job, future: Future[Any]) -> int:
        """Keep the results of a finished job; return their number. Raises WorldDiffers, BrokenExecutor."""
        try:
            seconds, encoded = future.result()
        except (ImportError, AttributeError) as error:
            if self._cluster is None:
                raise
            raise WorldDiffers(str(error)) from error  # the other q40k lacks what this one calls
        except Exception as error:
            if type(error).__name__ == "KilledWorker":  # Dask's own, which is not loaded without a cluster
                raise BrokenExecutor(str(error)) from error
            raise
        self._shelf.keep(self._world.id, zip(map(self._work.name, job.tasks), encoded, strict=True))
        self.seconds += seconds
        self.played += len(job.tasks)
        return len(job.tasks)

    def _keep_last(self, running: dict[Future[Any], Job]) -> None:
        """Keep what still runs, if it is finished soon."""
        still_running = [future for future in running if not future.cancel()]
        for future in wait(still_running, timeout=GRACE).done:
            if future.exception() is None:
                self._keep(running[future], future)

    def next_job(self, waiting: deque[T], workers: int) -> Job:
        """Return the next job: one bout until their pace is known, then enough for two seconds.

        Towards the end jobs become smaller, so that all processes finish together.
        """
        size = 1
        if self.played:
            most = min(GROWTH * self.played, ceil(len(waiting) / workers))
            size = min(ceil(JOB_SECONDS * self.played / max(self.seconds, 1e-4)), most)
        bouts = tuple(waiting.popleft() for _ in range(max(1, size)))
        return Job(self._game.id, place_of(self._game.id), self._folders, self._world.id, bouts, self._work.record)


class Engine(Workshop[Bout, Result]):
    """Plays bouts of one game in one world."""

    def __init__(
        self,
        game: Game,
        folders: Sequence[str],
        world: World,
        shelf: Shelf,
        cores: int = 1,
        cluster: str | None = None,
        notify: Callable[[Progress], None] = _ignore_progress,
    ) -> None:
        super().__init__(game, folders, world, shelf, cores, cluster, notify, work=BOUTS)
