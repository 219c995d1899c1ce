"""PORTALS: step onto one and go through it."""

from q40k.games.quake.rules.movement.move import find_mover, move, spend
from q40k.games.quake.rules.portals import come_through
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.movement.move import STRAIGHT_INCHES, Move, announced_reach, movement_left
from q40k.games.quake.state.movement.paths import MovePath, find_path, items_passed, spot_on_portal
from q40k.games.quake.state.movement.portal import UsePortal
from q40k.games.quake.state.portals import PortalEntered, step_back_price
from q40k.games.quake.state.registry import rule
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import forbid, refuse


@rule(UsePortal)
def use_portal(live: Live[Match], command: UsePortal) -> Rule[None]:
    """Step on a portal, roll the exit, arrive or disintegrate, telefrag, put back the dead.

    Stepping back into the portal one has just arrived by costs 3 in, less what was moved since. If
    its place is kept, the path onto the portal counts, unless the table says how many inches it
    was; too long a path is refused. If the table announces before it measures, the champion stops
    on its way instead.

    Rule: MOVE-1, MOVE-2, PORTAL-1, PORTAL-2, PORTAL-3, PORTAL-4, PORTAL-5, PORTAL-6, PORTAL-7
    """
    player = yield from find_mover(live, command.player, "PORTAL-5")
    if not live.state.mod.has("portals"):
        raise forbid("PORTAL-1", "no-portals")
    entered = command.portal
    path = yield from _path_to_portal(live, player, entered, command.moved)
    inches = command.moved or 0.0 if path is None else _inches_of(live.state, player, path)
    if path is not None and announced_reach(live.state, player, inches, path) is not None:
        yield from move(live, Move(player=command.player, to=path.spots[-1], override=command.override))
        return
    if player.movement.came_by == entered:
        inches = max(inches, step_back_price(player))
    spent = yield from spend(live, player, inches, "PORTAL-5", path)
    over = () if path is None else items_passed(live.state, player, path.spots, path.swept_base)
    remaining = movement_left(live.state, player)
    yield PortalEntered(player=player.id, portal=entered, spent=spent, left=remaining, over=over)
    yield from come_through(live, player.id, entered, command.stand, command.at)


def _inches_of(state: Match, player: Player, path: MovePath) -> float:
    """Return the inches a path costs, without the hundredth that rounded places may add."""
    remaining = movement_left(state, player)
    return remaining if remaining < path.inches < remaining + STRAIGHT_INCHES else path.inches


def _path_to_portal(live: Live[Match], player: Player, portal: int, inches: float | None) -> Rule[MovePath | None]:
    """Return the path onto a portal from a kept place, to be on it with the whole base.

    Returns None if the table says how many inches it is, or the place is not kept.

    Rule: PORTAL-1, MOVE-1
    """
    state = live.state
    if inches is not None or player.position.at is None or not player.position.kept:
        return None
    to = spot_on_portal(state, player, portal)
    if to is None:
        yield from refuse("PORTAL-1", "base-too-large", player=player.name, portal=portal)
        return None
    return find_path(state, player, to)
