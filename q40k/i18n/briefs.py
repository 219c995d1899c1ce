"""Matches in brief, and the score of an evening, in words."""

from msgspec import Struct

from q40k.care.notes import Journey
from q40k.i18n.locale import N_, Locale
from q40k.packs.base import Names


class Brief(Struct, frozen=True, omit_defaults=True):
    """A match in brief: what is played (None: only the game), by whom, and the score.

    `leaders` are those nearest to winning, `winners` those who won, by name. A match that `asks`
    may wait for an answer.
    """

    opened: bool = False
    played: Names | None = None
    seats: tuple[str, ...] = ()
    turn: int = 0
    over: bool = False
    winners: tuple[str, ...] = ()
    leaders: tuple[str, ...] = ()
    asks: bool = True


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


def journey_text(locale: Locale, journey: Journey) -> str:
    """Return where a match is that was handed over, or where one comes from that is not here yet."""
    sentence = N_("arriving from {where}") if journey.state == "arriving" else N_("handed over to {where}")
    return locale.say(sentence, where=journey.where)


def moment(at: str) -> str:
    """Return a time from the journal, to the minute."""
    return at[:16].replace("T", " ") or "-"


# -- the score of an evening -----------------------------------------------------------------------

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
