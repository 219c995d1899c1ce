"""A game as a study sees it: how bots play a match on from any state, and what may be chosen."""

import inspect
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from q40k.bots.memory import Table
from q40k.games.game import View
from q40k.kernel.events import DiceQuestion, Event, Question
from q40k.study.happenings import Happening
from q40k.tabletop.rules import Level


class Unweighable(RuntimeError):
    """Bots cannot play on from a state."""


class Subject(ABC):
    """A game whose matches can be studied."""

    rooms: ClassVar[tuple[str, ...]]
    """The modules and packages of the game that a figure depends on."""
    has_secrets: ClassVar[bool] = False
    """Whether a seat may not know everything, so that `guess` draws what it does not know."""
    happening_words: ClassVar[Mapping[str, str]] = {}
    """A sentence without its stop for each kind of `happenings`, as a message of the game's catalogue."""

    @abstractmethod
    def table(self, state: Any, seed: str) -> Table[Any, Any]:
        """Return a match in memory at a state, with dice by a seed and bots that answer."""

    @abstractmethod
    def choose(self, state: Any, chance: Random, level: Level) -> Any | None:
        """Return the command that the bots give next; None if `step` alone knows."""

    @abstractmethod
    def propose(self, state: Any, seat: str, most: int) -> Sequence[Any]:
        """Return the best few commands that a seat may give, as a sound bot sees it."""

    def step(self, table: Table[Any, Any], chance: Random, level: Level) -> None:
        """Let the bots give their next command. Raises Unweighable."""
        command = self.choose(table.state, chance, level)
        if command is None or not table.do(command):
            raise Unweighable

    def happenings(self, state: Any, events: Sequence[Event]) -> Iterable[Happening]:
        """Yield what of the events of a command may explain a choice; `state` is that before them."""
        return ()

    def guess(self, state: Any, seat: str | None, chance: Random) -> Any:
        """Return a state that fits everything a seat may know; what is hidden is drawn anew."""
        return state

    def chooser(self, view: View, state: Any, command: Any) -> str | None:
        """Return the seat whose choice a command is; None for one of the table, such as a correction."""
        active = view.status(state).active
        return active[0] if len(active) == 1 else None

    @property
    def puzzles(self) -> Path:
        """The file of the puzzles that come along with the game: beside its study, if there is one."""
        return Path(inspect.getfile(type(self))).with_name("puzzles.json.xz")

    def short_match(self, number: int) -> Sequence[Mapping[str, Any]]:
        """Return the script of a short match of bots that puzzles are made of; nothing without such matches."""
        return ()

    def any_match(self, number: int) -> Sequence[Mapping[str, Any]]:
        """Return the script of a match of bots of any kind and length, to which chances to win are fitted."""
        return self.short_match(number)

    def hand_over(self, state: Any, seat: str) -> Sequence[Any]:
        """Return the commands by which bots take all seats but one, to try a moment again."""
        return ()

    def sees_places(self, state: Any) -> bool:
        """Return whether places are kept, without which bots do not know who stands where."""
        return True

    def is_report(self, state: Any, command: Any) -> bool:
        """Return whether a command only tells what came of dice, such as that A killed B."""
        return False

    def is_choice(self, seats: Sequence[str], question: Question) -> bool:
        """Return whether a question asks a seat to choose."""
        return question.who in seats and not isinstance(question, DiceQuestion)

    def side(self, state: Any, seat: str) -> str:
        """Return the side of a seat, as the race names it."""
        return seat
