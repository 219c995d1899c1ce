"""The spotting test that a shot into a dark zone needs."""

from __future__ import annotations

from math import ceil

from q40k.games.quake.rules.damage.rolling import Working, Workings
from q40k.games.quake.rules.questions import choose, roll
from q40k.games.quake.rules.state import Match, Player
from q40k.games.w40k3e.ground import PLAIN, Eyes, spotting_in
from q40k.games.w40k3e.traits import Trait, greatest, has
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule


def eyes_on(shooter: Player, target: Player, *, dark: bool) -> Eyes | None:
    """Return how a shooter has to spot a target; None if it simply sees it.

    `dark`: it stands in a dark zone, or counts as in one by its bonus. A target always in the dark
    by a trait is seen there from half as far. Shrouded targets are looked for with different dice.

    Rule: SHOOT-3
    """
    return eyes_of(shooter.abilities, target.abilities, dark=dark)


def eyes_of(shooter: tuple[Trait, ...], target: tuple[Trait, ...], *, dark: bool) -> Eyes | None:
    """Return how to spot a target, by the traits of both.

    Rule: SHOOT-3
    """
    hidden, veil = has(target, "dark-zone"), greatest(target, "spotting-dice")
    if not (dark or hidden or veil):
        return None
    plain = dark or hidden
    return Eyes(
        dice=PLAIN.dice if plain else veil,
        times=greatest(shooter, "spotting-factor", otherwise=PLAIN.times),
        half=dark and hidden,
    )


def spot(
    live: Live[Match], shooter: Player, target: Player, distance_in: float | None, eyes: Eyes
) -> Rule[tuple[bool, Workings]]:
    """Roll 2D6 times 3 in, which must reach the target; return whether it does, and the roll.

    The table measures now if nobody measured before.

    Rule: SHOOT-3
    """
    number = eyes.dice
    distance = 0.0 if distance_in is None else distance_in * (2 if eyes.half else 1)
    needed = 0 if distance_in is None else max(number, ceil(distance / eyes.times - 1e-6))
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
    reach = spotting_in(dice, eyes)
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
