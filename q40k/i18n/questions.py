"""Questions and answers in words: the wording by key, how input is read, and why it does not fit."""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from msgspec import Struct

from q40k.i18n.locale import N_, Dress, Locale, dress_facts, fill, nearest, readable_code
from q40k.kernel import events
from q40k.kernel.lookup import find_by_prefix, find_exact
from q40k.kernel.text import is_digits
from q40k.packs.shipped import coded_sentences


class QuestionText(Struct, frozen=True):
    """The wording of one key.

    `title` says who does what. `why` says what for, in a short line; both may be functions of the
    question. `label` words an option, or holds the words of each; `item` words what an option is
    chosen for. `facts` turns facts of the question into words that fill title and why. `odds` are
    lines about what the dice may bring. For a headline, `chance` is that of what is hoped for, and
    `matter` what is rolled, if the title without who rolls would not do. All other
    functions get the game's state.
    """

    title: str | Callable[[events.Question], str]
    why: str | Callable[[events.Question], str] = ""
    label: Callable[[Locale, Any, events.Question, events.Value], str] | Mapping[str, str] | None = None
    item: Callable[[Locale, Any, events.Question, str], str] | None = None
    facts: Callable[[Locale, Any, events.Question], Mapping[str, Any]] | None = None
    odds: Callable[[Locale, Any, events.Question], tuple[str, ...]] | None = None
    chance: Callable[[Any, events.Question], Fraction | None] | None = None
    matter: str = ""


class WordedQuestion(Struct, frozen=True):
    """A question in words.

    `title` says who does what, `why` what for, in one short line. `rule` is the rule's id, `hint`
    what may be typed. `options` are the values of a choice with their labels, `items` those that
    need one each, with their labels. `odds` are lines. For a headline, `matter` is the title without
    who rolls, and `chance` the chance of what is hoped for, "67%", or "".
    """

    title: str
    why: str
    rule: str
    hint: str
    options: tuple[tuple[events.Value, str], ...] = ()
    odds: tuple[str, ...] = ()
    items: tuple[tuple[str, str], ...] = ()
    matter: str = ""
    chance: str = ""


def _title(text: QuestionText, question: events.Question) -> str:
    return text.title if isinstance(text.title, str) else text.title(question)


def word_question(
    locale: Locale, state: Any, question: events.Question, text: QuestionText, facts: Mapping[str, Any]
) -> WordedQuestion:
    """Return the question in the words of `text`, filled with `facts` in addition to its own."""
    words: dict[str, Any] = {**question.facts, "key": question.key.replace("-", " ")}
    words["who"] = question.who or ""
    if isinstance(question, events.DiceQuestion):
        words["dice"] = dice_name(locale, question.dice)
    words |= facts
    if text.facts is not None:
        words |= text.facts(locale, state, question)
    why = text.why if isinstance(text.why, str) else text.why(question)
    chance = text.chance(state, question) if text.chance else None
    return WordedQuestion(
        title=locale.say(_title(text, question), **words),
        why=locale.say(why, **words),
        rule=question.rule,
        hint=_hint(locale, question),
        options=_options(locale, state, question, text),
        odds=text.odds(locale, state, question) if text.odds else (),
        items=_items(locale, state, question, text),
        matter=_matter(locale, question, text, words),
        chance="" if chance is None else locale.percent(chance),
    )


_BEFORE_MATTER = r".*?(?:\{dice\}|\{who\}(?!.*\{dice\}))[\s:,]*"
"""The begin of a title that a headline leaves out: who rolls, and how many dice."""
_ASIDE = r"\s*\([^()]*\)"
"""What a headline leaves out: a remark in brackets."""


def _matter(locale: Locale, question: events.Question, text: QuestionText, words: Mapping[str, Any]) -> str:
    """Return what is rolled or chosen, and the number needed: "armour save 3+"."""
    title = re.sub(_BEFORE_MATTER, "", locale.gettext(_title(text, question)), count=1)
    matter = locale.gettext(text.matter) if text.matter else re.sub(_ASIDE, "", title)
    matter = fill(matter, words).rstrip(" ?\u00a0\u202f")
    needed = question.facts.get("needed")
    if not isinstance(needed, int) or not needed:
        return matter
    number = f"≤{needed}" if question.facts.get("at_most") else f"{needed}+"
    return matter if number in matter else f"{matter} {number}"


