"""Teams: rolls, choices, bases, buildings, portals held and hunts."""

from __future__ import annotations

from typing import Literal

from q40k.kernel.events import Event


class TeamChanged(Event):
    """A player plays for another team from now on."""

    type: Literal["team-changed"] = "team-changed"
    player: str
    team: str
    was: str | None = None


class TeamRolled(Event):
    """A team rolled its 2D6 (TEAM-2)."""

    type: Literal["team-rolled"] = "team-rolled"
    team: str
    dice: tuple[int, ...]
    total: int


class TeamsRanked(Event):
    """The teams by their rolls, the highest first; `totals` are the first rolls (TEAM-2).

    `structure` is what each team's building can take, None without buildings.
    """

    type: Literal["teams-ranked"] = "teams-ranked"
    teams: tuple[str, ...]
    totals: dict[str, int]
    structure: int | None = None


class LinedUp(Event):
    """The players of all teams by turns, as a list shows them."""

    type: Literal["lined-up"] = "lined-up"
    ranking: tuple[str, ...]


class FirstChosen(Event):
    """Which team opens which phase (TEAM-2); chosen by `player`, for one turn, with a bonus."""

    type: Literal["first-chosen"] = "first-chosen"
    first: dict[str, str]
    team: str | None = None
    player: str | None = None


class PartEnded(Event):
    """A champion has had its part of the phase (TEAM-3)."""

    type: Literal["part-ended"] = "part-ended"
    player: str


class BasesTaken(Event):
    """Which base of the arena is whose; None where the table agrees on one (BASE-1)."""

    type: Literal["bases-taken"] = "bases-taken"
    bases: dict[str, int | None]


class RespawnedInBase(Event):
    """A champion came (back) onto the table in its team's base (BASE-1).

    `at` is where, in cm, when that is known; `in_water`: it stands in water there.
    """

    type: Literal["respawned-in-base"] = "respawned-in-base"
    player: str
    at: tuple[float, float] | None = None
    entry: bool = False
    in_water: bool = False


class Penetrated(Event):
    """The armour of a team's building was penetrated so many times; `left` points of structure."""

    type: Literal["penetrated"] = "penetrated"
    player: str
    team: str
    times: int
    left: int


class PortalsCounted(Event):
    """At a turn's end the portals each team held, and those that counted for none."""

    type: Literal["portals-counted"] = "portals-counted"
    held: dict[str, tuple[int, ...]]
    contested: tuple[int, ...] = ()


class CleanersSet(Event):
    """Who hunts in this leg; `to_beat` is how many turns the first cleaners took."""

    type: Literal["cleaners-set"] = "cleaners-set"
    team: str
    leg: int
    to_beat: int | None = None


class LegOver(Event):
    """Every target of a leg is dead; `turns` is how many turns that took."""

    type: Literal["leg-over"] = "leg-over"
    team: str
    leg: int
    turns: int
