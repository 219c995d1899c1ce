"""The past put right: an answer, a command, what no longer fits."""

import json

import pytest

from q40k.kernel.amending import Correction, TypedAnswer
from q40k.kernel.events import AnswerError, Refused
from q40k.kernel.journal import history
from tests.kernel.counting import pot
from tests.kernel.holding import again
from tests.kernel.mending import BIG, THROW, TWO, plan, put_right, sound, stands, thrown_pot

# ---- a past answer


@pytest.mark.rule("TABLE-4")
def test_a_die_typed_wrong_is_put_right_and_the_rest_replayed() -> None:
    going = thrown_pot()
    amendment = put_right(going, Correction(1, THROW, ([6, 5],)))
    assert (amendment.old, amendment.new) == ((7, ()), (6, ()))
    assert going.state == (6, ())
    assert amendment.misfits == []
    sound(going)


def test_both_versions_stay_in_the_journal_with_what_replaces_what() -> None:
    going = thrown_pot()
    put_right(going, Correction(1, THROW, ([6, 5],)))
    entries = going.journal.entries(going.match)
    assert [entry.kind for entry in entries[:5]] == ["command", "answer", "command", "command", "answer"]
    mark = entries[5]
    assert (mark.kind, mark.command, json.loads(mark.body)) == ("amend", 1, {"did": "answer", "last": 11})
    assert {entry.undone_by for entry in entries[:5]} == {mark.seq}
    assert {entry.undone_by for entry in entries[6:]} == {None}
    assert history.replaced_entries(going.journal, going.match) == {7: 1, 8: 2, 9: 3, 10: 4, 11: 5}
    standing = history.current_version(going.journal, going.match, 2)
    assert standing is not None
    assert (standing.seq, standing.body) == (8, "[6, 5]")
    assert history.current_version(going.journal, going.match, 6) == mark


def test_answers_may_be_given_as_they_are_typed() -> None:
    going = thrown_pot()
    put_right(going, Correction(1, THROW, (TypedAnswer("65"),)))
    assert going.state == (6, ())
    with pytest.raises(AnswerError) as caught:
        plan(going, Correction(7, THROW, (TypedAnswer("7 1"),)))
    assert caught.value.code == "dice-range"
    with pytest.raises(AnswerError) as caught:
        plan(going, Correction(7, THROW, ([6, 5], "red")))
    assert caught.value.code == "answers-left"


def test_a_preview_writes_nothing() -> None:
    going = thrown_pot()
    before = stands(going), going.head
    plan(going, Correction(1, THROW, ([1, 1],)))
    assert (stands(going), going.head) == before
    assert stands(again(going)) == before[0]


def test_a_preview_can_be_made_a_little_at_a_time() -> None:
    going = thrown_pot()
    whole = plan(going, Correction(1, THROW, ([6, 5],)))
    amendment = going.amendment(Correction(1, THROW, ([6, 5],)))
    steps = 0
    while not amendment.advance(1):
        steps += 1
        assert not amendment.done
    assert steps == 2
    assert (amendment.new, amendment.drafts) == (whole.new, whole.drafts)


# ---- commands: another one, one more, one less


def test_a_command_is_replaced_and_keeps_the_answers_that_fit() -> None:
    going = thrown_pot()
    put_right(going, Correction(1, {**THROW, "who": None, "x": 1}, kept=True))
    assert going.state == (7, ())
    put_right(going, Correction(7, {"do": "name"}, ("red",)))
    assert stands(going)[0] == (3, ("red",))
    sound(going)


def test_a_forgotten_entry_is_put_in() -> None:
    going = thrown_pot()
    amendment = put_right(going, Correction(3, {"do": "name"}, ("grey",), inserted=True))
    assert going.state == (7, ("grey",))
    assert [draft.replaces for draft in amendment.drafts] == [None, None, 3, 4, 5]
    sound(going)


def test_an_entry_too_many_is_taken_out() -> None:
    going = thrown_pot()
    put_right(going, Correction(3, None))
    assert going.state == (15, ())
    sound(going)


def test_what_the_rules_refuse_in_the_past_is_refused() -> None:
    going = thrown_pot()
    with pytest.raises(Refused):
        plan(going, Correction(3, {"do": "take", "points": 13}))
    assert going.head == 5


# ---- what no longer fits


