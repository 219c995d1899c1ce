"""The interface of a bot: what it does next, and what it weighed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Generic, TypeVar, get_args

from msgspec import Struct, field

from q40k.kernel.events import Answer, Question
from q40k.tabletop.rules import Level

S = TypeVar("S")
C = TypeVar("C")

HAND = "bot"
"""The mark of a bot's entries in the journal."""
LEVELS: tuple[Level, ...] = get_args(Level)
"""How well a bot plays, the weakest level first.

A *straight* bot goes for the nearest and shoots what it sees. A *sound* bot looks one step ahead
with exact odds. A *sharp* bot also plays out the turn for its best candidates.
"""


class Reason(Struct, frozen=True):
    """A reason for a move: a key that the game's words turn into a sentence, and its facts."""

    key: str
    facts: Mapping[str, Any] = field(default_factory=dict)


class Move(Struct, Generic[C], frozen=True):
    """A command or an answer of a seat; exactly one of the two is not None.

    `why` are its reasons, the most important first. `worth` is what the bot expects of it, as a
    share of victory: the candidate with the most worth is the best. `expects` are the chances that
    can be compared later with what happened, such as "kills" (of a seat in `victim`).
    """

    seat: str
    command: C | None = None
    answer: Answer | None = None
    why: tuple[Reason, ...] = ()
    worth: float = 0.0
    expects: Mapping[str, float] = field(default_factory=dict)
    victim: str | None = None


class Bot(ABC, Generic[S, C]):
    """A game's bot. It only reads states; whoever asks it carries out its moves.

    `seed` makes a decision repeatable: equal states, seats, levels, personalities and seeds bring
    equal moves. Callers make it from the seed of the match and the number of its entries.
    """

    @abstractmethod
    def next_move(self, state: S, question: Question | None, seed: str) -> Move[C] | None:
        """Return the move of the bot that has to act or is asked, or None if no bot has the move.

        The state says which seats are bots'. Dice are not answered: the table rolls them.
        """

    @abstractmethod
    def decide(
        self, state: S, question: Question | None, seat: str, level: Level, personality: str, seed: str
    ) -> Move[C]:
        """Return what a seat does now that has the move, or that is asked.

        `personality` is the id of a pack, "" for the plainest one.
        """

    @abstractmethod
    def weigh(
        self, state: S, question: Question | None, seat: str, level: Level, personality: str, seed: str
    ) -> tuple[Move[C], ...]:
        """Return the candidates for the move of a seat, the best first; `decide` takes the first."""
