"""The dice of a fight as questions: who rolls how many for what, what is needed, and why."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.fights.reasons import reason, source_name, telling, weapon_name
from q40k.games.quake.words.fights.workings import kind_name
from q40k.games.quake.words.names import name_of
from q40k.games.quake.words.wording import questions
from q40k.i18n.locale import N_, Locale
from q40k.i18n.questions import QuestionText
from q40k.i18n.sentences import with_label
from q40k.kernel.questions import Question, TallyQuestion, Value


def _facts(locale: Locale, state: Match, question: Question) -> dict[str, Any]:
    """The facts of a fight's dice as words: the weapon, the foe, what is needed and why."""
    facts: Mapping[str, Any] = question.facts
    weapon = weapon_name(locale, state, facts.get("attacker"), str(facts.get("label") or ""))
    target = facts.get("target")
    return {
        "weapon": weapon or locale.gettext(N_("bare hands")),
        "foe": name_of(state, str(target)) if target else locale.gettext(N_("the target")),
        "save": kind_name(locale, str(facts.get("kind", "")), str(facts.get("subject", ""))),
        "what": _needed(locale, state, question),
    }


def _needed(locale: Locale, state: Match, question: Question) -> str:
    """What is needed and why, in one short line: "3+: BS 4, misses are rolled again"."""
    facts = question.facts
    why = [_reason(locale, state, one) for one in telling(facts.get("why", ()))]
    said = ", ".join(dict.fromkeys(why))
    least = facts.get("needed")
    if not least or not isinstance(question, TallyQuestion):
        return said
    if facts.get("at_most"):
        head = locale.say(N_("{needed} at most"), needed=least)
    elif question.summed:
        return said
    else:
        head = f"{least}+"
    return with_label(locale, head, said) if said else head


def _reason(locale: Locale, state: Match, why: Any) -> str:
    said = reason(locale, why)
    known = why.source.startswith(("equipment-", "weapon-", "special-"))
    return f"{said} ({source_name(locale, state, why.source)})" if known else said


def _odds(locale: Locale, _state: Match, question: Question) -> tuple[str, ...]:
    """The chance of each die to pass, and of one at least."""
    facts = question.facts
    least = facts.get("needed")
    if not isinstance(question, TallyQuestion) or question.summed or not least:
        return ()
    faces = least if facts.get("at_most") else 7 - least
    each = Fraction(max(0, min(6, faces)), 6)
    if len(question.dice) == 1:
        return (locale.say(N_("{chance} passes"), chance=locale.chance(each)),)
    one = 1 - (1 - each) ** len(question.dice)
    every = each ** len(question.dice)
    sentence = N_("each {each}, one at least {one}, all {every}")
    return (locale.say(sentence, each=each, one=locale.percent(one), every=locale.percent(every)),)


def _other_save(locale: Locale, _state: Match, _question: Question, save: Value) -> str:
    """What else than dice may be answered: another save."""
    return kind_name(locale, "save", str(save))


def _dice(title: str) -> QuestionText:
    """Dice of a fight: besides the title, what is needed, why, and the odds."""
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
