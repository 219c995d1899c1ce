"""Jumps, swims, leaps, climbs, falls, hard ground and what bonuses do on the table."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from q40k.games.quake.packs.models import Weapon
from q40k.games.quake.rules.events.fighting import Struck
from q40k.geometry.spots import Spot
from q40k.kernel.events import Event


class GroundTested(Event):
    """A test in difficult ground: the dice, and the most inches still moved (MOVE-2, PORTAL-9)."""

    type: Literal["ground-tested"] = "ground-tested"
    player: str
    dice: tuple[int, ...]
    most: int


class DangerTested(Event):
    """A die for danger; a 1 harms. `what` is "dangerous" ground, a "landing" or a "mount"."""

    type: Literal["danger-tested"] = "danger-tested"
    player: str
    what: Literal["dangerous", "landing", "mount"]
    die: int


class Jumped(Event):
    """A champion let itself drop so many inches; `safe` when a die reached them (MOVE-3).

    `level` is how high it stands then, in inches, None on top of what can be climbed there.
    """

    type: Literal["jumped"] = "jumped"
    player: str
    height: float
    dice: tuple[int, ...]
    safe: bool
    spent: float
    to: Spot | None = None
    portal: int | None = None
    level: float | None = None


class Leapt(Event):
    """A champion leapt over a gap in inches (MOVE-5).

    `result`: "across", "edge" when only a part of the base got there, or "short"; `die` is the
    roll to hang on at the edge.
    """

    type: Literal["leapt"] = "leapt"
    player: str
    gap: float
    dice: tuple[int, ...]
    result: Literal["across", "edge", "short"]
    die: int | None = None
    spent: float
    to: Spot | None = None
    portal: int | None = None


class Swam(Event):
    """A champion in the water rolled its die: so many inches, or drowning on a 1 (MOVE-4).

    `after` are the inches it walks to the water in this move.
    """

    type: Literal["swam"] = "swam"
    player: str
    die: int
    after: float = 0


class Climbed(Event):
    """A champion climbed so many inches (MOVE-6).

    `level` is how high it stands then, in inches, None on top of what can be climbed there.
    """

    type: Literal["climbed"] = "climbed"
    player: str
    height: float
    spent: float
    to: Spot | None = None
    level: float | None = None


class Fell(Event):
    """A champion fell so many inches, and what it did to it (MOVE-3, MOVE-5)."""

    type: Literal["fell"] = "fell"
    player: str
    inches: float
    struck: Struck


class Harmed(Event):
    """Something that nobody aims struck a champion, as the dice of `struck` tell.

    `cause` is "demolition-charge", "dangerous-ground", "perils" (of the warp), "barrel" or
    "napalm"; `by` who set it off.
    """

    type: Literal["harmed"] = "harmed"
    cause: Literal["demolition-charge", "dangerous-ground", "perils", "barrel", "napalm"]
    by: str | None = None
    struck: Struck


class Halted(Event):
    """A champion moves no more in this movement phase."""

    type: Literal["halted"] = "halted"
    player: str


class DeepStruck(Event):
    """The teleporter's holder came down: on target, or so many inches away (special bonus 3).

    `hour` is the direction as on a clock face, None when the table read it off; `to` the place.
    """

    type: Literal["deep-struck"] = "deep-struck"
    player: str
    dice: tuple[int, ...]
    scatter: int
    hour: int | None = None
    to: Spot | None = None
    portal: int | None = None


class Feasted(Event):
    """The vampire took from who it killed: characteristics, gear, weapons (special bonus 6)."""

    type: Literal["feasted"] = "feasted"
    player: str
    victim: str
    figures: dict[str, int] = Field(default_factory=dict)
    kit: tuple[str, ...] = ()
    arms: tuple[Weapon, ...] = ()


class Judged(Event):
    """The table said whether a figure is painted and based (special bonus 2)."""

    type: Literal["judged"] = "judged"
    player: str
    finished: bool
