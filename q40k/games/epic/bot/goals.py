"""What a side is after: where everybody is, who goes for which objective, and the orders."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import dist
from typing import NamedTuple

from q40k.games.epic.bot.worth import charge_gain, charge_reach_cm, gain, longest_cm, volley_kills
from q40k.games.epic.packs.scenarios import Objective
from q40k.games.epic.state.match import Figure, Formation, Given, Match
from q40k.games.epic.state.places import find_sight, place_of, sees
from q40k.games.epic.state.transport import COST_CM, has_transports
from q40k.games.epic.state.turn import orderable
from q40k.games.epic.table.places import middle_of
from q40k.geometry.space import Spot
from q40k.kernel.state import remember_newest
from q40k.tabletop.rules import Level

NEAR_CM = 8.0
"""So near to an objective a formation has reached it."""
THREAT_CM = 12.0
"""So near to an objective an enemy threatens it."""
KEEN = 2
"""Within so many times its reach a formation advances on an enemy it would like to charge."""
SURE = 0.85
"""How likely a charge arrives whose target can still move away."""
MARGIN_CM = 1.5
"""By how much less than its reach a charge is planned: centres are not rims."""
HUNTERS = 3
"""Every third formation hunts the enemy, but for sharp bots: those all go for objectives, where there are any."""
FAR_GUN_CM = 30.0
"""Weapons that reach farther are no use on an objective."""
BOARDERS_CM = 15.0
"""Transports whose weapons reach no farther are of no use in a fire-fight."""
LAST_TURNS = 2
"""In so many turns sharp bots go for ground; before, they stand where they have a target, as First Fire hits more."""
LATE_TURNS = 2.0
"""What such a weapon adds to the turns in which a formation reaches an objective."""


class Outlook(NamedTuple):
    """Where formations are, as one side sees it: its own, its enemies, and its goals by formation.

    Passengers are where their transport is; enemies aboard are left out.
    """

    side: str
    own: Mapping[str, Spot]
    enemies: Mapping[str, Spot]
    goals: Mapping[str, Objective]
    level: Level = "sound"


def survey(state: Match, side: str, level: Level = "sound") -> Outlook:
    """Return where everybody is, and which formations of a side go for which objective."""
    own = {unit.id: at for unit in state.of_side(side) if (at := whereabouts(state, unit.id)) is not None}
    centres = _centres(state.figures)
    enemies = {unit.id: centres[unit.id] for unit in state.of_side(state.enemy(side)) if unit.id in centres}
    idle = {id for id in own if level == "sharp" and is_idle_transport(state, id)}
    going = {id: at for id, at in own.items() if id not in idle} or own
    return Outlook(side, own, enemies, assign_objectives(state, going, hunts=level != "sharp"), level)


def whereabouts(state: Match, formation: str) -> Spot | None:
    """Return the centre of a formation on the table, or its transport's place."""
    at = _centres(state.figures).get(formation)
    if at is None:
        at = next((place_of(state, figure) for figure in state.alive(formation)), None)
    return at


def carrier_of(state: Match, formation: str) -> str | None:
    """Return the transport that a formation is aboard, if none of it is on the table."""
    if formation in _centres(state.figures):
        return None
    models = [model for f in state.formations[formation].figures if (model := state.figures[f]).life.alive]
    carriers = [model.position.aboard for model in models]
    return carriers[0] if carriers and None not in carriers else None


def riders_of(state: Match, formation: str) -> str | None:
    """Return a formation that transports of this one carry, or None."""
    if not has_transports(state.formations[formation].troops):
        return None
    riders = (p for f in state.standing(formation) for p in state.passengers(f))
    return next((state.figures[passenger].formation for passenger in riders), None)


def is_idle_transport(state: Match, formation: str) -> bool:
    """Return whether a formation is of transports that carry nobody, and whose weapons only keep boarders off."""
    is_empty = has_transports(state.formations[formation].troops) and riders_of(state, formation) is None
    return is_empty and longest_cm(state, formation) <= BOARDERS_CM


class Nearest(NamedTuple):
    """The centre of the nearest enemy formation, and how far it is."""

    at: Spot
    cm: float


def nearest_enemy(outlook: Outlook, at: Spot) -> Nearest | None:
    """Return where the enemy formation nearest to a position is, or None without enemies on the table."""
    cm, id = min([(dist(at, there), id) for id, there in outlook.enemies.items()], default=(0.0, None))
    return None if id is None else Nearest(outlook.enemies[id], cm)


