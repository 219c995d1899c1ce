"""A jump: from the portal entered to the one where the champion comes out."""

from q40k.games.quake.rules.damage import die_by_accident
from q40k.games.quake.rules.portals.arrivals import arrival_changes, come_out, roll_portal
from q40k.games.quake.rules.questions import refuse
from q40k.games.quake.rules.registry import Event, Stand, fold
from q40k.games.quake.rules.respawn import respawn_waiting, telefrag
from q40k.games.quake.rules.state import Match, Player, change_player
from q40k.geometry.space import Spot
from q40k.kernel.events import Live, Rule


class PortalEntered(Event, tag="portal-entered"):
    """A champion stepped wholly onto a portal (PORTAL-1); `spent` in inches.

    `left` are the inches it had before. In older matches `far` is how many inches away its kept
    place was, if that was more: a portal out of reach is refused now.
    `over` are tokens and flags it passed over (BONUS-1, FLAG-1).
    """

    player: str
    portal: int
    spent: float
    far: float | None = None
    left: float = 0
    over: tuple[str, ...] = ()


class Teleported(Event, tag="teleported"):
    """A champion came out of a portal at `exit` (PORTAL-2, 3); `die` is the roll.

    `at` is where, in cm, when places are kept. `in_water`: it stands in water there.
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
    return change_player(
        state,
        event.player,
        portal=event.portal,
        at=None,
        near=None,
        tile=None,
        spent=event.spent,
        moved=True,
        in_water=False,
        level=None,
        over=(*state.players[event.player].movement.over, *event.over),
    )


@fold(Teleported)
def _teleported(state: Match, event: Teleported) -> Match:
    changes = arrival_changes(state, event.exit, event.stand, event.at)
    spent = state.players[event.player].movement.spent
    return change_player(
        state, event.player, **changes, came_by=event.exit, arrived_at=spent, tested=False, in_water=event.in_water
    )


STEP_BACK_INCHES = 3.0


def step_back_price(player: Player) -> float:
    """Return the inches a champion still owes to use the portal it arrived by again.

    Rule: PORTAL-5
    """
    return max(0.0, STEP_BACK_INCHES - (player.movement.spent - player.movement.arrived_at))


def come_through(
    live: Live[Match], who: str, entered: int, stand: Stand = "in", at: Spot | None = None, *, goes_on: bool = False
) -> Rule[None]:
    """Roll the exit, arrive or disintegrate, telefrag, and put back the dead.

    With `goes_on` the telefragged wait for the end of the mover's movement.

    Rule: PORTAL-2, PORTAL-3, PORTAL-4, PORTAL-6, PORTAL-7
    """
    die, out = yield from roll_portal(live, who, "jump-portal", "PORTAL-2", entered)
    if out == entered:
        yield from die_by_accident(live, who, "disintegrated", portal=entered)
    else:
        jumper = live.state.players[who]
        spot, exit_stand, wet = yield from come_out(live, jumper, out, at, stand)
        yield Teleported(player=who, entered=entered, exit=out, die=die, stand=exit_stand, at=spot, in_water=wet)
        yield from telefrag(live, out, who)
    if not goes_on or out == entered:  # the movement of a dead jumper is over as well
        yield from respawn_waiting(live)


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