@pytest.mark.rule("TABLE-4")
def test_a_later_command_that_is_now_refused_is_dropped() -> None:
    going = thrown_pot()
    amendment = put_right(going, Correction(1, THROW, ([1, 2],)))
    (misfit,) = amendment.misfits
    assert (misfit.entry, misfit.code, misfit.decision) == (3, "refused", "dropped")
    assert misfit.refused is not None
    assert misfit.refused.refusal.code == "too-little"
    assert going.state == (6, ())
    sound(going)


def test_a_later_command_that_is_now_refused_can_be_overruled() -> None:
    going = thrown_pot()
    amendment = plan(going, Correction(1, THROW, ([1, 2],)), ask=True)
    assert amendment.waiting is not None
    with pytest.raises(RuntimeError):
        going.amend(amendment, {})
    with pytest.raises(Refused):
        amendment.substitute({"do": "take", "points": 4})
    amendment.substitute({**BIG, "override": "we agreed"})
    amendment.advance()
    assert [misfit.decision for misfit in amendment.misfits] == ["overruled"]
    going.amend(amendment, {})
    assert going.state == (-2, ())
    sound(going)


def test_other_questions_are_asked_again() -> None:
    going = pot()
    going.submit(TWO)
    going.type("4")
    going.answer("red")
    going.submit({"do": "name"})
    going.answer("green")
    with pytest.raises(AnswerError) as caught:
        plan(going, Correction(1, THROW, kept=True))
    assert caught.value.code == "answer-missing"  # one die is no answer where two are asked
    amendment = plan(going, Correction(1, {"do": "sort"}, kept=True), ask=True)
    waiting = amendment.waiting
    assert waiting is not None
    assert (waiting.code, waiting.own) == ("other-question", True)
    with pytest.raises(AnswerError):
        amendment.drop()
    with pytest.raises(AnswerError):
        amendment.answer(["red"])
    amendment.answer(["red", "grey", "green"])
    amendment.advance()
    assert waiting.decision == "asked"
    assert waiting.lost == ([4], "red")
    going.amend(amendment, {})
    assert going.state == (0, ("red grey green", "green"))
    sound(going)


def test_the_app_can_roll_what_is_asked_again() -> None:
    going = pot()
    going.submit({"do": "name"})
    going.answer("green")
    going.submit(TWO)
    going.roll()
    going.answer("red")
    amendment = plan(going, Correction(1, THROW, kept=True), ask=True)
    amendment.roll()
    amendment.advance()
    going.amend(amendment, {})
    live = going.journal.live(going.match)
    assert [entry.dice for entry in live] == [0, 2, 0, 1, 0]
    assert json.loads(live[3].body) == json.loads(going.journal.entries(going.match)[3].body)
    sound(going)


def test_the_last_commands_question_is_simply_left_open() -> None:
    going = pot()
    going.submit({"do": "name"})
    going.answer("green")
    amendment = put_right(going, Correction(1, TWO, kept=True))
    assert [(m.code, m.decision, m.lost) for m in amendment.misfits] == [("other-question", "open", ("green",))]
    assert going.question is not None
    going.type("3")
    going.type("red")
    sound(going)


def test_a_question_that_was_open_stays_open() -> None:
    going = thrown_pot()
    going.submit(TWO)
    going.type("4")
    amendment = put_right(going, Correction(1, THROW, ([6, 5],)))
    assert amendment.misfits == []
    assert amendment.question is not None
    assert going.question is not None
    assert going.question.key == "colour"
    going.type("red")
    assert going.state == (10, ("first", "red"))
    sound(going)


def test_the_apps_dice_are_not_rolled_again_and_never_twice() -> None:
    going = pot()
    for _ in range(2):
        going.submit(THROW)
        going.roll()
    first, second = (json.loads(e.body) for e in going.journal.live(1) if e.kind == "answer")
    put_right(going, Correction(1, THROW, ([1, 1],)))
    assert going.state == (2 + sum(second), ())
    going.submit({"do": "throw", "dice": [6, 6]})
    going.roll()
    third = json.loads(going.journal.live(1)[-1].body)
    fresh = pot()
    for _ in range(3):
        fresh.submit(THROW)
        fresh.roll()
    assert third == json.loads(fresh.journal.live(1)[-1].body)
    put_right(going, Correction(going.journal.live(1)[0].seq, None))
    assert going._dice == 6
    assert again(going)._dice == 6
    assert first == json.loads(fresh.journal.live(1)[1].body)
