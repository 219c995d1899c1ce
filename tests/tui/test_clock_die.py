"""A direction is a die of twelve faces, typed as it is read off a clock face."""

import pytest

from q40k.kernel.events import AnswerError, DiceQuestion
from q40k.tui.fields import Dice, Entered, Move


def type_all(keys: str) -> object:
    """What comes of typing these keys, one after the other; "\\n" is Enter."""
    field = Dice("Which way?", question=DiceQuestion("direction", dice=(12,)))
    outcome: object = None
    for key in keys:
        outcome = field.take("enter", None) if key == "\n" else field.take(key, key)
    return outcome


@pytest.mark.parametrize(("keys", "kept"), [("3", "3"), ("12", "12"), ("10", "10"), ("1\n", "1")])
def test_an_hour_is_taken_as_soon_as_it_can_be_no_other(keys: str, kept: str) -> None:
    assert type_all(keys) == Entered(kept)


def test_a_one_may_be_the_beginning_of_more() -> None:
    assert type_all("1") is Move.CHANGED


@pytest.mark.parametrize("keys", ["0", "13", "x"])
def test_what_no_clock_shows_is_refused(keys: str) -> None:
    with pytest.raises(AnswerError):
        type_all(keys)
