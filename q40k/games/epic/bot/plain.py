"""A plain bot: advance on what counts, first fire when in range, charge when that looks good."""

from __future__ import annotations

from collections.abc import Iterable
from math import atan2, cos, degrees, dist, radians, sin

from q40k.games.epic.bot.playing import Table
from q40k.games.epic.rules import offers
from q40k.games.epic.rules.assault import Charge, Run, nearer_than
from q40k.games.epic.rules.deployment import FACING, Deploy
from q40k.games.epic.rules.ground.places import gap
from q40k.games.epic.rules.ground.sight import seen
from q40k.games.epic.rules.initiative import Draw
from q40k.games.epic.rules.melee import Fight, factor
from q40k.games.epic.rules.movement.move import Move
from q40k.games.epic.rules.orders import GiveOrders, orderable
from q40k.games.epic.rules.rally import Rally
from q40k.games.epic.rules.shooting.firing import HoldFire, Shoot
from q40k.games.epic.rules.shooting.plan import Shot, may_fire
from q40k.games.epic.rules.state import Given, Match
from q40k.games.epic.rules.turn import Next
from q40k.geometry.spots import Spot

MOST_STEPS = 3000
APART_CM = 2.2


def play(table: Table) -> None:
    """Play on from the deployment to the end."""
    for _ in range(MOST_STEPS):
        if table.state.outcome.over:
            return
        step(table)


def step(table: Table) -> None:
    """One command: what the part of the turn asks for."""
    state, play = table.state, table.state.play
    if play.phase == "deployment":
        _deploy(table)
    elif play.phase == "orders":
        for side in state.sides.values():
            table.do(GiveOrders(player=side.name, orders=_orders(state, side.id)))
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
        fight = next(offers.fights(state), None)
        done = fight is not None and table.do(Fight(one=fight[0], against=fight[1]))
        if not done:
            table.do(Next())
    else:
        for formation in offers.to_rally(state):
            table.do(Rally(formation=formation))
        table.do(Next())


# -- where ---------------------------------------------------------------------------------


def middle(state: Match, formation: str) -> Spot | None:
    """The middle of a formation's figures on the table."""
    spots = [at for f in state.standing(formation) if (at := state.figures[f].position.at)]
    if not spots:
        return None
    return sum(at[0] for at in spots) / len(spots), sum(at[1] for at in spots) / len(spots)


def nearest_enemy(state: Match, formation: str) -> tuple[str, float] | None:
    """The enemy formation that is nearest, and how far its middle is."""
    at, mine = middle(state, formation), state.formations[formation].side
    if at is None:
        return None
    found = [
        (dist(at, there), one.id)
        for one in state.formations.values()
        if one.side != mine and (there := middle(state, one.id)) is not None
    ]
    if not found:
        return None
    far, enemy = min(found)
    return enemy, far


def _goal(state: Match, formation: str) -> Spot | None:
    """Where a formation goes: the objective its number falls to, else the nearest enemy."""
    side = state.formations[formation].side
    mine = [one.id for one in state.of_side(side)]
    objectives = state.scenario.objectives
    if objectives and mine.index(formation) % 3 < 2:
        at = objectives[mine.index(formation) % len(objectives)].at
        return at[0], at[1]
    enemy = nearest_enemy(state, formation)
    return None if enemy is None else middle(state, enemy[0])


# -- deployment ----------------------------------------------------------------------------


