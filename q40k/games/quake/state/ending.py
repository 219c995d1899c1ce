"""The end of a match: broken off, played on, settled."""

from fractions import Fraction

from q40k.games.quake.packs.mods import Measure
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.registry import Command, Event
from q40k.kernel.commands import Name, Text

# -- the end of a match -------------------------------------------------------------------


class End(Command, tag="end"):
    """Break the match off: the result so far counts, or TIE-1."""

    why: Text = ""


class PlayOn(Command, tag="play-on"):
    """Play on after the win."""

    stage = "always"


class PlayedOn(Event, tag="played-on"):
    """The table plays on after the win."""

    def fold(self, state: Match) -> Match:
        return state.replace(over=False, ended=False, played_on=True)


class Ended(Event, tag="ended"):
    """The match was broken off; `winners` lead by the mod's own measure, or after TIE-1.

    `best` is their result in that measure; `tied` are the sides level on it.
    """

    why: str
    winners: tuple[str, ...]
    by: Measure
    best: Fraction
    tied: tuple[str, ...] = ()

    def fold(self, state: Match) -> Match:
        return state.replace(winner=self.winners, over=True, ended=True)


# -- disputes -----------------------------------------------------------------------------


class Settle(Command, tag="settle"):
    """Settle a dispute between two or more players or teams, by name (TIE-1).

    Unknown facts of their figures, and of the players' ages, are asked.
    """

    between: tuple[Name, ...]
    stage = "always"


class Settled(Event, tag="settled"):
    """A dispute between these sides was settled for the best of them (TIE-1)."""

    between: tuple[str, ...]
    best: tuple[str, ...]
