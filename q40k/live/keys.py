"""The form for a question on a phone, and the answers that it sends: all for one thumb."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import Struct

from q40k.i18n.locale import N_, Locale
from q40k.i18n.questions import WordedQuestion
from q40k.kernel.questions import (
    DEAD,
    Answer,
    DiceQuestion,
    EachQuestion,
    NumberQuestion,
    OrderQuestion,
    Question,
    SeveralQuestion,
    TallyQuestion,
)
from q40k.report.html import safe

MOST_KEYS: Final = 18
"""So many numbers have a key each; more numbers get a stepper."""
MOST_TYPED: Final = 200


class Form(Struct, frozen=True):
    """A question's form: its attributes, and the HTML of its keys."""

    attributes: str
    html: str


def form(locale: Locale, question: Question, words: WordedQuestion) -> Form:
    """Return the form for a question."""
    if isinstance(question, DiceQuestion):
        most = ",".join(str(question.most(place)) for place in range(len(question.dice)))
        html = "".join(_dice(locale, question, words))
        return Form(f' data-kind="dice" data-dice="{most}"', html)
    if isinstance(question, NumberQuestion):
        stepper = _stepper(locale, "number", question.least, question.most, words.title)
        return Form(' data-kind="number"', f"{stepper}{_send(locale)}")
    if isinstance(question, EachQuestion):
        return Form(' data-kind="each"', "".join(_each(locale, words)))
    several = isinstance(question, SeveralQuestion | OrderQuestion)
    press = ' aria-pressed="false"' if several else ""
    options = "".join(
        f'<button type="button" class="option" value="{place}"{press}>{safe(label)}</button>'
        for place, (_value, label) in enumerate(words.options)
    )
    if not several:
        return Form(' data-kind="choice"', options)
    ordered = isinstance(question, OrderQuestion)
    kind = f'order" data-all="{len(words.options)}' if ordered else "several"
    return Form(f' data-kind="{kind}"', options + _send(locale))


def _send(locale: Locale) -> str:
    label = safe(locale.gettext(N_("Send")))
    return f'<button type="submit" class="send">{label}</button>'


# -- dice ----------------------------------------------------------------------------------


def _dice(locale: Locale, question: DiceQuestion, words: WordedQuestion) -> Iterator[str]:
    """Yield faces to type, a key to take one back, one to let the app roll; then other answers."""
    _ = locale.gettext
    places = range(len(question.dice))
    faces = "".join(
        f'<button type="button" class="face" value="{face}">{face}</button>'
        for face in range(1, max(question.most(place) for place in places) + 1)
    )
    back, roll = safe(_(N_("Take back"))), safe(_(N_("Roll for me")))
    yield f'<output class="slots" aria-live="polite">{"<i></i>" * len(places)}</output>'
    yield f'<div class="faces">{faces}</div>'
    back_button = f'<button type="button" class="back">{back}</button>'
    yield f'<div class="row">{back_button}{_send(locale)}</div>'
    yield f'<button type="button" class="roll">{roll}</button>'
    if isinstance(question, TallyQuestion):
        yield from _tally(locale, question, words)


def _tally(locale: Locale, question: TallyQuestion, words: WordedQuestion) -> Iterator[str]:
    """Yield the keys in place of dice: how many pass or their sum, other answers, the end of it."""
    _ = locale.gettext
    legend = safe(_(N_("Or only their sum") if question.summed else N_("Or only how many pass")))
    yield f'<fieldset class="count"><legend>{legend}</legend>'
    apart = [
        (name, label)
        for name, matters, label in (
            ("sixes", question.sixes, N_("of these, 6s")),
            ("ones", question.ones, N_("of the others, 1s")),
        )
        if matters and not question.summed
    ]
    least, most = question.least, question.most_total
    if not apart and most - least < MOST_KEYS:
        numbers = "".join(_answer_key(f"={value}", str(value)) for value in range(least, most + 1))
        yield f'<div class="numbers">{numbers}</div>'
    else:
        yield _stepper(locale, "passed", least, most, legend)
        for name, label in apart:
            text = safe(_(label))
            stepper = _stepper(locale, name, 0, most, text)
            yield f'<div class="apart"><span>{text}</span>{stepper}</div>'
        button_text = safe(_(N_("Send this")))
        yield f'<button type="button" class="counted send">{button_text}</button>'
    yield "</fieldset>"
    for value, label in words.options:
        yield _answer_key(str(value), label)
    if question.finishes:
        yield _answer_key(DEAD, _(N_("Dead: no more dice")))


def _answer_key(value: str, label: str) -> str:
    """Return a key that is a whole answer."""
    return f'<button type="button" class="said" value="{safe(value)}">{safe(label)}</button>'


def _stepper(locale: Locale, name: str, least: int, most: int, label: str) -> str:
    """Return a number to count up and down, or to type."""
    less, more = safe(locale.gettext(N_("one less"))), safe(locale.gettext(N_("one more")))
    return (
        f'<div class="row step"><button type="button" class="less" aria-label="{less}">−</button>'
        f'<input class="number" name="{name}" inputmode="numeric" pattern="[0-9]*" maxlength="4"'
        f' value="{least}" data-least="{least}" data-most="{most}" aria-label="{safe(label)}">'
        f'<button type="button" class="more" aria-label="{more}">+</button></div>'
    )


# -- one of several for each -----------------------------------------------------------------


def _each(locale: Locale, words: WordedQuestion) -> Iterator[str]:
    """Yield a row of keys for every item; the first key is pressed."""
    for item, label in words.items:
        buttons = "".join(
            f'<button type="button" class="pick" name="{safe(item)}" value="{place}"'
            f' aria-pressed="{"false" if place else "true"}">{safe(text)}</button>'
            for place, (_value, text) in enumerate(words.options)
        )
        yield f'<fieldset class="picks"><legend>{safe(label)}</legend>{buttons}</fieldset>'
    yield _send(locale)


# -- answers -------------------------------------------------------------------------------


def answer_of(question: Question, value: Any) -> Answer:
    """Return the answer that a phone sent.

    Dice and other typed answers come as text, options by their places, numbers as they are. Raises
    ValueError, AnswerError.
    """
    if isinstance(question, DiceQuestion):
        if not isinstance(value, str) or len(value) > MOST_TYPED:
            raise ValueError(value)
        return question.parse(value)
    if isinstance(question, NumberQuestion):
        return question.check(_places([value], 10**6)[0])
    options: Sequence[Any] = (
        question.items if isinstance(question, OrderQuestion) else getattr(question, "options", ())
    )
    places = _places(value if isinstance(value, list) else [value], len(options))
    chosen = [options[place] for place in places]
    return question.check(chosen if isinstance(value, list) else chosen[0])


def _places(values: Sequence[Any], most: int) -> Sequence[int]:
    """Return whole numbers below `most`. Raises ValueError."""
    if len(values) > MOST_TYPED or any(
        type(value) is not int or not 0 <= value < most for value in values
    ):
        raise ValueError(values)
    return values
