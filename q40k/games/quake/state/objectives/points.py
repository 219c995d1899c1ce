"""Victory by points: what a side has (domination)."""

from fractions import Fraction

from q40k.games.quake.packs.arena import PORTALS
from q40k.games.quake.packs.models import PointsWin
from q40k.games.quake.state.match import Match, replace_team
from q40k.games.quake.state.objectives.objective import Objective, Option, Progress, register
from q40k.games.quake.state.registry import Event


class PortalsCounted(Event, tag="portals-counted"):
    """The portals each side held at a turn's end, and those contested."""

    held: dict[str, tuple[int, ...]]
    contested: tuple[int, ...] = ()

    def fold(self, state: Match) -> Match:
        for side, portals in self.held.items():
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


def measure(state: Match, side: str) -> Fraction:
    """Return a side's points."""
    return Fraction(state.teams[side].points if side in state.teams else state.rounds.points.get(side, 0))


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
