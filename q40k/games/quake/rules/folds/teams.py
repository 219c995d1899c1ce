"""What teams change: who opens what, who has acted, buildings, portals held, hunts."""

from __future__ import annotations

from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.folds.shared import Folds, as_it_was, changed
from q40k.games.quake.rules.parts import Hunt, Team
from q40k.games.quake.rules.state import Match


def _changed(state: Match, event: e.TeamChanged) -> Match:
    return changed(state, event.player, team=event.team)


def _ranked(state: Match, event: e.TeamsRanked) -> Match:
    teams = {
        name: Team(name, event.totals.get(name, 0), structure=event.structure)
        for name in event.teams
    }
    return state.replace(teams=teams)


def _lined_up(state: Match, event: e.LinedUp) -> Match:
    return state.replace(ranking=event.ranking)


def _first(state: Match, event: e.FirstChosen) -> Match:
    if event.player is not None:
        return state.replace(first_now=event.first)
    return state.replace(first=event.first)


def _part_ended(state: Match, event: e.PartEnded) -> Match:
    if event.player in state.team_play.acted:
        return state
    return state.replace(acted=(*state.team_play.acted, event.player))


def _bases(state: Match, event: e.BasesTaken) -> Match:
    teams = {name: team.replace(base=event.bases.get(name)) for name, team in state.teams.items()}
    return state.replace(teams=teams)


def _in_base(state: Match, event: e.RespawnedInBase) -> Match:
    wounds = state.players[event.player].champion.w
    state = changed(
        state, event.player, alive=True, placed=True, at=event.at, portal=None, near=None,
        tile=None, level=None, wounds=wounds, spent=0.0, came_by=None, beacon=False,
        kept=event.at is not None, in_water=event.in_water,
    )  # fmt: skip
    return state.replace(waiting=tuple(p for p in state.play.waiting if p != event.player))


def team_with(state: Match, name: str, team: Team) -> Match:
    """The state with one team as it is now."""
    return state.replace(teams={**state.teams, name: team})


def _penetrated(state: Match, event: e.Penetrated) -> Match:
    return team_with(state, event.team, state.teams[event.team].replace(structure=event.left))


def _counted(state: Match, event: e.PortalsCounted) -> Match:
    for name, portals in event.held.items():
        team = state.teams[name]
        state = team_with(state, name, team.replace(points=team.points + len(portals)))
    return state


def _cleaners(state: Match, event: e.CleanersSet) -> Match:
    return state.replace(hunt=Hunt(event.team, event.leg, event.to_beat))


FOLDS: Folds = {
    e.TeamChanged: _changed,
    e.TeamRolled: as_it_was,
    e.TeamsRanked: _ranked,
    e.LinedUp: _lined_up,
    e.FirstChosen: _first,
    e.PartEnded: _part_ended,
    e.BasesTaken: _bases,
    e.RespawnedInBase: _in_base,
    e.Penetrated: _penetrated,
    e.PortalsCounted: _counted,
    e.CleanersSet: _cleaners,
    e.LegOver: as_it_was,
}
