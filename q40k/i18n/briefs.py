"""Briefs of matches in words: what is played, the score, and the origin of a branch."""

from __future__ import annotations

from msgspec import Struct

from q40k.i18n.locale import N_, Locale
from q40k.packs.base import Names


class Brief(Struct, frozen=True, omit_defaults=True):
    """A match in brief: what is played (None: only the game), by whom, and the score.

    `leaders` are those nearest to winning, `winners` those who won, by name.
    """

    opened: bool = False
    played: Names | None = None
    seats: tuple[str, ...] = ()
    turn: int = 0
    over: bool = False
    winners: tuple[str, ...] = ()
    leaders: tuple[str, ...] = ()


def standing(locale: Locale, brief: Brief) -> str:
    """Return the score of a match: who won or leads, in which turn."""
    turn, winners, leaders = brief.turn, brief.winners, brief.leaders
    if brief.over:
        won = N_("won: {names}") if winners else N_("over")
        return locale.say(won, names=locale.join_and(winners))
    if not brief.opened:
        return locale.say(N_("not laid out yet"))
    if not turn:
        return locale.say(N_("being set up"))
    if not leaders:
        return locale.say(N_("turn {turn}"), turn=turn)
    leads = N_("turn {turn}, {names} leads") if len(leaders) == 1 else N_("turn {turn}, {names} lead")
    return locale.say(leads, turn=turn, names=locale.join_and(leaders))


def branch_of(locale: Locale, match: int, entry: int) -> str:
    """Return the origin of a branch: its match (0 when that is gone) and entry."""
    sentence = N_("branch of {match}, from {entry}") if match else N_("branch from {entry}")
    return locale.say(sentence, match=match, entry=entry)


def moment(at: str) -> str:
    """Return a time from the journal, to the minute."""
    return at[:16].replace("T", " ") or "-"
