"""Victory by points: the portals held at each turn's end (domination)."""

from fractions import Fraction

from q40k.games.quake.packs.arena import PORTALS
from q40k.games.quake.packs.models import PointsWin
from q40k.games.quake.rules.objectives.objective import (
    Objective,
    Option,
    Progress,
    Steps,
    Won,
    register,
    register_steps,
)
from q40k.games.quake.rules.registry import Event, fold
from q40k.games.quake.rules.state import Match, replace_team
from q40k.kernel.events import Live, Rule


class PortalsCounted(Event, tag="portals-counted"):
    """The portals each side held at a turn's end, and those contested."""

    held: dict[str, tuple[int, ...]]
    contested: tuple[int, ...] = ()


@fold(PortalsCounted)
def _portals_counted(state: Match, event: PortalsCounted) -> Match:
    for side, portals in event.held.items():
        team = state.teams.get(side)
        if team is not None:
            state = replace_team(state, side, team.replace(points=team.points + len(portals)))
        else:
            points = {**state.rounds.points, side: state.rounds.points.get(side, 0) + len(portals)}
            state = state.replace(rounds=state.rounds.replace(points=points))
    return state


def holders(state: Match) -> tuple[dict[str, tuple[int, ...]], tuple[int, ...]]:
    """Return the portals that each side holds alone now, and those that several contest; only those that score.

    Rule: PORTAL-1
    """
    hold = state.mod.parameters.hold
    held: dict[str, tuple[int, ...]] = {}
    contested: list[int] = []
    for portal in PORTALS if hold is None else (hold,):
        sides = tuple(dict.fromkeys(state.side_of(p) for p in state.occupants(portal)))
        if len(sides) == 1:
            held[sides[0]] = (*held.get(sides[0], ()), portal)
        elif sides:
            contested.append(portal)
    return held, tuple(contested)


def _end_of_turn(live: Live[Match]) -> Rule[None]:
    """Score 1 for every portal held; a contested one scores for nobody.

    Rule: PORTAL-1
    """
    held, contested = holders(live.state)
    yield PortalsCounted(held=held, contested=contested)
    yield from _check(live)


def measure(state: Match, side: str) -> Fraction:
    """Return a side's points."""
    return Fraction(state.teams[side].points if side in state.teams else state.rounds.points.get(side, 0))


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


def progress(state: Match, side: str) -> Progress | None:
    """Return the points a side has, of those it needs."""
    assert isinstance(state.mod.win, PointsWin)
    return Progress(measure(state, side), Fraction(state.mod.win.points))


register(
    Objective(
        by="points",
        measure=measure,
        progress=progress,
        options={"points": Option("TABLE-2", 1, 1000, ("win", "points"))},
    )
)
register_steps("points", Steps(end_of_turn=_end_of_turn))
