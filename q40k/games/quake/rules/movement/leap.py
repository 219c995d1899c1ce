"""Leaping over a gap, hanging on at its edge, and falling in."""

from __future__ import annotations

from typing import Literal

from q40k.games.quake.rules.command import Command, Inches, Place, Stand
from q40k.games.quake.rules.damage.deaths import die_by_accident
from q40k.games.quake.rules.flags.flags import moved_home
from q40k.games.quake.rules.movement.fall import fall
from q40k.games.quake.rules.movement.jump import Height
from q40k.games.quake.rules.movement.mover import (
    HIGHEST_IN,
    burns,
    gone,
    may_land,
    mover,
    out_of_the_water,
    portal_at_end,
    used,
)
from q40k.games.quake.rules.movement.scenery_says import Known, leapt
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

    `base` is how wide the champion's base is, in inches, where that is not what its profile says;
    `into` what it would fall into, `height` how far. `to` is where it lands, in cm; `napalm`: in a
    burning barrel's, where the places do not say so (BARREL-5); `stand`: whether it comes back in
    its portal, not beside it, if it dies of this.
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

    `result`: "across", "edge" when only a part of the base got there, or "short"; `die` is the
    roll to hang on at the edge.
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
    return gone(state, event.player, event.spent, event.to, event.portal)


LEAP_DICE = (6, 6, 6)


HANGS_ON = 4


INTO = ("ground", "water", "nothing")


@rule(Leap)
def leap(live: Live[Match], command: Leap) -> Rule[None]:
    """Leap: the best of 3D6 must carry the whole base over the gap.

    With only a part of the base across it hangs on with a 4+; else it falls. Where places are known
    the scenery says how wide the gap is, and what lies in it.

    Rule: MOVE-2, MOVE-5, PORTAL-1, BARREL-5
    """
    player = yield from mover(live, command.player, "MOVE-5")
    if command.to is not None:
        yield from may_land(live, player, command.to)
    known = leapt(live.state, player, command.gap, command.to)
    yield from refuse_each(known.wrong if known is not None else ())
    walked = known.walked_in if known is not None else 0.0
    gap, wide = command.gap, command.base
    if wide is None:
        wide = 2 * to_inches(base_radius_cm(player.champion.base_mm))
    swam = yield from out_of_the_water(live, player, command.stand)
    if swam is None:
        return
    player = swam
    rolled = yield from roll(live, player.id, "leap", "MOVE-5", LEAP_DICE, inches=gap)
    best, die = max(rolled), None
    result: Literal["across", "edge", "short"] = "across"
    if best < gap + wide - 1e-6:
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
        spent=used(live.state, player, gap + walked),
        to=command.to if landed else None,
        portal=portal_at_end(live.state, player, command.to) if landed else None,
    )
    if not landed:
        yield from _fall_into(live, player.id, command, known)
    elif not (yield from burns(live, player, command.to, said=command.napalm, stand=command.stand)):
        yield from moved_home(live, player.id)
        stays = command.override is not None
        yield from end_on_portal(live, player.id, gap + walked, stays=stays)


def _fall_into(live: Live[Match], who: str, command: Leap, known: Known | None) -> Rule[None]:
    """A fall from a leap: onto ground it hurts, into anything else it kills.

    What the table does not say the scenery does, where the gap is known.

    Rule: MOVE-5, SCORE-2
    """
    into, deep = command.into, None
    if known is not None and known.gap is not None and not known.wrong:
        deep = known.gap.depth_in
        below = known.gap.into
        if into is None and command.height is None:
            into = "ground" if below is None else "water" if below.water else "nothing"
    if into is None and command.height is None:
        into = yield from choose(None, "fall-into", "MOVE-5", INTO, player=who)
    if into in ("water", "nothing"):
        yield from die_by_accident(live, who, "fell-in-water" if into == "water" else "void")
        yield from respawn_waiting(live, command.stand, (who,))
        return
    height = deep if command.height is None else command.height
    if height is None:
        height = yield from count(None, "fall-height", "MOVE-5", 0, HIGHEST_IN, player=who)
    yield from fall(live, who, height, "MOVE-5", command.stand)
