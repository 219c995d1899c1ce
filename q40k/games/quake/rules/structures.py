"""Buildings: their armour penetrated point by point, until one falls."""

from __future__ import annotations

from q40k.games.quake.rules import commands as c
from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.questions import find_present, forbid, must_be_started, refuse
from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.victory.rounds import win_round
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule


def penetrate(live: Live[Match], command: c.Penetrate) -> Rule[None]:
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
    yield e.Penetrated(player=player, team=team, times=times, left=left)
    yield from _last_building(live)


def _last_building(live: Live[Match]) -> Rule[None]:
    standing = [t for t, one in live.state.teams.items() if one.structure]
    if len(standing) == 1:
        yield from win_round(live, standing[0], "structures")