def assign_objectives(state: Match, own: Mapping[str, Spot], *, hunts: bool = True) -> dict[str, Objective]:
    """Return which formations go for which objective: the first there, in turn by what these are worth.

    Two thirds of a side go if the others hunt, else all of it; so a formation that is at an objective keeps it.
    """
    objectives = sorted(state.scenario.objectives, key=lambda objective: (-objective.worth, objective.id))
    waiting = [id for id in own if not state.formations[id].retreats]
    goes = len(waiting) - len(waiting) // HUNTERS if hunts else len(waiting)
    goals: dict[str, Objective] = {}
    paces = {id: _pace_of(state, id) for id in waiting}
    turns = {o.id: {id: _turns_to(o, own[id], *pace) for id, pace in paces.items()} for o in objectives}
    for objective in _take_turns(objectives, goes):
        first = min(waiting, key=turns[objective.id].__getitem__)
        waiting.remove(first)
        goals[first] = objective
    return goals


def _take_turns(objectives: Sequence[Objective], many: int) -> Iterable[Objective]:
    """Return so many objectives in turn, each as often as it is worth in comparison."""
    if not objectives:
        return ()
    counts = dict.fromkeys((objective.id for objective in objectives), 0)
    turns = []
    for _ in range(many):
        objective = min(objectives, key=lambda o: (counts[o.id] + 1) / o.worth)
        counts[objective.id] += 1
        turns.append(objective)
    return turns


def _pace_of(state: Match, formation: str) -> tuple[float, float]:
    """Return how far a formation goes in a turn, and how many turns it comes late: some had better fire."""
    carrier = carrier_of(state, formation)
    profile = state.formations[formation].troops[0].profile if carrier is None else state.profile(carrier)
    return profile.mv_cm, LATE_TURNS if longest_cm(state, formation) > FAR_GUN_CM else 0.0


def _turns_to(objective: Objective, at: Spot, mv_cm: float, late: float) -> float:
    """Return in how many turns a formation at a position reaches an objective."""
    return max(0.0, dist(at, objective.at) - objective.reach_cm) / mv_cm + late


# -- orders --------------------------------------------------------------------------------


def plan_orders(state: Match, side: str, level: Level = "sound") -> dict[str, Given]:
    """Return the orders of a side: charge where that pays, first fire where that does; else advance."""
    outlook = survey(state, side, level)
    orders: dict[str, Given] = {}
    for unit in orderable(state, side):
        at = outlook.own.get(unit.id)
        order = None if at is None else _plan_order(state, outlook, unit.id, at)
        if order is not None:
            orders[unit.id] = order
    return orders


def _plan_order(state: Match, outlook: Outlook, formation: str, at: Spot) -> Given | None:
    """Return the order that brings a formation most, None for Advance."""
    carrier = carrier_of(state, formation)
    ride = 0.0 if carrier is None else max(0.0, state.profile(carrier).mv_cm - COST_CM)
    reach = charge_reach_cm(state, formation, aboard=carrier is not None) + ride - MARGIN_CM
    figures = state.standing(formation) if carrier is None else state.alive(formation)
    charge, wish = best_charge(state, outlook, formation, at, figures, reach)
    if carrier is not None:
        return "charge" if charge > 0 else None
    fire = _best_fire(state, outlook, formation, at)
    if charge > max(fire, 0.0):
        return "charge"
    if fire > 0 and outlook.level == "sharp" and not _is_late(state):
        return "first-fire"
    if hurries(state, outlook, formation, at):
        return "charge"
    if wish > fire or not is_in_place(outlook, formation, at):
        return None
    return "first-fire" if fire > 0 else None


def _is_late(state: Match) -> bool:
    """Return whether so few turns are left that ground counts more than fire."""
    limit = state.switches.turn_limit
    return limit is not None and limit - state.play.turn < LAST_TURNS


def hurries(state: Match, outlook: Outlook, formation: str, at: Spot) -> bool:
    """Return whether a formation had better march: on Charge it goes twice as far, if it engages nobody.

    That costs nothing if it shoots nobody anyway. Rule: EE-ORDER-5, EE-ASSAULT-3
    """
    goal = goal_of(state, outlook, formation)
    mv_cm = min([troop.profile.mv_cm for troop in state.formations[formation].troops])
    if goal is None or dist(at, goal.at) - goal.reach_cm <= mv_cm:
        return False
    enemy = nearest_enemy(outlook, at)
    return enemy is not None and enemy.cm > longest_cm(state, formation) + mv_cm + NEAR_CM


def goal_of(state: Match, outlook: Outlook, formation: str) -> Objective | None:
    """Return the objective that a formation goes for; a laden transport has that of its passengers."""
    riders = riders_of(state, formation)
    return outlook.goals.get(formation if riders is None else riders)