def read_typed(asked: WordedQuestion, typed: str) -> str:
    """Return the typed text as the kernel reads it: the first letters of a label mean its value.

    So "o" answers "yes" if the label is "oui". Anything else is returned as it is.
    """
    values = [(str(value), str(value)) for value, _ in asked.options]
    fits = find_by_prefix(typed, [(label, str(value)) for value, label in asked.options])
    return fits[0] if len(fits) == 1 and not find_exact(typed, values) else typed


def dice_name(locale: Locale, dice: tuple[int, ...]) -> str:
    """Return dice by their sides: "2D6", "1D3 and 1D6"."""
    return locale.join_and(f"{dice.count(sides)}D{sides}" for sides in dict.fromkeys(dice))


def default_text(question: events.Question) -> QuestionText:
    """Return the wording of a key that has none of its own."""
    if isinstance(question, events.DiceQuestion):
        title = N_("{who} rolls {dice}") if question.who else N_("The table rolls {dice}")
    elif isinstance(question, events.NumberQuestion):
        title = N_("{who}: how many?") if question.who else N_("The table: how many?")
    elif isinstance(question, events.SeveralQuestion):
        title = N_("{who} chooses any") if question.who else N_("The table chooses any")
    elif isinstance(question, events.OrderQuestion):
        title = N_("{who} decides the order") if question.who else N_("The table decides the order")
    else:
        title = N_("{who} chooses") if question.who else N_("The table chooses")
    return QuestionText(title, N_("The matter: {key}"))


# -- what may be typed ---------------------------------------------------------------------


def _hint(locale: Locale, question: events.Question) -> str:
    if isinstance(question, events.SeveralQuestion | events.OrderQuestion | events.EachQuestion):
        return _many(locale, question)
    if isinstance(question, events.NumberQuestion):
        sentence = N_("a number, {least} to {most}")
        return locale.say(sentence, least=question.least, most=question.most)
    if isinstance(question, events.ChoiceQuestion) and all(isinstance(o, int) for o in question.options):
        return locale.say(N_("1 to {most}"), most=len(question.options))
    if not isinstance(question, events.DiceQuestion):
        return locale.gettext(N_("the first letters are enough"))
    hint = _how_many(locale, question)
    if 3 not in question.dice:
        return hint
    as_d6, as_d3 = N_("{hint}; the D3 as the D6 it was rolled on"), N_("{hint}; the D3 as 1 to 3")
    return locale.say(as_d6 if question.halved else as_d3, hint=hint)


def _many(locale: Locale, question: events.SeveralQuestion | events.OrderQuestion | events.EachQuestion) -> str:
    if isinstance(question, events.EachQuestion):
        letters = locale.join_or(letter.upper() for letter in question.letters)
        sentence = N_("a letter each ({letters}) for {items}; without a letter: the first")
        return locale.say(sentence, letters=letters, items=", ".join(question.items))
    any_of = N_("names with commas, or nothing")
    all_of = N_("names with commas; those not named follow as they are")
    return locale.gettext(any_of if isinstance(question, events.SeveralQuestion) else all_of)


