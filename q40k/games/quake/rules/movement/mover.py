"""What jumps, leaps, climbs and swims share: declare, measure, risk, arrive."""

from q40k.games.quake.rules import barrels
from q40k.games.quake.rules.movement.move import use_portal_at_end
from q40k.games.quake.rules.movement.water import roll_to_swim
from q40k.games.quake.rules.positions import refuse_each
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.movement.mover import WayPlan
from q40k.games.quake.state.movement.special_moves import Climb, Jump, Leap
from q40k.kernel.events import Live, Rule


def set_out(live: Live[Match], player: Player, plan: WayPlan) -> Rule[Player | None]:
    """Refuse what speaks against a way, then swim out of the water; None if the champion drowns.

    Rule: MOVE-4
    """
    yield from refuse_each(plan.wrong)
    wet = player.movement.in_water and not player.movement.swum
    if wet and not (yield from roll_to_swim(live, player.id)):
        return None
    return live.state.players[player.id]


def burn_on_path(live: Live[Match], before: Player, command: Jump | Leap | Climb) -> Rule[bool]:
    """Burn a champion whose jump, leap or climb crosses napalm; return whether it died.

    Rule: BARREL-5
    """
    at, to = before.position.at, command.to
    spots = () if to is None else (to,) if at is None else (at, to)
    yield from barrels.cross_napalm(live, before.id, spots, declared=command.napalm)
    return not live.state.players[before.id].in_play


def arrive(live: Live[Match], before: Player, command: Jump | Leap, plan: WayPlan) -> Rule[None]:
    """End a jump or leap on its feet: in napalm, or on a portal, which it uses.

    Rule: BARREL-5, PORTAL-1
    """
    if not (yield from burn_on_path(live, before, command)):
        yield from use_portal_at_end(live, before, plan.inches, stays=command.override is not None)
