"""How a match ended and what is counted of it: what a game tells seasons and reports."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, Protocol

from msgspec import Struct, field

from q40k.i18n.locale import Locale
from q40k.packs.base import Names

if TYPE_CHECKING:
    from q40k.i18n.chapters import Chapter
    from q40k.kernel.commentary import Step


class Count(Struct, frozen=True):
    """A number that a game counts for everybody in a match, such as kills.

    `name` is a message of the game's catalogue. `keeps` says how the numbers of several matches are
    combined: their sum, or the most.
    """

    id: str
    name: str
    keeps: Literal["sum", "most"] = "sum"


class Entrant(Struct, frozen=True, gc=False):
    """A player's result in a finished match.

    `player` is a name, or "" on a side without a named player. Entrants of one `side` played
    together. `place` is the place of their side: 1 for the winner. Sides that tied share a place,
    and the next place comes after all of them. `figure` is the id of what the player fielded, and
    `figure_name` its name. `army` is a word of the game's own. `counts` holds numbers by the ids of
    the game's `Count`s.
    """

    player: str
    side: str
    place: int
    points: Fraction = Fraction(0)
    figure: str = ""
    figure_name: Names | None = field(default=None, name="fielded")
    army: str = ""
    counts: dict[str, int] = field(default_factory=dict)


class Statistics(Protocol):
    """The statistics of a whole match, for its report."""

    def count(self, steps: Iterable[Step[Any]]) -> Any:
        """Count a match from all its steps, oldest first."""

    def data(self, state: Any, counted: Any) -> dict[str, Any]:
        """Return the statistics as plain data, by the names of the players."""

    def chapters(self, locale: Locale, state: Any, counted: Any) -> tuple[Chapter, ...]:
        """Return the statistics in words."""

    def nemesis(self, counted: Any, seat: str) -> tuple[str, int] | None:
        """Return the seat that killed another most often, and how often; None if nobody did, or none is counted."""
        return None


class Results(Protocol):
    """How finished matches of a game ended, for the tables of a season."""

    @property
    def counts(self) -> tuple[Count, ...]:
        """Return what is counted for everybody."""

    def entrants(self, state: Any, count: Callable[[], Any]) -> tuple[Entrant, ...]:
        """Return everybody who took part, in the order of joining, with the full order of finish.

        `count` returns what `count`, or the game's statistics, counted, for a game that needs more than its last state.
        """

    def count(self, steps: Iterable[Step[Any]]) -> Any:
        """Count what `entrants` needs of a match; it may be less than the game's whole statistics."""

    def army(self, locale: Locale, army: str) -> str:
        """Return the name of an army."""


# -- places: the order in which sides finished -----------------------------------------------------

NOBODY = ""
"""The name of a side without a name."""


def places(scores: Mapping[str, Any]) -> dict[str, int]:
    """Return the place of every side by its score, the highest first.

    Equal scores share a place; the next place counts all sides above it.
    """
    return {side: 1 + sum(other > own for other in scores.values()) for side, own in scores.items()}
