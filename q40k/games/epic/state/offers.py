"""The legal actions of this moment: lists that screens offer and bots choose from."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from q40k.games.epic.state import assault, deployment, ground, melee, morale, movement, shooting, transport
from q40k.games.epic.state.match import Formation, Match
from q40k.games.epic.state.places import gap, place_of
from q40k.geometry.space import HAIR_CM


def next_side(state: Match) -> str | None:
    """Return the side that acts next, if one more action is enough to decide it.

    Rule: EE-DEPLOY-2, EE-MOVE-1, EE-SHOOT-1, EE-ASSAULT-1
    """
    play = state.play
    if play.active is None or state.outcome.over:
        return None
    following = play.second
    if play.step == "shots":
        following = shooting.next_to_fire(state, play.active)
    elif play.phase == "deployment" and (ids := deployment.deployable_formations(state)):
        following = deployment.next_to_deploy(state.with_formation(ids[0], deployed=True), play.active)
    return following if following != play.active else None


def movable_formations(state: Match) -> tuple[str, ...]:
    """Return the active side's formations that may still move, Retreats first.

    Rule: EE-MOVE-1, EE-MOVE-2
    """
    if state.play.phase != "movement" or state.play.active is None:
        return ()
    able = [
        formation
        for formation in state.of_side(state.play.active)
        if not formation.acted.routed
        and any(remaining_cm(state, figure) > HAIR_CM for figure in state.standing(formation.id))
    ]
    return tuple(formation.id for formation in sorted(able, key=lambda formation: not formation.retreats))


def remaining_cm(state: Match, figure: str, *, contact: bool = False) -> float:
    """Return how far a figure may still move in this phase.

    Rule: EE-MOVE-2, EE-TERRAIN-4
    """
    return 0.0 if transport.is_held(state, figure) else ground.remaining_cm(state, figure, contact=contact)


def firing_formations(state: Match) -> tuple[str, ...]:
    """Return the active side's formations that may fire or hold."""
    if state.play.step != "shots" or state.play.active is None:
        return ()
    return shooting.formations_to_fire(state, state.play.active)


def charging_figures(state: Match) -> dict[str, tuple[str, ...]]:
    """Return the formations that may make assault moves, each with the figures that may.

    Rule: EE-ASSAULT-2, EE-PIN-1
    """
    if (state.play.phase, state.play.step) != ("assault", "moves") or state.play.active is None:
        return {}
    chargers = {}
    for formation in state.of_side(state.play.active):
        free = free_chargers(state, formation)
        if free:
            chargers[formation.id] = free
    return chargers


def free_chargers(state: Match, formation: Formation) -> tuple[str, ...]:
    """Return the figures of a formation that may make an assault move in this phase.

    Rule: EE-ASSAULT-2, EE-PIN-1
    """
    if formation.orders.order != "charge":
        return ()
    return tuple(
        figure
        for figure in state.standing(formation.id)
        if not state.figures[figure].doing.charged
        and remaining_cm(state, figure, contact=True) > HAIR_CM
        and not ground.pinned_by(state, figure)
    )


def possible_runs(state: Match, figures: Iterable[str], targets: Iterable[str]) -> tuple[assault.Run, ...]:
    """Return the assault moves by which figures reach `targets`, where positions are kept.

    Each figure takes the nearest enemy that nobody has engaged. If all enemies in reach are
    engaged, it takes the nearest of the targets.

    Rule: EE-ASSAULT-3, EE-ASSAULT-4, EE-ASSAULT-5
    """
    allowed, engaged = set(targets), {f for f in state.figures if state.touching(f)}
    moves = []
    for figure in figures:
        cm = remaining_cm(state, figure, contact=True)
        near = sorted(
            (far, enemy)
            for enemy in state.enemies(state.side_of(figure))
            if (far := gap(state, figure, enemy)) is not None and far <= cm
        )
        free = [enemy for _far, enemy in near if enemy not in engaged]
        nearest = free[:1] or [enemy for _far, enemy in near if enemy in allowed]
        ends = ((enemy, _end_beside(state, figure, enemy, cm)) for enemy in nearest if enemy in allowed)
        target, end = next(((enemy, end) for enemy, end in ends if end is not None), (None, None))
        if target is not None and end is not None:
            engaged.add(target)
            moves.append(assault.Run(figure=figure, target=target))
            state = state.with_figures({figure: {"at": ground.spot_of(end), "facing": end[2]}})
    return tuple(moves)


