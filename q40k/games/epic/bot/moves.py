"""Where formations go: to their objective or into range, into cover, aboard transports, away in Retreat.

Everything here proposes commands, the best first; the rules may refuse each.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import atan2, cos, degrees, dist, radians, sin
from typing import NamedTuple

from q40k.games.epic.bot import goals
from q40k.games.epic.bot.worth import charge_loss, charge_reach_cm, longest_cm
from q40k.games.epic.packs.scenarios import Terrain
from q40k.games.epic.state import assault, movement, offers, room
from q40k.games.epic.state.ground import COHERENCY_CM, TABLE, is_coherent
from q40k.games.epic.state.match import Match
from q40k.games.epic.state.places import base_of, is_deep_inside, is_inside
from q40k.games.epic.state.transport import COST_CM
from q40k.geometry.space import Spot
from q40k.kernel.state import remember_newest

DETOURS = ((1.0, 0), (1.0, 35), (1.0, -35), (0.5, 0), (0.6, 70), (0.6, -70))
"""Shares of a move with degrees off the straight path, in the order they are tried."""
CLOSED = 0.6
"""How close figures stand after closing ranks, as a share of their distance before."""
STAND_OFF_CM = 8.0
"""By how much less than its range a formation that only shoots stays off the enemy."""
DROP_CM = 4.0
"""How far from the middle of an enemy formation a transport sets down those who charge it."""
PARK_CM = 40.0
"""So far from the enemy an empty transport is out of the fire of most weapons."""
LEAST_CM = 0.1
"""Shorter moves are not worth a command."""
SPARE_CM = 0.01
"""By how much less than its limit a move is planned, so that rounding makes none too long."""


class Course(NamedTuple):
    """Where a formation goes, how far it goes at most, and whether its passengers get off there."""

    to: Spot
    most_cm: float
    leave: bool = False


def order_of_moves(state: Match, formations: Iterable[str]) -> list[str]:
    """Return formations in the order in which they move: Retreats, transports that are laden, the rest."""
    laden = {carrier for unit in state.formations for carrier in (goals.carrier_of(state, unit),) if carrier}
    units = [state.formations[id] for id in formations]
    return [unit.id for unit in sorted(units, key=lambda unit: (not unit.retreats, not laden & set(unit.figures)))]


def propose_moves(state: Match, outlook: goals.Outlook, formation: str) -> Iterator[movement.Move]:
    """Yield the moves of a formation in the movement phase, the best first; none onto somebody else.

    Rule: EE-MOVE-5
    """
    at = outlook.own.get(formation)
    course = None if at is None else _find_course(state, outlook, formation, at)
    if at is None or course is None or not state.standing(formation):
        return
    for places in _plan_steps(state, outlook, formation, at, course):
        if _has_room(state, formation, places):
            yield movement.Move(formation=formation, to=places, leave=course.leave)
    if course.leave:
        yield movement.Move(formation=formation, leave=True)
        for places in _plan_steps(state, outlook, formation, at, course._replace(leave=False)):
            if _has_room(state, formation, places):
                yield movement.Move(formation=formation, to=places)


def _has_room(state: Match, formation: str, places: Sequence[tuple[float, float, float]]) -> bool:
    return room.first_overlap(state, dict(zip(state.standing(formation), places, strict=True))) is None


def propose_marches(state: Match, outlook: goals.Outlook, formation: str) -> Iterator[assault.Charge]:
    """Yield the moves in the assault phase of a formation on Charge that engages nobody, the best first.

    Rule: EE-ASSAULT-3
    """
    figures = state.standing(formation)
    at = outlook.own.get(formation)
    course = None if at is None else _find_course(state, outlook, formation, at)
    if at is None or course is None or any(state.touching(figure) for figure in figures):
        return
    for places in _plan_steps(state, outlook, formation, at, course._replace(leave=False)):
        if room.first_overlap(state, {figures[0]: places[0]}) is None:  # others may yet be held by the ground
            runs = tuple(assault.Run(figure=figure, to=place) for figure, place in zip(figures, places, strict=True))
            yield assault.Charge(formation=formation, moves=runs)


# -- where to ------------------------------------------------------------------------------


def _find_course(state: Match, outlook: goals.Outlook, formation: str, at: Spot) -> Course | None:
    """Return where a formation goes from a position: away in Retreat, else to its objective or the enemy."""
    unit, enemy, goal = state.formations[formation], goals.nearest_enemy(outlook, at), outlook.goals.get(formation)
    riders = goals.riders_of(state, formation)
    if unit.retreats:
        return None if enemy is None else Course((2 * at[0] - enemy.at[0], 2 * at[1] - enemy.at[1]), 2 * enemy.cm)
    if riders is not None:
        course = _find_course_of_riders(state, outlook, formation, at, riders)
        return _stop_out_of_reach(state, outlook, at, riders, course) if outlook.level == "sharp" else course
    if outlook.level == "sharp" and goal is None and goals.is_idle_transport(state, formation):
        return _find_park(at, enemy)
    charges = unit.orders.order == "charge" and not goals.hurries(state, outlook, formation, at)
    if goal is not None and not (charges and state.play.phase == "movement"):
        return Course(goal.at, dist(at, goal.at))
    if enemy is None:
        return None
    return Course(enemy.at, enemy.cm - (0.0 if charges else _stand_off_cm(state, outlook, formation, at)))


def _stand_off_cm(state: Match, outlook: goals.Outlook, formation: str, at: Spot) -> float:
    """Return how far a hunting formation stays off the enemy: in range, unless it had rather charge."""
    figures, reach = state.standing(formation), charge_reach_cm(state, formation)
    had_rather_charge = goals.would_charge(state, outlook, formation, at, figures, reach)
    return 0.0 if had_rather_charge else max(0.0, longest_cm(state, formation) - STAND_OFF_CM)


def _find_course_of_riders(state: Match, outlook: goals.Outlook, carrier: str, at: Spot, riders: str) -> Course | None:
    """Return where a laden transport goes: to the objective of its riders, or to the enemy they charge or shoot.

    They get off to charge, at their objective, or where their weapons reach the enemy.

    Rule: EE-TRANSPORT-1, EE-TRANSPORT-2
    """
    enemy, goal = goals.nearest_enemy(outlook, at), outlook.goals.get(riders)
    drive_cm = min(offers.remaining_cm(state, figure) for figure in state.standing(carrier)) - COST_CM
    if state.formations[riders].orders.order == "charge":
        return None if enemy is None else Course(enemy.at, enemy.cm - DROP_CM, leave=True)
    if goal is not None:
        far = dist(at, goal.at)
        return Course(goal.at, far, leave=far - drive_cm <= goal.reach_cm)
    if enemy is None:
        return None
    stop_cm = max(DROP_CM, longest_cm(state, riders) - STAND_OFF_CM)
    return Course(enemy.at, enemy.cm - stop_cm, leave=enemy.cm - drive_cm <= stop_cm)


def _stop_out_of_reach(
    state: Match, outlook: goals.Outlook, at: Spot, riders: str, course: Course | None
) -> Course | None:
    """Return a course that does not end beside enemies who would win a charge on the riders: those get off before.

    Riders that charge themselves go where they want.
    """
    if course is None or state.formations[riders].orders.order == "charge":
        return course
    figures = state.alive(riders)
    for enemy, there in outlook.enemies.items():
        reach = charge_reach_cm(state, enemy)
        near = dist(at, there) - min(course.most_cm, dist(at, course.to))
        if near < reach and charge_loss(state, enemy, figures) > 0:
            return course._replace(most_cm=max(0.0, dist(at, there) - reach), leave=True)
    return course


def _find_park(at: Spot, enemy: goals.Nearest | None) -> Course | None:
    """Return where an empty transport goes: away from the enemy until most weapons do not reach it."""
    if enemy is None or enemy.cm >= PARK_CM:
        return None
    return Course((2 * at[0] - enemy.at[0], 2 * at[1] - enemy.at[1]), PARK_CM - enemy.cm)


# -- by which steps ------------------------------------------------------------------------


def _plan_steps(
    state: Match, outlook: goals.Outlook, formation: str, at: Spot, course: Course
) -> Iterator[tuple[tuple[float, float, float], ...]]:
    """Yield places of the figures after a move: into cover if that is ahead, a little aside, or less far.

    Broken ranks are closed on the move. Figures face the nearest enemy.
    """
    figures = state.standing(formation)
    limit_cm = min(offers.remaining_cm(state, f) for f in figures) - SPARE_CM - (COST_CM if course.leave else 0.0)
    most_cm = min(limit_cm, course.most_cm)
    if most_cm <= LEAST_CM or dist(at, course.to) < 1:
        return
    enemy = goals.nearest_enemy(outlook, at)
    ahead = _bearing(at, course.to)
    facing = ahead if enemy is None else _bearing(at, enemy.at)
    spots, closing = _spots(state, figures), 0.0
    if _is_torn(state, spots):
        widest = max(dist(spot, at) for spot in spots.values())
        closing = min(1 - CLOSED, limit_cm / widest)
        most_cm = min(most_cm, limit_cm - closing * widest)
    steps = [(most_cm * share, radians(ahead + turn)) for share, turn in DETOURS]
    shifts = [(cm * cos(angle), cm * sin(angle)) for cm, angle in steps]
    if not state.profile(figures[0]).vehicle:
        shifts.sort(key=lambda shift: not _is_in_cover(state, (at[0] + shift[0], at[1] + shift[1])))
    for dx, dy in shifts:
        yield tuple((x + dx + closing * (at[0] - x), y + dy + closing * (at[1] - y), facing) for x, y in spots.values())


def _bearing(at: Spot, to: Spot) -> float:
    """Return the direction from one position to another in degrees."""
    return degrees(atan2(to[1] - at[1], to[0] - at[0]))


def _spots(state: Match, figures: Iterable[str]) -> dict[str, Spot]:
    """Return where figures are, for those that have a position."""
    return {f: (at[0], at[1]) for f in figures if (at := state.figures[f].position.at) is not None}


def _is_torn(state: Match, spots: Mapping[str, Spot]) -> bool:
    """Return whether figures in these positions are out of coherency (EE-MOVE-4)."""
    return not is_coherent([(base_of(state, f), at) for f, at in spots.items()], COHERENCY_CM)


def _is_in_cover(state: Match, spot: Spot) -> bool:
    """Return whether a position is in cover and can be fired from."""
    terrain = state.scenario.terrain
    return any(is_inside(piece, spot) for piece in _covers(terrain)) and not is_deep_inside(terrain, spot)


@remember_newest
def _covers(terrain: tuple[Terrain, ...]) -> list[Terrain]:
    return [piece for piece in terrain if TABLE[piece.kind].cover_bonus]
