"""Matches in brief, in words: what is played, how it stands, of which match one is a branch."""

from __future__ import annotations

from msgspec import Struct

from q40k.i18n.locale import N_, Locale
from q40k.packs.base import Names


class Brief(Struct, frozen=True, omit_defaults=True):
    """A match in brief: what is played (None: no more than the game says), by whom, how it stands.

    `leaders` are those nearest to winning, `winners` those who have won; both as people are named.
    """

    opened: bool = False
    played: Names | None = None
    seats: tuple[str, ...] = ()
    turn: int = 0
    over: bool = False
    winners: tuple[str, ...] = ()
    leaders: tuple[str, ...] = ()


def standing(locale: Locale, one: Brief) -> str:
    """How a match stands: who has won or leads, in which turn."""
    turn, winners, leaders = one.turn, one.winners, one.leaders
    if one.over:
        won = N_("won: {names}") if winners else N_("over")
        return locale.say(won, names=locale.listed(winners))
    if not one.opened:
        return locale.say(N_("not laid out yet"))
    if not turn:
        return locale.say(N_("being set up"))
    if not leaders:
        return locale.say(N_("turn {turn}"), turn=turn)
    leads = (
        N_("turn {turn}, {names} leads") if len(leaders) == 1 else N_("turn {turn}, {names} lead")
    )
    return locale.say(leads, turn=turn, names=locale.listed(leaders))


def branch_of(locale: Locale, match: int, entry: int) -> str:
    """Of which match one is a branch, from which entry on; 0 when that match is gone."""
    of = N_("branch of {match}, from {entry}") if match else N_("branch from {entry}")
    return locale.say(of, match=match, entry=entry)


def moment(at: str) -> str:
    """A moment as the journal keeps it, to the minute."""
    return at[:16].replace("T", " ") or "-"