def best_charge(
    state: Match, outlook: Outlook, formation: str, at: Spot, figures: Sequence[str], reach: float
) -> tuple[float, float]:
    """Return what a charge brings in this turn, and what it would bring from nearer.

    Who holds an objective charges only an enemy that threatens it.
    """
    now = wish = 0.0
    for enemy, far in _find_prey(outlook, formation, at, reach):
        brings = SURE * charge_gain(state, figures, enemy) if far <= KEEN * reach else None
        wish = wish if brings is None else max(wish, brings)
        theirs = spots_of(state)[enemy].values()
        arrive = [f for f in figures if _is_near(place_of(state, f), theirs, reach)]
        if brings is None or len(arrive) < len(figures):
            brings = SURE * charge_gain(state, arrive, enemy)
        now = max(now, brings)
    return now, wish


def would_charge(
    state: Match, outlook: Outlook, formation: str, at: Spot, figures: Sequence[str], reach: float
) -> bool:
    """Return whether a charge from nearer would bring anything."""
    prey = _find_prey(outlook, formation, at, reach)
    return any(far <= KEEN * reach and charge_gain(state, figures, enemy) > 0 for enemy, far in prey)


def _find_prey(outlook: Outlook, formation: str, at: Spot, reach: float) -> Iterator[tuple[str, float]]:
    """Yield the enemies that a formation may charge now or from nearer, each with the distance of its centre."""
    goal = outlook.goals.get(formation)
    holds = goal is not None and is_in_place(outlook, formation, at)
    for enemy, there in outlook.enemies.items():
        far = dist(at, there)
        if far > max(KEEN * reach, reach + 2 * NEAR_CM):
            continue
        if not (holds and goal is not None and dist(there, goal.at) > goal.reach_cm + THREAT_CM):
            yield enemy, far


def _is_near(at: Spot | None, spots: Iterable[Spot], cm: float) -> bool:
    return at is not None and any(dist(at, spot) <= cm for spot in spots)


def _best_fire(state: Match, outlook: Outlook, formation: str, at: Spot) -> float:
    """Return what First Fire brings at the best target in range."""
    range_cm, best = longest_cm(state, formation), 0.0
    figures = state.standing(formation)
    if not (range_cm and figures):
        return 0.0
    middle = figures[len(figures) // 2]
    for enemy, there in outlook.enemies.items():
        if dist(at, there) > range_cm + 2 * NEAR_CM:
            continue
        near = nearest_figure(state, enemy, at)
        if near is None or near[1] > range_cm:
            continue
        if sees(state, middle, near[0]):
            sight = find_sight(state, middle, near[0])
            terrain = sight.cover[0] if sight and sight.cover else "open"
            kills = volley_kills(state, formation, near[0], near[1], "first-fire", terrain)
            best = max(best, gain(state, enemy, kills))
    return best


def nearest_figure(state: Match, formation: str, at: Spot) -> tuple[str, float] | None:
    """Return the figure of a formation that is nearest to a position, and how far it is."""
    far, figure = min(((dist(at, spot), f) for f, spot in spots_of(state)[formation].items()), default=(0.0, None))
    return None if figure is None else (figure, far)


def spots_of(state: Match) -> dict[str, dict[str, Spot]]:
    """Return where the figures of each formation are on the table, where positions are kept."""
    return _spots(state.figures)


@remember_newest
def _spots(figures: Mapping[str, Figure]) -> dict[str, dict[str, Spot]]:
    spots: dict[str, dict[str, Spot]] = {}
    for figure, model in figures.items():
        of_formation, position = spots.setdefault(model.formation, {}), model.position
        if position.at is not None and position.aboard is None and model.life.alive:
            of_formation[figure] = position.at
    return spots


@remember_newest
def _centres(figures: Mapping[str, Figure]) -> dict[str, Spot]:
    """Return the centre of each formation that has figures on the table with a position."""
    return {formation: middle_of(spots.values()) for formation, spots in _spots(figures).items() if spots}


@remember_newest
def _boxes(figures: Mapping[str, Figure]) -> dict[str, tuple[float, float, float, float]]:
    """Return the bounding box of each formation that has figures on the table with a position."""
    boxes = {}
    for formation, spots in _spots(figures).items():
        if spots:
            xs, ys = zip(*spots.values(), strict=True)
            boxes[formation] = (min(xs), min(ys), max(xs), max(ys))
    return boxes


def enemies_near(state: Match, side: str, at: Spot, cm: float) -> tuple[Formation, ...]:
    """Return the enemy formations in whose boxes a figure may be within `cm` of a position; no others can be."""
    boxes, (x, y) = _boxes(state.figures), at
    return tuple(
        [
            unit
            for unit in state.formations.values()
            if unit.side != side
            and (box := boxes.get(unit.id)) is not None
            and box[0] - cm <= x <= box[2] + cm
            and box[1] - cm <= y <= box[3] + cm
        ]
    )


def is_in_place(outlook: Outlook, formation: str, at: Spot) -> bool:
    """Return whether a formation may stand and fire: it hunts, or is at its objective."""
    goal = outlook.goals.get(formation)
    return goal is None or dist(at, goal.at) <= NEAR_CM
