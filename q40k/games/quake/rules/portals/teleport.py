"""PORTALS: stepping on one."""

from __future__ import annotations

from q40k.games.quake.rules.command import Command, Inches, Number, Place, Stand
from q40k.games.quake.rules.movement.move import STRAIGHT_INCHES, allowance, spend
from q40k.games.quake.rules.movement.paths import Way, passed_over, to_portal, way_of
from q40k.games.quake.rules.portals.jumping import (
    STEP_BACK_INCHES,
    PortalEntered,
    come_through,
)
from q40k.games.quake.rules.questions import find_present, forbid, must_be_started, refuse
from q40k.games.quake.rules.registry import command, rule
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.rules.turn.acting import only_active
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule
from q40k.packs.said import Name


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
    way = yield from _way_to_portal(live, player, entered, command.moved)
    away = None if way is None else way.inches
    left = max(0.0, allowance(live.state, player) - player.movement.spent)
    if away is not None:
        inches = min(away, left)
    if player.movement.came_by == entered:
        inches = max(inches, STEP_BACK_INCHES)
    spent = yield from spend(live, player, inches, "PORTAL-5")
    far = away if away is not None and away > left + STRAIGHT_INCHES else None
    over = () if way is None else passed_over(live.state, player, way.spots, way.swept)
    yield PortalEntered(
        player=player.id, portal=entered, spent=spent, far=far, left=left, over=over
    )
    yield from come_through(
        live, player.id, entered, command.stand, command.at, goes_on=command.continues
    )


def _way_to_portal(
    live: Live[Match], player: Player, portal: int, said: float | None
) -> Rule[Way | None]:
    """The way onto a portal from a kept place, to lie on it with the whole base.

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
    return way_of(state, player, to)
