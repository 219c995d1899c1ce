"""What an evening stands at, in words: who has won how many of its matches, and of all."""

from __future__ import annotations

from msgspec import Struct

from q40k.i18n.locale import N_, Locale

MOST = 6
"""So many winners are named."""


class Wins(Struct, frozen=True):
    """So many finished matches, and how many of them each side has won, most wins first."""

    matches: int
    won: tuple[tuple[str, int], ...]


class Evening(Struct, frozen=True):
    """The wins of an evening, and those of the whole library."""

    tonight: Wins
    ever: Wins


def stands(locale: Locale, found: Evening) -> list[str]:
    """Who has won how many matches of the evening, and of all, where there were more."""
    lines = []
    if found.tonight.matches > 1:
        lines.append(_said(locale, N_("This evening, {matches} matches: {wins}"), found.tonight))
    if found.ever.matches > found.tonight.matches:
        lines.append(_said(locale, N_("Of all {matches} matches: {wins}"), found.ever))
    return lines


def _said(locale: Locale, sentence: str, wins: Wins) -> str:
    shown = " · ".join(f"{name} {won}" for name, won in wins.won[:MOST])
    return locale.say(sentence, matches=wins.matches, wins=shown or "–")
