"""Moves, jumps and arrivals."""

from __future__ import annotations

from typing import Literal

from q40k.kernel.events import Event

Stand = Literal["in", "beside"]


class Moved(Event):
    """A champion moved; `spent` is all its movement of this phase so far, in inches.

    `in_water`: it is in the water now (MOVE-4). `cut`: hard ground or water stopped it short.
    `over` are tokens and flags it passed over and may have (BONUS-1, FLAG-1). `level` is how high
    it stands, in inches, None on top of what can be climbed; `angle` where its base points, None
    as before.
    """

    type: Literal["moved"] = "moved"
    player: str
    to: tuple[float, float] | None = None
    portal: int | None = None
    spent: float = 0
    in_water: bool = False
    cut: bool = False
    over: tuple[str, ...] = ()
    level: float | None = None
    angle: float | None = None


class PortalEntered(Event):
    """A champion stepped wholly onto a portal (PORTAL-1); `spent` in inches.

    `far` is how many inches away its kept place was, if that was more than the `left` it had.
    """

    type: Literal["portal-entered"] = "portal-entered"
    player: str
    portal: int
    spent: float
    far: float | None = None
    left: float = 0


class Teleported(Event):
    """A jump came out at `exit` (PORTAL-2, 3); `die` is what was rolled.

    `at` is where, in cm, when places are kept; `in_water`: it stands in water there.
    """

    type: Literal["teleported"] = "teleported"
    player: str
    entered: int
    exit: int
    die: int
    stand: Stand
    at: tuple[float, float] | None = None
    in_water: bool = False


class Respawned(Event):
    """A champion came (back) onto the table by a portal (RESPAWN-1, INIT-4).

    `at` is where, in cm, when places are kept; `in_water`: it stands in water there.
    """

    type: Literal["respawned"] = "respawned"
    player: str
    portal: int
    die: int
    stand: Stand
    entry: bool = False
    at: tuple[float, float] | None = None
    in_water: bool = False


class BeaconUsed(Event):
    """The beacon's holder rolls its respawn again."""

    type: Literal["beacon-used"] = "beacon-used"
    player: str
    die: int


class Thrown(Event):
    """The mega bumper threw a champion this many inches.

    Where places are known `hour` is the direction as on a clock face (12 is up the table), `to`
    where it ends, and `met` what it meets first: a kind of thing ("scenery", "champion" ...).
    """

    type: Literal["thrown"] = "thrown"
    player: str
    inches: int
    dice: tuple[int, ...]
    hour: int | None = None
    met: str | None = None
    to: tuple[float, float] | None = None


class StandSet(Event):
    """The game master said which portal a champion stands in, or none (PORTAL-6)."""

    type: Literal["stand-set"] = "stand-set"
    player: str
    portal: int | None
