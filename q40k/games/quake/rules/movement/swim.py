"""Moving in water, and staying in it."""

from __future__ import annotations

from q40k.games.quake.rules.command import Command, Inches, Place, Stand
from q40k.games.quake.rules.movement.ground import ground_to
from q40k.games.quake.rules.movement.move import advance, declare, must_be_clear, spend
from q40k.games.quake.rules.movement.mover import mover
from q40k.games.quake.rules.movement.paths import going
from q40k.games.quake.rules.registry import command, rule
from q40k.games.quake.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule
from q40k.packs.said import Name


@command
class Swim(Command, tag="swim"):
    """Move in water, so many inches or to a place in cm, and stay in it (MOVE-4).

    `napalm` says that it crosses a burning barrel's (BARREL-5), `stand` whether it comes back in
    its portal, not beside it, if it drowns.
    """

    player: Name
    inches: Inches | None = None
    to: Place | None = None
    napalm: bool = False
    stand: Stand = "beside"


@rule(Swim)
def swim(live: Live[Match], command: Swim) -> Rule[None]:
    """Swim: 1D6 is the most inches, and a 1 drowns.

    Rule: MOVE-4
    """
    player = yield from mover(live, command.player, "MOVE-4")
    goes = going(live.state, player, command.to)
    inches = yield from declare(live, player, goes.to, command.inches, goes)
    yield from spend(live, player, inches, "MOVE-4")
    yield from must_be_clear(live.state, player, goes, inches)
    ground = ground_to(live.state, player, goes.to)
    yield from advance(
        live,
        player.id,
        inches,
        goes,
        ground,
        swims=True,
        napalm=command.napalm,
        stays=command.override is not None,
        stand=command.stand,
    )
