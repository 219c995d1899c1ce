"""Deployment: roll for the edges and for who sets up first, then set up formation by formation."""

from typing import Literal

from q40k.games.epic.packs.scenarios import Edge
from q40k.games.epic.rules import room, turn
from q40k.games.epic.rules.questions import choose_side, must_be_active
from q40k.games.epic.rules.transport import board
from q40k.games.epic.state import deployment, ground, questions
from q40k.games.epic.state.match import SIDES, Formation, Match
from q40k.games.epic.state.registry import rule
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import choose, forbid, refuse, roll_one


@rule(deployment.Start)
def start(live: Live[Match], command: deployment.Start) -> Rule[None]:
    """Begin the deployment: edges by dice or as the table says, then the dice for who sets up.

    In turns, the lower die places the first formation. With whole armies, the higher die decides.

    Rule: EE-DEPLOY-1, EE-DEPLOY-2, EE-ARMY-1
    """
    state = live.state
    questions.must_be_open(state)
    if state.play.phase != "setup":
        raise forbid("EE-DEPLOY-1", "already-started")
    if len(state.sides) < SIDES:
        raise forbid("EE-WORD-3", "two-armies-needed", least=SIDES)
    for side in state.sides.values():
        if not state.of_side(side.id):
            raise forbid("EE-WORD-1", "no-formation", side=side.name)
    edges = _stated_edges(live, command.edges) if command.edges else (yield from _roll_for_edges(live))
    yield deployment.EdgesTaken(edges=edges)
    lower, higher = yield from _roll_off(live, "deployment")
    first = lower
    if state.switches.deployment == "whole":
        first = yield from choose_side(live.state, higher, "deploys-first", "EE-DEPLOY-2")
    yield deployment.DeploymentOpened(first=_first_to_deploy(live.state, first))


def _first_to_deploy(state: Match, first: str) -> str:
    """Return who sets up first: not a side with only infiltrators while the other can place.

    Rule: EE-DEPLOY-3
    """
    waiting = {formation.side for formation in state.formations.values() if not deployment.infiltrates(formation)}
    return first if first in waiting or not waiting else state.enemy(first)


def _stated_edges(live: Live[Match], stated: dict[str, Edge]) -> dict[str, Edge]:
    """Return the edges as the table says; the other side has the remaining one."""
    state, edges = live.state, live.state.scenario.edges
    assigned = {questions.find_side(state, name).id: edge for name, edge in stated.items()}
    for edge in assigned.values():
        if edge not in edges:
            raise forbid("EE-DEPLOY-1", "no-such-edge", edge=edge, known=edges)
    for side in state.sides:
        if side not in assigned:
            assigned[side] = next(edge for edge in edges if edge not in assigned.values())
    if len(set(assigned.values())) < SIDES:
        raise forbid("EE-DEPLOY-1", "one-edge-twice", edge=next(iter(assigned.values())))
    return {side: assigned[side] for side in state.sides}


def _roll_for_edges(live: Live[Match]) -> Rule[dict[str, Edge]]:
    _lower, higher = yield from _roll_off(live, "edges")
    edges = live.state.scenario.edges
    choice = yield from choose(higher, "edge", "EE-DEPLOY-1", tuple(edges))
    mine: Edge = next(edge for edge in edges if edge == choice)
    other: Edge = next(edge for edge in edges if edge != choice)
    return {side: mine if side == higher else other for side in live.state.sides}


def _roll_off(live: Live[Match], what: Literal["edges", "deployment"]) -> Rule[tuple[str, str]]:
    """Roll a die for each side, again on a tie; return the side with the lower die, then the other.

    Rule: EE-DEPLOY-1, EE-DEPLOY-2
    """
    rule = "EE-DEPLOY-1" if what == "edges" else "EE-DEPLOY-2"
    while True:
        dice: dict[str, int] = {}
        for side in live.state.sides:
            dice[side] = yield from roll_one(side, f"lot-{what}", rule)
        yield deployment.LotCast(what=what, dice=dice)
        lower, higher = sorted(dice, key=lambda side: dice[side])
        if dice[lower] < dice[higher]:
            return lower, higher


@rule(deployment.Deploy)
def deploy(live: Live[Match], command: deployment.Deploy) -> Rule[None]:
    """Set up a formation; infiltrators come after all others.

    Rule: EE-DEPLOY-2, EE-DEPLOY-3, EE-DEPLOY-4
    """
    state = live.state
    questions.must_be_in_phase(state, "deployment")
    formation = questions.find_formation(state, command.formation)
    if formation.deployed:
        raise forbid("EE-DEPLOY-2", "deployed-already", formation=formation.id)
    yield from must_be_active(state, formation, "EE-DEPLOY-2")
    if deployment.infiltrates(formation) and any(
        not other.deployed and not deployment.infiltrates(other) for other in state.formations.values()
    ):
        yield from refuse("EE-DEPLOY-3", "infiltrators-wait", formation=formation.id)
    places = yield from _places(live, formation, command)
    yield deployment.Deployed(formation=formation.id, places=places)
    if command.aboard is not None:
        transport = questions.find_figure(live.state, command.aboard)
        yield from board(live, live.state.alive(formation.id), transport, free=True)
    yield from _pass_turn(live, formation.side)


@rule(deployment.DeployRest)
def deploy_rest(live: Live[Match], _command: deployment.DeployRest) -> Rule[None]:
    """Set up every formation that is left, side by side as their turns come; the first turn opens.

    Rule: EE-DEPLOY-2, EE-DEPLOY-3
    """
    questions.must_be_in_phase(live.state, "deployment")
    while live.state.play.phase == "deployment":
        formation = live.state.formations[deployment.deployable_formations(live.state)[0]]
        yield deployment.Deployed(formation=formation.id)
        yield from _pass_turn(live, formation.side)


def _places(live: Live[Match], formation: Formation, command: deployment.Deploy) -> Rule[tuple[tuple[float, ...], ...]]:
    if not command.at:
        return ()
    if len(command.at) != len(formation.figures):
        facts = {"formation": formation.id, "wanted": len(formation.figures)}
        raise forbid("EE-DEPLOY-4", "places-wanted", got=len(command.at), **facts)
    edge = live.state.sides[formation.side].edge
    ahead = deployment.FACING[edge] if edge else 90.0
    places = tuple((*place[:2], *(place[2:] or (ahead,))) for place in command.at)
    problem = ground.deployment_problem(live.state, formation, places)
    if problem is not None:
        code, facts = problem
        yield from refuse("EE-DEPLOY-3", code, **facts)
    if command.aboard is None:
        yield from room.refuse_overlap(live, dict(zip(formation.figures, places, strict=True)))
    return places


def _pass_turn(live: Live[Match], side: str) -> Rule[None]:
    """Let the next side set up; the last formation opens the first turn.

    Rule: EE-DEPLOY-2
    """
    following = deployment.next_to_deploy(live.state, side)
    if following is None:
        yield from turn.open_turn(live)
    else:
        yield deployment.PlacerChanged(side=following)
