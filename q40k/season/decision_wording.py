"""Word the decisions about a season and the facts of its leagues."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from msgspec.structs import asdict

from q40k.i18n.locale import N_, Locale
from q40k.season import decisions

MatchName = Callable[[str], str]
"""The name of a match, by its identity."""

MOST_NAMED = 3
"""A sentence names at most so many matches, and counts more."""
_SENTENCES: Mapping[type, str] = {
    decisions.Same: N_("{old} is {new}"),
    decisions.League: N_("{league} begins with {players}"),
    decisions.Drawn: N_("the next round of {league} is drawn"),
    decisions.Over: N_("{league} is over"),
    decisions.Withdrawn: N_("{player} leaves {league}"),
    decisions.Joined: N_("{player} joins {league}"),
}
"""The sentences that say what the fields of a decision hold."""
_PAIRS: Mapping[type, tuple[str, str]] = {
    decisions.Apart: (N_("{name} is {new} in {matches}"), N_("{name} is {new} in {number} matches")),
    decisions.LeftOut: (N_("{match} does not count: {why}"), N_("{match} counts again")),
    decisions.Tagged: (N_("{match} is tagged {tag}"), N_("{match} is not tagged {tag} any more")),
    decisions.Deleted: (N_("{league} is deleted"), N_("{league} is brought back")),
    decisions.Migrated: (
        N_("{league} is kept as facts from now on: who leaves or comes back changes later rounds only. {changes}"),
        N_("{league} is kept as facts from now on; its standings stay"),
    ),
}
"""The sentences of decisions that go one way or the other."""


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
    facts: dict[str, Any] = asdict(decision)
    if match := facts.get("match"):
        facts["match"] = named(match)
    match decision:
        case decisions.Apart(matches=matches):
            facts |= {"matches": locale.join_and(map(named, matches)), "number": len(matches)}
        case decisions.League(name, players=players):
            facts |= {"league": name, "players": locale.join_and(players)}
        case decisions.Decided(order=order):
            facts["order"] = " · ".join(" = ".join(tied) for tied in order)
        case decisions.Migrated(changes=changes):
            facts["changes"] = " · ".join(_change(locale, change) for change in changes)
    text = locale.say(_sentence(decision), **facts)
    return locale.say(N_("corrected: {result}"), result=text) if isinstance(decision, decisions.Corrected) else text


def _sentence(decision: decisions.Decision) -> str:
    match decision:
        case decisions.Decided():
            return _result_sentence(decision)
        case decisions.LeftOut(why=text) | decisions.Migrated(changes=text):
            is_first = bool(text)
        case decisions.Tagged(on=is_first) | decisions.Deleted(on=is_first):
            pass
        case decisions.Apart(matches=matches):
            is_first = len(matches) <= MOST_NAMED
        case _:
            return _SENTENCES[type(decision)]
    return _PAIRS[type(decision)][0 if is_first else 1]


def _result_sentence(result: decisions.Decided) -> str:
    match bool(result.match), bool(result.order), result.by:
        case True, True, _:
            return N_("{league}, round {round}, table {table}: {match} counts, {order}")
        case True, False, "word":
            return N_("{league}, round {round}, table {table}: {match} counts")
        case _, False, _:
            return N_("{league}, round {round}, table {table} is open again")
        case _, _, "withdrawal":
            return N_("{league}, round {round}, table {table}: {order}, unopposed")
    return N_("{league}, round {round}, table {table}: {order}")


def _change(locale: Locale, change: decisions.Change) -> str:
    return locale.say(
        N_("{player} {old}. → {new}. ({before} → {now} points)"),
        player=change.player,
        old=change.places[0],
        new=change.places[1],
        before=locale.points(Fraction(change.points[0])),
        now=locale.points(Fraction(change.points[1])),
    )
