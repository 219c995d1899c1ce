"""Noting where a champion stands outside its movement: bookkeeping (TABLE-4)."""

from q40k.games.quake.rules.portals.arrivals import arrival_changes
from q40k.games.quake.rules.positions import base_of, in_water, on_table, portal_at
from q40k.games.quake.rules.questions import find_on_table, must_be_started, refuse
from q40k.games.quake.rules.registry import Angle, Command, Event, Level, Number, Place, fold, rule
from q40k.games.quake.rules.state import Match, Player, angle_change, change_player
from q40k.geometry.space import CM_PER_INCH, Base, Spot, gap_cm, vector
from q40k.kernel.commands import Name
from q40k.kernel.events import Live, Rule


class PlaceAt(Command, tag="place"):
    """Say where a champion stands, in cm, or that its place is not known any more.

    `level` is how high it stands, in inches, if not on top of a climbable piece. `angle` is where
    an oval base points, in degrees.
    """

    player: Name
    at: Place | None = None
    level: Level | None = None
    angle: Angle | None = None


class StandIn(Command, tag="stand"):
    """Say which portal a champion stands in, or none."""

    player: Name
    portal: Number | None = None


class Placed(Event, tag="placed"):
    """The game master said where a champion stands, in cm, or that nobody knows.

    `portal` is the portal the whole base is on there. `in_water`: it stands in water. `level` is
    how high it stands, in inches; None is on top of a climbable piece. `angle` is where its base
    points, None if unchanged.
    """

    player: str
    at: tuple[float, float] | None = None
    portal: int | None = None
    in_water: bool = False
    level: float | None = None
    angle: float | None = None


class StandSet(Event, tag="stand-set"):
    """The game master said which portal a champion stands in, or none (PORTAL-6).

    `at` is where in it, in cm, if somebody stands at its centre already.
    """

    player: str
    portal: int | None
    at: tuple[float, float] | None = None


@fold(Placed)
def _placed(state: Match, event: Placed) -> Match:
    if event.at is None:
        return change_player(state, event.player, at=None, level=None, kept=False)
    return change_player(
        state,
        event.player,
        at=event.at,
        portal=event.portal,
        near=None,
        tile=None,
        in_water=event.in_water,
        level=event.level,
        kept=True,
        **angle_change(event.angle),
    )


@fold(StandSet)
def _stand_set(state: Match, event: StandSet) -> Match:
    if event.portal is None:
        return change_player(state, event.player, portal=None, near=None, tile=None, at=None, level=None)
    changes = arrival_changes(state, event.portal, "in")
    if event.at is not None:
        changes["at"] = event.at
    return change_player(state, event.player, **changes, in_water=False)


@rule(PlaceAt)
def place(live: Live[Match], command: PlaceAt) -> Rule[None]:
    """Note where a champion stands, in any phase; it costs no movement and telefrags nobody.

    Without a place the known one is forgotten; the portal it stands in is kept.

    Rule: TABLE-4, PORTAL-1
    """
    must_be_started(live.state)
    state = live.state
    player = find_on_table(state, command.player)
    at = command.at
    if at is None:
        yield Placed(player=player.id)
        return
    if not on_table(state, player, at, command.angle):
        width, height = state.arena.size
        yield from refuse("ARENA-1", "off-table", x=at[0], y=at[1], width=width, height=height)
    yield Placed(
        player=player.id,
        at=at,
        portal=portal_at(state, player, at, command.angle),
        in_water=in_water(state, at, command.level),
        level=command.level,
        angle=command.angle,
    )


@rule(StandIn)
def stand_in(live: Live[Match], command: StandIn) -> Rule[None]:
    """Note which portal a champion stands in, or that it stands in none; telefrags nobody.

    Rule: PORTAL-6
    """
    must_be_started(live.state)
    player = find_on_table(live.state, command.player)
    at = None if command.portal is None else _spot_beside_others(live.state, player, command.portal)
    yield StandSet(player=player.id, portal=command.portal, at=at)


AROUND_DEG = 30


def _spot_beside_others(state: Match, player: Player, number: int) -> Spot | None:
    """Return a free place on a portal; None if its centre is free, or no place is.

    Rule: PORTAL-1, DIFF-5
    """
    portal = next(p for p in state.arena.portals if p.number == number)
    base = base_of(player)
    others = [other for other in state.players.values() if other.in_play and other.id != player.id]
    room = portal.diameter_in * CM_PER_INCH / 2 - base.reach_cm
    steps = [vector(room, angle) for angle in range(0, 360, AROUND_DEG)] if room > 0 else []
    ring = [(round(portal.at[0] + x, 2), round(portal.at[1] + y, 2)) for x, y in steps]
    spots = [portal.at, *(at for at in ring if portal_at(state, player, at) == number)]
    free = (at for at in spots if not any(_overlaps(base, at, other) for other in others))
    spot = next(free, None)
    return None if spot == portal.at else spot


def _overlaps(base: Base, at: Spot, other: Player) -> bool:
    place = other.position.at
    return place is not None and gap_cm(base, at, base_of(other), place) < 0
