"""TEAMS: their members, bases and buildings, as events and queries."""

from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from q40k.games.quake.packs.models import Mod, TeamBase, TeamsOf
from q40k.games.quake.state import parts
from q40k.games.quake.state.match import Match, change_player, replace_team, stand_at
from q40k.games.quake.state.objectives.objective import Objective, Option, register
from q40k.games.quake.state.objectives.rounds import RoundOpened
from q40k.games.quake.state.registry import Command, Event, fold
from q40k.games.w40k3e.figures import Hull
from q40k.kernel.commands import Name
from q40k.tabletop.asking import forbid


class BasesTaken(Event, tag="bases-taken"):
    """The arena's base of each team; None where the table agrees on one (BASE-1)."""

    bases: dict[str, int | None]

    def fold(self, state: Match) -> Match:
        teams = {name: team.replace(base=self.bases.get(name)) for name, team in state.teams.items()}
        return state.replace(teams=teams)


class RespawnedInBase(Event, tag="respawned-in-base"):
    """A champion came (back) onto the table in its team's base (BASE-1).

    `at` is where, in cm, if known. `in_water`: it stands in water there.
    """

    player: str
    at: tuple[float, float] | None = None
    entry: bool = False
    in_water: bool = False

    def fold(self, state: Match) -> Match:
        life = {"alive": True, "placed": True, "wounds": state.players[self.player].champion.w, "beacon": False}
        there = stand_at(self.at) | {"kept": self.at is not None, "in_water": self.in_water}
        state = change_player(state, self.player, **life, **there, spent=0.0, came_by=None)
        return state.replace(waiting=tuple(p for p in state.play.waiting if p != self.player))


def in_bases(state: Match) -> bool:
    """Return whether teams deploy and come back in bases (BASE-1)."""
    return state.setup.mod is not None and state.in_teams and state.setup.mod.has("bases")


def zone_of(state: Match, player: str) -> TeamBase | None:
    """Return the zone of a player's team; None where the table agreed on one.

    Rule: BASE-1
    """
    team = state.teams.get(state.side_of(player))
    if team is None or team.base is None or state.setup.arena is None:
        return None
    return next((base for base in state.setup.arena.bases if base.number == team.base), None)


def hull_of(state: Match, team: str) -> Hull:
    """Return a team's building as attacks see it."""
    return Hull(state.mod.parameters.armour, state.teams[team].structure)


def find_building(state: Match, name: str) -> str | None:
    """Return the team of that name if it has a building. Raises Refused if the building is down.

    Rule: BASE-1
    """
    team = state.team_named(name)
    if team is None or state.teams[team].structure is None:
        return None
    if not state.teams[team].structure:
        raise forbid("BASE-1", "building-down", team=team)
    return team


class Penetrate(Command, tag="penetrate"):
    """Penetrate the armour of a team's building so many times."""

    player: Name
    team: Name
    times: Annotated[int, Meta(ge=1, le=100)] = 1


class Penetrated(Event, tag="penetrated"):
    """The armour of a team's building was penetrated; `left` points of structure remain."""

    player: str
    team: str
    times: int
    left: int

    def fold(self, state: Match) -> Match:
        return replace_team(state, self.team, state.teams[self.team].replace(structure=self.left))


@fold(RoundOpened)
def _rebuilt(state: Match, _event: RoundOpened) -> Match:
    full = state.setup.mod.parameters.structure_points if state.setup.mod else 0
    teams = {
        name: team if team.structure is None else team.replace(structure=full) for name, team in state.teams.items()
    }
    return state.replace(teams=teams)


def structure(state: Match, side: str) -> Fraction:
    """Return the structure points of a side's building; 0 before it has one."""
    team = state.teams.get(side)
    return Fraction(team.structure or 0 if team else 0)


register(
    Objective(
        by="structure",
        rule="structures",
        measure=structure,
        options={
            "armour": Option("TABLE-2", 1, 20, ("parameters", "armour")),
            "structure_points": Option("TABLE-2", 1, 100, ("parameters", "structure_points")),
        },
    )
)


class ChangeTeam(Command, tag="team"):
    """Move a player to another team (TEAM-1)."""

    player: Name
    team: Name
    stage = "open"


class TeamChanged(Event, tag="team-changed"):
    """A player now plays for another team."""

    player: str
    team: str
    was: str | None = None

    def fold(self, state: Match) -> Match:
        return change_player(state, self.player, team=self.team)


class TeamRolled(Event, tag="team-rolled"):
    """A team rolled its 2D6 (TEAM-2)."""

    team: str
    dice: tuple[int, ...]
    total: int


class TeamsRanked(Event, tag="teams-ranked"):
    """The teams by their rolls, the highest first; `totals` are the first rolls (TEAM-2).

    `structure` is the points of each team's building, None without buildings.
    """

    teams: tuple[str, ...]
    totals: dict[str, int]
    structure: int | None = None

    def fold(self, state: Match) -> Match:
        teams = {name: parts.Team(name, self.totals.get(name, 0), structure=self.structure) for name in self.teams}
        return state.replace(teams=teams)


class LinedUp(Event, tag="lined-up"):
    """The players of all teams in turn, as a list shows them."""

    ranking: tuple[str, ...]

    def fold(self, state: Match) -> Match:
        return state.replace(ranking=self.ranking)


class FirstChosen(Event, tag="first-chosen"):
    """The team that opens each phase (TEAM-2).

    With a `player` its bonus chose the teams, for one turn: in matches of older rules.
    """

    first: dict[str, str]
    team: str | None = None
    player: str | None = None

    def fold(self, state: Match) -> Match:
        if self.player is not None:
            return state.replace(first_now=self.first)
        return state.replace(first=self.first)


def teams_of(mod: Mod) -> TeamsOf:
    """Return how many teams a mod has, and how large they are."""
    return mod.teams or TeamsOf()


def with_players(state: Match) -> tuple[str, ...]:
    """Return the teams with somebody at the table, in the order of their first players."""
    return tuple(t for t in state.sides if any(state.players[p].present for p in state.members(t)))


def missing_players(state: Match) -> tuple[int, dict[str, int]]:
    """Return how many teams are missing before the start, and how many players in each team.

    Rule: TEAM-1
    """
    sizes, teams = teams_of(state.mod), with_players(state)
    least = 2 if state.mod.has("hunt") else sizes.least
    present = {team: sum(state.players[p].present for p in state.members(team)) for team in teams}
    short = {team: sizes.players - count for team, count in present.items()}
    return max(0, least - len(teams)), {team: missing for team, missing in short.items() if missing > 0}
