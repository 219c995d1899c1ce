"""Jumping down: the dice must reach the height, or it is a fall."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from q40k.games.quake.rules.command import Command, Place, Stand
from q40k.games.quake.rules.flags.flags import moved_home
from q40k.games.quake.rules.movement.fall import fall
from q40k.games.quake.rules.movement.ground import flies
from q40k.games.quake.rules.movement.mover import (
    burns,
    gone,
    level_after,
    may_change_height,
    may_land,
    mover,
    out_of_the_water,
    portal_at_end,
    used,
)
from q40k.games.quake.rules.movement.scenery_says import jumped
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
    """Let oneself drop so many inches (MOVE-3).

    `three`: it rolls three dice for difficult ground, and so here; `to` is where it lands, in cm;
    `napalm`: it comes into a burning barrel's, where the places do not say so (BARREL-5); `stand`:
    whether it comes back in its portal, not beside it, if it dies of this.
    """

    player: Name
    height: Height
    to: Place | None = None
    three: bool = False
    napalm: bool = False
    stand: Stand = "beside"


@event
class Jumped(Event, tag="jumped"):
    """A champion let itself drop so many inches; `safe` when a die reached them (MOVE-3).

    `level` is how high it stands then, in inches, None on top of what can be climbed there.
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
    return gone(state, event.player, event.spent, event.to, event.portal, event.level)


@rule(Jump)
def jump(live: Live[Match], command: Jump) -> Rule[None]:
    """Drop from a height: 2D6 (3D6 for some), and the best die must reach it, or it is a fall.

    A safe landing leaves less movement by the height and the walk to the edge; a jump is never too
    long for what is left. Where places are known the scenery says how high it is.

    Rule: MOVE-2, MOVE-3, PORTAL-1, BARREL-5
    """
    player = yield from mover(live, command.player, "MOVE-3")
    if flies(live.state, player):
        yield from refuse("MOVE-1", "flies-down", player=player.name)
    if command.to is not None:
        yield from may_land(live, player, command.to)
    known = jumped(live.state, player, command.height, command.to)
    yield from refuse_each(known.wrong if known is not None else ())
    if command.to is None:
        yield from may_change_height(live, player, -command.height)
    swam = yield from out_of_the_water(live, player, command.stand)
    if swam is None:
        return
    player = swam
    dice = (6,) * difficult_dice(three=command.three, traits=player.abilities)
    height, walked = command.height, known.walked_in if known is not None else 0.0
    rolled = yield from roll(live, player.id, "jump", "MOVE-3", dice, inches=height)
    safe = max(rolled) >= height
    yield Jumped(
        player=player.id,
        height=height,
        dice=rolled,
        safe=safe,
        spent=used(live.state, player, walked + height),
        to=command.to or player.position.at,
        portal=portal_at_end(live.state, player, command.to),
        level=None if command.to else level_after(live.state, player, None, -height),
    )
    if (yield from burns(live, player, command.to, said=command.napalm, stand=command.stand)):
        return
    if not safe:
        yield from fall(live, player.id, height, "MOVE-3", command.stand)
        return
    yield from moved_home(live, player.id)
    stays = command.override is not None
    yield from end_on_portal(live, player.id, walked + height, stays=stays)
