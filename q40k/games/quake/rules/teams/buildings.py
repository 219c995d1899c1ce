"""Buildings: their armour penetrated point by point, until one falls."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from q40k.games.quake.rules.changing import team_with
from q40k.games.quake.rules.command import Command
from q40k.games.quake.rules.objectives.objective import Objective, Option, register
from q40k.games.quake.rules.objectives.rounds import win_round
from q40k.games.quake.rules.questions import find_present, forbid, must_be_started, refuse
from q40k.games.quake.rules.registry import command, event, fold, rule
from q40k.games.quake.rules.rounds import RoundOpened
from q40k.games.quake.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.packs.said import Name


@command
class Penetrate(Command, tag="penetrate"):
    """A champion penetrates the armour of a team's building, so many times."""

    player: Name
    team: Name
    times: Annotated[int, Meta(ge=1, le=100)] = 1


@event
class Penetrated(Event, tag="penetrated"):
    """The armour of a team's building was penetrated so many times; `left` points of structure."""

    player: str
    team: str
    times: int
    left: int


@fold(Penetrated)
def _penetrated(state: Match, event: Penetrated) -> Match:
    return team_with(state, event.team, state.teams[event.team].replace(structure=event.left))


@fold(RoundOpened)
def _rebuilt(state: Match, _event: RoundOpened) -> Match:
    full = state.setup.mod.parameters.structure_points if state.setup.mod else 0
    teams = {
        name: team if team.structure is None else team.replace(structure=full)
        for name, team in state.teams.items()
    }
    return state.replace(teams=teams)


@rule(Penetrate)
def penetrate(live: Live[Match], command: Penetrate) -> Rule[None]:
    """Penetrate a team's building: each time costs it a point of structure.

    Bookkeeping, in any phase and by any champion on the table. Who destroys all the others' wins.

    Rule: BASE-1
    """
    must_be_started(live.state)
    state = live.state
    player = find_present(state, command.player)
    team = next((t for t in state.teams if t.casefold() == command.team.casefold()), None)
    if team is None or state.teams[team].structure is None:
        with_one = tuple(t for t, one in state.teams.items() if one.structure is not None)
        raise forbid("BASE-1", "no-building", team=command.team, teams=with_one)
    if not player.in_play:
        raise forbid("BASE-1", "not-on-table", player=player.name)
    left = state.teams[team].structure or 0
    if left == 0:
        raise forbid("BASE-1", "building-down", team=team)
    if team == state.side_of(player.id):
        yield from refuse("BASE-1", "own-building", player=player.name, team=team)
    yield from pierce(live, player.id, team, command.times)


def pierce(live: Live[Match], player: str, team: str, times: int) -> Rule[None]:
    """A building loses so many points of structure, and may fall.

    Rule: BASE-1
    """
    left = max(0, (live.state.teams[team].structure or 0) - times)
    yield Penetrated(player=player, team=team, times=times, left=left)
    yield from _last_building(live)


def _last_building(live: Live[Match]) -> Rule[None]:
    standing = [t for t, one in live.state.teams.items() if one.structure]
    if len(standing) == 1:
        yield from win_round(live, standing[0], "structures")


def structure(state: Match, side: str) -> Fraction:
    """What is left of a side's building, in points of structure; 0 before it has one."""
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
