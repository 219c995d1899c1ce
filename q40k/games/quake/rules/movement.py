"""MOVEMENT and PORTALS as bookkeeping: distances said, jumps rolled, who stands where."""

from __future__ import annotations

from q40k.games.quake.rules import commands as c
from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.arrivals import come_out
from q40k.games.quake.rules.explosions import cross_napalm
from q40k.games.quake.rules.flags import moved_home
from q40k.games.quake.rules.ground import Ground, face_hard_ground, ground_to, risk_danger
from q40k.games.quake.rules.paths import Going, going, obstacles, passed_over, to_portal, way_of
from q40k.games.quake.rules.positions import floor, no_room, on_table
from q40k.games.quake.rules.questions import (
    find_present,
    forbid,
    must_be_started,
    only_active,
    refuse,
)
from q40k.games.quake.rules.respawn import die_by_accident, respawn_waiting, roll_portal, telefrag
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.rules.turn import portal_under
from q40k.games.quake.rules.water import roll_to_swim
from q40k.geometry import spots
from q40k.geometry.spots import Spot
from q40k.geometry.units import to_inches
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule

STEP_BACK_INCHES = 3.0
STRAIGHT_INCHES = 0.01
"""A move that is longer than the straight line by less goes straight."""


def allowance(state: Match, player: Player) -> float:
    """How many inches the champion may move in this movement phase.

    Its bonus counts, and what hard ground and water leave it.
    """
    most = float(player.champion.move_inches)
    if state.holds(player.id, "jump-pack"):
        most = max(12.0, most)
    return most if player.movement.limit is None else min(most, player.movement.limit)


def move(live: Live[Match], command: c.Move) -> Rule[None]:
    """Move the active champion; it leaves the portal it stood in.

    A place without inches costs the way there, when the champion's own place is known; that way
    leads through nothing impassable or lethal and through no base, and ends on none.
    Hard ground and water are tested for on the way; who swam comes out of the water, unless the
    place is known to lie in it.

    Rule: MOVE-1, MOVE-2, PORTAL-1, PORTAL-9, ARENA-5, DIFF-5
    """
    must_be_started(live.state)
    player = find_present(live.state, command.player)
    yield from only_active(live, player, "movement")
    goes = going(
        live.state, player, command.to, command.path, level=command.level, angle=command.angle
    )
    inches = yield from declare(live, player, goes.to, command.inches, goes)
    yield from spend(live, player, inches, "MOVE-1")
    yield from must_be_clear(live.state, player, goes, inches)
    ground = ground_to(
        live.state,
        player,
        goes.to,
        goes.between,
        difficult=command.difficult,
        dangerous=command.dangerous,
    )
    yield from advance(
        live, player.id, inches, goes, ground, three=command.three, napalm=command.napalm
    )


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
    for one in found:
        yield from refuse(one.rule, one.code, **one.facts)


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
) -> Rule[None]:
    """Carry out a move that was declared: its tests, how far it gets, and what the ground does.

    A test that allows less than was declared stops the champion on its way. `swims` keeps it in
    the water where its place does not say, `napalm` says that it crosses a burning barrel's.

    Rule: MOVE-2, MOVE-4, PORTAL-9, BONUS-1, BARREL-5
    """
    player = live.state.players[who]
    if (player.movement.in_water or ground.water or swims) and not player.movement.swum:
        dry = 0.0 if player.movement.in_water else ground.dry_in
        if not (yield from roll_to_swim(live, who, after=dry)):
            return
    yield from face_hard_ground(live, who, ground, three=three)
    known = live.state.players[who]
    reach = inches
    if known.movement.limit is not None and known.movement.limit != player.movement.limit:
        reach = min(inches, max(0.0, known.movement.limit - known.movement.spent))
    cut = reach < inches - 1e-6
    if cut and goes.to is not None:
        goes = _cut_short(live.state, player, goes, inches, reach)
        ground = ground_to(live.state, player, goes.to, goes.between, difficult=ground.difficult)
    yield e.Moved(
        player=who,
        to=goes.to,
        portal=portal_under(live.state, player, goes.to, goes.angle) if goes.to else None,
        spent=round(known.movement.spent + reach, 6),
        in_water=swims if ground.ends_in_water is None else ground.ends_in_water,
        cut=cut,
        over=passed_over(live.state, player, goes.way.spots, goes.way.base) if goes.way else (),
        level=goes.level,
        angle=goes.angle,
    )
    yield from risk_danger(live, who, ground)
    yield from cross_napalm(live, who, goes.way.spots if goes.way else (), said=napalm)
    if live.state.players[who].in_play:
        yield from moved_home(live, who)
    else:
        yield from respawn_waiting(live)


