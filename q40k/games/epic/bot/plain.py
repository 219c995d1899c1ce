"""A plain bot: advance on what counts, first fire when in range, charge when that looks good."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import atan2, cos, degrees, dist, radians, sin

from q40k.games.epic.bot.playing import Table
from q40k.games.epic.packs.scenarios import Objective
from q40k.games.epic.rules import offers
from q40k.games.epic.rules.assault import Charge, Run, nearer_than
from q40k.games.epic.rules.deployment import FACING, Deploy
from q40k.games.epic.rules.ground.ground import COHERENCY_CM, links
from q40k.games.epic.rules.ground.places import base_of, gap, place_of
from q40k.games.epic.rules.ground.shapes import inside
from q40k.games.epic.rules.ground.sight import deep, seen
from q40k.games.epic.rules.ground.terrain import TABLE
from q40k.games.epic.rules.initiative import Draw
from q40k.games.epic.rules.melee import Fight, factor
from q40k.games.epic.rules.movement.move import Move
from q40k.games.epic.rules.odds import survives
from q40k.games.epic.rules.orders import GiveOrders, orderable
from q40k.games.epic.rules.rally import Rally
from q40k.games.epic.rules.shooting.firing import HoldFire, Shoot
from q40k.games.epic.rules.shooting.plan import Shot, may_fire
from q40k.games.epic.rules.state import Given, Match
from q40k.games.epic.rules.turn import Next
from q40k.geometry.spots import Spot

MOST_STEPS = 3000
APART_CM = 2.2
WAYS = ((1.0, 0), (1.0, 35), (1.0, -35), (0.5, 0), (0.6, 70), (0.6, -70))
"""How much of a move goes how far off the straight way, what is tried first."""
CLOSED = 0.6
"""How far apart figures stand that close their ranks, as a share of how they stood."""
KEEN = 2
"""From so many times its reach a formation goes on towards whom it would gladly charge."""
NEAR_CM = 8.0
"""So near to an objective a formation has come to it."""
WIDE_CM = 3.0
"""As much as two bases are, at most, from their middles to their rims."""


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


Middles = Mapping[str, Spot]
"""Where the middles of formations are."""


def middle(state: Match, formation: str) -> Spot | None:
    """The middle of a formation's figures on the table."""
    spots = [at for f in state.standing(formation) if (at := state.figures[f].position.at)]
    if not spots:
        return None
    return sum(at[0] for at in spots) / len(spots), sum(at[1] for at in spots) / len(spots)


def nearest_enemy(
    state: Match, formation: str, enemies: Middles | None = None
) -> tuple[str, float] | None:
    """The enemy formation that is nearest, and how far its middle is; `enemies` are known ones."""
    at = middle(state, formation)
    against = enemies if enemies is not None else middles(state, state.formations[formation].side)
    if at is None or not against:
        return None
    far, enemy = min((dist(at, there), one) for one, there in against.items())
    return enemy, far


def middles(state: Match, against: str) -> Middles:
    """The middles of all formations on the table that are not of this side."""
    others = (one.id for one in state.formations.values() if one.side != against)
    return {one: there for one in others if (there := middle(state, one)) is not None}


def _wanted(state: Match, formation: str) -> Objective | None:
    """The objective that a formation goes for, by its number; every third hunts the enemy.

    Each side counts the objectives from its own left, so that both play alike.
    """
    side = state.formations[formation].side
    number = [one.id for one in state.of_side(side)].index(formation)
    first = state.sides[side].edge == state.scenario.edges[0]
    objectives = sorted(state.scenario.objectives, key=lambda one: one.at, reverse=not first)
    return objectives[number % len(objectives)] if objectives and number % 3 < 2 else None


# -- deployment ----------------------------------------------------------------------------


