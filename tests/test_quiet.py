"""Whoever waits for an app in the tests sees all it does at once, and is not kept by what comes much later."""

import asyncio
import threading
from typing import cast

from tests.quiet import SOON, OpenLoop, Wait, has_threads_at_work, wait_in_place_of


async def no_nap(min_sleep: float, max_sleep: float) -> None:
    raise AssertionError("a nap, though no thread is at work")


def wait_without_naps() -> Wait:
    return wait_in_place_of(no_nap)


async def test_what_is_ready_is_done_with_all_that_follows() -> None:
    done: list[int] = []

    async def work() -> None:
        for step in range(40):
            await asyncio.sleep(0)
            done.append(step)

    task = asyncio.create_task(work())
    await wait_without_naps()(0, 60)
    assert task.done()
    assert len(done) == 40


async def test_what_rings_soon_is_waited_for_and_what_rings_later_is_not() -> None:
    rung: list[str] = []
    loop = asyncio.get_running_loop()
    loop.call_later(SOON / 4, rung.append, "soon")
    later = loop.call_later(600, rung.append, "later")
    await wait_without_naps()(0, 60)
    assert rung == ["soon"]
    assert not later.cancelled()
    later.cancel()


async def test_what_never_rests_is_left_in_the_end() -> None:
    async def spin() -> None:
        while True:
            await asyncio.sleep(0)

    spinning = asyncio.create_task(spin())
    await wait_without_naps()(0, 0.03)
    assert not spinning.done()
    spinning.cancel()


async def test_threads_are_waited_for_with_a_nap() -> None:
    naps: list[tuple[float, float]] = []

    async def nap(min_sleep: float, max_sleep: float) -> None:
        naps.append((min_sleep, max_sleep))

    wait, end = wait_in_place_of(nap), threading.Event()
    await wait(0, 1)
    assert naps == []
    thread = threading.Thread(target=end.wait)
    thread.start()
    await wait(0, 1)
    end.set()
    thread.join()
    assert naps == [(0, 1)]


async def test_the_loops_own_threads_are_waited_for_only_while_they_work() -> None:
    naps: list[float] = []

    async def nap(min_sleep: float, _max_sleep: float) -> None:
        naps.append(min_sleep)

    wait, end = wait_in_place_of(nap), threading.Event()
    work = asyncio.get_running_loop().run_in_executor(None, end.wait)
    await wait(0, 1)
    assert naps == [0]
    end.set()
    await work
    while has_threads_at_work(cast(OpenLoop, asyncio.get_running_loop())):
        await asyncio.sleep(0)  # the thread says that it is free a moment after its result
    await wait(0, 60)
    assert naps == [0]
