"""Climbing, where the table has agreed on what can be climbed."""

from __future__ import annotations

from q40k.games.quake.rules.command import Command, Place, Stand
from q40k.games.quake.rules.flags.flags import bring_home_after_move
from q40k.games.quake.rules.movement.fall import fall
from q40k.games.quake.rules.movement.ground import can_be_climbed
from q40k.games.quake.rules.movement.jump import Height
from q40k.games.quake.rules.movement.move import allowance, spend
from q40k.games.quake.rules.movement.mover import (
    burn_on_path,
    find_mover,
    level_after,
    put_after_move,
    refuse_bad_height,
    refuse_bad_landing,
    swim_out,
)
from q40k.games.quake.rules.movement.scenery_says import measure_climb
from q40k.games.quake.rules.positions.places import feet_height, floor_height, refuse_each
from q40k.games.quake.rules.questions import refuse
from q40k.games.quake.rules.registry import command, event, fold, rule
from q40k.games.quake.rules.state import Match, Player
from q40k.geometry.spots import Spot
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.packs.said import Name


@command
class Climb(Command, tag="climb"):
    """Climb so many inches up or down where the table agreed on climbing (MOVE-6).

    `napalm`: the climb crosses a burning barrel's napalm (BARREL-5). `stand`: whether the champion
    comes back in its portal or beside it if it dies.
    """

    player: Name
    height: Height
    to: Place | None = None
    napalm: bool = False
    stand: Stand = "beside"


@event
class Climbed(Event, tag="climbed"):
    """A champion climbed so many inches (MOVE-6).

    `level` is how high it then stands, in inches; None is on top of the climbable piece there.
    """

    player: str
    height: float
    spent: float
    to: Spot | None = None
    level: float | None = None


@fold(Climbed)
def _climbed(state: Match, event: Climbed) -> Match:
    return put_after_move(state, event.player, event.spent, event.to, None, event.level)


@rule(Climb)
def climb(live: Live[Match], command: Climb) -> Rule[None]:
    """Climb a piece: it costs the height and the walk to it, in inches.

    The scenery gives the height where positions are known.

    Rule: MOVE-6, BARREL-5
    """
    player = yield from find_mover(live, command.player, "MOVE-6")
    if command.to is not None:
        yield from refuse_bad_landing(live, player, command.to)
    if not can_be_climbed(live.state, player, command.to):
        yield from refuse("MOVE-6", "nothing-to-climb", player=player.name)
    measured = measure_climb(live.state, player, command.height, command.to)
    yield from refuse_each(measured.wrong if measured is not None else ())
    up, walked = _signed_height(live.state, player, command), 0.0
    if measured is not None:
        walked = measured.walked_in
        up = up if measured.wrong else measured.height_in
    if command.to is None:
        yield from refuse_bad_height(live, player, up)
    swam = yield from swim_out(live, player, command.stand)
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
    if not (
        yield from burn_on_path(
            live, player, command.to, napalm=command.napalm, stand=command.stand
        )
    ):
        yield from bring_home_after_move(live, player.id)


def _comes_up_short(live: Live[Match], player: Player, command: Climb, walked: float) -> Rule[bool]:
    """End a climb that was announced before it was measured, and is too high, in a fall.

    The champion falls from the height it reaches. Returns whether it came up short.

    Rule: MOVE-2, MOVE-6
    """
    remaining = max(0.0, allowance(live.state, player) - player.movement.spent)
    if not live.state.announces or command.height + walked <= remaining + 1e-6:
        return False
    reached = round(max(0.0, remaining - walked), 2)
    spent = round(player.movement.spent + remaining, 6)
    at, level = player.position.at, player.position.level
    yield Climbed(player=player.id, height=reached, spent=spent, to=at, level=level)
    if reached:
        yield from fall(live, player.id, reached, "MOVE-2", command.stand)
    return True


def _signed_height(state: Match, player: Player, command: Climb) -> float:
    """Return how far up a climb goes, negative if down, when the table overrides the scenery."""
    at, up = command.to or player.position.at, command.height
    if at is None:
        return up
    return -up if feet_height(state, player) + up > floor_height(state, at) + 1e-6 else up
