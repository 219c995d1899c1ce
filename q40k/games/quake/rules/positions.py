"""Where champions are: place them, and refuse what did not pass over its goal."""

from collections.abc import Iterable

from q40k.games.quake.state import positions
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.questions import find_on_table
from q40k.games.quake.state.registry import rule
from q40k.geometry import space
from q40k.geometry.space import CM_PER_INCH, Base, Spot, gap_cm, vector
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import refuse


@rule(positions.PlaceAt)
def place(live: Live[Match], command: positions.PlaceAt) -> Rule[None]:
    """Note where a champion stands, in any phase; it costs no movement and telefrags nobody.

    Without a place the known one is forgotten; the portal it stands in is kept.

    Rule: TABLE-4, PORTAL-1
    """
    state = live.state
    player = find_on_table(state, command.player)
    at = command.at
    if at is None:
        yield positions.Placed(player=player.id)
        return
    yield from refuse_each(positions.off_table(state, player, at, command.angle, "ARENA-1"))
    yield positions.Placed(
        player=player.id,
        at=at,
        portal=positions.portal_at(state, player, at, command.angle),
        in_water=positions.in_water(state, at, command.level),
        level=command.level,
        angle=command.angle,
    )


@rule(positions.StandIn)
def stand_in(live: Live[Match], command: positions.StandIn) -> Rule[None]:
    """Note which portal a champion stands in, or that it stands in none; telefrags nobody.

    Rule: PORTAL-6
    """
    player = find_on_table(live.state, command.player)
    at = None if command.portal is None else _spot_beside_others(live.state, player, command.portal)
    yield positions.StandSet(player=player.id, portal=command.portal, at=at)


AROUND_DEG = 30


def _spot_beside_others(state: Match, player: Player, number: int) -> Spot | None:
    """Return a free place on a portal; None if its centre is free, or no place is.

    Rule: PORTAL-1, DIFF-5
    """
    portal = state.arena.portal(number)
    base = positions.base_of(player)
    others = [other for other in state.players.values() if other.in_play and other.id != player.id]
    room = portal.diameter_in * CM_PER_INCH / 2 - base.reach_cm
    steps = [vector(room, angle) for angle in range(0, 360, AROUND_DEG)] if room > 0 else []
    ring = [(round(portal.at[0] + x, 2), round(portal.at[1] + y, 2)) for x, y in steps]
    spots = [portal.at, *(at for at in ring if positions.portal_at(state, player, at) == number)]
    free = (at for at in spots if not any(_overlaps(base, at, other) for other in others))
    spot = next(free, None)
    return None if spot == portal.at else spot


def _overlaps(base: Base, at: Spot, other: Player) -> bool:
    place = other.position.at
    return place is not None and gap_cm(base, at, positions.base_of(other), place) < 0


def refuse_each(obstacles: Iterable[positions.Obstacle]) -> Rule[None]:
    """Refuse for each obstacle."""
    for obstacle in obstacles:
        yield from refuse(obstacle.rule, obstacle.code, **obstacle.facts)


# -- tokens and flags that were passed over -----------------------------------------------


def must_pass_over(player: Player, item: str, at: space.Spot | None, rule: str) -> Rule[None]:
    """Refuse a token or a flag that a champion neither stands on nor passed over this turn.

    This applies only where both places are known, and the champion’s is kept.

    Rule: BONUS-1, FLAG-1
    """
    if at is None or player.position.at is None or not player.position.kept:
        return
    if item in player.movement.over:
        return
    gap = space.to_point_cm(positions.base_of(player), player.position.at, at)
    if gap > space.HAIR_CM:
        inches = round(gap / space.CM_PER_INCH, 2)
        yield from refuse(rule, "not-passed-over", player=player.name, thing=item, inches=inches)
