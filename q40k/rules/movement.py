"""MOVEMENT and PORTALS as bookkeeping: distances said, jumps rolled, who stands where."""

from __future__ import annotations

from q40k.board import places
from q40k.board.units import to_inches
from q40k.kernel.driver import Live
from q40k.kernel.telling import Rule
from q40k.rules import commands as c
from q40k.rules import events as e
from q40k.rules.asks import find_present, forbid, must_be_started, only_active, refuse
from q40k.rules.flags import moved_home
from q40k.rules.respawn import die_by_accident, respawn_waiting, roll_portal, telefrag
from q40k.rules.state import Match, Player
from q40k.rules.turn import portal_under

STEP_BACK_INCHES = 3.0


def allowance(state: Match, player: Player) -> float:
    """How many inches the champion may move in a movement phase, its bonus counted."""
    if state.holds(player.id, "jump-pack"):
        return max(12.0, player.champion.move_inches)
    return float(player.champion.move_inches)


def move(live: Live[Match], command: c.Move) -> Rule[None]:
    """Move the active champion; it leaves the portal it stood in.

    A place without inches costs the straight distance, when the champion's own place is known.

    Rule: MOVE-1, PORTAL-1
    """
    must_be_started(live.state)
    player = find_present(live.state, command.player)
    yield from only_active(live, player, "movement")
    state = live.state
    assert state.arena is not None
    portal = None
    inches = command.inches or 0.0
    if command.to is not None:
        if not places.on_table(command.to, player.champion.base_mm, state.arena.size):
            x, y = command.to
            width, height = state.arena.size
            yield from refuse("MOVE-1", "off-table", x=x, y=y, width=width, height=height)
        if command.inches is None and player.at is not None:
            inches = to_inches(places.distance_cm(player.at, command.to))
        portal = portal_under(state, player, command.to)
    spent = yield from spend(live, player, inches, "MOVE-1")
    yield e.Moved(player=player.id, to=command.to, portal=portal, spent=spent)
    yield from moved_home(live, player.id)


def spend(live: Live[Match], player: Player, inches: float, rule: str) -> Rule[float]:
    """Check that the movement left covers `inches`; returns what is spent with it.

    Rule: MOVE-1, PORTAL-5
    """
    most = allowance(live.state, player)
    if player.spent + inches > most + 1e-6:
        left = max(0.0, most - player.spent)
        yield from refuse(
            rule, "too-far", player=player.name, inches=inches, left=left, allowance=most
        )
    return round(player.spent + inches, 6)


def use_portal(live: Live[Match], command: c.UsePortal) -> Rule[None]:
    """Jump: step on a portal, roll the exit, arrive or disintegrate, telefrag, put back the dead.

    Stepping back into the portal one has just arrived by costs 3 in.

    Rule: PORTAL-1, PORTAL-2, PORTAL-3, PORTAL-4, PORTAL-5, PORTAL-6, PORTAL-7
    """
    must_be_started(live.state)
    player = find_present(live.state, command.player)
    assert live.state.mod is not None
    if not live.state.mod.has("portals"):
        raise forbid("PORTAL-1", "no-portals")
    yield from only_active(live, player, "movement")
    entered = command.portal
    inches = command.moved or 0.0
    if player.came_by == entered:
        inches = max(inches, STEP_BACK_INCHES)
    spent = yield from spend(live, player, inches, "PORTAL-5")
    yield e.PortalEntered(player=player.id, portal=entered, spent=spent)
    die, out = yield from roll_portal(live, player.id, "jump-portal", "PORTAL-2", entered)
    if out == entered:
        yield from die_by_accident(live, player.id, "disintegrated", portal=entered)
    else:
        yield e.Teleported(
            player=player.id, entered=entered, exit=out, die=die, stand=command.stand
        )
        yield from telefrag(live, out, player.id)
    if not command.continues or out == entered:  # a dead jumper's movement is over too
        yield from respawn_waiting(live)


def stand_in(live: Live[Match], command: c.StandIn) -> Rule[None]:
    """Note which portal a champion stands in, or that it stands in none; telefrags nobody.

    Rule: PORTAL-6
    """
    must_be_started(live.state)
    player = find_present(live.state, command.player)
    if not player.in_play:
        raise forbid("TURN-1", "not-on-table", player=player.name)
    yield e.StandSet(player=player.id, portal=command.portal)
