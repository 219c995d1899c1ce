"""Jumping down: a die must reach the height, or the champion falls."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from q40k.games.quake.rules.command import Command, Place, Stand
from q40k.games.quake.rules.flags.flags import bring_home_after_move
from q40k.games.quake.rules.movement.fall import fall
from q40k.games.quake.rules.movement.ground import flies
from q40k.games.quake.rules.movement.mover import (
    burn_on_path,
    find_mover,
    level_after,
    portal_at_end,
    put_after_move,
    refuse_bad_height,
    refuse_bad_landing,
    spent_after,
    swim_out,
)
from q40k.games.quake.rules.movement.scenery_says import measure_jump
from q40k.games.quake.rules.portals.jumping import end_on_portal
from q40k.games.quake.rules.positions.places import refuse_each
from q40k.games.quake.rules.questions import refuse, roll
from q40k.games.quake.rules.registry import command, event, fold, rule
from q40k.games.quake.rules.state import Match
from q40k.games.w40k3e.ground import difficult_dice
from q40k.geometry.spots import Spot
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.packs.base import FINITE
from q40k.packs.said import Name

Height = Annotated[float, Meta(gt=0, le=500), FINITE]


@command
class Jump(Command, tag="jump"):
    """Jump down so many inches (MOVE-3).

    `three`: it rolls three dice, as it does for difficult ground. `to` is where it lands, in cm.
    `napalm`: it lands in a burning barrel's napalm, where positions do not tell (BARREL-5).
    `stand`: whether it comes back in its portal or beside it if it dies.
    """

    player: Name
    height: Height
    to: Place | None = None
    three: bool = False
    napalm: bool = False
    stand: Stand = "beside"


@event
class Jumped(Event, tag="jumped"):
    """A champion jumped down so many inches; `safe` if a die reached them (MOVE-3).

    `level` is how high it then stands, in inches; None is on top of the climbable piece there.
    """

    player: str
    height: float
    dice: tuple[int, ...]
    safe: bool
    spent: float
    to: Spot | None = None
    portal: int | None = None
    level: float | None = None


@fold(Jumped)
def _jumped(state: Match, event: Jumped) -> Match:
    return put_after_move(state, event.player, event.spent, event.to, event.portal, event.level)


@rule(Jump)
def jump(live: Live[Match], command: Jump) -> Rule[None]:
    """Jump down: the best of 2D6 (3D6 for some) must reach the height, or it is a fall.

    A safe landing uses movement for the height and the walk to the edge. A jump is never too long
    for the movement left. The scenery gives the height where positions are known.

    Rule: MOVE-2, MOVE-3, PORTAL-1, BARREL-5
    """
    player = yield from find_mover(live, command.player, "MOVE-3")
    if flies(live.state, player):
        yield from refuse("MOVE-1", "flies-down", player=player.name)
    if command.to is not None:
        yield from refuse_bad_landing(live, player, command.to)
    measured = measure_jump(live.state, player, command.height, command.to)
    yield from refuse_each(measured.wrong if measured is not None else ())
    if command.to is None:
        yield from refuse_bad_height(live, player, -command.height)
    swam = yield from swim_out(live, player, command.stand)
    if swam is None:
        return
    player = swam
    dice = (6,) * difficult_dice(three=command.three, traits=player.abilities)
    height, walked = command.height, measured.walked_in if measured is not None else 0.0
    rolled = yield from roll(live, player.id, "jump", "MOVE-3", dice, inches=height)
    safe = max(rolled) >= height
    yield Jumped(
        player=player.id,
        height=height,
        dice=rolled,
        safe=safe,
        spent=spent_after(live.state, player, walked + height),
        to=command.to or player.position.at,
        portal=portal_at_end(live.state, player, command.to),
        level=None if command.to else level_after(live.state, player, None, -height),
    )
    if (
        yield from burn_on_path(
            live, player, command.to, napalm=command.napalm, stand=command.stand
        )
    ):
        return
    if not safe:
        yield from fall(live, player.id, height, "MOVE-3", command.stand)
        return
    yield from bring_home_after_move(live, player.id)
    stays = command.override is not None
    yield from end_on_portal(live, player.id, walked + height, stays=stays)
