"""Deployment: edges, zones, and who sets up next."""

from typing import Literal

from q40k.games.epic.packs.profiles import Troop
from q40k.games.epic.packs.scenarios import Edge
from q40k.games.epic.state.match import Formation, Match
from q40k.games.epic.state.registry import Command, Event, FormationId, Places
from q40k.kernel.commands import Name
from q40k.kernel.state import remember_by_identity

FACING: dict[Edge, float] = {"south": 90.0, "north": 270.0, "west": 0.0, "east": 180.0}
"""Where the figures of a side face at first: away from their own edge."""


class Start(Command, tag="start"):
    """Both armies are ready: who has which edge, and who sets up first."""

    edges: dict[Name, Edge] | None = None


class Deploy(Command, tag="deploy"):
    """Set up a formation: the positions of its figures, none, or the transport it is aboard."""

    formation: FormationId
    at: Places = ()
    aboard: str | None = None


class DeployRest(Command, tag="deploy-rest"):
    """Set up every formation that is left, of both sides, without positions."""


class LotCast(Event, tag="lot-cast"):
    """Each side has rolled a die: for the edges, or for who sets up."""

    what: Literal["edges", "deployment"]
    dice: dict[str, int]

    def fold(self, state: Match) -> Match:
        return state


class EdgesTaken(Event, tag="edges-taken"):
    """Each side has its table edge."""

    edges: dict[str, Edge]

    def fold(self, state: Match) -> Match:
        for side, edge in self.edges.items():
            state = state.with_side(side, edge=edge)
        return state


class DeploymentOpened(Event, tag="deployment-opened"):
    """The armies are set up, this side first."""

    first: str

    def fold(self, state: Match) -> Match:
        return state.replace(phase="deployment", active=self.first, first=self.first)


class Deployed(Event, tag="deployed"):
    """A formation is set up; `places` are x, y and facing of each figure, where they are kept."""

    formation: str
    places: tuple[tuple[float, ...], ...] = ()

    def fold(self, state: Match) -> Match:
        formation = state.formations[self.formation]
        edge = state.sides[formation.side].edge
        ahead = FACING[edge] if edge else 90.0
        places = dict(zip(state.alive(formation.id), self.places, strict=False))
        state = state.with_figures({f: {"facing": ahead} for f in formation.figures}).with_places(places)
        return state.with_formation(formation.id, deployed=True)


class PlacerChanged(Event, tag="placer-changed"):
    """This side sets up next."""

    side: str

    def fold(self, state: Match) -> Match:
        return state.replace(active=self.side)


def deployable_formations(state: Match) -> tuple[str, ...]:
    """Return the formations that the active side may set up now; infiltrators come after all others.

    Rule: EE-DEPLOY-2, EE-DEPLOY-3
    """
    waiting = [formation for formation in state.formations.values() if not formation.deployed]
    late = all(infiltrates(formation) for formation in waiting)
    mine = (formation for formation in waiting if formation.side == state.play.active)
    return tuple(formation.id for formation in mine if late or not infiltrates(formation))


def infiltrates(formation: Formation) -> bool:
    """Return whether all figures of a formation infiltrate.

    Rule: EE-DEPLOY-3
    """
    return _infiltrate(formation.troops)


@remember_by_identity
def _infiltrate(troops: tuple[Troop, ...]) -> bool:
    return all(troop.profile.has("infiltration") for troop in troops)


def next_to_deploy(state: Match, side: str) -> str | None:
    """Return which side sets up next, or None once all formations are placed.

    The sides take turns, or one army is placed whole first. A side with no formation left is
    passed.

    Rule: EE-DEPLOY-2, EE-DEPLOY-3
    """
    undeployed = [formation for formation in state.formations.values() if not formation.deployed]
    if not undeployed:
        return None
    late = all(infiltrates(formation) for formation in undeployed)
    waiting = {formation.side for formation in undeployed if late or not infiltrates(formation)}
    if late and len(undeployed) == sum(infiltrates(formation) for formation in state.formations.values()):
        following = state.placing.first or side
    elif state.placing.method == "whole":
        following = side
    else:
        following = state.enemy(side)
    return following if following in waiting else state.enemy(following)
