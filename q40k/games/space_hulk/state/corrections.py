"""Corrections by hand, as commands and events."""

from typing import Annotated, Literal

from msgspec import Meta

from q40k.games.space_hulk.packs.boards import Facing
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.registry import Command, Event, Place, Points
from q40k.kernel.commands import Name, Text

Few = Annotated[int, Meta(ge=0, le=99)]


class Kill(Command, tag="kill"):
    """Record that a piece is dead for any reason: bookkeeping, in any phase."""

    who: Name
    value: Annotated[int, Meta(ge=1, le=3)] | None = None
    why: Text = ""


class Leave(Command, tag="leave"):
    """Record that a figure has left the board by an exit: bookkeeping."""

    who: Name
    exit: Place = "EXIT"


class PutStealer(Command, tag="stealer"):
    """Put a stealer on the board for any reason: bookkeeping."""

    name: Name | None = None
    at: Place | None = None
    facing: Facing | None = None
    alpha: bool = False


class PutAt(Command, tag="place"):
    """Set the place and facing of a piece."""

    who: Name
    at: Place | None = None
    facing: Facing | None = None


class SetMarine(Command, tag="set"):
    """Set the points, ammunition or stance of a marine; None leaves a value as it is."""

    who: Name
    ap: Few | None = None
    ammo: Few | None = None
    reloaded: bool | None = None
    psi: Few | None = None
    overwatch: bool | None = None
    guard: bool | None = None
    jammed: bool | None = None


class SetDoor(Command, tag="set-door"):
    """Set a door open, closed or gone."""

    at: Place
    now: Literal["open", "closed", "gone"]


class Spend(Command, tag="spend"):
    """Record spent command points; the marker goes up, and nothing else is checked."""

    points: Points = 1


class KeepPlaces(Command, tag="positions"):
    """Keep places on the board from now on, or stop. The last known places are remembered."""

    keep: bool


class PlacesKept(Event, tag="places-kept"):
    """The match keeps places from now on, or stops."""

    keep: bool

    def fold(self, state: Match) -> Match:
        return state.replace(options=state.options.replace(positions=self.keep))


class PutRight(Event, tag="put-right"):
    """The table has set the place and facing of a piece."""

    who: str
    at: str | None
    facing: Facing | None = None

    def fold(self, state: Match) -> Match:
        changes: dict[str, object] = {"at": self.at}
        if self.who not in state.blips:
            changes["facing"] = self.facing
        if self.who not in state.marines and self.at is not None:
            changes |= {"entry": None, "held": False}
        return state.with_piece(self.who, **changes)


SETTABLE = ("ap", "ammo", "reloaded", "psi", "overwatch", "guard", "jammed")
"""What the table may set of a marine."""


class MarineSet(Event, tag="marine-set"):
    """The table has set values of a marine; None leaves a value as it is."""

    who: str
    ap: int | None = None
    ammo: int | None = None
    reloaded: bool | None = None
    psi: int | None = None
    overwatch: bool | None = None
    guard: bool | None = None
    jammed: bool | None = None

    def fold(self, state: Match) -> Match:
        values = {name: getattr(self, name) for name in SETTABLE}
        changes = {name: value for name, value in values.items() if value is not None}
        return state.with_marine(self.who, **changes) if changes else state
