"""The score of an evening in words: who won how many of its matches, and of all."""

from __future__ import annotations

from msgspec import Struct

from q40k.i18n.locale import N_, Locale

MOST = 6
"""How many winners are named."""


class Wins(Struct, frozen=True):
    """The number of finished matches, and each side's wins, most wins first."""

    matches: int
    won: tuple[tuple[str, int], ...]


class Evening(Struct, frozen=True):
    """The wins of an evening, and those of the whole library."""

    tonight: Wins
    ever: Wins


def evening_lines(locale: Locale, score: Evening) -> list[str]:
    """Return who won how many matches of the evening, and of all if there were more."""
    lines = []
    if score.tonight.matches > 1:
        lines.append(_wins_line(locale, N_("This evening, {matches} matches: {wins}"), score.tonight))
    if score.ever.matches > score.tonight.matches:
        lines.append(_wins_line(locale, N_("Of all {matches} matches: {wins}"), score.ever))
    return lines


def _wins_line(locale: Locale, sentence: str, wins: Wins) -> str:
    shown = " · ".join(f"{name} {won}" for name, won in wins.won[:MOST])
    return locale.say(sentence, matches=wins.matches, wins=shown or "–")
