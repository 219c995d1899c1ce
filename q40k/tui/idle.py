"""Work that can wait: done in small steps, while nobody types; and what is looked at ever again.

A thread would not do: for as long as it works it holds up every key.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from time import monotonic

from textual.message_pump import MessagePump
from textual.timer import Timer

EVERY_SECONDS = 0.02
STEP_SECONDS = 0.004
AFTER_KEY_SECONDS = 0.3
"""So long after a key nothing is done: the next one often comes at once."""


class Idle:
    """Takes up works one after another, for some milliseconds at a time."""

    def __init__(self, pump: MessagePump) -> None:
        self._pump = pump
        self._works: list[Generator[object, None, None]] = []
        self._timer: Timer | None = None
        self._typed = 0.0

    def typed(self) -> None:
        """A key came."""
        self._typed = monotonic()

    def do(self, work: Generator[object, None, None]) -> None:
        """Do a work, a step for everything it yields."""
        self._works.append(work)
        if self._timer is None:
            self._timer = self._pump.set_interval(EVERY_SECONDS, self._go_on)

    def drop(self) -> None:
        """Do nothing of it any more."""
        for work in self._works:
            work.close()
        self._works.clear()

    def _go_on(self) -> None:
        now = began = monotonic()
        if began - self._typed < AFTER_KEY_SECONDS:
            return
        while self._works and now - began < STEP_SECONDS:
            if next(self._works[0], self) is self:
                del self._works[0]
            now = monotonic()
        if not self._works and self._timer is not None:
            self._timer.stop()
            self._timer = None


class Again:
    """Does something again and again, as long as that is wanted."""

    def __init__(self, pump: MessagePump, seconds: float, work: Callable[[], None]) -> None:
        self._pump = pump
        self._seconds, self._work = seconds, work
        self._timer: Timer | None = None

    def as_long_as(self, wanted: bool) -> None:
        """Begin if it is wanted now, and end if not."""
        if wanted and self._timer is None:
            self._timer = self._pump.set_interval(self._seconds, self._work)
        elif self._timer is not None and not wanted:
            self._timer.stop()
            self._timer = None
