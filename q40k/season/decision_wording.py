"""Word the decisions about a season and the facts of its leagues."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from q40k.i18n.locale import N_, Locale
from q40k.season import decisions
from q40k.season.decisions import Fact

MatchName = Callable[[str], str]
"""The name of a match, by its identity."""


MOST_NAMED = 3
"""A sentence names at most so many matches, and counts more."""


def match_namer(locale: Locale, known: Mapping[str, tuple[int, str]]) -> MatchName:
    """Return a function that names matches by their identity, from `known` numbers and names."""

    def name_match(identity: str) -> str:
        if identity not in known:
            return locale.gettext(N_("a match that is not here"))
        number, name = known[identity]
        return locale.say(N_("match {number}, {name}"), number=number, name=name or "–")

    return name_match


def describe_decision(locale: Locale, decision: decisions.Decision, named: MatchName) -> str:
    """Describe a decision in a sentence."""
    message, facts = _sentence(locale, decision, named)
    return locale.say(message, **facts)


def _sentence(locale: Locale, decision: decisions.Decision, named: MatchName) -> tuple[str, dict[str, object]]:
    sentence: tuple[str, dict[str, object]]
    match decision:
        case decisions.Same(old, new):
            sentence = N_("{old} is {new}"), {"old": old, "new": new}
        case decisions.Apart(name, new, matches):
            where = locale.join_and(map(named, matches))
            message = N_("{name} is {new} in {matches}")
            if len(matches) > MOST_NAMED:
                message = N_("{name} is {new} in {number} matches")
            sentence = message, {"name": name, "new": new, "matches": where, "number": len(matches)}
        case decisions.LeftOut(match, ""):
            sentence = N_("{match} counts again"), {"match": named(match)}
        case decisions.LeftOut(match, why):
            sentence = N_("{match} does not count: {why}"), {"match": named(match), "why": why}
        case decisions.Tagged(match, tag, True):
            sentence = N_("{match} is tagged {tag}"), {"match": named(match), "tag": tag}
        case decisions.Tagged(match, tag):
            sentence = (N_("{match} is not tagged {tag} any more"), {"match": named(match), "tag": tag})
        case decisions.Deleted(league, True):
            sentence = N_("{league} is deleted"), {"league": league}
        case decisions.Deleted(league):
            sentence = N_("{league} is brought back"), {"league": league}
        case fact:
            sentence = _fact_sentence(locale, fact, named)
    return sentence


def _fact_sentence(locale: Locale, fact: Fact, named: MatchName) -> tuple[str, dict[str, object]]:
    sentence: tuple[str, dict[str, object]]
    match fact:
        case decisions.League(name, _kind, players):
            who = locale.join_and(players)
            sentence = N_("{league} begins with {players}"), {"league": name, "players": who}
        case decisions.Drawn(league):
            sentence = N_("the next round of {league} is drawn"), {"league": league}
        case decisions.Corrected() as result:
            message, facts = _result_sentence(result, named)
            sentence = N_("corrected: {result}"), {"result": locale.say(message, **facts)}
        case decisions.Decided() as result:
            sentence = _result_sentence(result, named)
        case decisions.Over(league):
            sentence = N_("{league} is over"), {"league": league}
        case decisions.Migrated(league, changes):
            sentence = _migrated_sentence(locale, league, changes)
        case decisions.Withdrawn(league, player):
            sentence = N_("{player} leaves {league}"), {"player": player, "league": league}
        case decisions.Joined(league, player):
            sentence = N_("{player} joins {league}"), {"player": player, "league": league}
    return sentence


def _result_sentence(result: decisions.Decided, named: MatchName) -> tuple[str, dict[str, object]]:
    order = " · ".join(" = ".join(tied) for tied in result.order)
    facts: dict[str, object] = {"league": result.league, "round": result.round, "table": result.table, "order": order}
    if result.match:
        facts["match"] = named(result.match)
    match bool(result.match), bool(result.order), result.by:
        case True, True, _:
            message = N_("{league}, round {round}, table {table}: {match} counts, {order}")
        case True, False, "word":
            message = N_("{league}, round {round}, table {table}: {match} counts")
        case _, False, _:
            message = N_("{league}, round {round}, table {table} is open again")
        case _, _, "withdrawal":
            message = N_("{league}, round {round}, table {table}: {order}, unopposed")
        case _:
            message = N_("{league}, round {round}, table {table}: {order}")
    return message, facts


def _migrated_sentence(
    locale: Locale, league: str, changes: Sequence[decisions.Change]
) -> tuple[str, dict[str, object]]:
    if not changes:
        return N_("{league} is kept as facts from now on; its standings stay"), {"league": league}
    each = (
        locale.say(
            N_("{player} {old}. → {new}. ({before} → {now} points)"),
            player=change.player,
            old=change.places[0],
            new=change.places[1],
            before=locale.points(Fraction(change.points[0])),
            now=locale.points(Fraction(change.points[1])),
        )
        for change in changes
    )
    message = N_("{league} is kept as facts from now on: who leaves or comes back changes later rounds only. {changes}")
    return message, {"league": league, "changes": " · ".join(each)}
