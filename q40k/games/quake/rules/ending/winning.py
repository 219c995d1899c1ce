"""A match is won."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from q40k.games.quake.packs.mods import Measure
from q40k.games.quake.rules.registry import event, fold
from q40k.games.quake.rules.state import Match
from q40k.kernel.events import Event


@event
class Won(Event, tag="won"):
    """The match was won by a side; `over` are all that reached the goal in this action.

    `by` is the mod's own measure: the score in `times` its own value (SCORE-4), or how many
    rounds, or points it has `made`. `tied` are teams level with it on that, told apart by TIE-1;
    `shared` those of them that are level in everything and win with it. Won by the score, `points`
    is the winner's, and `reached` the times its own value of every side in `over`; an older match
    does not say them.
    """

    told_later: ClassVar[frozenset[str]] = frozenset(("points", "reached"))

    winner: str
    over: tuple[str, ...]
    times: Fraction = Fraction(0)
    by: Measure = "score"
    made: int = 0
    tied: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    points: Fraction | None = None
    reached: dict[str, Fraction] | None = None


@fold(Won)
def _won(state: Match, event: Won) -> Match:
    return state.replace(winner=(event.winner, *event.shared), over=True)
