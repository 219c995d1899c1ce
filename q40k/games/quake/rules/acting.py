"""TURN: let a champion act, and refuse whoever may not."""

from q40k.games.quake.state.acting import Act, Activated, has_begun, has_had_part, may_act
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.parts import Phase
from q40k.games.quake.state.questions import find_present
from q40k.games.quake.state.registry import rule
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import forbid, refuse
from q40k.tabletop.rules import NothingChanged


def must_be_active(live: Live[Match], player: Player, *phases: Phase) -> Rule[None]:
    """Refuse what only the active champion may do, in one of the `phases`; a team-mate may step in.

    A champion that has died in its own part has had it, whatever it died of.

    Rule: TURN-1, TEAM-3
    """
    if not player.in_play:
        raise forbid("TURN-1", "not-on-table", player=player.name)
    if live.state.play.phase not in phases:
        yield from refuse("TURN-1", "wrong-phase", phase=live.state.play.phase, wanted=phases[0])
    if has_had_part(live.state, player):
        yield from refuse("TURN-1", "part-over", player=player.name)
    if live.state.play.active != player.id and (yield from may_step_in(live, player)):
        yield Activated(player=player.id)


def may_step_in(live: Live[Match], player: Player) -> Rule[bool]:
    """Return whether a player may act instead of the active one; refuse if it may not.

    A team-mate that has not acted may, if the active champion has not begun. With an override it
    acts out of its turn: the phase goes on where it was.

    Rule: TURN-1, TEAM-3
    """
    state = live.state
    active = state.players[state.play.active] if state.play.active else None
    if player.id in may_act(state):
        if active is not None and has_begun(state, active.id):
            yield from refuse("TEAM-3", "mate-not-done", player=player.name, active=active.name)
        return True
    if state.alternates and player.id in state.team_play.acted:
        yield from refuse("TEAM-3", "has-acted", player=player.name)
    elif state.alternates and active is not None:
        team = state.side_of(active.id)
        yield from refuse("TEAM-3", "other-team", player=player.name, team=team)
    else:
        name = active.name if active else None
        yield from refuse("TURN-1", "not-active", player=player.name, active=name)
    return False


# ---- choosing who acts


@rule(Act)
def act(live: Live[Match], command: Act) -> Rule[None]:
    """Say which champion of the active team acts now.

    Rule: TEAM-3
    """
    if not live.state.in_teams:
        raise forbid("TEAM-1", "no-teams")
    player = find_present(live.state, command.player)
    if not player.in_play or not live.state.running:
        raise forbid("TURN-1", "not-on-table", player=player.name)
    if live.state.play.active == player.id:
        yield NothingChanged(why="acts", who=player.id)
        return
    yield from may_step_in(live, player)
    yield Activated(player=player.id)
