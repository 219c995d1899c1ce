"""The odds of jumps, falls and leaps."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from msgspec import Struct

from q40k.games.quake.rules.shooting.odds import odds_of
from q40k.games.w40k3e.distribution import dice_best
from q40k.games.w40k3e.figures import Fighter
from q40k.games.w40k3e.ground import difficult_dice
from q40k.games.w40k3e.hits import hit_plan

# ---- moves


class MoveOdds(Struct, frozen=True):
    """The odds of a jump, a leap or a charge; the chances add up to one.

    `done`: it lands, or reaches its target. `falls`: it falls and lives. `dies`: it is killed.
    `short`: a charge does not reach. A leap's fall into anything but ground kills.
    """

    done: Fraction
    falls: Fraction = Fraction(0)
    dies: Fraction = Fraction(0)
    short: Fraction = Fraction(0)


def drop_odds(figure: Fighter, height_in: float, *, three: bool = False) -> MoveOdds:
    """Return the odds of jumping down: the best of 2D6 (or 3D6) must reach the height.

    Rule: MOVE-3
    """
    safe = dice_best(difficult_dice(three=three)).at_least(ceil(height_in - 1e-6))
    dies = chance_fall_kills(figure, height_in)
    return MoveOdds(safe, (1 - safe) * (1 - dies), (1 - safe) * dies)


def chance_fall_kills(figure: Fighter, height_in: float) -> Fraction:
    """Return the chance that a fall kills: one hit at a strength of the inches, no armour save.

    Rule: MOVE-3
    """
    attack = hit_plan(int(height_in), figure, "MOVE-3", no_save=("armour", "cover"))
    return odds_of(attack).dies


def leap_odds(
    figure: Fighter, gap_in: float, base_in: float, height_in: float | None = None
) -> MoveOdds:
    """Return the odds of a leap: the best of 3D6 must carry the base over; on the edge, 4+.

    `height_in` is how far it falls; None is a fall into anything but ground, which kills.

    Rule: MOVE-5
    """
    best = dice_best(3)
    across = best.at_least(ceil(gap_in + base_in - 1e-6))
    edge = best.at_least(ceil(gap_in - 1e-6)) - across
    done = across + edge / 2
    dies = Fraction(1) if height_in is None else chance_fall_kills(figure, height_in)
    return MoveOdds(done, (1 - done) * (1 - dies), (1 - done) * dies)
