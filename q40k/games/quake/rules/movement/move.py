"""MOVEMENT: distances said or measured, and what is met on the way."""

from __future__ import annotations

from q40k.games.quake.rules.barrels.explosions import cross_napalm
from q40k.games.quake.rules.bonus.modifiers import profile
from q40k.games.quake.rules.changing import changed, turned
from q40k.games.quake.rules.command import Angle, Command, Inches, Level, Place, Stand, Waypoints
from q40k.games.quake.rules.damage.deaths import die_by_accident
from q40k.games.quake.rules.flags.flags import moved_home
from q40k.games.quake.rules.movement.fall import fall
from q40k.games.quake.rules.movement.ground import (
    Ground,
    face_hard_ground,
    ground_to,
    risk_danger,
)
from q40k.games.quake.rules.movement.paths import (
    Going,
    Way,
    dips,
    gap_told,
    going,
    obstacles,
    passed_over,
)
from q40k.games.quake.rules.movement.water import roll_to_swim
from q40k.games.quake.rules.portals.jumping import end_on_portal
from q40k.games.quake.rules.positions.places import (
    Obstacle,
    bases_at,
    floor,
    no_room,
    on_table,
    portal_at,
    refuse_each,
    under,
    walls_at,
)
from q40k.games.quake.rules.questions import find_present, must_be_started, refuse
from q40k.games.quake.rules.registry import command, event, fold, rule
from q40k.games.quake.rules.respawn.respawn import respawn_waiting
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.rules.turn.acting import only_active
from q40k.games.w40k3e.traits import greatest
from q40k.geometry import spots
from q40k.geometry.spots import Spot
from q40k.geometry.units import Inches as In
from q40k.geometry.units import to_cm, to_inches
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.packs.said import Name


@command
class Move(Command, tag="move"):
    """Move to a place in cm, through the places of `path`, or so many inches.

    `level` is how high it stands then, in inches, where that is not as high as before; `angle`
    where an oval base points, in degrees.
    `difficult` and `dangerous` say what ground it crosses, where the scenery does not; `three`
    that the champion rolls three dice for difficult ground, `napalm` that it crosses a burning
    barrel's (BARREL-5), `stand` whether it comes back in its portal if it dies on the way.
    """

    player: Name
    to: Place | None = None
    path: Waypoints | None = None
    inches: Inches | None = None
    level: Level | None = None
    angle: Angle | None = None
    difficult: bool = False
    dangerous: bool = False
    three: bool = False
    napalm: bool = False
    stand: Stand = "beside"


@event
class Moved(Event, tag="moved"):
    """A champion moved; `spent` is all its movement of this phase so far, in inches.

    `in_water`: it is in the water now (MOVE-4). `cut`: hard ground or water stopped it short.
    `over` are tokens and flags it passed over and may have (BONUS-1, FLAG-1). `level` is how high
    it stands, in inches, None on top of what can be climbed; `angle` where its base points, None
    as before. `moved` is False for a move of no inches, which is none (SHOOT-4).
    """

    player: str
    to: tuple[float, float] | None = None
    portal: int | None = None
    spent: float = 0
    in_water: bool = False
    cut: bool = False
    over: tuple[str, ...] = ()
    level: float | None = None
    angle: float | None = None
    moved: bool = True


@fold(Moved)
def _moved(state: Match, event: Moved) -> Match:
    """It stands where it went; after a move of no inches where it stood, in its portal too."""
    if not event.moved and event.to is None:
        return changed(state, event.player, spent=event.spent, in_water=event.in_water)
    return changed(
        state,
        event.player,
        at=event.to,
        portal=event.portal,
        near=None,
        tile=None,
        spent=event.spent,
        moved=state.players[event.player].turn.moved or event.moved,
        in_water=event.in_water,
        level=event.level,
        kept=event.to is not None,
        over=(*state.players[event.player].movement.over, *event.over),
        **turned(event.angle),
    )


STRAIGHT_INCHES = 0.01
"""A move that is longer than the straight line by less goes straight."""


def allowance(state: Match, player: Player) -> float:
    """How many inches the champion may move in this movement phase.

    Its bonus counts, and what hard ground and water leave it.
    """
    own = (greatest(player.abilities, "move"), greatest(player.abilities, "turbo"))
    most = float(max(profile(player).move_inches, *own))
    most = max([most, *(m.value for m in player.turn.under if m.effect == "move")])
    if state.holds(player.id, "jump-pack"):
        most = max(12.0, most)
    return most if player.movement.limit is None else min(most, player.movement.limit)


