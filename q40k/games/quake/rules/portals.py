"""PORTALS: carry a jump from the portal entered to the one where the champion comes out."""

from q40k.games.quake.rules.damage import die_by_accident
from q40k.games.quake.rules.respawn import come_out, roll_portal, telefrag
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.portals import STEP_BACK_INCHES, PortalEntered, Teleported, step_back_price
from q40k.games.quake.state.registry import Stand
from q40k.geometry.space import Spot
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import refuse


def come_through(live: Live[Match], who: str, entered: int, stand: Stand = "in", at: Spot | None = None) -> Rule[None]:
    """Roll the exit, arrive or disintegrate, and telefrag.

    Rule: PORTAL-2, PORTAL-3, PORTAL-4, PORTAL-6
    """
    die, out = yield from roll_portal(live, who, "jump-portal", "PORTAL-2", entered)
    if out == entered:
        yield from die_by_accident(live, who, "disintegrated", portal=entered)
    else:
        jumper = live.state.players[who]
        spot, exit_stand, wet = yield from come_out(live, jumper, out, at, stand)
        yield Teleported(player=who, entered=entered, exit=out, die=die, stand=exit_stand, at=spot, in_water=wet)
        yield from telefrag(live, out, who)


def end_on_portal(live: Live[Match], before: Player, inches: float, *, left: float, stays: bool) -> Rule[None]:
    """Use a portal that a champion's own move ends wholly on, unless the table agrees it stays.

    In Domination it may stay. Stepping back into the portal just arrived by costs 3 in all the
    same. Until those are moved it stays there without a die if it never left it, or has too little
    movement `left` for them. `before` is the champion before its move of so many `inches`; `stays`:
    a reason was given to stay.

    Rule: PORTAL-1, PORTAL-5
    """
    mod, who = live.state.mod, before.id
    player = live.state.players[who]
    entered, moved = player.position.portal, player.movement
    if entered is None or not player.in_play or not live.state.running:
        return
    if not mod.has("portals") or mod.has("domination"):
        return
    owed = step_back_price(player) if moved.came_by == entered and inches < STEP_BACK_INCHES else 0.0
    if owed and (before.position.portal == entered or owed > left + 1e-6):
        return
    if stays:
        yield from refuse("PORTAL-1", "stays-on-portal", player=player.name, portal=entered)
        return
    yield PortalEntered(player=who, portal=entered, spent=round(moved.spent + owed, 6))
    yield from come_through(live, who, entered)
