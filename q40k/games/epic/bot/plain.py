"""A plain bot, and the table it plays at."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import atan2, cos, degrees, dist, radians, sin

from q40k.bots import memory
from q40k.games.epic.packs.scenarios import Objective
from q40k.games.epic.rules import assault, deployment, game, melee, morale, movement, odds, offers, registry, shooting
from q40k.games.epic.rules.ground import COHERENCY_CM, TABLE, widest_gap
from q40k.games.epic.rules.places import base_of, find_sight, gap, is_deep_inside, is_inside, place_of
from q40k.games.epic.rules.state import Given, Match
from q40k.games.epic.rules.turn import Draw, GiveOrders, Next, orderable
from q40k.games.epic.table.places import centre_of
from q40k.geometry.space import Spot
from q40k.kernel.events import Answer, ChoiceQuestion, NumberQuestion, Question

RULES = game.EpicRules()


class Table(memory.Table[Match, registry.Command]):
    """A match in memory, of which chance answers the questions."""

    def __init__(self, seed: int | str, state: Match | None = None) -> None:
        super().__init__(RULES, seed, state, self._choose)

    def _choose(self, question: Question, _state: Match) -> Answer:
        if isinstance(question, NumberQuestion):
            return question.most
        assert isinstance(question, ChoiceQuestion)
        return self.dice.choice(question.options)


# -- the bot -------------------------------------------------------------------------------


MOST_STEPS = 3000
APART_CM = 2.2
TURNING_CM = 0.2
"""How much room vehicles side by side leave, so that all of them can turn."""
MM_PER_CM = 10
DETOURS = ((1.0, 0), (1.0, 35), (1.0, -35), (0.5, 0), (0.6, 70), (0.6, -70))
"""Shares of a move with degrees off the straight path, in the order they are tried."""
CLOSED = 0.6
"""How close figures stand after closing ranks, as a share of their distance before."""
KEEN = 2
"""Within so many times its reach a formation advances on an enemy it would like to charge."""
NEAR_CM = 8.0
"""So near to an objective a formation has reached it."""
WIDE_CM = 3.0
"""The most that two bases measure together, from their centres to their rims."""


def play(table: Table) -> None:
    """Play from the deployment to the end."""
    for _ in range(MOST_STEPS):
        if table.state.outcome.over:
            return
        step(table)


def step(table: Table) -> None:
    """Carry out the command that this part of the turn asks for."""
    state, play = table.state, table.state.play
    if play.phase == "deployment":
        _deploy(table)
    elif play.phase == "orders":
        for side in state.sides.values():
            table.do(GiveOrders(player=side.name, orders=plan_orders(state, side.id)))
        table.do(Draw())
    elif play.step == "draw":
        table.do(Draw())
    elif play.step == "moves" and play.phase == "movement":
        _move_all(table)
    elif play.step == "shots":
        _shoot(table)
    elif play.step == "moves":
        _charge_all(table)
    elif play.step == "fights":
        fight = next(offers.possible_fights(state), None)
        done = fight is not None and table.do(melee.Fight(one=fight[0], against=fight[1]))
        if not done:
            table.do(Next())
    else:
        for formation in offers.rallying_formations(state):
            table.do(morale.Rally(formation=formation))
        table.do(Next())


# -- where ---------------------------------------------------------------------------------


Centres = Mapping[str, Spot]
"""The centres of formations."""


def nearest_enemy(state: Match, formation: str, enemies: Centres | None = None) -> tuple[str, float] | None:
    """Return the nearest enemy formation and the distance of its centre.

    `enemies` are the centres, if they are known already.
    """
    at = centre_of(state, formation)
    against = enemies if enemies is not None else centres(state, state.formations[formation].side)
    if at is None or not against:
        return None
    far, enemy = min((dist(at, there), id) for id, there in against.items())
    return enemy, far


def centres(state: Match, against: str) -> Centres:
    """Return the centres of all formations on the table that are not of this side."""
    others = (other.id for other in state.formations.values() if other.side != against)
    return {formation: there for formation in others if (there := centre_of(state, formation)) is not None}


def _find_objective(state: Match, formation: str) -> Objective | None:
    """Return the objective a formation goes for, by its number; every third hunts the enemy.

    Each side counts the objectives from its own left, so that both play alike.
    """
    side = state.formations[formation].side
    number = [other.id for other in state.of_side(side)].index(formation)
    first = state.sides[side].edge == state.scenario.edges[0]
    objectives = sorted(state.scenario.objectives, key=lambda objective: objective.at, reverse=not first)
    return objectives[number % len(objectives)] if objectives and number % 3 < 2 else None


# -- deployment ----------------------------------------------------------------------------


def _deploy(table: Table) -> None:
    """Set up from the front of the zone backwards, side by side, both sides as in a mirror."""
    formation = offers.deployable_formations(table.state)[0]
    side = table.state.formations[formation].side
    edge = table.state.sides[side].edge
    assert edge is not None
    x0, y0, x1, y1 = table.state.scenario.zone(edge)
    figures = table.state.formations[formation].figures
    longest = max(max(filter(None, table.state.profile(f).size_mm)) for f in figures)
    apart = max(APART_CM, longest / MM_PER_CM + TURNING_CM)
    wide = apart * len(figures)
    number = sum(other.deployed for other in table.state.of_side(side))
    for attempt in range(60):
        across = 3 + ((number + attempt) * 17.0) % max(1.0, x1 - x0 - wide - 6)
        deep = 3 + ((number + attempt) // 5 * 5) % max(1.0, y1 - y0 - 6)
        steps = [across + apart * n for n in range(len(figures))]
        if edge == "south":
            places = tuple((x0 + step, y1 - deep, deployment.FACING[edge]) for step in steps)
        else:
            places = tuple((x1 - step, y0 + deep, deployment.FACING[edge]) for step in steps)
        if table.do(deployment.Deploy(formation=formation, at=places)):
            return
    table.do(deployment.Deploy(formation=formation, at=places, override="no room"))


# -- orders --------------------------------------------------------------------------------


def plan_orders(state: Match, side: str) -> dict[str, Given]:
    """Return orders: first fire with something in range, charge where that pays.

    A formation that would charge from nearer does not stand and fire: it advances.
    """
    orders: dict[str, Given] = {}
    enemies = centres(state, side)
    for formation in orderable(state, side):
        enemy = nearest_enemy(state, formation.id, enemies)
        figures = state.standing(formation.id)
        if enemy is None or not figures:
            continue
        profile = state.profile(figures[0])
        reach = profile.mv_cm * (2 if profile.vehicle else 3) - 2
        ranges = [weapon.range_cm for weapon in state.troop(figures[0]).weapons]
        pays = enemy[1] <= KEEN * reach and _pays(state, figures, state.standing(enemy[0]))
        if enemy[1] <= reach and (pays or not ranges):
            orders[formation.id] = "charge"
        elif ranges and not pays and enemy[1] <= max(ranges) and _holds(state, formation.id):
            orders[formation.id] = "first-fire"
    return orders


def _pays(state: Match, mine: Sequence[str], theirs: Sequence[str]) -> bool:
    """Return whether a charge destroys more than it costs, in shares of the formations.

    The chargers spread evenly over their targets. Each further one joins an existing fight and
    rolls a die more.
    """
    ours = melee.factor(state, mine[0])
    won = lost = 0.0
    for number, enemy in enumerate(theirs):
        many = len(mine) // len(theirs) + (number < len(mine) % len(theirs))
        alone = melee.factor(state, enemy)
        stands = [float(odds.survival_chance(alone, [ours] * fights)) for fights in range(1, many + 1)]
        won += 1 - stands[-1] if stands else 0.0
        lost += sum(stands)
    return won / len(theirs) > lost / len(mine)


def _holds(state: Match, formation: str) -> bool:
    """Return whether a formation stands and fires: it hunts, or is at its objective."""
    at, objective = centre_of(state, formation), _find_objective(state, formation)
    return at is None or objective is None or dist(at, (objective.at[0], objective.at[1])) <= NEAR_CM


# -- movement ------------------------------------------------------------------------------


def _move_all(table: Table) -> None:
    able = offers.movable_formations(table.state)
    enemies = centres(table.state, table.state.play.active or "")
    for formation in able:
        _move(table, formation, enemies)
    table.do(Next())


def _move(table: Table, formation: str, enemies: Centres) -> None:
    """Go for the goal, into cover if that is ahead; a Retreat goes away from the enemy.

    If the straight path is refused, it tries a little aside, or less far. Broken ranks are closed
    on the move.
    """
    state = table.state
    at, objective = centre_of(state, formation), _find_objective(state, formation)
    figures = state.standing(formation)
    unit = state.formations[formation]
    enemy = nearest_enemy(state, formation, enemies)
    there = None if enemy is None else enemies[enemy[0]]
    goal = there if objective is None or unit.orders.order == "charge" else objective.at
    if unit.retreats:
        goal = None if at is None or there is None else (2 * at[0] - there[0], 2 * at[1] - there[1])
    if at is None or goal is None or not figures:
        return
    cm = min(offers.remaining_cm(state, f) for f in figures) - 0.01
    far = dist(at, goal)
    if cm <= 0.1 or (far < 1 and not unit.retreats):
        return
    ahead = degrees(atan2(goal[1] - at[1], goal[0] - at[0]))
    facing = ahead if there is None else degrees(atan2(there[1] - at[1], there[0] - at[0]))
    most = cm if unit.retreats else min(cm, far)
    spots = _spots(state, figures)
    closing = 0.0
    if _is_torn(state, spots):
        widest = max(dist(spot, at) for spot in spots.values())
        closing = min(1 - CLOSED, cm / widest)
        most = min(most, cm - closing * widest)
    steps = [_step(most * share, ahead + turn) for share, turn in DETOURS]
    if not state.profile(figures[0]).vehicle:
        steps.sort(key=lambda step: not _is_in_cover(state, (at[0] + step[0], at[1] + step[1])))
    for dx, dy in steps:
        places = tuple(
            (x + dx + closing * (at[0] - x), y + dy + closing * (at[1] - y), facing) for x, y in spots.values()
        )
        if table.do(movement.Move(formation=formation, to=places)):
            return


def _is_torn(state: Match, spots: Mapping[str, Spot]) -> bool:
    """Return whether figures in these positions are out of coherency (EE-MOVE-4)."""
    return widest_gap([(base_of(state, f), at) for f, at in spots.items()]) > COHERENCY_CM


def _step(cm: float, towards: float) -> Spot:
    return cm * cos(radians(towards)), cm * sin(radians(towards))


def _is_in_cover(state: Match, spot: Spot) -> bool:
    """Return whether a position is in cover and can be fired from."""
    terrain = state.scenario.terrain
    covers = any(TABLE[piece.kind].cover_bonus and is_inside(piece, spot) for piece in terrain)
    return covers and not is_deep_inside(terrain, spot)


def _spots(state: Match, figures: Iterable[str]) -> dict[str, Spot]:
    """Return where figures are, for those that have a position."""
    return {f: (at[0], at[1]) for f in figures if (at := state.figures[f].position.at) is not None}


# -- shooting ------------------------------------------------------------------------------


def _shoot(table: Table) -> None:
    """Fire the first formation that can at the nearest enemy that it sees in range."""
    state = table.state
    ready = offers.firing_formations(state)
    if not ready:
        table.do(Next())
        return
    formation = ready[0]
    shots = tuple(_shots(state, formation))
    if not (shots and table.do(shooting.Shoot(formation=formation, shots=shots))):
        table.do(shooting.HoldFire(formation=formation))


def _shots(state: Match, formation: str) -> list[shooting.Shot]:
    enemies = _in_reach(state, formation)
    if not enemies:
        return []
    aimed_at: dict[str, int] = {}
    shots = []
    for figure in state.standing(formation):
        if not shooting.may_fire(state, figure):
            continue
        for weapon in state.troop(figure).weapons:
            near = sorted(
                (aimed_at.get(e, 0), cm, e)
                for cm, e in _within(state, figure, enemies, weapon.range_cm)
                if weapon.save_mod < 0 or state.profile(e).kind != "heavy-vehicle"
            )
            target = next((e for _n, _cm, e in near[:6] if _sees(state, figure, e)), None)
            if target is not None:
                aimed_at[target] = aimed_at.get(target, 0) + 1
                shots.append(shooting.Shot(figures=figure, target=target, weapon=weapon.id))
                if not state.profile(figure).vehicle:
                    break  # infantry fires one weapon: the first that reaches somebody
    return shots


def _in_reach(state: Match, formation: str) -> dict[str, Spot]:
    """Return the enemies that some weapon of a formation might reach, with their positions."""
    figures = state.standing(formation)
    spots = list(_spots(state, figures).values())
    ranges = [weapon.range_cm for f in figures for weapon in state.troop(f).weapons]
    if not spots or not ranges:
        return {}
    far = max(dist(spots[0], spot) for spot in spots) + max(ranges) + WIDE_CM
    enemies = _spots(state, state.enemies(state.formations[formation].side))
    return {f: at for f, at in enemies.items() if dist(spots[0], at) <= far}


def _within(state: Match, figure: str, others: Mapping[str, Spot], cm: float) -> Iterator[tuple[float, str]]:
    """Yield those of `others` within `cm` of a figure, each with its distance."""
    at = place_of(state, figure)
    for other, there in others.items():
        if at is None or dist(at, there) > cm + WIDE_CM:
            continue
        far = gap(state, figure, other)
        if far is not None and far <= cm:
            yield far, other


def _sees(state: Match, figure: str, enemy: str) -> bool:
    sight = find_sight(state, figure, enemy)
    return sight is None or sight.clear


# -- assault -------------------------------------------------------------------------------


def _charge_all(table: Table) -> None:
    """Let every figure that may engage the nearest enemy it reaches, free ones first."""
    for formation, figures in offers.charging_figures(table.state).items():
        for figure in figures:
            target = _nearest_reachable(table.state, figure)
            if target is not None:
                run = assault.Run(figure=figure, target=target)
                table.do(assault.Charge(formation=formation, moves=(run,)))
    table.do(Next())


def _nearest_reachable(state: Match, figure: str) -> str | None:
    cm = offers.remaining_cm(state, figure, contact=True)
    enemies = _spots(state, state.enemies(state.side_of(figure)))
    near = sorted((bool(state.touching(e)), far, e) for far, e in _within(state, figure, enemies, cm))
    return next((e for _t, _far, e in near if not assault.nearer_than(state, figure, e)), None)