def _deploy(table: Table) -> None:
    """Set up from the front of the zone backwards, side by side, both sides as in a mirror."""
    formation = offers.to_deploy(table.state)[0]
    side = table.state.formations[formation].side
    edge = table.state.sides[side].edge
    assert edge is not None
    x0, y0, x1, y1 = table.state.scenario.zone(edge)
    figures = table.state.formations[formation].figures
    wide = APART_CM * len(figures)
    number = sum(one.deployed for one in table.state.of_side(side))
    for attempt in range(60):
        across = 3 + ((number + attempt) * 17.0) % max(1.0, x1 - x0 - wide - 6)
        deep = 3 + ((number + attempt) // 5 * 5) % max(1.0, y1 - y0 - 6)
        steps = [across + APART_CM * n for n in range(len(figures))]
        if edge == "south":
            places = tuple((x0 + step, y1 - deep, FACING[edge]) for step in steps)
        else:
            places = tuple((x1 - step, y0 + deep, FACING[edge]) for step in steps)
        if table.do(Deploy(formation=formation, at=places)):
            return
    table.do(Deploy(formation=formation, at=places, override="no room"))


# -- orders --------------------------------------------------------------------------------


def _orders(state: Match, side: str) -> dict[str, Given]:
    """First fire when something is in range, charge when that wins more than it loses.

    Whoever would charge if it were nearer does not stand and fire, it goes on.
    """
    orders: dict[str, Given] = {}
    enemies = middles(state, side)
    for one in orderable(state, side):
        enemy = nearest_enemy(state, one.id, enemies)
        figures = state.standing(one.id)
        if enemy is None or not figures:
            continue
        profile = state.profile(figures[0])
        reach = profile.mv_cm * (2 if profile.vehicle else 3) - 2
        ranges = [weapon.range_cm for weapon in state.troop(figures[0]).weapons]
        pays = enemy[1] <= KEEN * reach and _pays(state, figures, state.standing(enemy[0]))
        if enemy[1] <= reach and (pays or not ranges):
            orders[one.id] = "charge"
        elif ranges and not pays and enemy[1] <= max(ranges) and _holds(state, one.id):
            orders[one.id] = "first-fire"
    return orders


def _pays(state: Match, mine: Sequence[str], theirs: Sequence[str]) -> bool:
    """Whether a charge of all of `mine` destroys more than it costs, in shares of the formations.

    They spread over their targets evenly; who is over joins a fight that is there already, and
    rolls a die more.
    """
    ours = factor(state, mine[0])
    won = lost = 0.0
    for number, enemy in enumerate(theirs):
        many = len(mine) // len(theirs) + (number < len(mine) % len(theirs))
        alone = factor(state, enemy)
        stands = [float(survives(alone, [ours] * fights)) for fights in range(1, many + 1)]
        won += 1 - stands[-1] if stands else 0.0
        lost += sum(stands)
    return won / len(theirs) > lost / len(mine)


def _holds(state: Match, formation: str) -> bool:
    """Whether a formation stands and fires: it hunts the enemy, or has come to its objective."""
    at, wanted = middle(state, formation), _wanted(state, formation)
    return at is None or wanted is None or dist(at, (wanted.at[0], wanted.at[1])) <= NEAR_CM


# -- movement ------------------------------------------------------------------------------


def _move_all(table: Table) -> None:
    able = offers.to_move(table.state)
    enemies = middles(table.state, table.state.play.active or "")
    for formation in able:
        _move(table, formation, enemies)
    table.do(Next())


def _move(table: Table, formation: str, enemies: Middles) -> None:
    """Go for the goal, into cover where that lies ahead; a Retreat goes away from the enemy.

    Where the straight way is refused, a little aside, or less far. Ranks that losses have torn
    open are closed on the way.
    """
    state = table.state
    at, wanted = middle(state, formation), _wanted(state, formation)
    figures = state.standing(formation)
    one = state.formations[formation]
    enemy = nearest_enemy(state, formation, enemies)
    there = None if enemy is None else enemies[enemy[0]]
    goal = there if wanted is None or one.orders.order == "charge" else wanted.at
    if one.retreats:
        goal = None if at is None or there is None else (2 * at[0] - there[0], 2 * at[1] - there[1])
    if at is None or goal is None or not figures:
        return
    cm = min(offers.left_cm(state, f) for f in figures) - 0.01
    far = dist(at, goal)
    if cm <= 0.1 or (far < 1 and not one.retreats):
        return
    ahead = degrees(atan2(goal[1] - at[1], goal[0] - at[0]))
    facing = ahead if there is None else degrees(atan2(there[1] - at[1], there[0] - at[0]))
    most = cm if one.retreats else min(cm, far)
    spots = _spots(state, figures)
    closing = 0.0
    if _torn(state, spots):
        widest = max(dist(spot, at) for spot in spots.values())
        closing = min(1 - CLOSED, cm / widest)
        most = min(most, cm - closing * widest)
    steps = [_step(most * share, ahead + turn) for share, turn in WAYS]
    if not state.profile(figures[0]).vehicle:
        steps.sort(key=lambda step: not _covered(state, (at[0] + step[0], at[1] + step[1])))
    for dx, dy in steps:
        places = tuple(
            (x + dx + closing * (at[0] - x), y + dy + closing * (at[1] - y), facing)
            for x, y in spots.values()
        )
        if table.do(Move(formation=formation, to=places)):
            return


def _torn(state: Match, spots: Mapping[str, Spot]) -> bool:
    """Whether figures that stand so no longer hang together (EE-MOVE-4)."""
    return links([(base_of(state, f), at) for f, at in spots.items()]) > COHERENCY_CM


def _step(cm: float, towards: float) -> Spot:
    return cm * cos(radians(towards)), cm * sin(radians(towards))


def _covered(state: Match, spot: Spot) -> bool:
    """Whether a place lies in what is worth cover, and can be fired from."""
    terrain = state.scenario.terrain
    covers = any(TABLE[one.kind].cover_bonus and inside(one, spot) for one in terrain)
    return covers and not deep(terrain, spot)


def _spots(state: Match, figures: Iterable[str]) -> dict[str, Spot]:
    """Where figures stand, those that stand anywhere."""
    return {f: (at[0], at[1]) for f in figures if (at := state.figures[f].position.at) is not None}


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
    enemies = _in_reach(state, formation)
    if not enemies:
        return []
    taken: dict[str, int] = {}
    found = []
    for figure in state.standing(formation):
        if not may_fire(state, figure):
            continue
        arms = state.troop(figure).weapons
        for weapon in arms if state.profile(figure).vehicle else arms[:1]:
            near = sorted(
                (taken.get(e, 0), cm, e)
                for cm, e in _within(state, figure, enemies, weapon.range_cm)
                if weapon.save_mod < 0 or state.profile(e).kind != "heavy-vehicle"
            )
            target = next((e for _n, _cm, e in near[:6] if _sees(state, figure, e)), None)
            if target is not None:
                taken[target] = taken.get(target, 0) + 1
                found.append(Shot(figures=figure, target=target, weapon=weapon.id))
    return found


def _in_reach(state: Match, formation: str) -> dict[str, Spot]:
    """The enemies that some weapon of a formation might reach, each with its place."""
    figures = state.standing(formation)
    spots = list(_spots(state, figures).values())
    ranges = [weapon.range_cm for f in figures for weapon in state.troop(f).weapons]
    if not spots or not ranges:
        return {}
    far = max(dist(spots[0], spot) for spot in spots) + max(ranges) + WIDE_CM
    enemies = _spots(state, state.enemies(state.formations[formation].side))
    return {f: at for f, at in enemies.items() if dist(spots[0], at) <= far}


def _within(
    state: Match, figure: str, others: Mapping[str, Spot], cm: float
) -> Iterator[tuple[float, str]]:
    """Those of `others` that are so near to a figure, each with its distance."""
    at = place_of(state, figure)
    for other, there in others.items():
        if at is None or dist(at, there) > cm + WIDE_CM:
            continue
        far = gap(state, figure, other)
        if far is not None and far <= cm:
            yield far, other


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
    enemies = _spots(state, state.enemies(state.side_of(figure)))
    near = sorted(
        (bool(state.touching(e)), far, e) for far, e in _within(state, figure, enemies, cm)
    )
    return next((e for _t, _far, e in near if not nearer_than(state, figure, e)), None)