def _end_beside(state: Match, figure: str, target: str, cm: float) -> ground.Placement | None:
    """Return where a figure ends beside its target if it may go there: in reach, and by a free path."""
    start, end = place_of(state, figure), assault.contact_place(state, figure, target)
    if start is None or end is None:
        return None
    path = ground.trace_path(state, figure, start, ground.spot_of(end))
    in_reach = movement.straight_length(state, path, end[2]) <= cm + HAIR_CM
    return end if in_reach and path.barrier is None and assault.enemy_in_path(state, path, target) is None else None


class Shortfall(NamedTuple):
    """Why figures engage nobody of their targets: the pair that comes nearest to it.

    `first` is the enemy that the figure has to engage before. Without it, the enemy is out of reach
    or something bars the path.
    """

    figure: str
    enemy: str
    cm: float
    most: float
    first: str | None = None


def find_shortfall(state: Match, figures: Iterable[str], targets: Iterable[str]) -> Shortfall | None:
    """Return why no figure engages any of its targets, where positions are kept.

    Rule: EE-ASSAULT-3, EE-ASSAULT-5
    """
    shortfalls = [
        Shortfall(figure, enemy, far, remaining_cm(state, figure, contact=True))
        for figure in figures
        for enemy in targets
        if (far := gap(state, figure, enemy)) is not None
    ]
    if not shortfalls:
        return None
    nearest = min(shortfalls, key=lambda shortfall: shortfall.cm - shortfall.most)
    first = assault.nearer_than(state, nearest.figure, nearest.enemy)
    return nearest._replace(first=first[0]) if first and nearest.cm <= nearest.most else nearest


def possible_fights(state: Match) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield possible fights: one figure and its opponents, with nobody left out.

    Rule: EE-MELEE-4
    """
    if state.play.step != "fights":
        return
    pairs = melee.open_pairs(state)
    partners: dict[str, list[str]] = {}
    for figure, other in pairs:
        partners.setdefault(figure, []).append(other)
        partners.setdefault(other, []).append(figure)
    for figure, others in partners.items():
        alone = tuple(other for other in others if len(partners[other]) == 1)
        for against in (alone or (others[0],), tuple(others)):
            if not melee.left_out(state, figure, against):
                yield figure, against
                break


def rallying_formations(state: Match) -> tuple[str, ...]:
    """Return the formations that may try to rally; the side with the initiative comes first.

    Rule: EE-RALLY-1, EE-TURN-3
    """
    if state.play.phase != "rally":
        return ()
    sides = state.by_initiative
    return tuple(formation.id for s in sides for formation in state.of_side(s) if morale.may_rally(state, formation))


def open_transports(state: Match, formation: str) -> tuple[str, ...]:
    """Return the transports of its side that a formation may get on: with room, and not its own.

    A formation that carries others rides nowhere.

    Rule: EE-TRANSPORT-1, EE-TRANSPORT-3
    """
    if any(state.passengers(figure) for figure in state.alive(formation)):
        return ()
    return tuple(
        figure
        for other in state.of_side(state.formations[formation].side)
        if other.deployed and other.id != formation
        for figure in state.standing(other.id)
        if state.has(figure, "transport") and _has_room(state, figure)
    )


def _has_room(state: Match, transport: str) -> bool:
    """Return whether a transport takes one figure more; true while nobody has said what it carries."""
    most = state.profile(transport).capacity or state.capacities.get(transport)
    return most is None or len(state.passengers(transport)) < most
