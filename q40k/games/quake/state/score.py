"""SCORE: kills, accidents and adjustments as commands and events."""

from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from q40k.games.quake.state.match import Match, pay_out
from q40k.games.quake.state.registry import Command, Event, Landing, Place, Points, Stand
from q40k.kernel.commands import Name, Reason, Text

Names = Annotated[tuple[Name, ...], Meta(min_length=1, max_length=100)]


class Kill(Command, tag="kill"):
    """One or several champions killed another; several victims die at the same moment.

    A champion among both is killed by the other killers: two who kill each other.
    """

    player: Name | tuple[Name, ...]  # may be empty: the rules refuse a kill without a killer
    victim: Name | Names
    how: Text | None = None
    stand: Stand = "beside"
    at: Place | None = None

    @property
    def killers(self) -> tuple[str, ...]:
        """The names of all who share the kill."""
        return (self.player,) if isinstance(self.player, str) else self.player

    @property
    def victims(self) -> tuple[str, ...]:
        """The names of all who die."""
        return (self.victim,) if isinstance(self.victim, str) else self.victim

    def landing(self, state: Match, player: str) -> Landing:
        """Bring the victims back as the table says.

        Rule: RESPAWN-1
        """
        return land_victim(self, state, player)


class Accident(Command, tag="accident"):
    """A champion died by nobody's hand, or several at the same moment (SCORE-2)."""

    player: Name | Names
    cause: Text = ""
    stand: Stand = "beside"
    at: Place | None = None

    @property
    def victims(self) -> tuple[str, ...]:
        """The names of all who die."""
        return (self.player,) if isinstance(self.player, str) else self.player

    def landing(self, state: Match, player: str) -> Landing:
        """Bring the victims back as the table says.

        Rule: RESPAWN-1
        """
        return land_victim(self, state, player)


def land_victim(command: Kill | Accident, state: Match, player: str) -> Landing:
    """Return where a victim comes back: where the table says it does, all others beside their portal."""
    is_victim = any(state.is_called(player, name) for name in command.victims)
    return (command.at or command.stand) if is_victim else "beside"


class Adjust(Command, tag="adjust"):
    """Change a score by a difference, with a reason."""

    player: Name
    score: Points
    why: Reason
    stage = "open"


class Adjusted(Event, tag="adjusted"):
    """The game master changed a score, and why."""

    player: str
    score: Fraction
    why: str

    def fold(self, state: Match) -> Match:
        return pay_out(state, {self.player: self.score})
