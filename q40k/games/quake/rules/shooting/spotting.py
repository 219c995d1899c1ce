"""Seeing in the dark: the spotting test that a shot into a dark zone needs."""

from __future__ import annotations

from math import ceil

from q40k.games.quake.rules.damage.rolling import Working, Workings
from q40k.games.quake.rules.questions import choose, roll
from q40k.games.quake.rules.state import Match, Player
from q40k.games.w40k3e.ground import spotting_dice, spotting_in
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule


def spot(
    live: Live[Match], shooter: Player, target: Player, distance_in: float | None
) -> Rule[tuple[bool, Workings]]:
    """2D6 times 3 in must reach the target; returns whether it does, and the roll.

    Where nobody measured before, the table measures now.

    Rule: SHOOT-3
    """
    number = spotting_dice()
    needed = 0 if distance_in is None else max(number, ceil(distance_in / 3 - 1e-6))
    dice = yield from roll(
        live,
        shooter.id,
        "spotting",
        "SHOOT-3",
        (6,) * number,
        target=target.id,
        needed=needed or None,
        away=distance_in,
    )
    reach = spotting_in(dice)
    if distance_in is None:
        near = yield from choose(
            None, "spotted", "SHOOT-3", ("yes", "no"), target=target.id, inches=float(reach)
        )
        seen = near == "yes"
    else:
        seen = distance_in <= reach + 1e-6
    step = Working(
        kind="spot",
        by=shooter.id,
        count=number,
        needed=needed,
        summed=True,
        dice=dice,
        passed=sum(dice),
    )
    return seen, (step,)
