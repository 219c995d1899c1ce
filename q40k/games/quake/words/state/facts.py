"""Facts of questions and refusals as words, for every chapter."""

from __future__ import annotations

from typing import Any

from q40k.games.quake.rules.bonus.modifiers import controller
from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.bonus import category_name
from q40k.games.quake.words.names import name_of
from q40k.games.quake.words.table import rule_name
from q40k.games.quake.words.turn import phase_within
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import N_, Locale
from q40k.kernel.questions import DiceQuestion, Question


@WORDS.facts
def question_facts(locale: Locale, state: Match, question: Question) -> dict[str, Any]:
    """Return the facts most questions use: who is asked, whom it is about, how far."""
    facts = question.facts
    who = _who(locale, state, question)
    texts: dict[str, Any] = {"who": who}
    texts |= {
        fact: name_of(state, str(facts[fact])) for fact in ("player", "target") if fact in facts
    }
    if "inches" in facts:
        texts["distance"] = locale.inches(float(facts["inches"]))
    if "category" in facts:
        texts["category"] = category_name(locale, str(facts["category"]))
    if "tied" in facts:
        texts["others"] = locale.join_and(name for name in facts["tied"] if name != who)
    return texts


def _who(locale: Locale, state: Match, question: Question) -> str:
    """Return who is asked, and under mind control also who decides."""
    if not question.who:
        return ""
    name = name_of(state, question.who)
    by = controller(state, question.who) if question.who in state.players else None
    if by is None or isinstance(question, DiceQuestion):
        return name
    return locale.say(N_("{player} (played by {by})"), player=name, by=name_of(state, by))


def _side(locale: Locale, scenery: Any) -> str:
    """Return what lies at a side of a gap: a piece of scenery, or the table itself."""
    return locale.gettext(N_("the ground")) if scenery is None else locale.name_of(scenery)


WORDS.dress(
    {
        "first": Locale.join_and,
        "others": Locale.join_and,
        "inches": Locale.inches,
        "left": Locale.inches,
        "allowance": Locale.inches,
        "half": Locale.number,
        "x": Locale.number,
        "y": Locale.number,
        "champion": Locale.name_of,
        "scenery": Locale.name_of,
        "bonus": Locale.name_of,
        "weapon": Locale.name_of,
        "weapons": lambda locale, names: locale.join_and(map(locale.name_of, names)),
        "hiders": Locale.join_and,
        "share": Locale.percent,
        "enough": Locale.percent,
        "distance": lambda locale, inches: locale.inches(float(inches)),
        "told": Locale.inches,
        "high": Locale.inches,
        "wide": Locale.inches,
        "deep": Locale.inches,
        "along": Locale.inches,
        "climb": Locale.inches,
        "furthest": Locale.inches,
        "near": _side,
        "far": _side,
        "into": _side,
        "reach": lambda locale, inches: locale.inches(float(inches)),
        "mod": Locale.name_of,
        "phase": phase_within,
        "wanted": phase_within,
        "missing": lambda locale, rules: locale.join_and(rule_name(locale, rule) for rule in rules),
        "tokens": Locale.join_and,
        "teams": Locale.join_and,
        "flags": Locale.join_and,
        "addons": Locale.join_and,
        "options": Locale.join_and,
        "known": Locale.join_and,
        "said": Locale.quote,
        "got": Locale.quote,
    }
)
