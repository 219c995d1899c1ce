"""Victory by points: count the portals held at each turn's end (domination)."""

from q40k.games.quake.packs.models import PointsWin
from q40k.games.quake.rules.objectives.objective import Steps, register_steps
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.objectives.objective import Won
from q40k.games.quake.state.objectives.points import PortalsCounted, holders, measure
from q40k.kernel.events import Live, Rule


def _end_of_turn(live: Live[Match]) -> Rule[None]:
    """Score 1 for every portal held; a contested one scores for nobody.

    Rule: PORTAL-1
    """
    held, contested = holders(live.state)
    yield PortalsCounted(held=held, contested=contested)
    yield from _check(live)


def _check(live: Live[Match]) -> Rule[None]:
    """Let the first side with enough points win; sides level at the top play on.

    Rule: TABLE-3
    """
    state = live.state
    if state.outcome.winner or not isinstance(state.mod.win, PointsWin):
        return
    goal = state.mod.win.points
    reached = {side: int(measure(state, side)) for side in state.sides}
    over = [side for side, points in reached.items() if points >= goal]
    best = [side for side in over if reached[side] == max(reached[side] for side in over)]
    if len(best) == 1:
        yield Won(winner=best[0], over=tuple(over), by="points", made=reached[best[0]])


register_steps("points", Steps(end_of_turn=_end_of_turn))
