"""Flags: set up, taken, dropped, returned, exchanged and brought home."""

from __future__ import annotations

from typing import Literal

from q40k.kernel.events import Event


class FlagsPlaced(Event):
    """The flags of the match: whose each is (None: half-way), and where it stands if known."""

    type: Literal["flags-placed"] = "flags-placed"
    flags: dict[str, str | None]
    homes: dict[str, tuple[float, float]]


class FlagTaken(Event):
    """A champion took a flag, or picked it up where it fell (FLAG-1, FLAG-3)."""

    type: Literal["flag-taken"] = "flag-taken"
    player: str
    flag: str
    again: bool = False


class FlagDropped(Event):
    """The carrier's death left the flag where it stood (FLAG-2)."""

    type: Literal["flag-dropped"] = "flag-dropped"
    player: str
    flag: str
    at: tuple[float, float] | None = None


class FlagReturned(Event):
    """A flag went back to where it began, by an opponent's touch or by agreement (FLAG-3)."""

    type: Literal["flag-returned"] = "flag-returned"
    flag: str
    player: str | None = None


class FlagHandedOver(Event):
    """Two team-mates in contact exchanged the flag instead of shooting (FLAG-4)."""

    type: Literal["flag-handed-over"] = "flag-handed-over"
    player: str
    to: str
    flag: str


class FlagKept(Event):
    """One of two who exchanged the flag died; the other one keeps it (FLAG-4)."""

    type: Literal["flag-kept"] = "flag-kept"
    player: str
    flag: str
    dead: str


class FlagCaptured(Event):
    """A champion brought a flag home."""

    type: Literal["flag-captured"] = "flag-captured"
    player: str
    flag: str
    team: str
