"""Typed text: names that are one name, and what counts as a whole number."""

import pytest

from q40k.kernel.lookup import find_exact
from q40k.kernel.text import fold_name, is_digits


@pytest.mark.parametrize(
    ("typed", "same"),
    [("L'Ogre", "l’ogre"), ("Jean-Luc", "Jean\u2011Luc"), ("  Ann  B ", "ann b"), ("O\u02bcBrien", "o'brien")],
)
def test_a_name_is_one_name_whatever_the_keyboard(typed: str, same: str) -> None:
    assert fold_name(typed) == fold_name(same)
    assert find_exact(typed, {same: 1}) == (1,)


def test_letters_and_accents_tell_people_apart() -> None:
    assert len({fold_name(name) for name in ("René", "Rene", "Renée", "Ren-e", "Ren e")}) == 5


@pytest.mark.parametrize("typed", ["²", "③", "٣", "", " 3", "-3", "1_0", "9" * 19, "9" * 5_000, "3\n"])
def test_only_the_digits_of_a_keyboard_count(typed: str) -> None:
    assert not is_digits(typed)


def test_a_whole_number_is_read() -> None:
    assert all(map(is_digits, ("0", "007", "9" * 18)))