def d3_notice(locale: Locale, question: events.DiceQuestion, typed: str) -> str:
    """Return how a D6 typed for a D3 was read if that was not agreed; "" for anything else."""
    faces = [int(digit) for digit in typed if is_digits(digit)]
    if question.halved or 3 not in question.dice or len(faces) != len(question.dice):
        return ""
    for index, face in enumerate(faces):
        if question.from_d6(index, face):
            sentence = N_("{face} for a D3: rolled on a D6, that is {value}. 1 to 3 stay as typed.")
            return locale.say(sentence, face=face, value=(face + 1) // 2)
    return ""


def _how_many(locale: Locale, question: events.DiceQuestion) -> str:
    hint = _dice_to_type(locale, question)
    if not isinstance(question, events.TallyQuestion):
        return hint
    if not question.finishes:
        return locale.say(N_("{hint}; or “=1” for how many pass"), hint=hint)
    return locale.say(N_("{hint}; or “=1” for how many pass, or “dead”"), hint=hint)


def _dice_to_type(locale: Locale, question: events.DiceQuestion) -> str:
    if len(question.dice) == 1:
        return locale.say(N_("1 to {most}"), most=question.most(0))
    digits = [min(3 - place % 3, question.most(place)) for place in range(len(question.dice))]
    spaced, together = (mark.join(map(str, digits)) for mark in (" ", ""))
    sentence = N_("{number} dice, such as {spaced} or {together}")
    return locale.say(sentence, number=len(digits), spaced=spaced, together=together)


# -- options -------------------------------------------------------------------------------


def _options(
    locale: Locale, state: Any, question: events.Question, text: QuestionText
) -> tuple[tuple[events.Value, str], ...]:
    if isinstance(question, events.OrderQuestion):
        return tuple((item, item) for item in question.items)
    if isinstance(question, events.TallyQuestion):
        values: tuple[events.Value, ...] = question.choices
    elif isinstance(question, events.ChoiceQuestion | events.SeveralQuestion | events.EachQuestion):
        values = question.options
    else:
        return ()
    label = text.label or _label
    if isinstance(label, Mapping):
        return tuple((value, locale.gettext(label[str(value)])) for value in values)
    return tuple((value, label(locale, state, question, value)) for value in values)


def _items(locale: Locale, state: Any, question: events.Question, text: QuestionText) -> tuple[tuple[str, str], ...]:
    if not isinstance(question, events.EachQuestion):
        return ()
    item = text.item or _label
    return tuple((name, item(locale, state, question, name)) for name in question.items)


def _label(locale: Locale, _state: Any, _question: events.Question, value: events.Value) -> str:
    if value in ("yes", "no"):
        return locale.gettext(N_("yes")) if value == "yes" else locale.gettext(N_("no"))
    return str(value)


# -- answers ---------------------------------------------------------------------------------------

_SENTENCES = Path(__file__).with_suffix(".texts.yaml")
_DRESS: Mapping[str, Dress] = {
    "typed": Locale.quote,
    "options": Locale.join_or,
    "fits": Locale.join_or,
    "items": Locale.join_and,
    "answers": Locale.join_and,
}


def answer_error(locale: Locale, error: events.AnswerError) -> str:
    """Return why an answer does not fit its question, in plain words."""
    code, facts = error.code, error.facts
    if code == "choice-unknown" and facts.get("nearest") is not None:
        code = "choice-unknown/near"
    elif code == "nothing-fits":
        code += "/after" * bool(facts.get("after")) + "/enter" * bool(facts.get("enter"))
    elif code == "no-match" and facts.get("besides"):
        code = "no-match/besides"
    elif code == "dice-count" and facts.get("wanted") == 1:
        code = "dice-count/one"
    sentences = coded_sentences(_SENTENCES, "answers")
    if code not in sentences:
        return locale.say(N_("That is no answer here: {code}."), code=readable_code(code))
    sentence = locale.say(sentences[code], **dress_facts(locale, facts, _DRESS))
    return sentence + nearest(locale, facts)


def entry_sentences() -> dict[str, str]:
    """Return why a name, a number or a reason cannot be entered, by the code of its validator."""
    return coded_sentences(_SENTENCES, "entries")


def entry_error(locale: Locale, kind: str, facts: Mapping[str, Any] | None = None) -> str:
    """Return why a name or a reason cannot be entered, by the code of its validator."""
    return locale.say(entry_sentences().get(kind, N_("That cannot be entered.")), **(facts or {}))


def answer_text(value: Any) -> str:
    """Return an answer as it was given: "4 2", "Bob"."""
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def count_text(locale: Locale, answer: str, *, summed: bool) -> str:
    """Return a count that was given instead of dice: "2 passed", "total 7"."""
    passed = events.TallyQuestion.counts(answer)
    number = passed[0] if passed else 0
    if summed:
        return locale.say(N_("total {total}"), total=number)
    return locale.ngettext("{number} passed", "{number} passed", number).format(number=number)
