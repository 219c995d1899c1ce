"""Leaping over a gap: getting across, hanging on at its edge, or falling in."""

from __future__ import annotations

from typing import Literal

from q40k.games.quake.rules.command import Command, Inches, Place, Stand
from q40k.games.quake.rules.damage.deaths import die_by_accident
from q40k.games.quake.rules.flags.flags import bring_home_after_move
from q40k.games.quake.rules.movement.fall import fall
from q40k.games.quake.rules.movement.jump import Height
from q40k.games.quake.rules.movement.mover import (
    HIGHEST_IN,
    burn_on_path,
    find_mover,
    portal_at_end,
    put_after_move,
    refuse_bad_landing,
    spent_after,
    swim_out,
)
from q40k.games.quake.rules.movement.scenery_says import Measured, measure_leap
from q40k.games.quake.rules.portals.jumping import end_on_portal
from q40k.games.quake.rules.positions.places import refuse_each
from q40k.games.quake.rules.questions import choose, count, roll
from q40k.games.quake.rules.registry import command, event, fold, rule
from q40k.games.quake.rules.respawn.respawn import respawn_waiting
from q40k.games.quake.rules.state import Match
from q40k.geometry.spots import Spot
from q40k.geometry.units import base_radius_cm, to_inches
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.packs.said import Name

Into = Literal["ground", "water", "nothing"]


@command
class Leap(Command, tag="leap"):
    """Leap over a gap, in inches (MOVE-5).

    `base` is the width of the champion's base, in inches, if it is not that of its profile. `into`
    is what it would fall into, `height` how far. `to` is where it lands, in cm. `napalm`: it lands
    in a burning barrel's napalm, where positions do not tell (BARREL-5). `stand`: whether it comes
    back in its portal or beside it if it dies.
    """

    player: Name
    gap: Height
    base: Inches | None = None
    into: Into | None = None
    height: Height | None = None
    to: Place | None = None
    napalm: bool = False
    stand: Stand = "beside"


@event
class Leapt(Event, tag="leapt"):
    """A champion leapt over a gap in inches (MOVE-5).

    `result`: "across", "edge" if only a part of the base got there, or "short". `die` is the roll
    to hang on at the edge.
    """

    player: str
    gap: float
    dice: tuple[int, ...]
    result: Literal["across", "edge", "short"]
    die: int | None = None
    spent: float
    to: Spot | None = None
    portal: int | None = None


@fold(Leapt)
def _leapt(state: Match, event: Leapt) -> Match:
    return put_after_move(state, event.player, event.spent, event.to, event.portal)


LEAP_DICE = (6, 6, 6)


HANGS_ON = 4


INTO = ("ground", "water", "nothing")


@rule(Leap)
def leap(live: Live[Match], command: Leap) -> Rule[None]:
    """Leap: the best of 3D6 must carry the whole base over the gap.

    With only a part of the base across, it hangs on with a 4+; else it falls. The scenery gives the
    width of the gap and what lies in it where positions are known.

    Rule: MOVE-2, MOVE-5, PORTAL-1, BARREL-5
    """
    player = yield from find_mover(live, command.player, "MOVE-5")
    if command.to is not None:
        yield from refuse_bad_landing(live, player, command.to)
    measured = measure_leap(live.state, player, command.gap, command.to)
    yield from refuse_each(measured.wrong if measured is not None else ())
    walked = measured.walked_in if measured is not None else 0.0
    gap, base_width = command.gap, command.base
    if base_width is None:
        base_width = 2 * to_inches(base_radius_cm(player.champion.base_mm))
    swam = yield from swim_out(live, player, command.stand)
    if swam is None:
        return
    player = swam
    rolled = yield from roll(live, player.id, "leap", "MOVE-5", LEAP_DICE, inches=gap)
    best, die = max(rolled), None
    result: Literal["across", "edge", "short"] = "across"
    if best < gap + base_width - 1e-6:
        result = "edge" if best >= gap else "short"
    if result == "edge":
        (die,) = yield from roll(live, player.id, "leap-edge", "MOVE-5")
    landed = result == "across" or (die is not None and die >= HANGS_ON)
    yield Leapt(
        player=player.id,
        gap=gap,
        dice=rolled,
        result=result,
        die=die,
        spent=spent_after(live.state, player, gap + walked),
        to=command.to if landed else None,
        portal=portal_at_end(live.state, player, command.to) if landed else None,
    )
    if not landed:
        yield from _fall_into(live, player.id, command, measured)
    elif not (
        yield from burn_on_path(
            live, player, command.to, napalm=command.napalm, stand=command.stand
        )
    ):
        yield from bring_home_after_move(live, player.id)
        stays = command.override is not None
        yield from end_on_portal(live, player.id, gap + walked, stays=stays)


def _fall_into(live: Live[Match], who: str, command: Leap, measured: Measured | None) -> Rule[None]:
    """Let a champion fall from a leap: a fall onto ground hurts, any other kills.

    The scenery gives what the table does not, if the gap is known.

    Rule: MOVE-5, SCORE-2
    """
    into, depth = command.into, None
    if measured is not None and measured.gap is not None and not measured.wrong:
        depth = measured.gap.depth_in
        below = measured.gap.into
        if into is None and command.height is None:
            into = "ground" if below is None else "water" if below.water else "nothing"
    if into is None and command.height is None:
        into = yield from choose(None, "fall-into", "MOVE-5", INTO, player=who)
    if into in ("water", "nothing"):
        yield from die_by_accident(live, who, "fell-in-water" if into == "water" else "void")
        yield from respawn_waiting(live, command.stand, (who,))
        return
    height = depth if command.height is None else command.height
    if height is None:
        height = yield from count(None, "fall-height", "MOVE-5", 0, HIGHEST_IN, player=who)
    yield from fall(live, who, height, "MOVE-5", command.stand)
