"""MOVEMENT: move a champion, with distances given or measured, and what the move meets."""

from msgspec import structs

from q40k.games.quake.rules import barrels, damage
from q40k.games.quake.rules.acting import must_be_active
from q40k.games.quake.rules.movement.ground import face_hard_ground, risk_danger
from q40k.games.quake.rules.movement.water import fall, roll_to_swim
from q40k.games.quake.rules.portals import end_on_portal
from q40k.games.quake.rules.positions import refuse_each
from q40k.games.quake.state import positions, questions
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.movement import paths
from q40k.games.quake.state.movement.ground import Ground, moves_as, plan_ground
from q40k.games.quake.state.movement.move import (
    STRAIGHT_INCHES,
    Move,
    Moved,
    Walk,
    allowance,
    announced_reach,
    explain_too_far,
    ground_of,
    movement_left,
    plan_walk,
)
from q40k.games.quake.state.movement.special_moves import Swim
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
    player = yield from find_mover(live, command.player, "MOVE-1")
    planned = paths.plan_move(live.state, player, command.to, command.path, level=command.level, angle=command.angle)
    inches = yield from declare(live, player, planned, command.inches)
    most = announced_reach(live.state, player, inches, planned.path)
    yield from spend(live, player, inches if most is None else most, "MOVE-1", planned.path)
    yield from must_be_clear(live.state, player, planned, inches)
    walk = plan_walk(
        live.state,
        player,
        planned,
        inches,
        most,
        falls=most is not None,
        difficult=command.difficult,
        dangerous=command.dangerous,
    )
    walk = structs.replace(walk, three=command.three, still=command.inches == 0)
    yield from go(live, player, walk, command)


def go(live: Live[Match], player: Player, walk: Walk, command: Move | Swim) -> Rule[None]:
    """Walk, and use a portal that the walk ends wholly on, unless the table agrees that it stays.

    Rule: PORTAL-1
    """
    reach = yield from advance(live, player.id, structs.replace(walk, napalm=command.napalm))
    if reach is not None:
        yield from use_portal_at_end(live, player, reach, stays=command.override is not None)


def find_mover(live: Live[Match], name: str, rule: str) -> Rule[Player]:
    """Find the champion that moves now; refuse if it may not move.

    Rule: TURN-1
    """
    player = questions.find_present(live.state, name)
    yield from must_be_active(live, player, "movement")
    if player.movement.halted:
        yield from refuse(rule, "moves-no-more", player=player.name)
    return player


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


def advance(live: Live[Match], who: str, walk: Walk) -> Rule[float | None]:
    """Carry out a declared walk: its tests, how far it gets, and what the ground does.

    A test that allows less than was declared stops it on its path. A flier swims where it lands.
    Returns how many inches it went, None if it moves no more.

    Rule: MOVE-2, MOVE-4, PORTAL-9, BONUS-1, BARREL-5
    """
    player = live.state.players[who]
    if not (yield from _swim_across(live, player, walk)):
        return None
    test = plan_ground(moves_as(live.state, player), player.abilities, walk.ground, three=walk.three)
    yield from face_hard_ground(live, who, test)
    tested = live.state.players[who]
    reach = walk.inches if walk.most is None else min(walk.inches, walk.most)
    if tested.movement.limit is not None and tested.movement.limit != player.movement.limit:
        reach = min(reach, max(0.0, tested.movement.limit - tested.movement.spent))
    cut = reach < walk.inches - 1e-6
    planned, ground = _cut_short(live.state, player, walk, reach) if cut else (walk.planned, walk.ground)
    path = planned.path
    went = not walk.still if planned.to is None else planned.to != player.position.at or reach > 1e-6
    yield Moved(
        player=who,
        to=planned.to,
        portal=positions.portal_at(live.state, player, planned.to, planned.angle) if planned.to else None,
        spent=round(tested.movement.spent + reach, 6),
        in_water=walk.swims if ground.ends_in_water is None else ground.ends_in_water,
        cut=cut or walk.flown is not None,
        over=paths.items_passed(live.state, player, path.spots, path.swept_base) if path else (),
        level=planned.level,
        angle=planned.angle,
        moved=went,
    )
    yield from risk_danger(live, who, plan_ground(moves_as(live.state, player), player.abilities, ground))
    yield from barrels.cross_napalm(live, who, path.spots if path else (), declared=walk.napalm)
    if walk.flown is not None:
        yield from _fall_short(live, who, walk.flown)
    now = live.state.players[who]
    return reach if went and now.in_play and not now.movement.halted else None


