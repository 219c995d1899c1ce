"""How far a side is from winning, as short as can be, and what it has gained lately."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from q40k.i18n.locale import N_, Locale

Unit = Literal["times", "points", "count", "share"]
"""In what one counts: times one's own value, points, a plain number, a share of the whole."""


def won(locale: Locale, winners: Sequence[str]) -> str:
    """Who has won a match that is over, if anybody has."""
    if not winners:
        return locale.gettext(N_("It ended without a winner"))
    return locale.say(N_("{winners} won"), winners=locale.listed(winners))


def so_far(locale: Locale, made: Fraction, goal: Fraction, unit: Unit) -> str:
    """What has been made of a goal: "×3.4", "45½/200", "7/15", "40%"."""
    if unit == "times":
        return locale.times(made)
    if unit == "share":
        return locale.percent(made)
    return f"{locale.points(made) if unit == 'points' else made}/{goal}"


def gained(locale: Locale, more: Fraction, unit: Unit) -> str:
    """What somebody has made more than before: "+1.2", "+15", "+8%"; "" for nothing."""
    if unit == "times":
        tenths = int(more * 10)
        told = locale.decimal(f"{abs(tenths) // 10}.{abs(tenths) % 10}") if tenths else ""
    elif unit == "share":
        told = locale.percent(abs(more)) if round(more * 100) else ""
    else:
        told = locale.points(abs(more)) if more else ""
    return f"{'+' if more > 0 else '-'}{told}" if told else ""
