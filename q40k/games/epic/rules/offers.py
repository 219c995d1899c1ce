"""What may be done now: the lists that screens offer and bots choose from. All of it is legal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from q40k.games.epic.rules.assault import Run, passed
from q40k.games.epic.rules.deployment import infiltrates, next_to_deploy
from q40k.games.epic.rules.ground.ground import way
from q40k.games.epic.rules.ground.places import gap, place_of
from q40k.games.epic.rules.melee import left_out, open_pairs
from q40k.games.epic.rules.movement.limits import limit
from q40k.games.epic.rules.pinning import pinned_by
from q40k.games.epic.rules.rally import may_rally
from q40k.games.epic.rules.shooting.firing import left_to_fire, next_to_fire
from q40k.games.epic.rules.state import Match
from q40k.geometry.bases import HAIR_CM


def to_deploy(state: Match) -> tuple[str, ...]:
    """The formations that the side whose go it is may set up now.

    Rule: EE-DEPLOY-2, EE-DEPLOY-3
    """
    left = [one for one in state.formations.values() if not one.deployed]
    late = all(infiltrates(state, one) for one in left)
    mine = (one for one in left if one.side == state.play.active)
    return tuple(one.id for one in mine if late or not infiltrates(state, one))


def after_this(state: Match) -> str | None:
    """The side whose go comes after that of the active one, where one action more settles that.

    Rule: EE-DEPLOY-2, EE-MOVE-1, EE-SHOOT-1, EE-ASSAULT-1
    """
    play = state.play
    if play.active is None or state.outcome.over:
        return None
    found = play.second
    if play.step == "shots":
        found = next_to_fire(state, play.active)
    elif play.phase == "deployment" and (ids := to_deploy(state)):
        found = next_to_deploy(state.with_formation(ids[0], deployed=True), play.active)
    return found if found != play.active else None


def to_move(state: Match) -> tuple[str, ...]:
    """The formations of the side that moves with a figure that may still go on; Retreats first.

    Rule: EE-MOVE-1, EE-MOVE-2
    """
    if state.play.phase != "movement" or state.play.active is None:
        return ()
    able = [
        one
        for one in state.of_side(state.play.active)
        if not (one.retreats and one.nerve.failed == state.play.turn)
        and any(left_cm(state, figure) > HAIR_CM for figure in state.standing(one.id))
    ]
    return tuple(one.id for one in sorted(able, key=lambda one: not one.retreats))


def left_cm(state: Match, figure: str, *, contact: bool = False) -> float:
    """How far a figure may still move in this phase.

    Rule: EE-MOVE-2, EE-TERRAIN-4
    """
    doing = state.figures[figure].doing
    if doing.stuck or doing.thrown:
        return 0.0
    return max(0.0, limit(state, figure, contact=contact) - doing.spent)


def to_fire(state: Match) -> tuple[str, ...]:
    """The formations of the side whose go it is that may fire or hold."""
    if state.play.step != "shots" or state.play.active is None:
        return ()
    return left_to_fire(state, state.play.active)


def to_charge(state: Match) -> dict[str, tuple[str, ...]]:
    """The formations that may make assault moves, each with its figures that may.

    Rule: EE-ASSAULT-2, EE-PIN-1
    """
    if (state.play.phase, state.play.step) != ("assault", "moves") or state.play.active is None:
        return {}
    found = {}
    for one in state.of_side(state.play.active):
        if one.orders.order == "charge":
            free = tuple(
                figure
                for figure in state.standing(one.id)
                if not state.figures[figure].doing.charged
                and left_cm(state, figure, contact=True) > HAIR_CM
                and not pinned_by(state, figure)
            )
            if free:
                found[one.id] = free
    return found


def runs(state: Match, figures: Iterable[str], targets: Iterable[str]) -> tuple[Run, ...]:
    """The assault moves by which figures reach `targets`, where places are kept.

    Each takes the nearest enemy that nobody has engaged; when all of those it may engage are, the
    nearest of the targets.

    Rule: EE-ASSAULT-3, EE-ASSAULT-4, EE-ASSAULT-5
    """
    wanted, engaged = set(targets), {f for f in state.figures if state.touching(f)}
    found = []
    for figure in figures:
        cm = left_cm(state, figure, contact=True)
        near = sorted(
            (far, enemy)
            for enemy in state.enemies(state.side_of(figure))
            if (far := gap(state, figure, enemy)) is not None and far <= cm
        )
        free = [enemy for _far, enemy in near if enemy not in engaged]
        nearest = free[:1] or [enemy for _far, enemy in near if enemy in wanted]
        target = next((e for e in nearest if e in wanted and _way_is_free(state, figure, e)), None)
        if target is not None:
            engaged.add(target)
            found.append(Run(figure=figure, target=target))
    return tuple(found)


def _way_is_free(state: Match, figure: str, target: str) -> bool:
    start, there = place_of(state, figure), place_of(state, target)
    if start is None or there is None:
        return False
    found = way(state, figure, start, there)
    return found.barred is None and passed(state, found, target) is None


def fights(state: Match) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Fights that may be fought now: one figure, and those against it; nobody is left out.

    Rule: EE-MELEE-4
    """
    if state.play.step != "fights":
        return
    pairs = open_pairs(state)
    partners: dict[str, list[str]] = {}
    for one, other in pairs:
        partners.setdefault(one, []).append(other)
        partners.setdefault(other, []).append(one)
    for one, others in partners.items():
        alone = tuple(other for other in others if len(partners[other]) == 1)
        for against in (alone or (others[0],), tuple(others)):
            if not left_out(state, one, against):
                yield one, against
                break


def to_rally(state: Match) -> tuple[str, ...]:
    """The formations that may try to rally now, those of the side with the initiative first.

    Rule: EE-RALLY-1, EE-TURN-3
    """
    if state.play.phase != "rally":
        return ()
    sides = state.by_initiative
    return tuple(one.id for s in sides for one in state.of_side(s) if may_rally(state, one))