def _cut_short(state: Match, player: Player, goes: Going, inches: float, reach: float) -> Going:
    """Where a move ends of which only a part is gone; nowhere known when its way is not."""
    way = goes.way
    if way is None or not inches or abs(way.inches - inches) > STRAIGHT_INCHES:
        return Going(angle=goes.angle)
    *between, to = way.after(reach / inches)[1:]
    return going(state, player, to, tuple(between), angle=goes.angle)


def spend(live: Live[Match], player: Player, inches: float, rule: str) -> Rule[float]:
    """Check that the movement left covers `inches`; returns what is spent with it.

    Rule: MOVE-1, MOVE-4, PORTAL-5
    """
    if player.movement.halted:
        yield from refuse(rule, "moves-no-more", player=player.name)
    most = allowance(live.state, player)
    if player.movement.spent + inches > most + 1e-6:
        left = max(0.0, most - player.movement.spent)
        yield from refuse(
            rule, "too-far", player=player.name, inches=inches, left=left, allowance=most
        )
    return round(player.movement.spent + inches, 6)


def use_portal(live: Live[Match], command: c.UsePortal) -> Rule[None]:
    """Jump: step on a portal, roll the exit, arrive or disintegrate, telefrag, put back the dead.

    Stepping back into the portal one has just arrived by costs 3 in. Where its place is kept the
    way onto the portal counts, unless the table says how many inches it was; nobody measured
    then, so a way that is too long is told and not refused.

    Rule: PORTAL-1, PORTAL-2, PORTAL-3, PORTAL-4, PORTAL-5, PORTAL-6, PORTAL-7
    """
    must_be_started(live.state)
    player = find_present(live.state, command.player)
    assert live.state.setup.mod is not None
    if not live.state.setup.mod.has("portals"):
        raise forbid("PORTAL-1", "no-portals")
    yield from only_active(live, player, "movement")
    entered = command.portal
    inches = command.moved or 0.0
    away = yield from _way_to_portal(live, player, entered, command.moved)
    left = max(0.0, allowance(live.state, player) - player.movement.spent)
    if away is not None:
        inches = min(away, left)
    if player.movement.came_by == entered:
        inches = max(inches, STEP_BACK_INCHES)
    spent = yield from spend(live, player, inches, "PORTAL-5")
    far = away if away is not None and away > left + STRAIGHT_INCHES else None
    yield e.PortalEntered(player=player.id, portal=entered, spent=spent, far=far, left=left)
    die, out = yield from roll_portal(live, player.id, "jump-portal", "PORTAL-2", entered)
    if out == entered:
        yield from die_by_accident(live, player.id, "disintegrated", portal=entered)
    else:
        known = live.state.players[player.id]
        at, stand, wet = yield from come_out(live, known, out, command.at, command.stand)
        yield e.Teleported(
            player=player.id, entered=entered, exit=out, die=die, stand=stand, at=at, in_water=wet
        )
        yield from telefrag(live, out, player.id)
    if not command.continues or out == entered:  # a dead jumper's movement is over too
        yield from respawn_waiting(live)


def _way_to_portal(
    live: Live[Match], player: Player, portal: int, said: float | None
) -> Rule[float | None]:
    """How many inches it is onto a portal from a kept place, to lie on it with the whole base.

    None when the table says how many they were, or the place is not kept.

    Rule: PORTAL-1, MOVE-1
    """
    state = live.state
    if said is not None or player.position.at is None or not player.position.kept:
        return None
    to = to_portal(state, player, portal)
    if to is None:
        yield from refuse("PORTAL-1", "base-too-large", player=player.name, portal=portal)
        return None
    way = way_of(state, player, to)
    assert way is not None
    return way.inches


def stand_in(live: Live[Match], command: c.StandIn) -> Rule[None]:
    """Note which portal a champion stands in, or that it stands in none; telefrags nobody.

    Rule: PORTAL-6
    """
    must_be_started(live.state)
    player = find_present(live.state, command.player)
    if not player.in_play:
        raise forbid("TURN-1", "not-on-table", player=player.name)
    yield e.StandSet(player=player.id, portal=command.portal)
