"""Special moves: jump, leap, climb and swim."""

from typing import Literal

from msgspec import structs

from q40k.games.quake.rules import damage
from q40k.games.quake.rules.movement import water
from q40k.games.quake.rules.movement.move import declare, find_mover, go, must_be_clear, spend
from q40k.games.quake.rules.movement.mover import arrive, burn_on_path, set_out
from q40k.games.quake.rules.questions import roll
from q40k.games.quake.state.flags import place_of_death
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.movement import move, mover, paths
from q40k.games.quake.state.movement.move import plan_walk
from q40k.games.quake.state.movement.special_moves import Climb, Climbed, Into, Jump, Jumped, Leap, Leapt, Swim
from q40k.games.quake.state.registry import rule
from q40k.games.w40k3e.ground import difficult_dice
from q40k.geometry.space import base_radius_cm, to_inches
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import choose, choose_number


@rule(Jump)
def jump(live: Live[Match], command: Jump) -> Rule[None]:
    """Jump down: the best of 2D6 (3D6 for some) must reach the height, or it is a fall.

    A safe landing uses movement for the height and the walk to the edge. A jump is never too long
    for the movement left. The scenery gives the height where positions are known.

    Rule: MOVE-2, MOVE-3, PORTAL-1, BARREL-5
    """
    champion = yield from find_mover(live, command.player, "MOVE-3")
    plan = mover.plan_jump(live.state, champion, command)
    player = yield from set_out(live, champion, plan)
    if player is None:
        return
    dice, height = (6,) * difficult_dice(three=command.three, traits=player.abilities), command.height
    rolled = yield from roll(live, player.id, "jump", "MOVE-3", dice, inches=height)
    safe = max(rolled) >= height
    yield Jumped(
        player=player.id,
        height=height,
        dice=rolled,
        safe=safe,
        spent=mover.spent_after(live.state, player, plan.inches),
        to=command.to or player.position.at,
        portal=mover.portal_at_end(live.state, player, command.to),
        level=None if command.to else mover.level_after(live.state, player, None, plan.change_in),
    )
    if safe:
        yield from arrive(live, player, command, plan)
    elif not (yield from burn_on_path(live, player, command)):
        yield from water.fall(live, player.id, height, "MOVE-3")


LEAP_DICE = (6, 6, 6)


HANGS_ON = 4


INTO: tuple[Into, ...] = ("ground", "water", "nothing")


@rule(Leap)
def leap(live: Live[Match], command: Leap) -> Rule[None]:
    """Leap: the best of 3D6 must carry the whole base over the gap.

    With only a part of the base across, it hangs on with a 4+; else it falls. The scenery gives the
    width of the gap and what lies in it where positions are known.

    Rule: MOVE-2, MOVE-5, PORTAL-1, BARREL-5
    """
    champion = yield from find_mover(live, command.player, "MOVE-5")
    plan = mover.plan_leap(live.state, champion, command)
    player = yield from set_out(live, champion, plan)
    if player is None:
        return
    gap, base_width = command.gap, command.base
    if base_width is None:
        base_width = 2 * to_inches(base_radius_cm(player.champion.base_mm))
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
        spent=mover.spent_after(live.state, player, plan.inches),
        to=command.to if landed else None,
        portal=mover.portal_at_end(live.state, player, command.to) if landed else None,
    )
    if not landed:
        yield from _fall_into(live, player, command, plan)
    else:
        yield from arrive(live, player, command, plan)


def _fall_into(live: Live[Match], before: Player, command: Leap, plan: mover.WayPlan) -> Rule[None]:
    """Let a champion fall from a leap: a fall onto ground hurts, any other kills.

    The scenery gives what the table does not, if the gap is known.

    Rule: MOVE-5, SCORE-2
    """
    who, edge = before.id, place_of_death(live.state, before)
    into, depth = command.into, None
    if plan.gap is not None:
        depth, below = plan.gap.depth_in, plan.gap.into
        if into is None and command.height is None:
            into = "ground" if below is None else "water" if below.water else "nothing"
    if into is None and command.height is None:
        into = yield from choose(None, "fall-into", "MOVE-5", INTO, player=who)
    if into in ("water", "nothing"):
        yield from damage.die_by_accident(live, who, "fell-in-water" if into == "water" else "void", at=edge)
        return
    height = depth if command.height is None else command.height
    if height is None:
        height = yield from choose_number(None, "fall-height", "MOVE-5", 0, mover.HIGHEST_IN, player=who)
    yield from water.fall(live, who, height, "MOVE-5", edge)


@rule(Climb)
def climb(live: Live[Match], command: Climb) -> Rule[None]:
    """Climb a piece: it costs the height and the walk to it, in inches.

    The scenery gives the height where positions are known.

    Rule: MOVE-6, BARREL-5
    """
    champion = yield from find_mover(live, command.player, "MOVE-6")
    plan = mover.plan_climb(live.state, champion, command)
    player = yield from set_out(live, champion, plan)
    if player is None:
        return
    if (yield from _comes_up_short(live, player, plan)):
        return
    spent = yield from spend(live, player, plan.inches, "MOVE-6")
    yield Climbed(
        player=player.id,
        height=command.height,
        spent=spent,
        to=command.to or player.position.at,
        level=mover.level_after(live.state, player, command.to, plan.change_in),
    )
    yield from burn_on_path(live, player, command)


def _comes_up_short(live: Live[Match], player: Player, plan: mover.WayPlan) -> Rule[bool]:
    """End a climb that was announced before it was measured, and is too high, in a fall.

    The champion falls from the height it reaches. Returns whether it came up short.

    Rule: MOVE-2, MOVE-6
    """
    remaining = move.movement_left(live.state, player)
    if not live.state.announces or plan.inches <= remaining + 1e-6:
        return False
    reached = round(max(0.0, remaining - plan.walked_in), 2)
    spent = round(player.movement.spent + remaining, 6)
    at, level = player.position.at, player.position.level
    yield Climbed(player=player.id, height=reached, spent=spent, to=at, level=level)
    if reached:
        yield from water.fall(live, player.id, reached, "MOVE-2")
    return True


@rule(Swim)
def swim(live: Live[Match], command: Swim) -> Rule[None]:
    """Swim at most 1D6 inches; a 1 drowns.

    Rule: MOVE-4
    """
    player = yield from find_mover(live, command.player, "MOVE-4")
    planned = paths.plan_move(live.state, player, command.to)
    inches = yield from declare(live, player, planned, command.inches)
    yield from spend(live, player, inches, "MOVE-4")
    yield from must_be_clear(live.state, player, planned, inches)
    walk = plan_walk(live.state, player, planned, inches)
    yield from go(live, player, structs.replace(walk, swims=True), command)
