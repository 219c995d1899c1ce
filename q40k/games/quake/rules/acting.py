"""Who acts, and who may: by initiative, or team by team. Nothing else knows the difference."""

from __future__ import annotations

from q40k.games.quake.rules.state import Match


def first(state: Match) -> str | None:
    """Who opens a phase; None when nobody is on the table.

    Rule: TURN-1, TEAM-3, TEAM-5
    """
    if not state.in_teams:
        return next((p for p in state.order if state.players[p].in_play), None)
    sides = state.sides
    opening = opening_team(state)
    start = sides.index(opening) if opening in sides else 0
    return _first_of(state, (*sides[start:], *sides[:start]))


def opening_team(state: Match) -> str | None:
    """The team that was chosen to open the running phase.

    Close combat is opened by the team that opened the assault.

    Rule: TEAM-2, TEAM-3, TEAM-5
    """
    phase = "assault" if state.play.phase == "melee" else state.play.phase
    return state.team_play.first_now.get(phase) or state.team_play.first.get(phase)


def following(state: Match, player: str) -> str | None:
    """Who acts after `player`; None when the phase is over.

    Teams alternate, each with any champion that has not acted; one with none left waits.

    Rule: TURN-1, TURN-2, TEAM-3
    """
    if not state.in_teams:
        return next((p for p in state.after(player) if state.players[p].in_play), None)
    sides = state.sides
    place = sides.index(state.side_of(player)) + 1
    return _first_of(state, (*sides[place:], *sides[:place]))


def may_act(state: Match) -> tuple[str, ...]:
    """Everyone who may act now, the active champion first.

    In teams any member of the team whose part it is may, unless it has acted in this phase.

    Rule: TURN-1, TEAM-3
    """
    if state.play.active is None:
        return ()
    if not state.in_teams or not state.running:
        return (state.play.active,)
    mates = _ready(state, state.side_of(state.play.active))
    return (state.play.active, *(p for p in mates if p != state.play.active))


def has_begun(state: Match) -> bool:
    """Whether the active champion has begun its movement, so that no team-mate may step in.

    Rule: TEAM-3
    """
    if state.play.active is None:
        return False
    active = state.players[state.play.active]
    return bool(active.movement.spent) or active.movement.came_by is not None


def next_to_deploy(state: Match) -> str | None:
    """Who deploys next; None when everyone has.

    The lowest initiative goes first. Teams alternate, beginning with the lowest roll: next is the
    team with the fewest champions on the table.

    Rule: DEPLOY-1, TEAM-2
    """
    left = [p for p in reversed(state.order) if _undeployed(state, p)]
    if not left or not state.in_teams:
        return next(iter(left), None)
    teams = dict.fromkeys(state.side_of(p) for p in left)

    def turn(team: str) -> tuple[int, int]:
        placed = sum(state.players[p].life.placed for p in state.members(team))
        return placed, _from_lowest(state).index(team)

    return may_deploy(state, min(teams, key=turn))[0]


def may_deploy(state: Match, team: str) -> tuple[str, ...]:
    """Who of a team may deploy: within it there is no order.

    Rule: TEAM-3
    """
    return tuple(p for p in state.members(team) if _undeployed(state, p))


def may_deploy_now(state: Match) -> tuple[str, ...]:
    """Everyone who may deploy now: the active champion, or any of its team that has not.

    Rule: DEPLOY-1, TEAM-3
    """
    if state.play.active is None or not state.in_teams:
        return () if state.play.active is None else (state.play.active,)
    return may_deploy(state, state.side_of(state.play.active))


def lined_up(state: Match) -> tuple[str, ...]:
    """The players of all teams by turns: the first of each team, then the second of each.

    The team with the highest roll comes first; within a team, who joined first.
    """
    teams = [state.members(team) for team in reversed(_from_lowest(state))]
    longest = max(map(len, teams), default=0)
    return tuple(team[i] for i in range(longest) for team in teams if i < len(team))


def _from_lowest(state: Match) -> tuple[str, ...]:
    """The teams as they were ranked by their rolls, the lowest first."""
    ranked = [team for team in state.teams if team in state.sides]
    return (*(team for team in state.sides if team not in ranked), *reversed(ranked))


def _undeployed(state: Match, player: str) -> bool:
    one = state.players[player]
    return one.present and not one.life.placed and not one.life.out


def _ready(state: Match, team: str) -> tuple[str, ...]:
    players, acted = state.players, state.team_play.acted
    return tuple(p for p in state.members(team) if players[p].in_play and p not in acted)


def _first_of(state: Match, teams: tuple[str, ...]) -> str | None:
    return next((ready[0] for team in teams if (ready := _ready(state, team))), None)
