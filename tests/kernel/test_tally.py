"""Dice of which only the count that passes matters: typed as dice, as a count, or as "dead"."""

from __future__ import annotations

import pytest

from q40k.kernel.events import AnswerError, TallyQuestion

THREE = TallyQuestion("hit", "p1", dice=(6, 6, 6), needed=4, least=0, most_total=3)
SUM = TallyQuestion("count", "p1", dice=(6, 6), least=2, most_total=12, summed=True)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("356", (3, 5, 6)),
        ("3 5 6", (3, 5, 6)),
        ("=2", "=2"),
        ("= 2", "=2"),
        ("=2/1", "=2/1"),
        ("=2/1/1", "=2/1/1"),
        ("dead", "dead"),
        ("D", "dead"),
    ],
)
def test_dice_a_count_or_the_word_are_understood(typed: str, kept: object) -> None:
    assert THREE.parse(typed) == kept
    assert THREE.check(kept) == kept


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("35", "dice-count"),
        ("357", "dice-range"),
        ("=4", "tally-range"),
        ("=2/3", "tally-range"),
        ("=2/1/2", "tally-range"),
        ("=x", "tally-unreadable"),
        ("deadly", "tally-unreadable"),
        ("", "dice-not-numbers"),
    ],
)
def test_what_cannot_be_is_refused(typed: str, code: str) -> None:
    with pytest.raises(AnswerError) as caught:
        THREE.parse(typed)
    assert caught.value.code == code


def test_dice_that_are_added_up_are_told_by_their_sum() -> None:
    assert SUM.parse("=7") == "=7"
    for typed in ("=1", "=13", "=7/1"):
        with pytest.raises(AnswerError):
            SUM.parse(typed)


def test_a_script_gives_a_number_for_each_die_or_one_word_for_all() -> None:
    assert THREE.take([3, 5, 6, 2]) == ((3, 5, 6), 3)
    assert THREE.take(["=1", 4]) == ("=1", 1)
    assert THREE.take(["dead"]) == ("dead", 1)


def test_a_count_is_read_back() -> None:
    assert TallyQuestion.counts("=3/2/1") == (3, 2, 1)
    assert TallyQuestion.counts("=3") == (3, 0, 0)
    assert TallyQuestion.counts((3, 4)) is None
    assert TallyQuestion.counts("dead") is None


def test_only_what_can_end_is_ended_by_the_word() -> None:
    endless = TallyQuestion("hit", dice=(6,), needed=4, most_total=1, finishes=False)
    with pytest.raises(AnswerError):
        endless.parse("dead")


def test_one_of_the_choices_is_understood_by_its_first_letters() -> None:
    save = TallyQuestion("save", "p1", most_total=1, choices=("cover", "invulnerable"))
    assert save.parse("inv") == "invulnerable"
    assert save.check("cover") == "cover"
    assert save.take(["cover", 4]) == ("cover", 1)
    with pytest.raises(AnswerError):
        save.parse("armour")
