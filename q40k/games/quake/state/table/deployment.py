"""DEPLOYMENT: who sets up next, and where."""

from typing import Literal

from q40k.games.quake.state.match import Match, change_player, stand_at
from q40k.games.quake.state.registry import Angle, Command, Event, Level, Place
from q40k.kernel.commands import Name, Text

Kind = Literal["equipment", "weapon", "barrels"]


class RunShort(Event, tag="run-short"):
    """The arena has fewer tokens of a category, or places for barrels, than the champions need.

    `there` is how many it has, `wanted` how many it should have, for so many `champions`.
    """

    what: Kind
    there: int
    wanted: int
    champions: int


# -- start and deployment -----------------------------------------------------------------


class Start(Command, tag="start"):
    """Roll initiative and open deployment; `count`: report what the arena is short of."""

    count: bool = False
    stage = "always"


class Deploy(Command, tag="deploy"):
    """Deploy a champion at a place in cm, in a tile, or without a position kept.

    `level` is its height in inches, if it is not on top of what can be climbed. `angle` is where an
    oval base points, in degrees.
    """

    player: Name
    at: Place | None = None
    tile: Text | None = None
    level: Level | None = None
    angle: Angle | None = None


class Deployed(Event, tag="deployed"):
    """A champion was deployed; without `at` nobody keeps its position.

    `level` is its height in inches, None on top of what can be climbed. `angle` is where its base
    points, None as before. `in_water`: it stands in water (MOVE-4).
    """

    player: str
    at: tuple[float, float] | None = None
    tile: str | None = None
    portal: int | None = None
    level: float | None = None
    angle: float | None = None
    in_water: bool = False

    def fold(self, state: Match) -> Match:
        there = stand_at(self.at, self.portal, level=self.level, angle=self.angle) | {"tile": self.tile}
        return change_player(state, self.player, **there, placed=True, kept=self.at is not None, in_water=self.in_water)
