"""Where formations go: to their goal or into range, into cover, aboard transports, away in Retreat.

Everything here proposes commands, the best first; the rules may refuse each.
"""

from collections.abc import Iterable, Iterator, Mapping
from math import atan2, cos, degrees, dist, radians, sin

from q40k.games.epic.bot.goals import Outlook, best_charge, carrier_of, nearest_enemy
from q40k.games.epic.bot.worth import charge_reach_cm, longest_cm
from q40k.games.epic.rules import movement, offers
from q40k.games.epic.rules.ground import COHERENCY_CM, TABLE, widest_gap
from q40k.games.epic.rules.places import base_of, is_deep_inside, is_inside
from q40k.games.epic.rules.state import Match
from q40k.games.epic.rules.transport import COST_CM
from q40k.geometry.space import Spot

DETOURS = ((1.0, 0), (1.0, 35), (1.0, -35), (0.5, 0), (0.6, 70), (0.6, -70))
"""Shares of a move with degrees off the straight path, in the order they are tried."""
CLOSED = 0.6
"""How close figures stand after closing ranks, as a share of their distance before."""
STAND_OFF_CM = 8.0
"""By how much less than its range a formation that only shoots stays off the enemy."""
DROP_CM = 4.0
"""How far from the middle of an enemy formation a transport sets down those who charge it."""
LEAST_CM = 0.1
"""Shorter moves are not worth a command."""


def order_of_moves(state: Match, formations: Iterable[str]) -> list[str]:
    """Return formations in the order in which they move: Retreats, transports that are laden, the rest."""
    laden = {carrier for unit in state.formations for carrier in (carrier_of(state, unit),) if carrier}
    units = [state.formations[id] for id in formations]
    return [unit.id for unit in sorted(units, key=lambda unit: (not unit.retreats, not laden & set(unit.figures)))]


def propose_moves(state: Match, outlook: Outlook, formation: str) -> Iterator[movement.Move]:
    """Yield the moves of a formation, the best first."""
    unit = state.formations[formation]
    carriers = [f for f in state.standing(formation) if state.has(f, "transport")]
    riders = [passenger for figure in carriers for passenger in state.passengers(figure)]
    at = outlook.own.get(formation)
    if at is None or not state.standing(formation):
        return
    if riders and not unit.retreats:
        yield from _drive(state, outlook, formation, at, state.figures[riders[0]].formation)
        return
    near = nearest_enemy(outlook, at)
    there = None if near is None else outlook.enemies[near[0]]
    goal = outlook.goals.get(formation)
    if unit.retreats:
        to = None if there is None else (2 * at[0] - there[0], 2 * at[1] - there[1])
    elif goal is None or unit.orders.order == "charge":
        to = there
    else:
        to = (goal.at[0], goal.at[1])
    if to is None:
        return
    most = dist(at, to)
    if unit.retreats:
        most = 2 * most
    elif goal is None and unit.orders.order != "charge":
        most -= _stand_off_cm(state, outlook, formation, at)
    yield from _steps(state, formation, at, to, most, there)


def _stand_off_cm(state: Match, outlook: Outlook, formation: str, at: Spot) -> float:
    """Return how far a hunting formation stays off the enemy: in range, unless it had rather charge."""
    figures, reach = state.standing(formation), charge_reach_cm(state, formation)
    _now, wish = best_charge(state, outlook, formation, at, figures, reach)
    return 0.0 if wish > 0 else max(0.0, longest_cm(state, formation) - STAND_OFF_CM)


def _steps(
    state: Match, formation: str, at: Spot, to: Spot, most: float, there: Spot | None, *, leave: bool = False
) -> Iterator[movement.Move]:
    """Yield moves towards a position, into cover if that is ahead; a little aside, or less far.

    Broken ranks are closed on the move. `there` is what the figures face.
    """
    figures = state.standing(formation)
    retreats = state.formations[formation].retreats
    cm = min(offers.remaining_cm(state, f) for f in figures) - 0.01 - (COST_CM if leave else 0.0)
    most = min(cm, most)
    if most <= LEAST_CM or (dist(at, to) < 1 and not retreats):
        return
    ahead = degrees(atan2(to[1] - at[1], to[0] - at[0]))
    facing = ahead if there is None else degrees(atan2(there[1] - at[1], there[0] - at[0]))
    spots, closing = _spots(state, figures), 0.0
    if _is_torn(state, spots):
        widest = max(dist(spot, at) for spot in spots.values())
        closing = min(1 - CLOSED, cm / widest)
        most = min(most, cm - closing * widest)
    steps = [(most * share, ahead + turn) for share, turn in DETOURS]
    shifts = [(far * cos(radians(way)), far * sin(radians(way))) for far, way in steps]
    if not state.profile(figures[0]).vehicle:
        shifts.sort(key=lambda shift: not _is_in_cover(state, (at[0] + shift[0], at[1] + shift[1])))
    for dx, dy in shifts:
        places = tuple(
            (x + dx + closing * (at[0] - x), y + dy + closing * (at[1] - y), facing) for x, y in spots.values()
        )
        yield movement.Move(formation=formation, to=places, leave=leave)


def _spots(state: Match, figures: Iterable[str]) -> dict[str, Spot]:
    """Return where figures are, for those that have a position."""
    return {f: (at[0], at[1]) for f in figures if (at := state.figures[f].position.at) is not None}


def _is_torn(state: Match, spots: Mapping[str, Spot]) -> bool:
    """Return whether figures in these positions are out of coherency (EE-MOVE-4)."""
    return widest_gap([(base_of(state, f), at) for f, at in spots.items()]) > COHERENCY_CM


def _is_in_cover(state: Match, spot: Spot) -> bool:
    """Return whether a position is in cover and can be fired from."""
    terrain = state.scenario.terrain
    covers = any(TABLE[piece.kind].cover_bonus and is_inside(piece, spot) for piece in terrain)
    return covers and not is_deep_inside(terrain, spot)


# -- transports ----------------------------------------------------------------------------


def _drive(state: Match, outlook: Outlook, carrier: str, at: Spot, riders: str) -> Iterator[movement.Move]:
    """Yield moves of a laden transport: to the goal of its riders, who get off where that pays.

    They get off to charge, at their objective, or where their weapons reach the enemy.

    Rule: EE-TRANSPORT-1, EE-TRANSPORT-2
    """
    near = nearest_enemy(outlook, at)
    there = None if near is None else outlook.enemies[near[0]]
    goal, charges = outlook.goals.get(riders), state.formations[riders].orders.order == "charge"
    to = there if charges or goal is None else (goal.at[0], goal.at[1])
    if to is None:
        return
    far = dist(at, to)
    if charges:
        stop, leaves = DROP_CM, True
    elif goal is not None:
        stop = 0.0
        leaves = far - _left_cm(state, carrier) <= goal.reach_cm
    else:
        stop = max(DROP_CM, longest_cm(state, riders) - STAND_OFF_CM)
        leaves = far - _left_cm(state, carrier) <= stop
    if leaves:
        yield from _steps(state, carrier, at, to, far - stop, there, leave=True)
        yield movement.Move(formation=carrier, leave=True)
    yield from _steps(state, carrier, at, to, far - stop, there)


def _left_cm(state: Match, carrier: str) -> float:
    """Return how far a transport drives in this phase if it stops to set somebody down."""
    return min(offers.remaining_cm(state, f) for f in state.standing(carrier)) - COST_CM