@rule(Move)
def move(live: Live[Match], command: Move) -> Rule[None]:
    """Move the active champion; it leaves the portal it stood in.

    A place without inches costs the way there, when the champion's own place is known; that way
    leads through nothing impassable or lethal and through no base, and ends on none.
    Hard ground and water are tested for on the way; who swam comes out of the water, unless the
    place is known to lie in it. Where the table announces before it measures, what is too far is
    not refused, but comes up short.

    Rule: MOVE-1, MOVE-2, PORTAL-1, PORTAL-9, ARENA-5, DIFF-5
    """
    must_be_started(live.state)
    player = find_present(live.state, command.player)
    yield from only_active(live, player, "movement")
    goes = going(
        live.state, player, command.to, command.path, level=command.level, angle=command.angle
    )
    inches = yield from declare(live, player, goes.to, command.inches, goes)
    most = announced_in(live.state, player, inches, goes.way)
    yield from spend(live, player, inches if most is None else most, "MOVE-1", goes.way)
    yield from must_be_clear(live.state, player, goes, inches)
    flown = goes.way if goes.way is not None and goes.way.flies and most is not None else None
    if flown is not None:
        goes = short_of(live.state, player, flown, most or 0.0)
        inches = min(most or 0.0, goes.way.inches if goes.way else 0.0)
    ground = ground_to(
        live.state,
        player,
        goes.to,
        goes.between,
        heights=goes.heights,
        difficult=command.difficult,
        dangerous=command.dangerous,
    )
    yield from advance(
        live,
        player.id,
        inches,
        goes,
        ground,
        three=command.three,
        napalm=command.napalm,
        stays=command.override is not None,
        still=command.inches == 0,
        most=most,
        short=flown is not None,
        stand=command.stand,
    )
    if flown is not None:
        yield from come_down(live, player, flown, command.stand)


def announced_in(state: Match, player: Player, inches: float, way: Way | None) -> float | None:
    """How far a move gets that was announced before it was measured and is too long; else None.

    It is not refused: it comes up short.

    Rule: MOVE-2
    """
    if way is None or not state.announces or player.movement.halted:
        return None
    left = max(0.0, allowance(state, player) - player.movement.spent)
    return left if inches > left + 1e-6 else None


STEP_CM = 0.5


def short_of(state: Match, player: Player, way: Way, most: float) -> Going:
    """Where a flight comes down that was announced too far: the farthest place on its line that it
    reaches, or that lies lower than where it was to land.

    Rule: MOVE-2
    """
    left = float(to_cm(In(most)))
    while left > 0:
        _start, *between, spot = way.along(left)
        top = floor(state, spot)
        there = going(state, player, spot, tuple(between), angle=way.base.angle_deg)
        near = there.way is not None and there.way.inches <= most + 1e-6
        free = not walls_at(state, player, spot, top) and not bases_at(state, player, spot, top)
        if free and (near or top < way.to_in):
            return there
        left -= STEP_CM
    return going(state, player, way.spots[0], angle=way.base.angle_deg)


def come_down(live: Live[Match], before: Player, way: Way, stand: Stand) -> Rule[None]:
    """Who flew too short falls: from the higher end of its flight, to what lies where it is; into
    water, or what is no ground, it is dead.

    Rule: MOVE-2, MOVE-3, MOVE-5
    """
    now = live.state.players[before.id]
    if not now.in_play or now.position.at is None:
        return
    at, low = now.position.at, floor(live.state, now.position.at)
    deep = max(way.from_in, way.to_in) - low
    into = [one for one in under(live.state, at, low) if one.lethal or one.water]
    if deep > 0 and into:
        yield from die_by_accident(live, before.id, "fell-in-water" if into[0].water else "void")
        yield from respawn_waiting(live, stand, (before.id,))
    elif deep > 0:
        yield from fall(live, before.id, deep, "MOVE-2", stand)


def declare(
    live: Live[Match],
    player: Player,
    to: Spot | None,
    said: float | None,
    goes: Going | None = None,
) -> Rule[float]:
    """How many inches a move is: as said, or the way there; it ends on the table.

    What the table says goes before what the places say.

    Rule: MOVE-1
    """
    assert live.state.setup.arena is not None
    if to is None:
        return said or 0.0
    width, height = live.state.setup.arena.size
    if not on_table(live.state, player, to, goes.angle if goes else None):
        yield from refuse("MOVE-1", "off-table", x=to[0], y=to[1], width=width, height=height)
    if goes is not None and goes.way is not None:
        return goes.way.inches if said is None else said
    if said is None and player.position.at is not None:
        return to_inches(spots.distance_cm(player.position.at, to))
    return said or 0.0


def must_be_clear(state: Match, player: Player, goes: Going, inches: float) -> Rule[None]:
    """Refuse a way through or onto what is in it; when other inches were said it is not known.

    Rule: MOVE-1, ARENA-5, DIFF-5
    """
    if goes.to is None:
        return
    if goes.way is None:
        level = floor(state, goes.to) if goes.level is None else goes.level
        angle = player.position.angle if goes.angle is None else goes.angle
        found = no_room(state, player, goes.to, level, angle)
    else:
        whole = bool(goes.between) or abs(inches - goes.way.inches) < STRAIGHT_INCHES
        found = obstacles(state, player, goes.way, whole=whole)
    yield from refuse_each(found)


