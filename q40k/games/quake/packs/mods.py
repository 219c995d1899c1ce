"""Mods, as packs say them: named rules with their parameters, and what wins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Final, Literal

from msgspec import Meta

from q40k.packs.base import Id, Names, Pack

RuleName = Literal[
    "budget",
    "clone",
    "chief-fight",
    "perfect-fighter",
    "portals",
    "bonus",
    "respawn",
    "sudden-death",
    "victory-points",
    "bases",
    "flags",
    "structures",
    "domination",
    "hunt",
    "barrels",
    "announce",
]


class Parameters(Pack, frozen=True):
    """The numbers of a mod's rules; what is left out is the book's, or agreed at the table.

    `budget` is in points, for a champion or for a whole team (CHAMPION-5, TEAM-1); `lives` how
    many deaths in a round put a champion out under sudden death (SUDDEN-1); `flags` whether each
    team has its own or all fight for one (FLAG-1 to 5); `armour` and `structure_points` are a
    building's; `barrels_each` how many barrels there are for each champion (BARREL-1). Of the NUKE:
    `nuke_cost` whether its picker loses its own value whenever it killed anybody, only if it died
    of it, or never; `nuke_wounds` whether a hit is rolled for or sure to wound. `lines_to`: whether
    lines of sight go to the top of the target, or down to its base (SHOOT-2).
    """

    budget: Annotated[int, Meta(ge=1, le=100000)] | None = None
    lives: Annotated[int, Meta(ge=1, le=99)] = 1
    flags: Literal["each", "one"] = "each"
    armour: Annotated[int, Meta(ge=1, le=20)] = 10
    structure_points: Annotated[int, Meta(ge=1, le=100)] = 10
    barrels_each: Annotated[int, Meta(ge=1, le=20)] = 3
    nuke_cost: Literal["always", "if-dead", "never"] = "always"
    nuke_wounds: Literal["roll", "sure"] = "roll"
    lines_to: Literal["figure", "base"] = "figure"


class TeamsOf(Pack, frozen=True):
    """How teams are made: how many there may be, and the fewest champions each needs."""

    least: Annotated[int, Meta(ge=2, le=12)] = 2
    most: Annotated[int, Meta(ge=2, le=12)] = 12
    players: Annotated[int, Meta(ge=1, le=12)] = 1


class ScoreWin(Pack, frozen=True, tag_field="by", tag="score"):
    """Won by the first to reach `times` its own value, or a team's summed value (SCORE-4)."""

    by: ClassVar[Literal["score"]] = "score"
    times: Annotated[int, Meta(ge=1, le=1000)] = 10


class RoundsWin(Pack, frozen=True, tag_field="by", tag="rounds"):
    """Won by the first to win `rounds` rounds.

    Sudden death is won by the last alive, flags by bringing one home, structures by destroying
    all the others'; with several of them by whichever comes first.
    """

    by: ClassVar[Literal["rounds"]] = "rounds"
    rounds: Annotated[int, Meta(ge=1, le=99)] = 3


class PointsWin(Pack, frozen=True, tag_field="by", tag="points"):
    """Won by the first to hold portals for `points` points, counted at each turn's end."""

    by: ClassVar[Literal["points"]] = "points"
    points: Annotated[int, Meta(ge=1, le=1000)] = 15


class HuntWin(Pack, frozen=True, tag_field="by", tag="hunt"):
    """Won by killing every target in fewer turns than the other team needed."""

    by: ClassVar[Literal["hunt"]] = "hunt"


Win = ScoreWin | RoundsWin | PointsWin | HuntWin

Measure = Literal["score", "rounds", "structure", "points", "hunt"]
"""What a mod counts: times one's own value, rounds, points, turns; buildings, between equals."""

RoundWonBy = Literal["last-alive", "others-left", "flag", "structures"]
"""How a round is won: by those who are left, or by what a rule of the mod brings."""


class Mod(Pack, frozen=True, kw_only=True):
    """A way to play: which named rules hold, with their parameters, and what wins."""

    id: Id
    name: Names
    text: Names
    players: Literal["free-for-all", "teams"] = "free-for-all"
    teams: TeamsOf | None = None
    rules: tuple[RuleName, ...]
    parameters: Parameters = Parameters()
    win: Win
    bonus_tables: Id = "classic"

    def has(self, rule: RuleName) -> bool:
        """Whether the mod plays by `rule`."""
        return rule in self.rules

    @property
    def in_teams(self) -> bool:
        """Whether teams play, not everyone against everyone (TEAM-1)."""
        return self.players == "teams"


FOR_TEAMS: Final[tuple[RuleName, ...]] = ("bases", "flags", "structures", "domination", "hunt")
"""Rules that mean something only where teams play."""
NEEDS: Final[Mapping[RuleName, RuleName]] = {
    "flags": "bases",  # a flag is brought home
    "structures": "bases",  # a building stands in each
    "domination": "portals",  # they are what is held
}
"""Rules that mean nothing without another one."""
WON_BY: Final[Mapping[RuleName, tuple[str, ...]]] = {
    "sudden-death": ("rounds", "hunt"),
    "flags": ("rounds",),
    "structures": ("rounds",),
    "domination": ("points",),
    "hunt": ("hunt",),
}
"""Rules that decide a match, and the ways to win that ask for them."""
WIN_NEEDS: Final[Mapping[str, RuleName]] = {
    "score": "victory-points",
    "points": "domination",
    "hunt": "hunt",
}
WINS_ROUNDS: Final[tuple[RuleName, ...]] = ("sudden-death", "flags", "structures")
PARAMETERS: Final[Mapping[str, RuleName | None]] = {
    "budget": "budget",
    "lives": "sudden-death",
    "flags": "flags",
    "armour": "structures",
    "structure_points": "structures",
    "barrels_each": "barrels",
    "nuke_cost": "bonus",
    "nuke_wounds": "bonus",
    "lines_to": None,
}
"""The rule that each parameter belongs to; None: it goes with any."""