def _fall_short(live: Live[Match], who: str, path: paths.MovePath) -> Rule[None]:
    """Let a champion whose flight was too short fall from the higher end of its flight.

    In water, or anything but ground, it dies.

    Rule: MOVE-2, MOVE-3, MOVE-5
    """
    now = live.state.players[who]
    if not now.in_play or now.position.at is None:
        return
    at, low = now.position.at, positions.floor_height(live.state, now.position.at)
    depth = max(path.from_in, path.to_in) - low
    into = [piece for piece in positions.scenery_at(live.state, at, low) if piece.lethal or piece.water]
    if depth > 0 and into:
        yield from damage.die_by_accident(live, who, "fell-in-water" if into[0].water else "void")
    elif depth > 0:
        yield from fall(live, who, depth, "MOVE-2")


def use_portal_at_end(live: Live[Match], before: Player, inches: float, *, stays: bool) -> Rule[None]:
    """Use the portal that a move of a champion ends on, if it has the movement left for it.

    Rule: PORTAL-1, PORTAL-5
    """
    remaining = movement_left(live.state, live.state.players[before.id])
    yield from end_on_portal(live, before, inches, left=remaining, stays=stays)


def _swim_across(live: Live[Match], player: Player, walk: Walk) -> Rule[bool]:
    """Roll for the swim of a move through water, once a turn; return whether the champion lives.

    Rule: MOVE-4
    """
    wet = player.movement.in_water or walk.ground.water or walk.swims
    if not wet or player.movement.swum:
        return True
    path = walk.planned.path
    dry = 0.0 if player.movement.in_water else walk.ground.dry_in
    dry = walk.inches if path is not None and path.flies and not walk.swims else dry
    shore = path.after(dry)[0][-1] if path is not None and dry else None
    return (yield from roll_to_swim(live, player.id, after=dry, at=shore))


def _cut_short(state: Match, player: Player, walk: Walk, reach: float) -> tuple[paths.PlannedMove, Ground]:
    """Return where a shortened move ends, an unknown place if its path is unknown, and its ground."""
    planned, path = walk.planned, walk.planned.path
    if planned.to is None:
        return planned, walk.ground
    if path is None or not walk.inches or abs(path.inches - walk.inches) > STRAIGHT_INCHES:
        planned = paths.PlannedMove(angle=planned.angle)
    else:
        spots, level = path.after(reach)
        *between, to = spots[1:]
        planned = paths.plan_move(state, player, to, tuple(between), level=level, angle=planned.angle)
    return planned, ground_of(state, player, planned, difficult=walk.ground.difficult)


def spend(
    live: Live[Match], player: Player, inches: float, rule: str, path: paths.MovePath | None = None
) -> Rule[float]:
    """Refuse inches that the movement left does not cover; return what is spent with them.

    `path` is the path they were measured on: the refusal then names its climbing, or a gap to leap.

    Rule: MOVE-1, MOVE-4, MOVE-5, PORTAL-5
    """
    most = allowance(live.state, player)
    if player.movement.spent + inches > most + 1e-6:
        remaining = max(0.0, most - player.movement.spent)
        if path is not None and path.climb_in and abs(path.inches - inches) < STRAIGHT_INCHES:
            yield from refuse_each([explain_too_far(live.state, player, path, remaining)])
        else:
            yield from refuse(rule, "too-far", player=player.name, inches=inches, left=remaining, allowance=most)
    return round(player.movement.spent + inches, 6)
