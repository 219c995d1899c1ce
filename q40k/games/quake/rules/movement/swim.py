"""Moving in water, and staying in it."""

from __future__ import annotations

from q40k.games.quake.rules.command import Command, Inches, Place, Stand
from q40k.games.quake.rules.movement.ground import ground_to
from q40k.games.quake.rules.movement.move import advance, declare, must_be_clear, spend
from q40k.games.quake.rules.movement.mover import find_mover
from q40k.games.quake.rules.movement.paths import plan_move
from q40k.games.quake.rules.registry import command, rule
from q40k.games.quake.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule
from q40k.packs.said import Name


@command
class Swim(Command, tag="swim"):
    """Move in water, so many inches or to a place in cm, and stay in it (MOVE-4).

    `napalm`: the move crosses a burning barrel's napalm (BARREL-5). `stand`: whether the champion
    comes back in its portal or beside it if it drowns.
    """

    player: Name
    inches: Inches | None = None
    to: Place | None = None
    napalm: bool = False
    stand: Stand = "beside"


@rule(Swim)
def swim(live: Live[Match], command: Swim) -> Rule[None]:
    """Swim at most 1D6 inches; a 1 drowns.

    Rule: MOVE-4
    """
    player = yield from find_mover(live, command.player, "MOVE-4")
    planned = plan_move(live.state, player, command.to)
    inches = yield from declare(live, player, planned.to, command.inches, planned)
    yield from spend(live, player, inches, "MOVE-4")
    yield from must_be_clear(live.state, player, planned, inches)
    ground = ground_to(live.state, player, planned.to)
    yield from advance(
        live,
        player.id,
        inches,
        planned,
        ground,
        swims=True,
        napalm=command.napalm,
        stays=command.override is not None,
        stand=command.stand,
    )
