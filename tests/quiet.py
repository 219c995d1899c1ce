"""Tell at once when the app of a test has done all there is to do, instead of after a nap.

Textual's pilot sleeps a fiftieth of a second twice for each key, and again as long as the process was busy, so that
most of the time of a screen's test was sleep. Here the loop itself is asked: nothing is ready to run, and no timer
rings within that time. While threads of the test's own are at work, all is as Textual does it; the loop's own threads
that wait for work are not.
"""

from __future__ import annotations

import asyncio
import threading
from asyncio import AbstractEventLoop, TimerHandle
from collections.abc import Awaitable, Callable
from math import inf
from queue import SimpleQueue
from time import monotonic, process_time
from typing import Protocol, cast

SOON = 1 / 50
"""What rings within so many seconds is waited for: the nap of Textual's pilot."""
BUSY = SOON / 20
"""What works less within a nap only ticks, and is quiet: so says the pilot too."""
PAINT_SECONDS = 1 / 500
"""How long a screen gathers what it has to paint; before eyes it is a sixtieth."""

Wait = Callable[[float, float], Awaitable[None]]


class OpenSemaphore(Protocol):
    """What a semaphore keeps to itself: how often it can be had."""

    _value: int


class OpenPool(Protocol):
    """What a pool of threads keeps to itself: its threads, how many of them wait for work, and the work that waits."""

    _threads: set[threading.Thread]
    _idle_semaphore: OpenSemaphore
    _work_queue: SimpleQueue[object]


class OpenLoop(Protocol):
    """What asyncio's loops keep to themselves: what is ready to run, the timers, and a pool of threads."""

    _ready: list[object]
    _scheduled: list[TimerHandle]
    _default_executor: OpenPool | None


HOUSE: set[threading.Thread] = set()
"""The threads that were there before a test: none of them works for it."""


def note_house() -> None:
    """Note which threads are there before a test."""
    HOUSE.clear()
    HOUSE.update(threading.enumerate())


def has_threads_at_work(loop: OpenLoop) -> bool:
    """Return whether threads work for the test; those of the loop's pool may only wait for work."""
    pool, own = loop._default_executor, set[threading.Thread]()
    if pool is not None:
        own = pool._threads
        if not pool._work_queue.empty() or pool._idle_semaphore._value < len(own):
            return True
    return any(thread not in HOUSE and thread not in own for thread in threading.enumerate())


async def run_what_is_ready(loop: OpenLoop, until: float) -> None:
    """Let the loop run what is ready and what its sockets bring, twice in vain or until that moment."""
    vain = 0
    while vain < 2 and monotonic() < until:
        await asyncio.sleep(0)
        vain = 0 if loop._ready else vain + 1


def next_ring(loop: OpenLoop) -> float:
    """Return the seconds until the next timer rings."""
    rings = (timer.when() for timer in loop._scheduled if not timer.cancelled())
    return min(rings, default=inf) - cast(AbstractEventLoop, loop).time()


def wait_in_place_of(nap: Wait) -> Wait:
    """Return what waits for an idle app in place of the pilot's `nap`, with its arguments."""

    async def wait(min_sleep: float = SOON, max_sleep: float = 1) -> None:
        loop = cast(OpenLoop, asyncio.get_running_loop())
        begin = since = monotonic()
        work = process_time()
        while monotonic() < begin + max_sleep:
            await run_what_is_ready(loop, begin + max_sleep)
            if has_threads_at_work(loop):
                await nap(min_sleep, max_sleep)
                return
            if monotonic() >= since + SOON:
                if process_time() < work + BUSY:
                    break
                since, work = monotonic(), process_time()
            if (ring := next_ring(loop)) > SOON:
                break
            await asyncio.sleep(max(ring, 0))
        await asyncio.sleep(max(begin + min_sleep - monotonic(), 0))

    return wait
