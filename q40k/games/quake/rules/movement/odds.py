"""What the dice of jumps, falls and leaps are likely to do."""

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
    """What a jump, a leap or a charge may come to; the chances add up to one.

    `done`: it lands, or reaches its prey; `falls` and lives; `dies`. `short`: a charge that does
    not reach. A leap's fall into ground that is none is a death.
    """

    done: Fraction
    falls: Fraction = Fraction(0)
    dies: Fraction = Fraction(0)
    short: Fraction = Fraction(0)


def drop_odds(figure: Fighter, height_in: float, *, three: bool = False) -> MoveOdds:
    """The odds of jumping down: the best of 2D6 (or 3D6) must reach the height, else it falls.

    Rule: MOVE-3
    """
    safe = dice_best(difficult_dice(three=three)).at_least(ceil(height_in - 1e-6))
    dies = fall_kills(figure, height_in)
    return MoveOdds(safe, (1 - safe) * (1 - dies), (1 - safe) * dies)


def fall_kills(figure: Fighter, height_in: float) -> Fraction:
    """The chance that a fall kills: one hit at a strength of the inches, without armour save.

    Rule: MOVE-3
    """
    attack = hit_plan(int(height_in), figure, "MOVE-3", no_save=("armour", "cover"))
    return odds_of(attack).dies


def leap_odds(
    figure: Fighter, gap_in: float, base_in: float, height_in: float | None = None
) -> MoveOdds:
    """The odds of a leap: the best of 3D6 must carry the whole base over; a part hangs on, 4+.

    `height_in` is how far it falls; None is a fall into what is no ground, which kills.

    Rule: MOVE-5
    """
    best = dice_best(3)
    across = best.at_least(ceil(gap_in + base_in - 1e-6))
    edge = best.at_least(ceil(gap_in - 1e-6)) - across
    done = across + edge / 2
    dies = Fraction(1) if height_in is None else fall_kills(figure, height_in)
    return MoveOdds(done, (1 - done) * (1 - dies), (1 - done) * dies)
