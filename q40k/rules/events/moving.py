"""Moves, jumps and arrivals."""

from __future__ import annotations

from typing import Literal

from q40k.kernel.telling import Event

Stand = Literal["in", "beside"]


class Moved(Event):
    """A champion moved; `spent` is all its movement of this phase so far, in inches."""

    type: Literal["moved"] = "moved"
    player: str
    to: tuple[float, float] | None = None
    portal: int | None = None
    spent: float = 0


class PortalEntered(Event):
    """A champion stepped wholly onto a portal (PORTAL-1); `spent` in inches."""

    type: Literal["portal-entered"] = "portal-entered"
    player: str
    portal: int
    spent: float


class Teleported(Event):
    """A jump came out at `exit` (PORTAL-2, 3); `die` is what was rolled."""

    type: Literal["teleported"] = "teleported"
    player: str
    entered: int
    exit: int
    die: int
    stand: Stand


class Respawned(Event):
    """A champion came (back) onto the table by a portal (RESPAWN-1, INIT-4)."""

    type: Literal["respawned"] = "respawned"
    player: str
    portal: int
    die: int
    stand: Stand
    entry: bool = False


class BeaconUsed(Event):
    """The beacon's holder rolls its respawn again."""

    type: Literal["beacon-used"] = "beacon-used"
    player: str
    die: int


class Thrown(Event):
    """The mega bumper threw a champion this many inches."""

    type: Literal["thrown"] = "thrown"
    player: str
    inches: int
    dice: tuple[int, ...]


class StandSet(Event):
    """The game master said which portal a champion stands in, or none (PORTAL-6)."""

    type: Literal["stand-set"] = "stand-set"
    player: str
    portal: int | None
