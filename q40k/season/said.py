"""The decisions about a season in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from q40k.i18n.locale import N_, Locale
from q40k.season.decisions import (
    Decision,
    Drawn,
    Joined,
    League,
    LeftOut,
    Placed,
    Same,
    Tagged,
    Withdrawn,
)

Named = Callable[[str], str]
"""What a match is called, by its identity."""


def naming(locale: Locale, known: Mapping[str, tuple[int, str]]) -> Named:
    """What matches are called whose numbers and names are known, by their identities."""

    def named(identity: str) -> str:
        if identity not in known:
            return locale.gettext(N_("a match that is not here"))
        number, name = known[identity]
        return locale.say(N_("match {number}, {name}"), number=number, name=name or "–")

    return named


def said(locale: Locale, decision: Decision, named: Named) -> str:
    """A decision in a sentence."""
    message, facts = _sentence(locale, decision, named)
    return locale.say(message, **facts)


def _sentence(locale: Locale, decision: Decision, named: Named) -> tuple[str, dict[str, object]]:
    told: tuple[str, dict[str, object]]
    match decision:
        case Same(old, new):
            told = N_("{old} is {new}"), {"old": old, "new": new}
        case LeftOut(match, ""):
            told = N_("{match} counts again"), {"match": named(match)}
        case LeftOut(match, why):
            told = N_("{match} does not count: {why}"), {"match": named(match), "why": why}
        case Tagged(match, tag, True):
            told = N_("{match} is tagged {tag}"), {"match": named(match), "tag": tag}
        case Tagged(match, tag):
            told = N_("{match} is not tagged {tag} any more"), {"match": named(match), "tag": tag}
        case League(name, _kind, players):
            who = locale.join_and(players)
            told = N_("{league} begins with {players}"), {"league": name, "players": who}
        case Drawn(league):
            told = N_("the next round of {league} is drawn"), {"league": league}
        case Placed() as one:
            told = _placed(one, named)
        case Withdrawn(league, player):
            told = N_("{player} leaves {league}"), {"player": player, "league": league}
        case Joined(league, player):
            told = N_("{player} joins {league}"), {"player": player, "league": league}
    return told


def _placed(one: Placed, named: Named) -> tuple[str, dict[str, object]]:
    where: dict[str, object] = {"league": one.league, "round": one.round, "table": one.table}
    if one.match:
        told = N_("{league}, round {round}, table {table}: {match} counts")
        return told, {**where, "match": named(one.match)}
    order = " · ".join(" = ".join(tied) for tied in one.order)
    return N_("{league}, round {round}, table {table}: {order}"), {**where, "order": order}