def _deploy(table: Table) -> None:
    """Set up from the front of the zone backwards, side by side; at random where that is taken."""
    formation = offers.to_deploy(table.state)[0]
    side = table.state.formations[formation].side
    edge = table.state.sides[side].edge
    assert edge is not None
    x0, y0, x1, y1 = table.state.scenario.zone(edge)
    figures = table.state.formations[formation].figures
    wide = APART_CM * len(figures)
    number = sum(one.deployed for one in table.state.of_side(side))
    for attempt in range(60):
        across = x0 + 3 + ((number + attempt) * 17.0) % max(1.0, x1 - x0 - wide - 6)
        deep = 3 + ((number + attempt) // 5 * 5) % max(1.0, y1 - y0 - 6)
        y = y1 - deep if edge == "south" else y0 + deep
        places = tuple((across + APART_CM * n, y, FACING[edge]) for n in range(len(figures)))
        if table.do(Deploy(formation=formation, at=places)):
            return
    table.do(Deploy(formation=formation, at=places, override="no room"))


# -- orders --------------------------------------------------------------------------------


def _orders(state: Match, side: str) -> dict[str, Given]:
    """First fire when something is in range, charge when a good fight is, else advance."""
    orders: dict[str, Given] = {}
    for one in orderable(state, side):
        enemy = nearest_enemy(state, one.id)
        figures = state.standing(one.id)
        if enemy is None or not figures:
            continue
        profile = state.profile(figures[0])
        reach = profile.mv_cm * (2 if profile.vehicle else 3) - 2
        theirs = state.standing(enemy[0])
        better = factor(state, figures[0]) > factor(state, theirs[0])
        ranges = [weapon.range_cm for weapon in state.troop(figures[0]).weapons]
        if enemy[1] <= reach and (better or not ranges):
            orders[one.id] = "charge"
        elif ranges and enemy[1] <= max(ranges) and _holds(state, one.id):
            orders[one.id] = "first-fire"
    return orders


def _holds(state: Match, formation: str) -> bool:
    """Whether a formation is where it wants to be: near its goal, or with nowhere to go."""
    at, goal = middle(state, formation), _goal(state, formation)
    return at is None or goal is None or dist(at, goal) < 8 or not state.scenario.objectives


# -- movement ------------------------------------------------------------------------------


def _move_all(table: Table) -> None:
    for formation in offers.to_move(table.state):
        _move(table, formation)
    table.do(Next())


def _move(table: Table, formation: str) -> None:
    """Go straight for the goal, a Retreat away from the enemy; less far where that is refused."""
    state = table.state
    at, goal = middle(state, formation), _goal(state, formation)
    figures = state.standing(formation)
    one = state.formations[formation]
    if one.retreats:
        enemy = nearest_enemy(state, formation)
        away = None if enemy is None else middle(state, enemy[0])
        goal = None if at is None or away is None else (2 * at[0] - away[0], 2 * at[1] - away[1])
    if at is None or goal is None or not figures:
        return
    cm = min(offers.left_cm(state, f) for f in figures) - 0.01
    far = dist(at, goal)
    if cm <= 0.1 or (far < 1 and not one.retreats):
        return
    ahead = degrees(atan2(goal[1] - at[1], goal[0] - at[0]))
    enemy = nearest_enemy(state, formation)
    there = None if enemy is None else middle(state, enemy[0])
    facing = ahead if there is None else degrees(atan2(there[1] - at[1], there[0] - at[0]))
    for share, turn in ((1.0, 0), (1.0, 35), (1.0, -35), (0.5, 0), (0.6, 70), (0.6, -70)):
        go = min(cm * share, far if not one.retreats else cm)
        dx, dy = go * cos(radians(ahead + turn)), go * sin(radians(ahead + turn))
        places = tuple((x + dx, y + dy, facing) for x, y in _spots(state, figures))
        if table.do(Move(formation=formation, to=places)):
            return


def _spots(state: Match, figures: Iterable[str]) -> list[Spot]:
    return [(at[0], at[1]) for f in figures if (at := state.figures[f].position.at) is not None]


# -- shooting ------------------------------------------------------------------------------


def _shoot(table: Table) -> None:
    """The first formation that can fires at the nearest enemy that it sees in range."""
    state = table.state
    left = offers.to_fire(state)
    if not left:
        table.do(Next())
        return
    formation = left[0]
    shots = tuple(_shots(state, formation))
    if not (shots and table.do(Shoot(formation=formation, shots=shots))):
        table.do(HoldFire(formation=formation))


def _shots(state: Match, formation: str) -> list[Shot]:
    enemies = state.enemies(state.formations[formation].side)
    taken: dict[str, int] = {}
    found = []
    for figure in state.standing(formation):
        if not may_fire(state, figure):
            continue
        arms = state.troop(figure).weapons
        for weapon in arms if state.profile(figure).vehicle else arms[:1]:
            near = sorted(
                (taken.get(e, 0), cm, e)
                for e in enemies
                if (cm := gap(state, figure, e) or 0.0) <= weapon.range_cm
                and (weapon.save_mod < 0 or state.profile(e).kind != "heavy-vehicle")
            )
            target = next((e for _n, _cm, e in near[:6] if _sees(state, figure, e)), None)
            if target is not None:
                taken[target] = taken.get(target, 0) + 1
                found.append(Shot(figures=figure, target=target, weapon=weapon.id))
    return found


def _sees(state: Match, figure: str, enemy: str) -> bool:
    sight = seen(state, figure, enemy)
    return sight is None or sight.clear


# -- assault -------------------------------------------------------------------------------


def _charge_all(table: Table) -> None:
    """Every figure that may engages the nearest enemy it reaches, free ones first."""
    for formation, figures in offers.to_charge(table.state).items():
        for figure in figures:
            target = _reached(table.state, figure)
            if target is not None:
                run = Run(figure=figure, target=target)
                table.do(Charge(formation=formation, moves=(run,)))
    table.do(Next())


def _reached(state: Match, figure: str) -> str | None:
    cm = offers.left_cm(state, figure, contact=True)
    near = sorted(
        (bool(state.touching(e)), far, e)
        for e in state.enemies(state.side_of(figure))
        if (far := gap(state, figure, e)) is not None and far <= cm
    )
    return next((e for _t, _far, e in near if not nearer_than(state, figure, e)), None)
