"""The win of a match."""

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

    `by` is the mod's own measure: the score in `times` its own value (SCORE-4), or how many rounds
    or points it has `made`. `tied` are teams level with it on that, ranked by TIE-1; `shared` are
    those of them that are level in everything and win with it. In a win by score, `points` are the
    winner's, and `reached` is every side in `over` in times its own value. Older matches lack both.
    """

    added_for_wording: ClassVar[frozenset[str]] = frozenset(("points", "reached"))

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
