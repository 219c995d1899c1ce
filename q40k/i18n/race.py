"""The progress and the latest gain of a side in the race, as short as possible."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from q40k.i18n.locale import N_, Locale

Unit = Literal["times", "points", "count", "share"]
"""The unit of a score: times one's own value, points, a plain number, a share of the whole."""


def winners_line(locale: Locale, winners: Sequence[str]) -> str:
    """Return who won a match that is over, if anybody did."""
    if not winners:
        return locale.gettext(N_("It ended without a winner"))
    return locale.say(N_("{winners} won"), winners=locale.join_and(winners))


def score_text(locale: Locale, made: Fraction, goal: Fraction, unit: Unit) -> str:
    """Return the score so far against the goal: "×3.4", "45½/200", "7/15", "40%"."""
    if unit == "times":
        return locale.times(made)
    if unit == "share":
        return locale.percent(made)
    return f"{locale.points(made) if unit == 'points' else made}/{goal}"


def gain_text(locale: Locale, more: Fraction, unit: Unit) -> str:
    """Return a gain: "+1.2", "+15", "+8%"; "" for none."""
    if unit == "times":
        tenths = int(more * 10)
        text = locale.decimal(f"{abs(tenths) // 10}.{abs(tenths) % 10}") if tenths else ""
    elif unit == "share":
        text = locale.percent(abs(more)) if round(more * 100) else ""
    else:
        text = locale.points(abs(more)) if more else ""
    return f"{'+' if more > 0 else '-'}{text}" if text else ""
