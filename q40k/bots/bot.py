"""The interface of a bot: what it does next, and what it weighed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, get_args

from msgspec import Struct, field

from q40k.kernel.events import Answer, DiceQuestion, Question
from q40k.tabletop.rules import Level

if TYPE_CHECKING:
    from q40k.games.game import View

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
    can be compared later with what happened, such as "kills" (of the seat in `target`).
    An urgent move is made at once, because others wait for it. A silent one is not told, so that what was told
    before stays in view.
    """

    seat: str
    command: C | None = None
    answer: Answer | None = None
    why: tuple[Reason, ...] = ()
    worth: float = 0.0
    expects: Mapping[str, float] = field(default_factory=dict)
    target: str | None = None
    is_urgent: bool = False
    is_silent: bool = False


class Bot(ABC, Generic[S, C]):
    """A game's bot. It only reads states; whoever asks it carries out its moves.

    `seed` makes a decision repeatable: equal states, seats, levels, personalities and seeds bring
    equal moves. Callers make it from the seed of the match and the number of its entries.
    """

    is_quick: ClassVar[bool] = False
    """Whether it decides within a frame, so that it needs no thread."""

    def seat_to_move(self, view: View, state: S, question: Question | None) -> str | None:
        """Return the bot's seat that acts or is asked, or None; dice are never asked of a bot."""
        bots = {seat.id for seat in view.seats(state) if seat.bot is not None and seat.present}
        if question is not None:
            return question.who if question.who in bots and not isinstance(question, DiceQuestion) else None
        status = view.status(state)
        return next((seat for seat in status.active if seat in bots), None) if not status.over else None

    def decide(
        self, state: S, question: Question | None, seat: str, level: Level, personality: str, seed: str
    ) -> Move[C] | None:
        """Return what a seat does now that has the move, or that is asked; None if the table must.

        `personality` is the id of a pack, "" for the plainest one.
        """
        return next(iter(self.weigh(state, question, seat, level, personality, seed)), None)

    @abstractmethod
    def weigh(
        self, state: S, question: Question | None, seat: str, level: Level, personality: str, seed: str
    ) -> tuple[Move[C], ...]:
        """Return the candidates for the move of a seat, the best first; `decide` takes the first."""
