"""FLAGS: where they are, and who carries them."""

from typing import Any

from q40k.games.quake.state import parts
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.objectives import rounds
from q40k.games.quake.state.parts import Flag
from q40k.games.quake.state.registry import Command, Event, fold
from q40k.games.quake.state.turn import PhaseOpened
from q40k.geometry.space import Spot
from q40k.kernel.commands import Name, Text


class FlagsPlaced(Event, tag="flags-placed"):
    """The flags of the match: whose each is (None: half-way), and where it stands if known."""

    flags: dict[str, str | None]
    homes: dict[str, tuple[float, float]]

    def fold(self, state: Match) -> Match:
        flags = {name: Flag(name, team, self.homes.get(name)) for name, team in self.flags.items()}
        return state.replace(flags=flags)


class FlagDropped(Event, tag="flag-dropped"):
    """The carrier's death left the flag where it stood (FLAG-2)."""

    player: str
    flag: str
    at: tuple[float, float] | None = None

    def fold(self, state: Match) -> Match:
        team = state.side_of(self.player)
        return change_flag(state, self.flag, carrier=None, fell=team, at=self.at, sharers=())


class FlagKept(Event, tag="flag-kept"):
    """One of the two who exchanged the flag died; the other one keeps it (FLAG-4)."""

    player: str
    flag: str
    dead: str

    def fold(self, state: Match) -> Match:
        return change_flag(state, self.flag, carrier=self.player, sharers=(self.player,))


def change_flag(state: Match, name: str, **changes: Any) -> Match:
    """Return the state with `changes` to one flag."""
    return state.replace(flags={**state.flags, name: state.flags[name].replace(**changes)})


def place_of_death(state: Match, player: Player) -> Spot | None:
    """Return where a champion stands, or the middle of the portal it is in; None if unknown.

    Rule: FLAG-2
    """
    at, portal = player.position.at, player.position.portal
    return state.arena.portal(portal).at if at is None and portal is not None else at


def carried_flags(state: Match, player: str) -> tuple[str, ...]:
    """Return the ids of the flags a player carries."""
    return tuple(flag.id for flag in state.flags.values() if flag.carrier == player)


# -- the return of a flag -----------------------------------------------------------------


class FlagReturned(Event, tag="flag-returned"):
    """A flag went back to where it began, by an opponent's touch or by agreement (FLAG-3)."""

    flag: str
    player: str | None = None

    def fold(self, state: Match) -> Match:
        return change_flag(state, self.flag, carrier=None, fell=None, at=None, sharers=())


# -- taking, handing over and capturing ---------------------------------------------------


class TouchFlag(Command, tag="flag"):
    """A champion moves over a flag, named by its id or by its team (FLAG-1, 3, 5)."""

    player: Name
    flag: Text | None = None


class HandOver(Command, tag="hand-over"):
    """Two team-mates in contact exchange the flag instead of shooting (FLAG-4)."""

    player: Name
    to: Name


class Capture(Command, tag="capture"):
    """A champion has brought a flag into its own base."""

    player: Name


class FlagTaken(Event, tag="flag-taken"):
    """A champion took a flag, or picked it up where it fell (FLAG-1, FLAG-3)."""

    player: str
    flag: str
    again: bool = False

    def fold(self, state: Match) -> Match:
        return change_flag(state, self.flag, carrier=self.player, fell=None, at=None, sharers=())


class FlagHandedOver(Event, tag="flag-handed-over"):
    """Two team-mates in contact exchanged the flag instead of shooting (FLAG-4)."""

    player: str
    to: str
    flag: str

    def fold(self, state: Match) -> Match:
        state = change_flag(state, self.flag, carrier=self.to, sharers=(self.player, self.to))
        return state if self.to in state.team_play.acted else state.replace(acted=(*state.team_play.acted, self.to))


class FlagCaptured(Event, tag="flag-captured"):
    """A champion brought a flag home."""

    player: str
    flag: str
    team: str


@fold(rounds.RoundOpened)
def _flags_home(state: Match, _event: rounds.RoundOpened) -> Match:
    flags = {name: parts.Flag(name, flag.team, flag.home) for name, flag in state.flags.items()}
    return state.replace(flags=flags)


@fold(PhaseOpened)
def _no_longer_exchanged(state: Match, _event: PhaseOpened) -> Match:
    """Exchanges count for one shooting phase (FLAG-4)."""
    if not any(flag.sharers for flag in state.flags.values()):
        return state
    flags = {name: flag.replace(sharers=()) for name, flag in state.flags.items()}
    return state.replace(flags=flags)
