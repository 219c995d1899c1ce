"""Commands of play: deployment, movement, tokens, deaths, turns."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from q40k.games.quake.rules.commands.base import (
    Angle,
    Base,
    Inches,
    Level,
    Name,
    Number,
    Place,
    Stand,
    Text,
    Way,
)

Names = Annotated[tuple[Name, ...], Field(min_length=1, max_length=100)]


class Deploy(Base):
    """Deploy a champion at a place in cm, in a tile, or without a position kept.

    `level` is how high it stands, in inches, where that is not on top of what can be climbed;
    `angle` where an oval base points, in degrees.
    """

    do: Literal["deploy"] = "deploy"
    player: Name
    at: Place | None = None
    tile: Text | None = None
    level: Level | None = None
    angle: Angle | None = None


class Move(Base):
    """Move to a place in cm, through the places of `path`, or so many inches.

    `level` is how high it stands then, in inches, where that is not as high as before; `angle`
    where an oval base points, in degrees.
    `difficult` and `dangerous` say what ground it crosses, where the scenery does not; `three`
    that the champion rolls three dice for difficult ground, `napalm` that it crosses a burning
    barrel's (BARREL-5).
    """

    do: Literal["move"] = "move"
    player: Name
    to: Place | None = None
    path: Way | None = None
    inches: Inches | None = None
    level: Level | None = None
    angle: Angle | None = None
    difficult: bool = False
    dangerous: bool = False
    three: bool = False
    napalm: bool = False


class UsePortal(Base):
    """Step onto a portal, having moved so many inches since the last jump (PORTAL-1 to 7).

    With `continues` the jumper's movement is not over, and whoever it telefragged waits. `at` is
    where it comes out, in cm.
    """

    do: Literal["portal"] = "portal"
    player: Name
    portal: Number
    moved: Inches | None = None
    stand: Stand = "in"
    at: Place | None = None
    continues: bool = False


class StandIn(Base):
    """Say which portal a champion stands in, or none."""

    do: Literal["stand"] = "stand"
    player: Name
    portal: Number | None = None


class Pickup(Base):
    """Pick up a bonus token (BONUS-1)."""

    do: Literal["pickup"] = "pickup"
    player: Name
    token: Text


class Drop(Base):
    """Put a token back in its place: a pick-up entered by mistake, or a table's own ruling."""

    do: Literal["drop"] = "drop"
    player: Name


class Kill(Base):
    """One or several champions killed another; several victims die at the same moment.

    Who is among killers and victims is killed by the other killers: two who kill each other.
    """

    do: Literal["kill"] = "kill"
    player: Name | tuple[Name, ...]  # that a kill needs a killer is for the rules to say
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


class Accident(Base):
    """A champion died by nobody's hand, or several at the same moment (SCORE-2)."""

    do: Literal["accident"] = "accident"
    player: Name | Names
    cause: Text = ""
    stand: Stand = "beside"
    at: Place | None = None

    @property
    def victims(self) -> tuple[str, ...]:
        """The names of all who die."""
        return (self.player,) if isinstance(self.player, str) else self.player


class Next(Base):
    """End the active champion's part of the phase."""

    do: Literal["next"] = "next"


class EndPhase(Base):
    """End the phase for everyone."""

    do: Literal["end-phase"] = "end-phase"
