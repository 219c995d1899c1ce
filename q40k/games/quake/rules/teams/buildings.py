"""Buildings: their structure points are lost to penetrations, until one falls."""

from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from q40k.games.quake.rules.objectives.objective import Objective, Option, register
from q40k.games.quake.rules.objectives.rounds import win_round
from q40k.games.quake.rules.questions import find_present, forbid, must_be_started, refuse
from q40k.games.quake.rules.registry import Command, Event, fold, rule
from q40k.games.quake.rules.rounds import RoundOpened
from q40k.games.quake.rules.state import Match, replace_team
from q40k.kernel.commands import Name
from q40k.kernel.events import Live, Rule


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


@fold(Penetrated)
def _penetrated(state: Match, event: Penetrated) -> Match:
    return replace_team(state, event.team, state.teams[event.team].replace(structure=event.left))


@fold(RoundOpened)
def _rebuilt(state: Match, _event: RoundOpened) -> Match:
    full = state.setup.mod.parameters.structure_points if state.setup.mod else 0
    teams = {
        name: team if team.structure is None else team.replace(structure=full) for name, team in state.teams.items()
    }
    return state.replace(teams=teams)


@rule(Penetrate)
def penetrate(live: Live[Match], command: Penetrate) -> Rule[None]:
    """Penetrate a team's building: each time costs it a point of structure.

    This is bookkeeping, in any phase and by any champion on the table. A team that destroys all the
    others' buildings wins.

    Rule: BASE-1
    """
    must_be_started(live.state)
    state = live.state
    player = find_present(state, command.player)
    team = next((t for t in state.teams if t.casefold() == command.team.casefold()), None)
    if team is None or state.teams[team].structure is None:
        buildings = tuple(t for t, other in state.teams.items() if other.structure is not None)
        raise forbid("BASE-1", "no-building", team=command.team, teams=buildings)
    if not player.in_play:
        raise forbid("BASE-1", "not-on-table", player=player.name)
    remaining = state.teams[team].structure or 0
    if remaining == 0:
        raise forbid("BASE-1", "building-down", team=team)
    if team == state.side_of(player.id):
        yield from refuse("BASE-1", "own-building", player=player.name, team=team)
    yield from pierce(live, player.id, team, command.times)


def pierce(live: Live[Match], player: str, team: str, times: int) -> Rule[None]:
    """Take structure points off a building, which may fall.

    Rule: BASE-1
    """
    remaining = max(0, (live.state.teams[team].structure or 0) - times)
    yield Penetrated(player=player, team=team, times=times, left=remaining)
    yield from _check_last_building(live)


def _check_last_building(live: Live[Match]) -> Rule[None]:
    standing = [t for t, building in live.state.teams.items() if building.structure]
    if len(standing) == 1:
        yield from win_round(live, standing[0], "structures")


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
