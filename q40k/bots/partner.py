"""Lead the bots' seats at a table: one thing at a time, at a pace that people can follow."""

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from threading import Thread
from typing import Any

from q40k.bots.bot import Move

PACE = 1.5
"""The seconds between two moves of a bot."""
SWITCH_SECONDS = 0.0005
"""How long a thinking bot may keep a key waiting."""


class Led(ABC):
    """A table at which bots have seats, as their partner sees it."""

    @property
    @abstractmethod
    def head(self) -> int:
        """Return the number of the newest entry of the match."""

    @property
    @abstractmethod
    def can_redo(self) -> bool:
        """Return whether the newest entry is an undo."""

    @property
    @abstractmethod
    def is_busy(self) -> bool:
        """Return whether people are entering something."""

    @abstractmethod
    def is_led(self) -> bool:
        """Return whether a bot has any seat in an unfinished match."""

    @abstractmethod
    def has_move(self) -> bool:
        """Return whether a bot acts, or is asked."""

    @abstractmethod
    def find_move(self) -> Move[Any] | None:
        """Return the bot's next move; None if it is not decided yet, or if there is none."""

    @abstractmethod
    def advise(self, seat: str) -> None:
        """Begin to weigh what a seat may do for the people who play it; the best is told once it is known."""

    @abstractmethod
    def carry_out(self, move: Move[Any]) -> bool:
        """Make a move and tell it; return False if it is refused."""

    @property
    def has_asked(self) -> bool:
        """Return whether the bot that has the move asked people for what they enter now."""
        return False

    def pace(self, move: Move[Any]) -> float:
        """Return the seconds to wait after a move."""
        return PACE


class Partner:
    """Leads the bots at one table. An entry or undo by hand in a bot's turn stops it.

    A match that is opened in a bot's turn also waits for a key. Nothing moves while people enter
    something. Times are in seconds, by any clock.
    """

    def __init__(self, table: Led) -> None:
        self._table = table
        self._head: int | None = None  # the newest entry followed; None for a match just opened
        self._due = 0.0  # when the next move is due
        self._had_move = False
        self._is_hurried = False
        self.is_stopped = False

    def begin(self) -> None:
        """Let the bots move from now on, also if one of them has the move already."""
        self._head, self._due, self._had_move, self.is_stopped = -1, 0.0, False, False

    def lead(self, now: float) -> bool:
        """Make the moves that are due; return whether there were any."""
        table, done = self._table, False
        if not table.is_led():
            self.begin()
            return False
        self._follow(now)
        while not self.is_stopped and not table.is_busy and table.has_move():
            move = table.find_move()
            if move is None or not (move.is_urgent or self._is_hurried or now >= self._due):
                break
            if not table.carry_out(move):
                self.is_stopped = True
                break
            self._head, self._due = table.head, now + table.pace(move)
            self._had_move, self._is_hurried, done = table.has_move(), False, True
        return done

    def _follow(self, now: float) -> None:
        table, has_move = self._table, self._table.has_move()
        if self._head is None:
            self.is_stopped = has_move
        elif self._head != table.head:
            is_intruded = has_move and (self._had_move or table.can_redo) and not table.has_asked
            self.is_stopped = self.is_stopped or is_intruded
        else:
            return
        self._head, self._due, self._had_move, self._is_hurried = table.head, now + PACE, has_move, False

    @property
    def is_playing(self) -> bool:
        """Whether a bot has the move and makes it without a key."""
        return self._head is not None and not self.is_stopped and self._table.has_move()

    @property
    def waits_for_key(self) -> bool:
        """Whether a bot has the move and stands still."""
        return self._head is not None and self.is_stopped and self._table.has_move()

    def accepts_key(self, key: str) -> bool:
        """Take Space, which hurries or restarts a bot, or Escape, which stops it."""
        if self._head is None or self._table.is_busy or not self._table.has_move():
            return False
        if key == "space":
            self.is_stopped, self._is_hurried = False, True
            return True
        if key == "escape" and not self.is_stopped:
            self.is_stopped = True
            return True
        return False


class Thinker:
    """Decides beside the keys, in a thread; a decision about another position is dropped."""

    def __init__(self) -> None:
        self._thread: Thread | None = None
        self._position: object = None
        self._outcome: list[Any] = []
        self._fault: list[Exception] = []

    @property
    def is_thinking(self) -> bool:
        """Whether the thread works."""
        return self._thread is not None and self._thread.is_alive()

    def has_decided(self, position: object) -> bool:
        """Return whether `decision` is about this position. Raises what the decision raised."""
        if self._position is not position or self.is_thinking or not (self._outcome or self._fault):
            return False
        if self._fault:
            raise self._fault[0]
        return True

    @property
    def decision(self) -> Any:
        """The last decision."""
        return self._outcome[0]

    def think(self, position: object, decide: Callable[[], Any], *, at_once: bool = False) -> None:
        """Begin to decide about a position, unless that has begun or another decision still runs.

        A quick decision is made at once, without the thread.
        """
        if self.is_thinking or (self._position is position and (self._outcome or self._fault)):
            return
        outcome: list[Any] = []
        fault: list[Exception] = []
        self._position, self._outcome, self._fault = position, outcome, fault

        def work() -> None:
            before = sys.getswitchinterval()
            sys.setswitchinterval(SWITCH_SECONDS)
            try:
                outcome.append(decide())
            except Exception as error:  # raised again where it is read
                fault.append(error)
            finally:
                sys.setswitchinterval(before)

        if at_once:
            self._outcome.append(decide())
            return
        self._thread = Thread(target=work, daemon=True, name="bot")
        self._thread.start()
