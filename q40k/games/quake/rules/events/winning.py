"""Who wins, and playing on."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from q40k.kernel.events import Event

Measure = Literal["score", "rounds", "structure", "points", "hunt"]
"""What a mod counts: times one's own value, rounds, points, turns."""


class Won(Event):
    """The match was won by a side; `over` are all that reached the goal in this action.

    `by` is the mod's own measure: the score in `times` its own value (SCORE-4), or how many
    rounds, or points it has `made`.
    """

    type: Literal["won"] = "won"
    winner: str
    over: tuple[str, ...]
    times: Fraction = Fraction(0)
    by: Measure = "score"
    made: int = 0


class PlayedOn(Event):
    """The table plays on after the win."""

    type: Literal["played-on"] = "played-on"


class Ended(Event):
    """The match was broken off; `winners` lead by the mod's own measure, or after TIE-1.

    `best` is what they have made of it; `tied` are those level on it.
    """

    type: Literal["ended"] = "ended"
    why: str
    winners: tuple[str, ...]
    by: Measure
    best: Fraction
    tied: tuple[str, ...] = ()


class Described(Event):
    """What the table said of a player's figure, or of the player (TIE-1)."""

    type: Literal["described"] = "described"
    player: str
    painted: bool | None = None
    wysiwyg: bool | None = None
    race: str | None = None
    age: int | None = None


class TieCounted(Event):
    """TIE-1 for one side: (painted + WYSIWYG) x races / unpainted; None when none is unpainted."""

    type: Literal["tie-counted"] = "tie-counted"
    side: str
    painted: int
    wysiwyg: int
    races: int
    unpainted: int
    result: Fraction | None


class AgesCounted(Event):
    """TIE-1, still level: the sum of a side's players' ages."""

    type: Literal["ages-counted"] = "ages-counted"
    side: str
    ages: tuple[int, ...]
