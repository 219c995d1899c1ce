"""Exact numbers and questions as match scripts and `--json` write them."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from q40k.games.game import Seat
from q40k.kernel.events import ChoiceQuestion, DiceQuestion, NumberQuestion, OrderQuestion, Question, SeveralQuestion


def exact_text(number: Fraction) -> str:
    """Return an exact decimal if there is one ("22.5"), else a fraction ("20/3")."""
    rest = number.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest != 1:
        return f"{number.numerator}/{number.denominator}"
    places = 0
    while number.denominator != 1 and (number * 10**places).denominator != 1:
        places += 1
    digits = str(abs(number.numerator * 10**places // number.denominator)).zfill(places + 1)
    sign = "-" if number < 0 else ""
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)


def plain_number(number: Fraction) -> int | str:
    """Return a whole number as an int, any other as `exact_text`."""
    return int(number) if number.denominator == 1 else exact_text(number)


def question_data(seats: Iterable[Seat], question: Question | None) -> dict[str, Any] | None:
    """Return the open question: its key, whom it asks, its rule, and the possible answers."""
    if question is None:
        return None
    shape: dict[str, Any] = {
        "key": question.key,
        "who": next((seat.name for seat in seats if seat.id == question.who), None),
        "rule": question.rule,
    }
    if isinstance(question, DiceQuestion):
        shape["dice"] = list(question.dice)
    elif isinstance(question, ChoiceQuestion):
        shape["options"] = list(question.options)
    elif isinstance(question, SeveralQuestion):
        shape["several"] = list(question.options)
    elif isinstance(question, OrderQuestion):
        shape["order"] = list(question.items)
    elif isinstance(question, NumberQuestion):
        shape["number"] = [question.least, question.most]
    return shape
