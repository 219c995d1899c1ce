"""Work that can wait is done in small steps, and not while somebody types."""

from collections.abc import Callable, Generator
from typing import Any, cast

import pytest
from textual.message_pump import MessagePump

from q40k.tui import desk_screen
from q40k.tui.desk_screen import Idle
from tests.games.quake.screen.table import app_of, playing


class Ticking:
    """Stands for a screen and for its timer: the test says when the timer ticks."""

    def __init__(self) -> None:
        self.now = 100.0
        self.tick: Callable[[], None]
        self.stopped = False

    def set_interval(self, _seconds: float, tick: Callable[[], None]) -> Any:
        self.tick, self.stopped = tick, False
        return self

    def stop(self) -> None:
        self.stopped = True

    def clock(self) -> float:
        self.now += 0.001
        return self.now


@pytest.fixture
def ticking(monkeypatch: pytest.MonkeyPatch) -> Ticking:
    result = Ticking()
    monkeypatch.setattr(desk_screen, "monotonic", result.clock)
    return result


def counting(done: list[str], name: str, steps: int) -> Generator[None, None, None]:
    try:
        for number in range(steps):
            done.append(f"{name}{number}")
            yield
    finally:
        done.append(f"{name} ends")


def test_a_tick_does_no_more_than_its_time_allows(ticking: Ticking) -> None:
    done: list[str] = []
    waiting = Idle(cast(MessagePump, ticking))
    waiting.do(counting(done, "a", 100))
    ticking.tick()
    assert done == ["a0", "a1", "a2", "a3"]  # a millisecond each
    ticking.tick()
    assert len(done) == 8


def test_nothing_is_done_just_after_a_key(ticking: Ticking) -> None:
    done: list[str] = []
    waiting = Idle(cast(MessagePump, ticking))
    waiting.do(counting(done, "a", 2))
    waiting.note_key()
    ticking.tick()
    assert done == []
    ticking.now += desk_screen.AFTER_KEY_SECONDS
    ticking.tick()
    assert done == ["a0", "a1", "a ends"]
    assert ticking.stopped


def test_works_follow_one_another_and_are_left_when_the_screen_goes(ticking: Ticking) -> None:
    done: list[str] = []
    waiting = Idle(cast(MessagePump, ticking))
    waiting.do(counting(done, "a", 1))
    waiting.do(counting(done, "b", 9))
    ticking.tick()
    assert done == ["a0", "a ends", "b0", "b1"]
    waiting.drop()
    ticking.tick()
    assert done == ["a0", "a ends", "b0", "b1", "b ends"]
    assert ticking.stopped


async def test_a_key_on_any_screen_holds_back_what_can_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    typed: list[str] = []
    app = app_of(playing())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("g")
        await pilot.pause()
        monkeypatch.setattr(Idle, "note_key", lambda _idle: typed.append(type(app.screen).__name__))
        await pilot.press("up")
    assert set(typed) == {"LogScreen"}
