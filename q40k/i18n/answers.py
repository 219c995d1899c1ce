"""Answers in words: as they were given, and why one does not fit its question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from q40k.i18n.locale import N_, Locale
from q40k.i18n.sentences import Dress, dress_facts, nearest, readable_code
from q40k.kernel.questions import AnswerError, TallyQuestion

ANSWERS: dict[str, str] = {
    "dice-not-numbers": N_("{typed} is not what dice show."),
    "dice-count": N_("{wanted} dice are needed, not {got}."),
    "dice-count/one": N_("One die is needed, not {got}."),
    "tally-unreadable": N_("{typed} is not understood: dice, “=2” for how many passed, or “dead”."),
    "tally-range": N_("{got} cannot be, only {least} to {most}."),
    "dice-range": N_("Die {place}: {got} cannot be, only 1 to {most}."),
    "choice-unknown": N_("{typed} is none of: {options}."),
    "choice-unknown/near": N_("{typed} is none of the choices."),
    "nothing-fits": N_("Nothing here begins with {typed}."),
    "choice-ambiguous": N_("{typed} could be {fits}: type a little more."),
    "order-twice": N_("A name was given twice."),
    "several-no-list": N_("A list is needed, of any of these: {options}."),
    "order-incomplete": N_("The order must hold each of these once: {items}."),
    "number-not-one": N_("{typed} is no whole number."),
    "number-range": N_("{got} cannot be, only {least} to {most}."),
    "answer-missing": N_("An answer is missing."),
    "answers-left": N_("More answers were given than were asked for; nothing asks for {answers}."),
    "no-question": N_("Nothing is being asked right now."),
    "nothing-to-roll": N_("There are no dice to roll here: it is a choice."),
    "nothing-to-undo": N_("There is nothing to undo."),
    "nothing-to-redo": N_("There is nothing to redo."),
}
ENTRIES: dict[str, str] = {
    "name-empty": N_("A name needs at least one character."),
    "name-long": N_("A name has 30 characters at most."),
    "reason-empty": N_("A reason is needed."),
    "no-inches": N_("Inches are needed, such as 4 or 2.5; 500 at most."),
    "no-points": N_("Points are needed, such as 15, -7.5 or 20/3."),
}
_DRESS: Mapping[str, Dress] = {
    "typed": Locale.quote,
    "options": Locale.join_or,
    "fits": Locale.join_or,
    "items": Locale.join_and,
    "answers": Locale.join_and,
}


def answer_error(locale: Locale, error: AnswerError) -> str:
    """Return why an answer does not fit its question, in plain words."""
    code, facts = error.code, error.facts
    if code == "choice-unknown" and facts.get("nearest") is not None:
        code = "choice-unknown/near"
    elif code == "dice-count" and facts.get("wanted") == 1:
        code = "dice-count/one"
    if code not in ANSWERS:
        return locale.say(N_("That is no answer here: {code}."), code=readable_code(code))
    sentence = locale.say(ANSWERS[code], **dress_facts(locale, facts, _DRESS))
    return sentence + nearest(locale, facts)


def entry_error(locale: Locale, kind: str) -> str:
    """Return why a name or a reason cannot be entered, by the code of its validator."""
    return locale.gettext(ENTRIES.get(kind, N_("That cannot be entered.")))


def answer_text(value: Any) -> str:
    """Return an answer as it was given: "4 2", "Bob"."""
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def count_text(locale: Locale, answer: str, *, summed: bool) -> str:
    """Return a count that was given instead of dice: "2 passed", "total 7"."""
    passed = TallyQuestion.counts(answer)
    number = passed[0] if passed else 0
    if summed:
        return locale.say(N_("total {total}"), total=number)
    return locale.ngettext("{number} passed", "{number} passed", number).format(number=number)
