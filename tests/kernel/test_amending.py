"""The past put right: replayed, judged, kept whole, taken back, whatever happens to the process."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from q40k.kernel import rewriting
from q40k.kernel.amending import Amendment
from q40k.kernel.asking import AnswerError
from q40k.kernel.correcting import Correction, Typed
from q40k.kernel.journal import Journal, JournalError
from q40k.kernel.session import Session
from q40k.kernel.telling import Refused
from q40k.kernel.verify import verify
from tests.kernel.counting import Command, Counting, Pot, pot, session

Open = Session[Pot, Command]
THROW: Command = {"do": "throw", "dice": [6, 6]}
TWO: Command = {"do": "two"}
SORT: Command = {"do": "sort"}
BIG: Command = {"do": "take", "points": 8}


def plan(going: Open, correction: Correction[Command], **said: Any) -> Amendment[Pot, Command]:
    """What would become of the match, replayed as far as it goes."""
    amendment = going.amendment(correction, **said)
    amendment.advance()
    return amendment


def put_right(going: Open, correction: Correction[Command]) -> Amendment[Pot, Command]:
    amendment = plan(going, correction)
    going.amend(amendment, {"did": "answer"})
    return amendment


def again(one: Open) -> Open:
    return session(one.journal, one.match)


def stands(one: Open) -> tuple[Any, ...]:
    """All that a reader of the match can see of it."""
    return (one.state, one.question, one.command, [e.body for e in one.journal.live(one.match)])


def sound(one: Open) -> None:
    """Opened anew it stands the same, and its inputs tell the same story."""
    assert stands(again(one)) == stands(one)
    assert verify(Counting(), one.journal.live(one.match)).differs_at is None
    seqs = [entry.seq for entry in one.journal.entries(one.match)]
    assert seqs == list(range(1, one.head + 1))


def thrown() -> Open:
    """Twelve in the pot, then eight taken: 1 throw, 2 its dice, 3 take, 4 throw, 5 its dice."""
    going = pot()
    going.submit(THROW)
    going.type("6 6")
    going.submit(BIG)
    going.submit(THROW)
    going.type("1 2")
    return going


# ---- a past answer


@pytest.mark.rule("TABLE-4")
def test_a_die_typed_wrong_is_put_right_and_the_rest_replayed() -> None:
    going = thrown()
    amendment = put_right(going, Correction(1, THROW, ([6, 5],)))
    assert (amendment.old, amendment.new) == ((7, ()), (6, ()))
    assert going.state == (6, ())
    assert amendment.misfits == []
    sound(going)


def test_both_versions_stay_in_the_journal_with_what_replaces_what() -> None:
    going = thrown()
    put_right(going, Correction(1, THROW, ([6, 5],)))
    entries = going.journal.entries(going.match)
    assert [entry.kind for entry in entries[:5]] == [
        "command", "answer", "command", "command", "answer",
    ]  # fmt: skip
    mark = entries[5]
    assert (mark.kind, mark.command, json.loads(mark.body)) == (
        "amend", 1, {"did": "answer", "last": 11},
    )  # fmt: skip
    assert {entry.undone_by for entry in entries[:5]} == {mark.seq}
    assert {entry.undone_by for entry in entries[6:]} == {None}
    assert rewriting.replaces(going.journal, going.match) == {7: 1, 8: 2, 9: 3, 10: 4, 11: 5}
    standing = rewriting.replaced_by(going.journal, going.match, 2)
    assert standing is not None
    assert (standing.seq, standing.body) == (8, "[6, 5]")
    assert rewriting.replaced_by(going.journal, going.match, 6) == mark


def test_answers_may_be_given_as_they_are_typed() -> None:
    going = thrown()
    put_right(going, Correction(1, THROW, (Typed("65"),)))
    assert going.state == (6, ())
    with pytest.raises(AnswerError) as caught:
        plan(going, Correction(7, THROW, (Typed("7 1"),)))
    assert caught.value.code == "dice-range"
    with pytest.raises(AnswerError) as caught:
        plan(going, Correction(7, THROW, ([6, 5], "red")))
    assert caught.value.code == "answers-left"


def test_a_preview_writes_nothing() -> None:
    going = thrown()
    before = stands(going), going.head
    plan(going, Correction(1, THROW, ([1, 1],)))
    assert (stands(going), going.head) == before
    assert stands(again(going)) == before[0]


def test_a_preview_can_be_made_a_little_at_a_time() -> None:
    going = thrown()
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
    going = thrown()
    put_right(going, Correction(1, {**THROW, "who": None, "x": 1}, kept=True))
    assert going.state == (7, ())
    put_right(going, Correction(7, {"do": "name"}, ("red",)))
    assert stands(going)[0] == (3, ("red",))
    sound(going)


def test_a_forgotten_entry_is_put_in() -> None:
    going = thrown()
    amendment = put_right(going, Correction(3, {"do": "name"}, ("grey",), inserted=True))
    assert going.state == (7, ("grey",))
    assert [draft.replaces for draft in amendment.drafts] == [None, None, 3, 4, 5]
    sound(going)


def test_an_entry_too_many_is_taken_out() -> None:
    going = thrown()
    put_right(going, Correction(3, None))
    assert going.state == (15, ())
    sound(going)


def test_what_the_rules_refuse_in_the_past_is_refused() -> None:
    going = thrown()
    with pytest.raises(Refused):
        plan(going, Correction(3, {"do": "take", "points": 13}))
    assert going.head == 5


# ---- what no longer fits


@pytest.mark.rule("TABLE-4")
def test_a_later_command_that_is_now_refused_is_dropped() -> None:
    going = thrown()
    amendment = put_right(going, Correction(1, THROW, ([1, 2],)))
    (misfit,) = amendment.misfits
    assert (misfit.entry, misfit.code, misfit.decision) == (3, "refused", "dropped")
    assert misfit.refused is not None
    assert misfit.refused.refusal.code == "too-little"
    assert going.state == (6, ())
    sound(going)


def test_a_later_command_that_is_now_refused_can_be_overruled() -> None:
    going = thrown()
    amendment = plan(going, Correction(1, THROW, ([1, 2],)), ask=True)
    assert amendment.waiting is not None
    with pytest.raises(RuntimeError):
        going.amend(amendment, {})
    with pytest.raises(Refused):
        amendment.instead({"do": "take", "points": 4})
    amendment.instead({**BIG, "override": "we agreed"})
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
    assert [(m.code, m.decision, m.lost) for m in amendment.misfits] == [
        ("other-question", "open", ("green",))
    ]
    assert going.question is not None
    going.type("3")
    going.type("red")
    sound(going)


def test_a_question_that_was_open_stays_open() -> None:
    going = thrown()
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


# ---- back and forth


def test_one_undo_takes_an_amendment_back_and_redo_gives_it_back() -> None:
    going = thrown()
    before = stands(going)
    put_right(going, Correction(1, THROW, ([1, 2],)))
    after = stands(going)
    taken = going.undo()
    assert taken is not None
    assert json.loads(taken.amendment or "")["did"] == "answer"
    assert stands(going) == before
    sound(going)
    given_back = going.redo()
    assert given_back is not None
    assert given_back.amendment == taken.amendment
    assert stands(going) == after
    sound(going)
    assert going.redo() is None


def test_undo_goes_through_what_came_after_to_the_amendment_and_what_was_before() -> None:
    going = thrown()
    before = stands(going)
    put_right(going, Correction(1, THROW, ([6, 5],)))
    first = stands(going)
    put_right(going, Correction(7, THROW, ([6, 4],)))
    second = stands(going)
    going.submit(TWO)
    going.type("4")
    seen = [stands(going)]
    while going.undo() is not None:
        seen.append(stands(going))
        sound(going)
    assert seen[1:4] == [second, first, before]
    assert len(seen) == 7
    for state in reversed(seen[:-1]):
        assert going.redo() is not None
        assert stands(going) == state
        sound(going)
    assert going.redo() is None


def test_what_was_undone_before_an_amendment_is_not_given_back_by_redo() -> None:
    going = thrown()
    going.undo()
    put_right(going, Correction(3, None))
    assert going.redo() is None
    going.undo()
    going.redo()
    assert going.redo() is None
    assert going.state == (12, ())
    sound(going)


def test_everything_removed_can_be_undone() -> None:
    going = pot()
    going.submit({"do": "name"})
    going.answer("red")
    put_right(going, Correction(1, None))
    assert going.state == (0, ())
    assert going.can_undo
    going.undo()
    assert stands(going)[0] == (0, ("red",))
    sound(going)


def test_escape_after_an_amendment_takes_back_one_answer_only() -> None:
    going = thrown()
    going.submit(TWO)
    going.type("4")
    put_right(going, Correction(1, THROW, ([6, 5],)))
    going.step_back()
    assert going.question is not None
    assert going.question.key == "throw"
    sound(going)
    going.undo()  # the amendment, with what was left of it
    assert going.question is not None
    assert going.question.key == "colour"
    going.redo()
    assert going.question.key == "throw"
    sound(going)


def test_escape_goes_no_further_back_than_an_amendment_without_taking_it_back() -> None:
    going = thrown()
    going.submit({"do": "name"})
    going.answer("red")
    before = stands(going)
    put_right(going, Correction(going.head - 1, None))  # nothing of it is left to step back over
    taken = going.step_back()
    assert taken is not None
    assert taken.amendment is not None
    assert stands(going) == before
    sound(going)
    while going.step_back():
        sound(going)
    assert going.state == (0, ())


# ---- the file


def test_an_amendment_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "library.sqlite3")
    going = pot(journal)
    going.submit(THROW)
    going.type("6 6")
    going.submit(BIG)
    before = stands(going)
    amendment = plan(going, Correction(1, THROW, ([6, 5],)))
    statements = 0
    real = journal._db

    class Failing:
        """The library file, of which the disk is full after so many writes."""

        def __init__(self, after: int) -> None:
            self.left = after

        def __getattr__(self, name: str) -> Any:
            return getattr(real, name)

        def execute(self, *given: Any) -> Any:
            return self._try("execute", *given)

        def executemany(self, *given: Any) -> Any:
            return self._try("executemany", *given)

        def _try(self, name: str, sql: str, *given: Any) -> Any:
            if sql != "ROLLBACK":
                if not self.left:
                    raise sqlite3.OperationalError("database or disk is full")
                self.left -= 1
            return getattr(real, name)(sql, *given)

    for statements in range(3, 60):
        journal._db = Failing(statements)  # type: ignore[assignment]
        try:
            going.amend(amendment, {})
        except JournalError:
            journal._db = real
            other = Journal(tmp_path / "library.sqlite3")
            found = stands(session(other, going.match))
            other.close()
            if found != before:  # it was written, but could not be read again
                going.stand()
                break
        else:
            journal._db = real
            break
    assert 8 < statements < 59
    assert going.state == (3, ())
    sound(going)
    journal.close()


def test_an_amendment_that_is_out_of_date_is_not_kept() -> None:
    going = thrown()
    amendment = plan(going, Correction(1, THROW, ([6, 5],)))
    going.submit(TWO)
    with pytest.raises(JournalError):
        going.amend(amendment, {})
    sound(going)


def test_snapshots_hold_for_what_stands_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("q40k.kernel.session.SNAPSHOT_EVERY", 3)
    monkeypatch.setattr("q40k.kernel.amending.SNAPSHOT_EVERY", 3)
    going = pot()
    for _ in range(10):
        going.submit({"do": "throw", "dice": [6]})
        going.answer([2])
    before = stands(going)
    put_right(going, Correction(1, {"do": "throw", "dice": [6]}, ([1],)))
    assert again(going).state == (19, ())
    kept = going.journal.snapshot(going.match, going.head)
    assert kept is not None
    assert kept[0] > 21
    going.undo()
    assert stands(again(going)) == before
    assert going.state_before(11) == (10, ())
    going.redo()
    assert again(going).state == (19, ())


def test_what_is_the_same_again_is_carried_over_with_its_snapshots(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("q40k.kernel.session.SNAPSHOT_EVERY", 3)
    going = pot()
    going.submit({"do": "throw", "dice": [6, 6]})
    going.type("2 4")
    for _ in range(10):
        going.submit({"do": "throw", "dice": [6]})
        going.answer([2])
    amendment = put_right(going, Correction(1, THROW, ([3, 3],)))
    assert [draft.same for draft in amendment.drafts] == [False, False, *[True] * 20]
    assert not amendment.idle
    kept = going.journal.snapshot(going.match, going.head)
    assert kept is not None
    assert kept[0] > 23
    sound(going)


def test_rules_that_changed_do_not_change_what_was_on_the_screen() -> None:
    going = thrown()
    other = session(going.journal, going.match, Counting(bonus=100))
    amendment = other.amendment(Correction(4, None))
    amendment.advance()
    assert amendment.new == (4, ())


# ---- bookmarks and branches


def test_a_bookmark_is_an_entry_that_changes_nothing() -> None:
    going = thrown()
    before = stands(going)
    going.undo()
    going.bookmark(2, "the great throw")
    assert going.redo() is not None
    assert stands(going) == before
    assert [(b.command, b.body) for b in rewriting.bookmarks(going.journal, going.match)] == [
        (2, "the great throw")
    ]
    sound(going)


def test_a_branch_holds_what_stood_up_to_its_point(tmp_path: Path) -> None:
    going = thrown()
    going.submit(TWO)
    going.type("4")
    put_right(going, Correction(3, None))
    journal, live = going.journal, going.journal.live(going.match)
    for count, entry in enumerate(live, 1):
        number = rewriting.branch(journal, going.match, entry.seq, f"branch {count}", "now")
        other = session(journal, number)
        assert [e.body for e in journal.live(number)] == [e.body for e in live[:count]]
        sound(other)
    assert other.question is not None
    assert stands(other) == stands(going)
    with pytest.raises(JournalError):
        rewriting.branch(journal, going.match, 0, "nothing", "now")


# ---- whatever is played


@st.composite
def played(draw: st.DrawFn) -> Open:
    """A pot after some throws, names, sorts and takings, some of them refused."""
    going = pot()
    for _ in range(draw(st.integers(1, 8))):
        command: Command = draw(st.sampled_from((THROW, TWO, SORT, BIG, {"do": "name"})))
        try:
            going.submit(command)
        except Refused:
            continue
        while going.question is not None:
            if going.question.key == "throw":
                going.roll() if draw(st.booleans()) else going.answer(
                    [draw(st.integers(1, 6)) for _ in going.question.dice]  # type: ignore[attr-defined]
                )
            elif going.question.key == "order":
                going.answer(draw(st.permutations(("red", "green", "grey"))))
            else:
                going.answer(draw(st.sampled_from(("red", "green", "grey"))))
    if not going.can_undo:
        going.submit({"do": "name"})
    return going


def corrected(draw: Any, going: Open) -> Correction[Command]:
    commands = [e for e in going.journal.live(going.match) if e.kind == "command"]
    entry = draw(st.sampled_from(commands))
    command = draw(st.sampled_from((None, THROW, TWO, SORT, json.loads(entry.body))))
    inserted = command is not None and draw(st.booleans())
    return Correction(entry.seq, command, kept=not inserted, inserted=inserted)


def decide(draw: Any, amendment: Amendment[Pot, Command]) -> None:
    """Ask and drop at random until it is done."""
    while not amendment.advance() or not amendment.done:
        waiting = amendment.waiting
        if waiting is None:
            continue
        question = waiting.question
        if question is None or (not waiting.own and draw(st.booleans())):
            amendment.drop()
        elif question.key == "throw":
            amendment.roll()
        else:
            amendment.answer(["red", "green", "grey"] if question.key == "order" else "red")


@settings(deadline=None)
@given(st.data())
def test_an_amendment_undone_was_never_there_and_redone_is_what_it_was(data: st.DataObject) -> None:
    draw = data.draw
    going = draw(played())
    seen = [stands(going)]
    for _ in range(draw(st.integers(1, 3))):
        if not going.journal.live(going.match):
            break
        amendment = going.amendment(corrected(draw, going), ask=True)
        decide(draw, amendment)
        assert amendment.old == going.state
        going.amend(amendment, {})
        assert going.state == amendment.new
        assert (going.question is None) == (amendment.question is None)
        sound(going)
        seen.append(stands(going))
    for state in reversed(seen[:-1]):
        going.undo()
        assert stands(going) == state
        sound(going)
    for state in seen[1:]:
        going.redo()
        assert stands(going) == state
        sound(going)


@settings(deadline=None)
@given(st.data())
def test_the_corrected_past_is_the_match_as_if_played_so(data: st.DataObject) -> None:
    draw = data.draw
    going = draw(played())
    amendment = going.amendment(corrected(draw, going), ask=True)
    decide(draw, amendment)
    going.amend(amendment, {})
    fresh = pot()
    for entry in going.journal.live(going.match):
        if entry.kind == "command":
            fresh.submit(json.loads(entry.body))
        else:
            fresh.answer(json.loads(entry.body))
    assert stands(fresh)[:3] == stands(going)[:3]


@settings(deadline=None)
@given(st.data())
def test_the_same_value_changes_nothing(data: st.DataObject) -> None:
    draw = data.draw
    going = draw(played())
    live = going.journal.live(going.match)
    entry = draw(st.sampled_from([e for e in live if e.kind == "command"]))
    answers = [json.loads(e.body) for e in live if e.kind == "answer" and e.command == entry.seq]
    number = draw(st.integers(0, len(answers)))
    correction: Correction[Command] = Correction(
        entry.seq, json.loads(entry.body), tuple(answers[:number]), kept=True
    )
    amendment = plan(going, correction)
    assert amendment.idle
    assert amendment.new == going.state
