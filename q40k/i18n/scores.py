"""Scores and luck in words, as short as possible."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from q40k.i18n.locale import MINUS, N_, Locale

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
    return f"{'+' if more > 0 else MINUS}{text}" if text else ""


# -- luck ------------------------------------------------------------------------------------------

BRIEF = 4
"""Up to so many players are all named in a line; of more, the luckiest and the unluckiest."""

_VERDICTS = {
    "few": N_("{number} dice: too few to say whether they are fair."),
    "fair": N_("{number} dice look fair: as uneven or more in {chance} of all such throws."),
    "odd": N_("{number} dice are a little uneven: only {chance} of fair throws are more so."),
    "very-odd": N_("{number} dice are very uneven: only {chance} of fair throws are more so."),
}


LEAST_TESTS = 6
"""Players with fewer tested dice are neither lucky nor unlucky."""
WIDTH_OF_95 = 1.96
"""So many standard deviations around the expected number hold 19 of 20 evenings of fair dice."""
RARE_WIDTH = 3.0
"""So many hold all but one evening in 370."""


def luck_in_a_word(locale: Locale, swing: float, tests: int) -> str:
    """Return how lucky somebody was, by the standard deviations: nobody within the interval of 95 %."""
    if tests < LEAST_TESTS:
        return locale.gettext(N_("too few tests to say"))
    if abs(swing) <= WIDTH_OF_95:
        return locale.gettext(N_("as expected"))
    if abs(swing) < RARE_WIDTH:
        return locale.gettext(N_("lucky") if swing > 0 else N_("unlucky"))
    return locale.gettext(N_("blessed by the dice") if swing > 0 else N_("cursed by the dice"))


def luck_line(locale: Locale, players: Sequence[tuple[str, Fraction, float]]) -> str:
    """Return everybody's luck in a line, the luckiest first: name and difference.

    The players are tuples of name, difference and swing. Of many only the luckiest and the
    unluckiest are named; "" if nobody had a test.
    """
    ranked = sorted(players, key=lambda player: -player[2])
    if len(ranked) > BRIEF:
        ranked = [ranked[0], ranked[-1]]
    names = " · ".join(f"{name} {difference(locale, more)}" for name, more, _swing in ranked)
    return locale.say(N_("Luck: {luck} (tests passed, against the average)"), luck=names) if names else ""


def fairness(locale: Locale, verdict: str, number: int, chance: float | None) -> str:
    """Return whether so many dice look fair, in one plain sentence."""
    if not number:
        return locale.gettext(N_("no dice yet"))
    share = _percent(locale, chance or 0.0)
    return locale.say(_VERDICTS[verdict], number=number, chance=share)


def _percent(locale: Locale, chance: float) -> str:
    return locale.percent(chance) if chance >= 0.01 else f"< {locale.percent(0.01)}"


def mean(locale: Locale, value: Fraction | None) -> str:
    """Return the mean of dice, with two decimals; "-" without dice."""
    return "-" if value is None else locale.decimal(f"{float(value):.2f}")


def difference(locale: Locale, value: Fraction) -> str:
    """Return a difference with its sign and one decimal: +2.3."""
    return locale.decimal(f"{float(value):+.1f}")
