"""MOVEMENT that takes dice: jumping down, swimming, leaping, climbing, falling."""

from __future__ import annotations

from typing import Literal

from q40k.games.quake.rules import commands as c
from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.damage import suffer
from q40k.games.quake.rules.flags import moved_home
from q40k.games.quake.rules.ground import can_be_climbed, flies, ground_to
from q40k.games.quake.rules.modifiers_in_play import fighter
from q40k.games.quake.rules.movement import advance, allowance, declare, must_be_clear, spend
from q40k.games.quake.rules.paths import going
from q40k.games.quake.rules.positions import feet, floor, no_room
from q40k.games.quake.rules.questions import (
    choose,
    count,
    find_present,
    must_be_started,
    only_active,
    refuse,
    roll,
)
from q40k.games.quake.rules.respawn import die_by_accident, respawn_waiting
from q40k.games.quake.rules.rolling import resolve, struck_by
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.rules.turn import portal_under
from q40k.games.quake.rules.water import roll_to_swim
from q40k.games.w40k3e.ground import difficult_dice
from q40k.games.w40k3e.hits import hit_plan
from q40k.geometry.spots import Spot
from q40k.geometry.units import base_radius_cm, to_inches
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule

LEAP_DICE = (6, 6, 6)
HANGS_ON = 4
HIGHEST_IN = 500


def _mover(live: Live[Match], name: str, rule: str, *, swims: bool = False) -> Rule[Player | None]:
    """The champion that moves now, and still may; None when it drowned before it could.

    Rule: TURN-1, MOVE-4
    """
    must_be_started(live.state)
    player = find_present(live.state, name)
    yield from only_active(live, player, "movement")
    if player.movement.halted:
        yield from refuse(rule, "moves-no-more", player=player.name)
    wet = player.movement.in_water and not player.movement.swum and not swims
    if wet and not (yield from roll_to_swim(live, player.id)):
        return None
    return live.state.players[player.id]


def _used(state: Match, player: Player, inches: float) -> float:
    """What is spent after so many inches more, or all of the movement if that is less."""
    most = max(player.movement.spent, allowance(state, player))
    return round(min(most, player.movement.spent + inches), 6)


def _portal(state: Match, player: Player, to: Spot | None) -> int | None:
    return None if to is None else portal_under(state, player, to)


def _lands_at(live: Live[Match], player: Player, to: Spot) -> Rule[None]:
    """Refuse to land off the table, in something impassable or lethal, or on another base.

    Rule: MOVE-1, ARENA-5
    """
    yield from declare(live, player, to, None)
    for one in no_room(live.state, player, to, floor(live.state, to), player.position.angle):
        yield from refuse(one.rule, one.code, **one.facts)


def _level(state: Match, player: Player, to: Spot | None, change: float) -> float | None:
    """How high one stands after so many inches up (or down); None on top of what is there."""
    spot = to or player.position.at
    if spot is None:
        return None
    top, end = floor(state, spot), max(0.0, feet(state, player) + change)
    return None if abs(end - top) < 1e-6 else end


def jump(live: Live[Match], command: c.Jump) -> Rule[None]:
    """Drop from a height: 2D6 (3D6 for some), and the best die must reach it, or it is a fall.

    A safe landing leaves less movement by the height; a jump is never too long for what is left.

    Rule: MOVE-2, MOVE-3
    """
    player = yield from _mover(live, command.player, "MOVE-3")
    if player is None:
        return
    if flies(live.state, player):
        yield from refuse("MOVE-1", "flies-down", player=player.name)
    if command.to is not None:
        yield from _lands_at(live, player, command.to)
    dice = (6,) * difficult_dice(three=command.three)
    height = command.height
    rolled = yield from roll(live, player.id, "jump", "MOVE-3", dice, inches=height)
    safe = max(rolled) >= height
    yield e.Jumped(
        player=player.id,
        height=height,
        dice=rolled,
        safe=safe,
        spent=_used(live.state, player, height),
        to=command.to or player.position.at,
        portal=_portal(live.state, player, command.to),
        level=None if command.to else _level(live.state, player, None, -height),
    )
    yield from moved_home(live, player.id) if safe else fall(live, player.id, height, "MOVE-3")


