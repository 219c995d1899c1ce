"""PORTALS: stepping on one, and coming out by another."""

from __future__ import annotations

from q40k.games.quake.rules.changing import changed
from q40k.games.quake.rules.command import Command, Inches, Name, Number, Place, Stand
from q40k.games.quake.rules.damage.deaths import die_by_accident
from q40k.games.quake.rules.movement.move import STRAIGHT_INCHES, allowance, spend
from q40k.games.quake.rules.movement.paths import to_portal, way_of
from q40k.games.quake.rules.portals.arrivals import arrived, come_out
from q40k.games.quake.rules.portals.exit import roll_portal
from q40k.games.quake.rules.questions import find_present, forbid, must_be_started, refuse
from q40k.games.quake.rules.registry import command, event, fold, rule
from q40k.games.quake.rules.respawn.respawn import respawn_waiting
from q40k.games.quake.rules.respawn.telefrag import telefrag
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.rules.turn.acting import only_active
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule


@command
class UsePortal(Command, tag="portal"):
    """Step onto a portal, having moved so many inches since the last jump (PORTAL-1 to 7).

    With `continues` the jumper's movement is not over, and whoever it telefragged waits. `at` is
    where it comes out, in cm.
    """

    player: Name
    portal: Number
    moved: Inches | None = None
    stand: Stand = "in"
    at: Place | None = None
    continues: bool = False


@event
class PortalEntered(Event, tag="portal-entered"):
    """A champion stepped wholly onto a portal (PORTAL-1); `spent` in inches.

    `far` is how many inches away its kept place was, if that was more than the `left` it had.
    """

    player: str
    portal: int
    spent: float
    far: float | None = None
    left: float = 0


@event
class Teleported(Event, tag="teleported"):
    """A jump came out at `exit` (PORTAL-2, 3); `die` is what was rolled.

    `at` is where, in cm, when places are kept; `in_water`: it stands in water there.
    """

    player: str
    entered: int
    exit: int
    die: int
    stand: Stand
    at: tuple[float, float] | None = None
    in_water: bool = False


@fold(PortalEntered)
def _portal_entered(state: Match, event: PortalEntered) -> Match:
    return changed(
        state, event.player, portal=event.portal, at=None, near=None, tile=None, spent=event.spent,
        moved=True, in_water=False, level=None,
    )  # fmt: skip


@fold(Teleported)
def _teleported(state: Match, event: Teleported) -> Match:
    there = arrived(state, event.exit, event.stand, event.at)
    return changed(
        state, event.player, **there, came_by=event.exit, tested=False, in_water=event.in_water
    )


STEP_BACK_INCHES = 3.0


@rule(UsePortal)
def use_portal(live: Live[Match], command: UsePortal) -> Rule[None]:
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
    yield PortalEntered(player=player.id, portal=entered, spent=spent, far=far, left=left)
    die, out = yield from roll_portal(live, player.id, "jump-portal", "PORTAL-2", entered)
    if out == entered:
        yield from die_by_accident(live, player.id, "disintegrated", portal=entered)
    else:
        known = live.state.players[player.id]
        at, stand, wet = yield from come_out(live, known, out, command.at, command.stand)
        yield Teleported(
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
