"""MOVEMENT: move a champion, with distances given or measured, and what the move meets."""

from q40k.games.quake.rules import barrels, damage
from q40k.games.quake.rules.acting import must_be_active
from q40k.games.quake.rules.movement.ground import face_hard_ground, risk_danger
from q40k.games.quake.rules.movement.water import fall, roll_to_swim
from q40k.games.quake.rules.portals import end_on_portal
from q40k.games.quake.rules.positions import refuse_each
from q40k.games.quake.state import positions, questions
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.movement import paths
from q40k.games.quake.state.movement.ground import Ground, ground_to, moves_as, plan_ground
from q40k.games.quake.state.movement.move import (
    STRAIGHT_INCHES,
    Move,
    Moved,
    allowance,
    announced_reach,
    explain_too_far,
    movement_left,
    shorten_flight,
)
from q40k.games.quake.state.registry import rule
from q40k.geometry import space
from q40k.geometry.space import to_inches
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import refuse


@rule(Move)
def move(live: Live[Match], command: Move) -> Rule[None]:
    """Move the active champion; it leaves the portal it stood in.

    A place without inches costs the path there, if the champion's own place is known. That path may
    not cross anything impassable or lethal, nor a base, and may not end on one. Hard ground and
    water are tested for. A champion that swam comes out of the water, unless the place is known to
    lie in it. If the table announces before it measures, a move too far is not refused: it comes up
    short.

    Rule: MOVE-1, MOVE-2, PORTAL-1, PORTAL-9, ARENA-5, DIFF-5
    """
    questions.must_be_started(live.state)
    player = questions.find_present(live.state, command.player)
    yield from must_be_active(live, player, "movement")
    planned = paths.plan_move(live.state, player, command.to, command.path, level=command.level, angle=command.angle)
    inches = yield from declare(live, player, planned, command.inches)
    most = announced_reach(live.state, player, inches, planned.path)
    yield from spend(live, player, inches if most is None else most, "MOVE-1", planned.path)
    yield from must_be_clear(live.state, player, planned, inches)
    flown = planned.path if planned.path is not None and planned.path.flies and most is not None else None
    if flown is not None:
        planned = shorten_flight(live.state, player, flown, most or 0.0)
        inches = min(most or 0.0, planned.path.inches if planned.path else 0.0)
    ground = ground_to(
        live.state,
        player,
        planned.to,
        planned.between,
        heights=planned.heights,
        difficult=command.difficult,
        dangerous=command.dangerous,
    )
    yield from advance(
        live,
        player.id,
        inches,
        planned,
        ground,
        three=command.three,
        napalm=command.napalm,
        stays=command.override is not None,
        still=command.inches == 0,
        most=most,
        short=flown is not None,
    )
    if flown is not None:
        yield from fall_short(live, player, flown)


def fall_short(live: Live[Match], before: Player, path: paths.MovePath) -> Rule[None]:
    """Let a champion whose flight was too short fall from the higher end of its flight.

    In water, or anything but ground, it dies.

    Rule: MOVE-2, MOVE-3, MOVE-5
    """
    now = live.state.players[before.id]
    if not now.in_play or now.position.at is None:
        return
    at, low = now.position.at, positions.floor_height(live.state, now.position.at)
    depth = max(path.from_in, path.to_in) - low
    into = [piece for piece in positions.scenery_at(live.state, at, low) if piece.lethal or piece.water]
    if depth > 0 and into:
        yield from damage.die_by_accident(live, before.id, "fell-in-water" if into[0].water else "void")
    elif depth > 0:
        yield from fall(live, before.id, depth, "MOVE-2")


def declare(live: Live[Match], player: Player, planned: paths.PlannedMove, inches: float | None) -> Rule[float]:
    """Return how many inches a move is: as given, or by its path; it must end on the table.

    The table's word takes precedence over the positions.

    Rule: MOVE-1
    """
    to = planned.to
    if to is None:
        return inches or 0.0
    yield from refuse_each(positions.off_table(live.state, player, to, planned.angle))
    if planned.path is not None:
        return planned.path.inches if inches is None else inches
    if inches is None and player.position.at is not None:
        return to_inches(space.distance_cm(player.position.at, to))
    return inches or 0.0


def must_be_clear(state: Match, player: Player, planned: paths.PlannedMove, inches: float) -> Rule[None]:
    """Refuse a path through or onto an obstacle.

    Only its end is checked if the table gave a different number of inches.

    Rule: MOVE-1, ARENA-5, DIFF-5
    """
    if planned.to is None:
        return
    if planned.path is None:
        level = positions.floor_height(state, planned.to) if planned.level is None else planned.level
        angle = player.position.angle if planned.angle is None else planned.angle
        blockers = positions.standing_obstacles(state, player, planned.to, level, angle)
    else:
        whole = bool(planned.between) or abs(inches - planned.path.inches) < STRAIGHT_INCHES
        blockers = paths.obstacles(state, player, planned.path, whole=whole)
    yield from refuse_each(blockers)


