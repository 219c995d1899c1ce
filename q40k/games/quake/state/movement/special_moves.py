"""Special moves as commands and events: jumps, leaps, climbs and swims."""

from typing import Annotated, Literal

from msgspec import Meta

from q40k.games.quake.state.match import Match
from q40k.games.quake.state.positions import put_after_move
from q40k.games.quake.state.registry import Command, Event, Inches, Place, Stand, land_mover
from q40k.geometry.space import Spot
from q40k.kernel.commands import Name
from q40k.packs.base import FINITE

Height = Annotated[float, Meta(gt=0, le=500), FINITE]


class Jump(Command, tag="jump"):
    """Jump down so many inches (MOVE-3).

    `three`: it rolls three dice, as it does for difficult ground. `to` is where it lands, in cm.
    `napalm`: it lands in a burning barrel's napalm, where positions do not tell (BARREL-5).
    `stand`: whether it comes back in its portal or beside it if it dies.
    """

    player: Name
    height: Height
    to: Place | None = None
    three: bool = False
    napalm: bool = False
    stand: Stand = "beside"
    landing = land_mover


class Jumped(Event, tag="jumped"):
    """A champion jumped down so many inches; `safe` if a die reached them (MOVE-3).

    `level` is how high it then stands, in inches; None is on top of the climbable piece there.
    """

    player: str
    height: float
    dice: tuple[int, ...]
    safe: bool
    spent: float
    to: Spot | None = None
    portal: int | None = None
    level: float | None = None

    def fold(self, state: Match) -> Match:
        return put_after_move(state, self.player, self.spent, self.to, self.portal, self.level)


# -- leaps --------------------------------------------------------------------------------


Into = Literal["ground", "water", "nothing"]


class Leap(Command, tag="leap"):
    """Leap over a gap, in inches (MOVE-5).

    `base` is the width of the champion's base, in inches, if it is not that of its profile. `into`
    is what it would fall into, `height` how far. `to` is where it lands, in cm. `napalm`: it lands
    in a burning barrel's napalm, where positions do not tell (BARREL-5). `stand`: whether it comes
    back in its portal or beside it if it dies.
    """

    player: Name
    gap: Height
    base: Inches | None = None
    into: Into | None = None
    height: Height | None = None
    to: Place | None = None
    napalm: bool = False
    stand: Stand = "beside"
    landing = land_mover


class Leapt(Event, tag="leapt"):
    """A champion leapt over a gap in inches (MOVE-5).

    `result`: "across", "edge" if only a part of the base got there, or "short". `die` is the roll
    to hang on at the edge.
    """

    player: str
    gap: float
    dice: tuple[int, ...]
    result: Literal["across", "edge", "short"]
    die: int | None = None
    spent: float
    to: Spot | None = None
    portal: int | None = None

    def fold(self, state: Match) -> Match:
        return put_after_move(state, self.player, self.spent, self.to, self.portal)


# -- climbs -------------------------------------------------------------------------------


class Climb(Command, tag="climb"):
    """Climb so many inches up or down where the table agreed on climbing (MOVE-6).

    `napalm`: the climb crosses a burning barrel's napalm (BARREL-5). `stand`: whether the champion
    comes back in its portal or beside it if it dies.
    """

    player: Name
    height: Height
    to: Place | None = None
    napalm: bool = False
    stand: Stand = "beside"
    landing = land_mover


class Climbed(Event, tag="climbed"):
    """A champion climbed so many inches (MOVE-6).

    `level` is how high it then stands, in inches; None is on top of the climbable piece there.
    """

    player: str
    height: float
    spent: float
    to: Spot | None = None
    level: float | None = None

    def fold(self, state: Match) -> Match:
        return put_after_move(state, self.player, self.spent, self.to, None, self.level)


# -- swimming -----------------------------------------------------------------------------


class Swim(Command, tag="swim"):
    """Move in water, so many inches or to a place in cm, and stay in it (MOVE-4).

    `napalm`: the move crosses a burning barrel's napalm (BARREL-5). `stand`: whether the champion
    comes back in its portal or beside it if it drowns.
    """

    player: Name
    inches: Inches | None = None
    to: Place | None = None
    napalm: bool = False
    stand: Stand = "beside"
    landing = land_mover
