"""Luck in words: a line a player, and whether the dice look fair."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from q40k.words.speech import N_, Speech

BRIEF = 4
"""So many players are all named in a line; of more, the luckiest and the unluckiest."""

_VERDICTS = {
    "few": N_("{number} dice: too few to say whether they are fair."),
    "fair": N_("{number} dice look fair: as uneven or more in {chance} of all such throws."),
    "odd": N_("{number} dice are a little uneven: only {chance} of fair throws are more so."),
    "very-odd": N_("{number} dice are very uneven: only {chance} of fair throws are more so."),
}


def luck_in_a_word(speech: Speech, swing: float, tests: int) -> str:
    """How lucky somebody was: by standard deviations."""
    if tests < 6:
        return speech.gettext(N_("too few tests to say"))
    if swing >= 2:
        return speech.gettext(N_("blessed by the dice"))
    if swing >= 1:
        return speech.gettext(N_("lucky"))
    if swing > -1:
        return speech.gettext(N_("as expected"))
    return speech.gettext(N_("unlucky") if swing > -2 else N_("cursed by the dice"))


def in_brief(speech: Speech, found: Sequence[tuple[str, Fraction, float]]) -> str:
    """Everybody's luck in a line, the luckiest first: name, difference, swing of each.

    Among many only the luckiest and the unluckiest; "" where nobody had a test.
    """
    ranked = sorted(found, key=lambda one: -one[2])
    if len(ranked) > BRIEF:
        ranked = [ranked[0], ranked[-1]]
    said = " · ".join(f"{name} {difference(speech, more)}" for name, more, _swing in ranked)
    return (
        speech.say(N_("Luck: {luck} (tests passed, against the average)"), luck=said)
        if said
        else ""
    )


def fairness(speech: Speech, verdict: str, number: int, chance: float | None) -> str:
    """Whether so many dice look fair, in one plain sentence."""
    if not number:
        return speech.gettext(N_("no dice yet"))
    share = _percent(speech, chance or 0.0)
    return speech.say(_VERDICTS[verdict], number=number, chance=share)


def _percent(speech: Speech, chance: float) -> str:
    return speech.percent(chance) if chance >= 0.01 else f"< {speech.percent(0.01)}"


def mean(speech: Speech, value: Fraction | None) -> str:
    """The mean of dice, with two decimals; "-" without dice."""
    return "-" if value is None else speech.decimal(f"{float(value):.2f}")


def difference(speech: Speech, value: Fraction) -> str:
    """A difference with its sign and one decimal: +2.3."""
    return speech.decimal(f"{float(value):+.1f}")
