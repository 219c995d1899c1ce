"""Whole evenings typed at the real program in a terminal, from the first name to the winner.

Whoever types sees what a second q40k that watches sees: whose part it is, what is asked. A key is
typed as soon as what came before it is kept, and never later.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from q40k.games.quake.state.match import Match
from q40k.kernel.events import DiceQuestion, TallyQuestion
from q40k.table.match_library import MatchLibrary
from q40k.table.match_session import MatchSession
from tests.cli.calls import good
from tests.terminal import PATIENCE, Terminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")

NAMES = ("Ann", "Bob", "Chloé", "Dédé", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim")
CHAMPIONS = ("tact", "slugga", "guardian", "necron w", "fire war")
LATE = "Zoé"
MOST = 200
"""No evening takes so many entries."""


class Evening:
    """A game master's hands at a terminal, and eyes on the match."""

    def __init__(self, terminal: Terminal, watching: MatchSession, seed: int) -> None:
        self.terminal, self.watching = terminal, watching
        self.chance = random.Random(seed)
        self.keys = 0

    @property
    def state(self) -> Match:
        state: Match = self.watching.state
        return state

    def until(self, fact: Callable[[], bool]) -> None:
        """Wait until something is so in the match."""
        ends = time.monotonic() + PATIENCE
        while not fact():
            assert time.monotonic() < ends, self.terminal.seen[-1500:].decode(errors="replace")
            self.terminal.read(0.01)
            self.watching.refresh()

    def type(self, keys: str) -> None:
        """Type, and wait until it is kept; then answer what is asked."""
        head = self.watching.head
        self._write(keys)
        self.until(lambda: self.watching.head > head)
        while self.watching.question is not None:
            head = self.watching.head
            self._write(self._answer(self.watching.question))
            self.until(lambda: self.watching.head > head)  # noqa: B023 - it waits here

    def _write(self, keys: str) -> None:
        self.keys += len(keys)
        self.terminal.write(keys.encode())

    def _answer(self, question: Any) -> str:
        """What a hand types: dice, now and then the app's, the choice that is marked."""
        if isinstance(question, TallyQuestion) and question.finishes and self.chance.random() < 0.5:
            return "d"
        if isinstance(question, DiceQuestion):
            if self.chance.random() < 0.2:
                return " "
            faces = [min(3, sides) if sides == 3 else 6 for sides in question.dice]
            return "," + "".join(str(self.chance.randint(1, most)) for most in faces)
        return "\r"

    # -- an evening ------------------------------------------------------------------------

    def sit_down(self, names: tuple[str, ...]) -> None:
        """Type every name and champion, roll for the order, place everybody."""
        for place, name in enumerate(names):
            self._write(f"{name}\r")
            self.terminal.until(f"{name} fields".encode())  # what comes in one go is a list of names
            self.type(f"{CHAMPIONS[place % len(CHAMPIONS)]}\r")
        self.type("\r")
        while self.state.play.phase == "deployment":
            self.type("n")

    def play(self) -> None:
        """Do a little of everything, then kill until somebody has won."""
        self.type(f"p{self.chance.randint(1, 5)}")
        self.type("n")
        token = len(self.state.tokens)  # the last, whose number begins no other
        self.type(f"t{token}")
        self.type("x\r")
        self._write(f"j{LATE}\r")
        self.terminal.until(f"{LATE} fields".encode())
        self.type("scout\r")
        self.type("n")
        self.type("u")
        self.type("e")
        self.type(f"s{self.other()}\r")
        while not self.state.outcome.over:
            assert self.watching.head < MOST
            self.type(f"k{self.other()}" if self.chance.random() < 0.7 else "n")

    def other(self) -> str:
        """The number of somebody else."""
        others = [p for p in self.state.order if self.state.players[p].in_play]
        return self.chance.choice([p[1:] for p in others if p != self.state.play.active])


@contextmanager
def typed_evening(folder: Path, arena: str, seed: int) -> Iterator[Evening]:
    """A new deathmatch in a terminal, and somebody to type it."""
    call = ("new", "--mod", "deathmatch", "--arena", arena, "--seed", str(seed))
    terminal = Terminal("-m", "q40k", *call, "--dice", "hand", "--option", "times_to_win=3")
    path = folder / "data" / "matches.sqlite3"
    ends = time.monotonic() + PATIENCE
    while b"name?" not in terminal.seen:
        assert time.monotonic() < ends, terminal.seen
        terminal.read(0.05)
    library = MatchLibrary(path)
    watching = library.open(1, watch=True)
    try:
        yield Evening(terminal, watching, seed)
    finally:
        watching.close()
        library.close()
        terminal.kill()


def test_an_evening_is_typed_from_the_first_name_to_the_winner(own_home: Path) -> None:
    with typed_evening(own_home, "cathedral-120", seed=11) as evening:
        evening.sit_down(NAMES)
        assert [p.name for p in evening.state.players.values()] == list(NAMES)
        evening.play()
        assert evening.state.outcome.winner
        assert evening.state.player_named(LATE) is not None
        assert any(entry.kind == "undo" for entry in evening.watching.session.journal.entries(1))
        evening.terminal.write(b"q")
        assert evening.terminal.status() == 0
    assert b"q40k resume 1" in evening.terminal.seen
    assert "same events" in good("verify", "1")
