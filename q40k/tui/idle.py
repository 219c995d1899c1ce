"""Work that can wait: small steps while nobody types; and work that is repeated.

A thread would not do: while it works it delays every key.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from time import monotonic

from textual.message_pump import MessagePump
from textual.timer import Timer

EVERY_SECONDS = 0.02
STEP_SECONDS = 0.004
AFTER_KEY_SECONDS = 0.3
"""The pause after a key: the next key often comes at once."""


class Idle:
    """Does works one after another, for some milliseconds at a time."""

    def __init__(self, pump: MessagePump) -> None:
        self._pump = pump
        self._works: list[Generator[object, None, None]] = []
        self._timer: Timer | None = None
        self._last_key = 0.0

    def note_key(self) -> None:
        """Note that a key was pressed."""
        self._last_key = monotonic()

    def do(self, work: Generator[object, None, None]) -> None:
        """Add a work; each value it yields ends a step."""
        self._works.append(work)
        if self._timer is None:
            self._timer = self._pump.set_interval(EVERY_SECONDS, self._go_on)

    def drop(self) -> None:
        """Drop all work that is not done."""
        for work in self._works:
            work.close()
        self._works.clear()

    def _go_on(self) -> None:
        now = began = monotonic()
        if began - self._last_key < AFTER_KEY_SECONDS:
            return
        while self._works and now - began < STEP_SECONDS:
            if next(self._works[0], self) is self:
                del self._works[0]
            now = monotonic()
        if not self._works and self._timer is not None:
            self._timer.stop()
            self._timer = None


class Repeater:
    """Repeats a work at an interval, while it is needed."""

    def __init__(self, pump: MessagePump, seconds: float, work: Callable[[], None]) -> None:
        self._pump = pump
        self._seconds, self._work = seconds, work
        self._timer: Timer | None = None

    def repeat_while(self, needed: bool) -> None:
        """Start the repetition if it is needed, else stop it."""
        if needed and self._timer is None:
            self._timer = self._pump.set_interval(self._seconds, self._work)
        elif self._timer is not None and not needed:
            self._timer.stop()
            self._timer = None