def advance(
    live: Live[Match],
    who: str,
    inches: float,
    planned: paths.PlannedMove,
    ground: Ground,
    *,
    three: bool = False,
    swims: bool = False,
    napalm: bool = False,
    stays: bool = False,
    still: bool = False,
    most: float | None = None,
    short: bool = False,
    through_portals: bool = True,
) -> Rule[None]:
    """Carry out a declared move: its tests, how far it gets, and what the ground does.

    A test that allows less than was declared stops the move on its path. A flier swims where it
    lands. `swims`: it stays in the water, unless its place says differently. `napalm`: it crosses
    napalm. A move that ends wholly on a portal uses it, unless the table agrees that it `stays`. A
    move of no inches (`still`) does not count. It goes `most` inches at most; `short`: it has been
    cut already.

    Rule: MOVE-2, MOVE-4, PORTAL-1, PORTAL-9, BONUS-1, BARREL-5
    """
    player = live.state.players[who]
    if not (yield from _swim_across(live, player, inches, planned, ground, swims)):
        return
    kind = moves_as(live.state, player)
    yield from face_hard_ground(live, who, plan_ground(kind, player.abilities, ground, three=three))
    tested = live.state.players[who]
    reach = inches if most is None else min(inches, most)
    if tested.movement.limit is not None and tested.movement.limit != player.movement.limit:
        reach = min(reach, max(0.0, tested.movement.limit - tested.movement.spent))
    cut = reach < inches - 1e-6
    if cut and planned.to is not None:
        planned = _cut_short(live.state, player, planned, inches, reach)
        ground = ground_to(
            live.state, player, planned.to, planned.between, heights=planned.heights, difficult=ground.difficult
        )
    went = not still if planned.to is None else planned.to != player.position.at or reach > 1e-6
    yield Moved(
        player=who,
        to=planned.to,
        portal=positions.portal_at(live.state, player, planned.to, planned.angle) if planned.to else None,
        spent=round(tested.movement.spent + reach, 6),
        in_water=swims if ground.ends_in_water is None else ground.ends_in_water,
        cut=cut or short,
        over=_items_on(live.state, player, planned.path),
        level=planned.level,
        angle=planned.angle,
        moved=went,
    )
    if not (yield from _survives(live, who, planned, ground, napalm)):
        return
    if through_portals and went:
        yield from use_portal_at_end(live, player, reach, stays=stays)


def use_portal_at_end(live: Live[Match], before: Player, inches: float, *, stays: bool) -> Rule[None]:
    """Use the portal that a move of a champion ends on, if it has the movement left for it.

    Rule: PORTAL-1, PORTAL-5
    """
    left = movement_left(live.state, live.state.players[before.id])
    yield from end_on_portal(live, before, inches, left=left, stays=stays)


def _items_on(state: Match, player: Player, path: paths.MovePath | None) -> tuple[str, ...]:
    return paths.items_passed(state, player, path.spots, path.swept_base) if path else ()


def _survives(live: Live[Match], who: str, planned: paths.PlannedMove, ground: Ground, napalm: bool) -> Rule[bool]:
    """Apply dangerous ground and napalm to a champion that moved; return whether it lives.

    Rule: PORTAL-9, BARREL-5
    """
    player = live.state.players[who]
    yield from risk_danger(live, who, plan_ground(moves_as(live.state, player), player.abilities, ground))
    yield from barrels.cross_napalm(live, who, planned.path.spots if planned.path else (), declared=napalm)
    return live.state.players[who].in_play


def _swim_across(
    live: Live[Match], player: Player, inches: float, planned: paths.PlannedMove, ground: Ground, swims: bool
) -> Rule[bool]:
    """Roll for the swim of a move through water, once a turn; return whether the champion lives.

    Rule: MOVE-4
    """
    wet = player.movement.in_water or ground.water or swims
    if not wet or player.movement.swum:
        return True
    dry = 0.0 if player.movement.in_water else ground.dry_in
    dry = inches if planned.path is not None and planned.path.flies and not swims else dry
    shore = planned.path.after(dry)[0][-1] if planned.path is not None and dry else None
    return (yield from roll_to_swim(live, player.id, after=dry, at=shore))


def _cut_short(
    state: Match, player: Player, planned: paths.PlannedMove, inches: float, reach: float
) -> paths.PlannedMove:
    """Return where a shortened move ends, or an unknown place if its path is unknown."""
    path = planned.path
    if path is None or not inches or abs(path.inches - inches) > STRAIGHT_INCHES:
        return paths.PlannedMove(angle=planned.angle)
    spots, level = path.after(reach)
    *between, to = spots[1:]
    return paths.plan_move(state, player, to, tuple(between), level=level, angle=planned.angle)


def spend(
    live: Live[Match], player: Player, inches: float, rule: str, path: paths.MovePath | None = None
) -> Rule[float]:
    """Refuse inches that the movement left does not cover; return what is spent with them.

    `path` is the path they were measured on: the refusal then names its climbing, or a gap to leap.

    Rule: MOVE-1, MOVE-4, MOVE-5, PORTAL-5
    """
    if player.movement.halted:
        yield from refuse(rule, "moves-no-more", player=player.name)
    most = allowance(live.state, player)
    if player.movement.spent + inches > most + 1e-6:
        remaining = max(0.0, most - player.movement.spent)
        if path is not None and path.climb_in and abs(path.inches - inches) < STRAIGHT_INCHES:
            yield from refuse_each([explain_too_far(live.state, player, path, remaining)])
        else:
            yield from refuse(rule, "too-far", player=player.name, inches=inches, left=remaining, allowance=most)
    return round(player.movement.spent + inches, 6)
