"""The questions for the dice of a fight: who rolls, how many, the number needed, and why."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.fights.reasons import distinct_reasons, reason, source_name, weapon_name
from q40k.games.quake.words.fights.workings import kind_name
from q40k.games.quake.words.names import name_of
from q40k.games.quake.words.wording import questions
from q40k.i18n.locale import N_, Locale
from q40k.i18n.questions import QuestionText
from q40k.i18n.sentences import with_label
from q40k.kernel.questions import Question, TallyQuestion, Value


def _facts(locale: Locale, state: Match, question: Question) -> dict[str, Any]:
    """Return the facts of a fight's dice as words: weapon, foe, save, number needed and why."""
    facts: Mapping[str, Any] = question.facts
    weapon = weapon_name(locale, state, facts.get("attacker"), str(facts.get("label") or ""))
    target = facts.get("target")
    return {
        "weapon": weapon or locale.gettext(N_("bare hands")),
        "foe": name_of(state, str(target)) if target else locale.gettext(N_("the target")),
        "save": kind_name(locale, str(facts.get("kind", "")), str(facts.get("subject", ""))),
        "what": _needed_text(locale, state, question),
    }


def _needed_text(locale: Locale, state: Match, question: Question) -> str:
    """Return the number needed and why, in one line: "3+: BS 4, misses are rolled again"."""
    facts = question.facts
    why = [_reason(locale, state, cause) for cause in distinct_reasons(facts.get("why", ()))]
    text = ", ".join(dict.fromkeys(why))
    least = facts.get("needed")
    if not least or not isinstance(question, TallyQuestion):
        return text
    if facts.get("at_most"):
        head = locale.say(N_("{needed} at most"), needed=least)
    elif question.summed:
        return text
    else:
        head = f"{least}+"
    return with_label(locale, head, text) if text else head


def _reason(locale: Locale, state: Match, why: Any) -> str:
    text = reason(locale, why)
    is_bonus = why.source.startswith(("equipment-", "weapon-", "special-"))
    return f"{text} ({source_name(locale, state, why.source)})" if is_bonus else text


def _odds(locale: Locale, _state: Match, question: Question) -> tuple[str, ...]:
    """Return the chance of each die to pass, of at least one, and of all."""
    facts = question.facts
    least = facts.get("needed")
    if not isinstance(question, TallyQuestion) or question.summed or not least:
        return ()
    faces = least if facts.get("at_most") else 7 - least
    each = Fraction(max(0, min(6, faces)), 6)
    if len(question.dice) == 1:
        return (locale.say(N_("{chance} passes"), chance=locale.chance(each)),)
    at_least_one = 1 - (1 - each) ** len(question.dice)
    every = each ** len(question.dice)
    sentence = N_("each {each}, one at least {one}, all {every}")
    return (
        locale.say(
            sentence, each=each, one=locale.percent(at_least_one), every=locale.percent(every)
        ),
    )


def _other_save(locale: Locale, _state: Match, _question: Question, save: Value) -> str:
    """Return the name of another save, which is the only answer other than dice."""
    return kind_name(locale, "save", str(save))


def _dice(title: str) -> QuestionText:
    """Return the question of a fight's dice, with the number needed, the reasons and the odds."""
    return QuestionText(title, N_("{what}"), label=_other_save, facts=_facts, odds=_odds)


questions(
    {
        "fight-cast": _dice(N_("{who} rolls {dice}: psychic test ({weapon})")),
        "fight-count": _dice(N_("{who} rolls {dice}: how many shots? ({weapon})")),
        "fight-hit": _dice(N_("{who} rolls {dice} to hit {foe} ({weapon})")),
        "fight-hit-again": _dice(N_("{who} rolls {dice} again to hit {foe} ({weapon})")),
        "fight-hit-more": _dice(N_("{who} rolls {dice} for another hit on {foe} ({weapon})")),
        "fight-hot": _dice(N_("{who} rolls {dice}: does the weapon burn? ({weapon})")),
        "fight-wound": _dice(N_("{who} rolls {dice} to wound {foe} ({weapon})")),
        "fight-wound-again": _dice(N_("{who} rolls {dice} again to wound {foe} ({weapon})")),
        "fight-ap": _dice(N_("{who} rolls {dice}: the AP of each wound ({weapon})")),
        "fight-save": _dice(N_("{who} rolls {dice}: {save}")),
        "fight-save-again": _dice(N_("{who} rolls {dice} again: {save}")),
        "fight-rise": _dice(N_("{who} rolls {dice}: does it stay with a last wound?")),
        "fight-no-pain": _dice(N_("{who} rolls {dice}: are the wounds ignored?")),
        "fight-trial": _dice(N_("{who} rolls {dice}: a test against Ld")),
        "fight-penetrate": _dice(N_("{who} rolls {dice}: armour penetration ({weapon})")),
        "fight-penetrate-again": _dice(
            N_("{who} rolls {dice} more: armour penetration ({weapon})")
        ),
    }
)