def advance(
    live: Live[Match],
    who: str,
    inches: float,
    goes: Going,
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
    stand: Stand = "beside",
) -> Rule[None]:
    """Carry out a move that was declared: its tests, how far it gets, and what the ground does.

    A test that allows less than was declared stops it on its way; who flies swims where it lands.
    `swims`: it stays in the water, unless its place says otherwise; `napalm`: it crosses napalm.
    A move that ends wholly on a portal uses it, unless the table agrees that it `stays`; one of no
    inches (`still`) is none. It goes `most` inches at most; `short`: it has been cut already. Who
    dies of it comes back beside its portal, or in it (`stand`).

    Rule: MOVE-2, MOVE-4, PORTAL-1, PORTAL-9, BONUS-1, BARREL-5
    """
    player = live.state.players[who]
    if not (yield from _swims(live, player, inches, goes, ground, swims, stand)):
        return
    yield from face_hard_ground(live, who, ground, three=three)
    known = live.state.players[who]
    reach = inches if most is None else min(inches, most)
    if known.movement.limit is not None and known.movement.limit != player.movement.limit:
        reach = min(reach, max(0.0, known.movement.limit - known.movement.spent))
    cut = reach < inches - 1e-6
    if cut and goes.to is not None:
        goes = _cut_short(live.state, player, goes, inches, reach)
        ground = ground_to(
            live.state, player, goes.to, goes.between,
            heights=goes.heights, difficult=ground.difficult,
        )  # fmt: skip
    went = not still if goes.to is None else goes.to != player.position.at or reach > 1e-6
    yield Moved(
        player=who,
        to=goes.to,
        portal=portal_at(live.state, player, goes.to, goes.angle) if goes.to else None,
        spent=round(known.movement.spent + reach, 6),
        in_water=swims if ground.ends_in_water is None else ground.ends_in_water,
        cut=cut or short,
        over=passed_over(live.state, player, goes.way.spots, goes.way.swept) if goes.way else (),
        level=goes.level,
        angle=goes.angle,
        moved=went,
    )
    if not (yield from _survives(live, who, goes, ground, napalm, stand)):
        return
    yield from moved_home(live, who)
    if through_portals and went:
        yield from end_on_portal(live, who, reach, stays=stays)


def _survives(
    live: Live[Match], who: str, goes: Going, ground: Ground, napalm: bool, stand: Stand
) -> Rule[bool]:
    """What dangerous ground and burning napalm do to who has moved; returns whether it lives.

    Rule: PORTAL-9, BARREL-5
    """
    yield from risk_danger(live, who, ground)
    yield from cross_napalm(live, who, goes.way.spots if goes.way else (), said=napalm)
    if live.state.players[who].in_play:
        return True
    yield from respawn_waiting(live, stand, (who,))
    return False


def _swims(
    live: Live[Match],
    player: Player,
    inches: float,
    goes: Going,
    ground: Ground,
    said: bool,
    stand: Stand,
) -> Rule[bool]:
    """Roll for the swim of a move through water, once a turn; returns whether it lives.

    Rule: MOVE-4
    """
    wet = player.movement.in_water or ground.water or said
    if not wet or player.movement.swum:
        return True
    dry = 0.0 if player.movement.in_water else ground.dry_in
    dry = inches if goes.way is not None and goes.way.flies and not said else dry
    return (yield from roll_to_swim(live, player.id, after=dry, stand=stand))


def too_high(state: Match, player: Player, way: Way, left: float) -> Obstacle:
    """Why a walk is too far that goes up and down: the gap it might leap, or what it climbs.

    Rule: MOVE-1, MOVE-5
    """
    found = next(dips(state, way), None)
    inches = round(way.inches, 2)
    if found is not None:
        return gap_told(player, found, "gap", {"inches": inches, "left": left})
    facts = {"player": player.name, "inches": inches, "left": left}
    along, climb = round(way.length_in, 2), round(way.climb_in, 2)
    return Obstacle("MOVE-1", "too-far-up", {**facts, "along": along, "climb": climb})


def _cut_short(state: Match, player: Player, goes: Going, inches: float, reach: float) -> Going:
    """Where a move ends of which only a part is gone; nowhere known when its way is not."""
    way = goes.way
    if way is None or not inches or abs(way.inches - inches) > STRAIGHT_INCHES:
        return Going(angle=goes.angle)
    spots, level = way.after(reach)
    *between, to = spots[1:]
    return going(state, player, to, tuple(between), level=level, angle=goes.angle)


def spend(
    live: Live[Match], player: Player, inches: float, rule: str, way: Way | None = None
) -> Rule[float]:
    """Check that the movement left covers `inches`; returns what is spent with it.

    Where `way` is what they were measured on, what it climbs is told, and the gap it might leap.

    Rule: MOVE-1, MOVE-4, MOVE-5, PORTAL-5
    """
    if player.movement.halted:
        yield from refuse(rule, "moves-no-more", player=player.name)
    most = allowance(live.state, player)
    if player.movement.spent + inches > most + 1e-6:
        left = max(0.0, most - player.movement.spent)
        if way is not None and way.climb_in and abs(way.inches - inches) < STRAIGHT_INCHES:
            yield from refuse_each([too_high(live.state, player, way, left)])
        else:
            yield from refuse(
                rule, "too-far", player=player.name, inches=inches, left=left, allowance=most
            )
    return round(player.movement.spent + inches, 6)
