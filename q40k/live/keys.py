"""The keys of a question on a phone, and how what they send is read: all of it with one thumb."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import Struct

from q40k.i18n.locale import N_, Locale
from q40k.i18n.questions import Asked
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
"""So many numbers have a key each; more are counted up and down, or typed."""
MOST_TYPED: Final = 200


class Form(Struct, frozen=True):
    """What a question is on a phone: the attributes of its form, and its keys."""

    attributes: str
    html: str


def form(locale: Locale, question: Question, words: Asked) -> Form:
    """The keys of a question."""
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
    sent = safe(locale.gettext(N_("Send")))
    return f'<button type="submit" class="send">{sent}</button>'


# -- dice ----------------------------------------------------------------------------------


def _dice(locale: Locale, question: DiceQuestion, words: Asked) -> Iterator[str]:
    """Faces to type, a key to take one back, one that lets the app roll; then what else fits."""
    _ = locale.gettext
    places = range(len(question.dice))
    faces = "".join(
        f'<button type="button" class="face" value="{face}">{face}</button>'
        for face in range(1, max(question.most(place) for place in places) + 1)
    )
    back, roll = safe(_(N_("Take back"))), safe(_(N_("Roll for me")))
    yield f'<output class="slots" aria-live="polite">{"<i></i>" * len(places)}</output>'
    yield f'<div class="faces">{faces}</div>'
    taken = f'<button type="button" class="back">{back}</button>'
    yield f'<div class="row">{taken}{_send(locale)}</div>'
    yield f'<button type="button" class="roll">{roll}</button>'
    if isinstance(question, TallyQuestion):
        yield from _tally(locale, question, words)


def _tally(locale: Locale, question: TallyQuestion, words: Asked) -> Iterator[str]:
    """In the place of dice: how many pass or what they come to, another way, the end of it."""
    _ = locale.gettext
    said = safe(_(N_("Or only their sum") if question.summed else N_("Or only how many pass")))
    yield f'<fieldset class="count"><legend>{said}</legend>'
    apart = [
        (name, said)
        for name, matters, said in (
            ("sixes", question.sixes, N_("of these, 6s")),
            ("ones", question.ones, N_("of the others, 1s")),
        )
        if matters and not question.summed
    ]
    least, most = question.least, question.most_total
    if not apart and most - least < MOST_KEYS:
        numbers = "".join(_said(f"={one}", str(one)) for one in range(least, most + 1))
        yield f'<div class="numbers">{numbers}</div>'
    else:
        yield _stepper(locale, "passed", least, most, said)
        for name, label in apart:
            worded = safe(_(label))
            stepper = _stepper(locale, name, 0, most, worded)
            yield f'<div class="apart"><span>{worded}</span>{stepper}</div>'
        sent = safe(_(N_("Send this")))
        yield f'<button type="button" class="counted send">{sent}</button>'
    yield "</fieldset>"
    for value, label in words.options:
        yield _said(str(value), label)
    if question.finishes:
        yield _said(DEAD, _(N_("Dead: no more dice")))


def _said(value: str, label: str) -> str:
    """A key that says all there is to say."""
    return f'<button type="button" class="said" value="{safe(value)}">{safe(label)}</button>'


def _stepper(locale: Locale, name: str, least: int, most: int, label: str) -> str:
    """A number to count up and down, or to type."""
    less, more = safe(locale.gettext(N_("one less"))), safe(locale.gettext(N_("one more")))
    return (
        f'<div class="row step"><button type="button" class="less" aria-label="{less}">−</button>'
        f'<input class="number" name="{name}" inputmode="numeric" pattern="[0-9]*" maxlength="4"'
        f' value="{least}" data-least="{least}" data-most="{most}" aria-label="{safe(label)}">'
        f'<button type="button" class="more" aria-label="{more}">+</button></div>'
    )


# -- one of several for each -----------------------------------------------------------------


def _each(locale: Locale, words: Asked) -> Iterator[str]:
    """A row of keys for everything that wants one; the first of them is pressed."""
    for item, label in words.items:
        buttons = "".join(
            f'<button type="button" class="pick" name="{safe(item)}" value="{place}"'
            f' aria-pressed="{"false" if place else "true"}">{safe(said)}</button>'
            for place, (_value, said) in enumerate(words.options)
        )
        yield f'<fieldset class="picks"><legend>{safe(label)}</legend>{buttons}</fieldset>'
    yield _send(locale)


# -- what is sent --------------------------------------------------------------------------


def answer_of(question: Question, said: Any) -> Answer:
    """An answer as a phone says it, as a script gives it.

    Dice and what else a hand may type come as it would be typed, options by their places, numbers
    as they are. Raises ValueError, AnswerError.
    """
    if isinstance(question, DiceQuestion):
        if not isinstance(said, str) or len(said) > MOST_TYPED:
            raise ValueError(said)
        return question.parse(said)
    if isinstance(question, NumberQuestion):
        return question.check(_places([said], 10**6)[0])
    options: Sequence[Any] = (
        question.items if isinstance(question, OrderQuestion) else getattr(question, "options", ())
    )
    places = _places(said if isinstance(said, list) else [said], len(options))
    chosen = [options[one] for one in places]
    return question.check(chosen if isinstance(said, list) else chosen[0])


def _places(said: Sequence[Any], most: int) -> Sequence[int]:
    """Whole numbers below `most`. Raises ValueError."""
    if len(said) > MOST_TYPED or any(type(one) is not int or not 0 <= one < most for one in said):
        raise ValueError(said)
    return said
