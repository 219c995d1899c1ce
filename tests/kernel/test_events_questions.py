"""How a typed or scripted answer is read: dice, choices, orders."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from q40k.kernel.events import Answer, AnswerError, ChoiceQuestion, DiceQuestion, OrderQuestion

ONE = DiceQuestion("k")
THREE = DiceQuestion("k", dice=(6, 6, 6))
D3_D6 = DiceQuestion("k", dice=(3, 6))
HALVED = DiceQuestion("k", dice=(3, 6), halved=True)
COLOURS = ChoiceQuestion("k", options=("red", "green", "grey", "blue"))
PORTALS = ChoiceQuestion("k", options=(1, 2, 3, 4, 5))
NAMES = OrderQuestion("k", items=("Ann", "Bob", "Cid"))


def refusal(question: Any, text: str) -> AnswerError:
    with pytest.raises(AnswerError) as caught:
        question.parse(text)
    return caught.value


# ---- dice


@pytest.mark.rule("TABLE-5")
@pytest.mark.parametrize("text", ["4 6 2", "462", "4 62", "4++62", "4,6,2", "4, 6, 2", "4;6;2", "4+6+2", " 4  6 2 "])
def test_dice_are_typed_with_or_without_spaces(text: str) -> None:
    assert THREE.parse(text) == (4, 6, 2)


@pytest.mark.rule("TABLE-6")
@pytest.mark.parametrize("text", ["7", "0", "9"])
def test_a_die_shows_one_to_six(text: str) -> None:
    error = refusal(ONE, text)
    assert (error.code, dict(error.facts)) == ("dice-range", {"got": int(text), "most": 6, "place": 1})


@pytest.mark.rule("TABLE-6")
def test_the_wrong_die_of_several_is_named() -> None:
    assert refusal(THREE, "4 7 2").facts["place"] == 2
    assert refusal(THREE, "460").facts["place"] == 3


@pytest.mark.rule("TABLE-6")
@pytest.mark.parametrize(("text", "got"), [("46", 2), ("4 6", 2), ("4626", 4), ("4 6 2 6", 4)])
def test_as_many_dice_as_were_asked(text: str, got: int) -> None:
    error = refusal(THREE, text)
    assert (error.code, dict(error.facts)) == ("dice-count", {"wanted": 3, "got": got})


@pytest.mark.rule("TABLE-6")
@pytest.mark.parametrize(
    "text", ["", " ", "six", "4.5", "-4", "4 x 2", "\uff14", "\u0664", "\u00b2", "4 6 \u0662", "1e1", ","]
)
def test_what_is_no_number_is_told_so(text: str) -> None:
    error = refusal(THREE, text)
    assert (error.code, error.facts["count"]) == ("dice-not-numbers", 3)


@pytest.mark.rule("TABLE-6")
@pytest.mark.parametrize(
    ("answer", "typed"), [([True], "true"), (["3"], "3"), ([4, 2.5, None], "[4,2.5,null]"), (None, "null"), ({}, "{}")]
)
def test_a_wrong_answer_of_a_script_is_quoted_as_the_script_has_it(answer: object, typed: str) -> None:
    with pytest.raises(AnswerError) as caught:
        THREE.check(answer)
    assert (caught.value.code, caught.value.facts["typed"]) == ("dice-not-numbers", typed)


@pytest.mark.rule("TABLE-5")
def test_a_d3_is_one_to_three() -> None:
    assert D3_D6.parse("35") == (3, 5)
    with pytest.raises(AnswerError) as caught:  # a script and the journal say what it is
        D3_D6.check([4, 5])
    assert (caught.value.code, caught.value.facts["most"]) == ("dice-range", 3)


@pytest.mark.rule("TABLE-5")
def test_what_no_d3_shows_was_rolled_on_a_d6() -> None:
    assert [D3_D6.parse(f"{die}6")[0] for die in range(1, 7)] == [1, 2, 3, 2, 3, 3]
    assert refusal(D3_D6, "75").code == "dice-range"


@pytest.mark.rule("TABLE-5")
def test_a_d3_rolled_on_a_d6_is_halved_rounding_up() -> None:
    assert [HALVED.parse(f"{die}6")[0] for die in range(1, 7)] == [1, 1, 2, 2, 3, 3]
    assert refusal(HALVED, "76").code == "dice-range"


@pytest.mark.rule("TABLE-5", "TABLE-6")
def test_the_journal_and_scripts_hold_the_d3s_own_value() -> None:
    assert HALVED.check([3, 6]) == (3, 6)
    with pytest.raises(AnswerError):
        HALVED.check([4, 6])


@pytest.mark.rule("TABLE-6")
@pytest.mark.parametrize("answer", [None, "4", "46", 4.0, True, [4.0], [None], {}, [[4]], [True]])
def test_a_scripts_die_is_a_whole_number(answer: Any) -> None:
    with pytest.raises(AnswerError):
        ONE.check(answer)


@pytest.mark.rule("TABLE-6")
def test_a_script_gives_one_number_for_each_die() -> None:
    assert D3_D6.take([3, 5, 1]) == ((3, 5), 2)
    with pytest.raises(AnswerError) as caught:
        D3_D6.take([3])
    assert caught.value.code == "dice-count"
    with pytest.raises(AnswerError) as caught:
        COLOURS.take([])
    assert caught.value.code == "answer-missing"


@given(st.lists(st.integers(1, 6), min_size=1, max_size=10), st.sampled_from(["", " ", ",", ", "]))
def test_every_roll_can_be_typed(rolled: list[int], between: str) -> None:
    question = DiceQuestion("k", dice=(6,) * len(rolled))
    assert question.parse(between.join(map(str, rolled))) == tuple(rolled)


QUESTIONS = st.sampled_from([ONE, THREE, D3_D6, HALVED, COLOURS, PORTALS, NAMES])


@given(QUESTIONS, st.text(max_size=20))
def test_whatever_is_typed_is_read_or_refused(question: Any, text: str) -> None:
    try:
        read: Answer = question.parse(text)
    except AnswerError:
        return
    assert question.check(read) == read


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)


@given(QUESTIONS, JSON)
def test_whatever_a_script_says_is_read_or_refused(question: Any, raw: Any) -> None:
    try:
        read: Answer = question.check(raw)
    except AnswerError:
        return
    assert question.check(read) == read


# ---- choices


@pytest.mark.rule("TABLE-6")
@pytest.mark.parametrize(("text", "chosen"), [("r", "red"), ("RED", "red"), (" gree ", "green"), ("grey", "grey")])
def test_a_choice_is_typed_by_its_first_letters(text: str, chosen: str) -> None:
    assert COLOURS.parse(text) == chosen


@pytest.mark.rule("TABLE-6")
def test_letters_that_fit_several_are_not_enough() -> None:
    error = refusal(COLOURS, "gr")
    assert (error.code, error.facts["fits"]) == ("choice-ambiguous", ("green", "grey"))


@pytest.mark.rule("TABLE-6")
def test_the_nearest_option_is_named() -> None:
    error = refusal(COLOURS, "bleu")
    assert (error.code, error.facts["nearest"]) == ("choice-unknown", "blue")
    assert refusal(COLOURS, "xyz").facts["nearest"] is None
    assert refusal(COLOURS, "").code == "choice-unknown"


@pytest.mark.rule("TABLE-6")
def test_a_word_that_begins_another_is_still_itself() -> None:
    question = ChoiceQuestion("k", options=("Ann", "Anna"))
    assert (question.parse("ann"), question.parse("anna")) == ("Ann", "Anna")
    assert refusal(question, "an").code == "choice-ambiguous"


@pytest.mark.rule("TABLE-6")
def test_a_portal_is_chosen_by_its_number() -> None:
    assert PORTALS.parse(" 3 ") == 3
    assert PORTALS.check(3) == PORTALS.check("3") == 3
    for wrong in (0, 6, "six", None, True):
        with pytest.raises(AnswerError):
            PORTALS.check(wrong)


@pytest.mark.rule("TABLE-6")
def test_true_and_false_are_yes_and_no() -> None:
    question = ChoiceQuestion("k", options=("yes", "no"))
    assert (question.check(True), question.check(False), question.check("y")) == ("yes", "no", "yes")


# ---- orders


@pytest.mark.rule("TABLE-6")
@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("", ("Ann", "Bob", "Cid")),
        ("cid", ("Cid", "Ann", "Bob")),
        ("c, b", ("Cid", "Bob", "Ann")),
        ("bob,ann,cid", ("Bob", "Ann", "Cid")),
        ("b,,", ("Bob", "Ann", "Cid")),
    ],
)
def test_an_order_is_typed_from_the_front(text: str, order: tuple[str, ...]) -> None:
    assert NAMES.parse(text) == order


@pytest.mark.rule("TABLE-6")
def test_nobody_comes_twice_in_an_order() -> None:
    assert refusal(NAMES, "ann, a").code == "order-twice"
    assert refusal(NAMES, "dan").code == "choice-unknown"


@pytest.mark.rule("TABLE-6")
@pytest.mark.parametrize("answer", [["Ann"], ["Ann", "Bob", "Bob"], ["Ann", "Bob", "Cid", "Cid"], "Ann", None, 3, [[]]])
def test_a_script_names_everyone_once(answer: Any) -> None:
    with pytest.raises(AnswerError) as caught:
        NAMES.check(answer)
    assert caught.value.code == "order-incomplete"
    assert NAMES.check(["Cid", "Ann", "Bob"]) == ("Cid", "Ann", "Bob")


def test_a_face_of_two_digits_is_typed_as_it_is() -> None:
    clock = DiceQuestion("direction", dice=(12,))
    assert clock.parse("12") == (12,)
    assert clock.parse("3") == (3,)
    with pytest.raises(AnswerError):
        clock.parse("13")
    assert DiceQuestion("two", dice=(12, 6)).parse("11 4") == (11, 4)
