"""Climbing, where the table agreed that one can."""

from __future__ import annotations

from q40k.games.quake.rules.command import Command, Place, Stand
from q40k.games.quake.rules.flags.flags import moved_home
from q40k.games.quake.rules.movement.fall import fall
from q40k.games.quake.rules.movement.ground import can_be_climbed
from q40k.games.quake.rules.movement.jump import Height
from q40k.games.quake.rules.movement.move import allowance, spend
from q40k.games.quake.rules.movement.mover import (
    burns,
    gone,
    level_after,
    may_change_height,
    may_land,
    mover,
    out_of_the_water,
)
from q40k.games.quake.rules.movement.scenery_says import climbed
from q40k.games.quake.rules.positions.places import feet, floor, refuse_each
from q40k.games.quake.rules.questions import refuse
from q40k.games.quake.rules.registry import command, event, fold, rule
from q40k.games.quake.rules.state import Match, Player
from q40k.geometry.spots import Spot
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.packs.said import Name


@command
class Climb(Command, tag="climb"):
    """Climb so many inches up or down what the table agreed can be climbed (MOVE-6).

    `napalm` says that it crosses a burning barrel's (BARREL-5), `stand` whether it comes back in
    its portal if it dies of this.
    """

    player: Name
    height: Height
    to: Place | None = None
    napalm: bool = False
    stand: Stand = "beside"


@event
class Climbed(Event, tag="climbed"):
    """A champion climbed so many inches (MOVE-6).

    `level` is how high it stands then, in inches, None on top of what can be climbed there.
    """

    player: str
    height: float
    spent: float
    to: Spot | None = None
    level: float | None = None


@fold(Climbed)
def _climbed(state: Match, event: Climbed) -> Match:
    return gone(state, event.player, event.spent, event.to, None, event.level)


@rule(Climb)
def climb(live: Live[Match], command: Climb) -> Rule[None]:
    """Climb, where there is something to climb: it costs its height in inches, and the way there.

    Where places are known the scenery says how high that is.

    Rule: MOVE-6, BARREL-5
    """
    player = yield from mover(live, command.player, "MOVE-6")
    if command.to is not None:
        yield from may_land(live, player, command.to)
    if not can_be_climbed(live.state, player, command.to):
        yield from refuse("MOVE-6", "nothing-to-climb", player=player.name)
    known = climbed(live.state, player, command.height, command.to)
    yield from refuse_each(known.wrong if known is not None else ())
    up, walked = _either_way(live.state, player, command), 0.0
    if known is not None:
        walked = known.walked_in
        up = up if known.wrong else known.height_in
    if command.to is None:
        yield from may_change_height(live, player, up)
    swam = yield from out_of_the_water(live, player, command.stand)
    if swam is None:
        return
    player = swam
    if (yield from _comes_up_short(live, player, command, walked)):
        return
    spent = yield from spend(live, player, command.height + walked, "MOVE-6")
    yield Climbed(
        player=player.id,
        height=command.height,
        spent=spent,
        to=command.to or player.position.at,
        level=level_after(live.state, player, command.to, up),
    )
    if not (yield from burns(live, player, command.to, said=command.napalm, stand=command.stand)):
        yield from moved_home(live, player.id)


def _comes_up_short(live: Live[Match], player: Player, command: Climb, walked: float) -> Rule[bool]:
    """A climb that was announced before it was measured, and is too high: a fall from as high as it
    gets.

    Rule: MOVE-2, MOVE-6
    """
    left = max(0.0, allowance(live.state, player) - player.movement.spent)
    if not live.state.announces or command.height + walked <= left + 1e-6:
        return False
    high = round(max(0.0, left - walked), 2)
    spent = round(player.movement.spent + left, 6)
    at, level = player.position.at, player.position.level
    yield Climbed(player=player.id, height=high, spent=spent, to=at, level=level)
    if high:
        yield from fall(live, player.id, high, "MOVE-2", command.stand)
    return True


def _either_way(state: Match, player: Player, command: Climb) -> float:
    """How far up, or down where nothing is that high, a climb goes that the table insists on."""
    at, up = command.to or player.position.at, command.height
    if at is None:
        return up
    return -up if feet(state, player) + up > floor(state, at) + 1e-6 else up