def fall(live: Live[Match], who: str, height: float, rule: str) -> Rule[None]:
    """A hit at a strength of the inches fallen, without armour save; who survives has stopped.

    Rule: MOVE-3, MOVE-5, SCORE-2
    """
    player = live.state.players[who]
    attack = hit_plan(int(height), fighter(live.state, player), rule, no_save=("armour", "cover"))
    outcome = yield from resolve(attack, None, who, rule)
    yield e.Fell(player=who, inches=height, struck=struck_by(outcome, None, who))
    yield from suffer(live, who, attack, outcome, cause="fell")
    if live.state.players[who].in_play:
        yield e.Halted(player=who)
    else:
        yield from respawn_waiting(live)


def swim(live: Live[Match], command: c.Swim) -> Rule[None]:
    """Swim: 1D6 is the most inches, and a 1 drowns.

    Rule: MOVE-4
    """
    player = yield from _mover(live, command.player, "MOVE-4", swims=True)
    assert player is not None
    goes = going(live.state, player, command.to)
    inches = yield from declare(live, player, goes.to, command.inches, goes)
    yield from spend(live, player, inches, "MOVE-4")
    yield from must_be_clear(live.state, player, goes, inches)
    ground = ground_to(live.state, player, goes.to)
    yield from advance(live, player.id, inches, goes, ground, swims=True)


def leap(live: Live[Match], command: c.Leap) -> Rule[None]:
    """Leap: the best of 3D6 must carry the whole base over the gap.

    With only a part of the base across it hangs on with a 4+; else it falls.

    Rule: MOVE-2, MOVE-5
    """
    player = yield from _mover(live, command.player, "MOVE-5")
    if player is None:
        return
    if command.to is not None:
        yield from _lands_at(live, player, command.to)
    gap, wide = command.gap, command.base
    if wide is None:
        wide = 2 * to_inches(base_radius_cm(player.champion.base_mm))
    rolled = yield from roll(live, player.id, "leap", "MOVE-5", LEAP_DICE, inches=gap)
    best, die = max(rolled), None
    result: Literal["across", "edge", "short"] = "across"
    if best < gap + wide - 1e-6:
        result = "edge" if best >= gap else "short"
    if result == "edge":
        (die,) = yield from roll(live, player.id, "leap-edge", "MOVE-5")
    landed = result == "across" or (die is not None and die >= HANGS_ON)
    yield e.Leapt(
        player=player.id,
        gap=gap,
        dice=rolled,
        result=result,
        die=die,
        spent=_used(live.state, player, gap),
        to=command.to if landed else None,
        portal=_portal(live.state, player, command.to) if landed else None,
    )
    yield from moved_home(live, player.id) if landed else _fall_into(live, player.id, command)


def _fall_into(live: Live[Match], who: str, command: c.Leap) -> Rule[None]:
    """A fall from a leap: onto ground it hurts, into anything else it kills.

    Rule: MOVE-5, SCORE-2
    """
    into = command.into
    if into is None and command.height is None:
        into = yield from choose(None, "fall-into", "MOVE-5", INTO, player=who)
    if into in ("water", "nothing"):
        yield from die_by_accident(live, who, "fell-in-water" if into == "water" else "void")
        yield from respawn_waiting(live)
        return
    height = command.height
    if height is None:
        height = yield from count(None, "fall-height", "MOVE-5", 0, HIGHEST_IN, player=who)
    yield from fall(live, who, height, "MOVE-5")


INTO = ("ground", "water", "nothing")


def climb(live: Live[Match], command: c.Climb) -> Rule[None]:
    """Climb, where there is something to climb: it costs its height in inches.

    Rule: MOVE-6
    """
    player = yield from _mover(live, command.player, "MOVE-6")
    if player is None:
        return
    if command.to is not None:
        yield from _lands_at(live, player, command.to)
    if not can_be_climbed(live.state, player, command.to):
        yield from refuse("MOVE-6", "nothing-to-climb", player=player.name)
    spent = yield from spend(live, player, command.height, "MOVE-6")
    up = command.height
    at = command.to or player.position.at
    if at is not None and feet(live.state, player) + up > floor(live.state, at) + 1e-6:
        up = -up  # nothing is that high there, so it climbs down
    yield e.Climbed(
        player=player.id,
        height=command.height,
        spent=spent,
        to=at,
        level=_level(live.state, player, command.to, up),
    )
    yield from moved_home(live, player.id)
