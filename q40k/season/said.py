"""Describe the decisions about a season in words."""

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

MatchName = Callable[[str], str]
"""The name of a match, by its identity."""


def match_namer(locale: Locale, known: Mapping[str, tuple[int, str]]) -> MatchName:
    """Return a function that names matches by their identity, from `known` numbers and names."""

    def name_match(identity: str) -> str:
        if identity not in known:
            return locale.gettext(N_("a match that is not here"))
        number, name = known[identity]
        return locale.say(N_("match {number}, {name}"), number=number, name=name or "–")

    return name_match


def describe_decision(locale: Locale, decision: Decision, named: MatchName) -> str:
    """Describe a decision in a sentence."""
    message, facts = _sentence(locale, decision, named)
    return locale.say(message, **facts)


def _sentence(
    locale: Locale, decision: Decision, named: MatchName
) -> tuple[str, dict[str, object]]:
    sentence: tuple[str, dict[str, object]]
    match decision:
        case Same(old, new):
            sentence = N_("{old} is {new}"), {"old": old, "new": new}
        case LeftOut(match, ""):
            sentence = N_("{match} counts again"), {"match": named(match)}
        case LeftOut(match, why):
            sentence = N_("{match} does not count: {why}"), {"match": named(match), "why": why}
        case Tagged(match, tag, True):
            sentence = N_("{match} is tagged {tag}"), {"match": named(match), "tag": tag}
        case Tagged(match, tag):
            sentence = (
                N_("{match} is not tagged {tag} any more"),
                {"match": named(match), "tag": tag},
            )
        case League(name, _kind, players):
            who = locale.join_and(players)
            sentence = N_("{league} begins with {players}"), {"league": name, "players": who}
        case Drawn(league):
            sentence = N_("the next round of {league} is drawn"), {"league": league}
        case Placed() as result:
            sentence = _result_sentence(result, named)
        case Withdrawn(league, player):
            sentence = N_("{player} leaves {league}"), {"player": player, "league": league}
        case Joined(league, player):
            sentence = N_("{player} joins {league}"), {"player": player, "league": league}
    return sentence


def _result_sentence(placed: Placed, named: MatchName) -> tuple[str, dict[str, object]]:
    where: dict[str, object] = {
        "league": placed.league,
        "round": placed.round,
        "table": placed.table,
    }
    if placed.match:
        message = N_("{league}, round {round}, table {table}: {match} counts")
        return message, {**where, "match": named(placed.match)}
    order = " · ".join(" = ".join(tied) for tied in placed.order)
    return N_("{league}, round {round}, table {table}: {order}"), {**where, "order": order}
