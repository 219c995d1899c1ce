"""An amendment in the journal: kept whole, undone, given back, branched off."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from q40k.kernel.amending import Correction
from q40k.kernel.journal import history
from q40k.kernel.journal.journal import Journal, JournalError
from tests.kernel.counting import Counting, pot, session
from tests.kernel.holding import again
from tests.kernel.mending import BIG, THROW, TWO, plan, put_right, sound, stands, thrown_pot

# ---- back and forth


def test_one_undo_takes_an_amendment_back_and_redo_gives_it_back() -> None:
    going = thrown_pot()
    before = stands(going)
    put_right(going, Correction(1, THROW, ([1, 2],)))
    after = stands(going)
    undone = going.undo()
    assert undone is not None
    assert json.loads(undone.amendment or "")["did"] == "answer"
    assert stands(going) == before
    sound(going)
    given_back = going.redo()
    assert given_back is not None
    assert given_back.amendment == undone.amendment
    assert stands(going) == after
    sound(going)
    assert going.redo() is None


def test_undo_goes_through_what_came_after_to_the_amendment_and_what_was_before() -> None:
    going = thrown_pot()
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
    going = thrown_pot()
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
    going = thrown_pot()
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
    going = thrown_pot()
    going.submit({"do": "name"})
    going.answer("red")
    before = stands(going)
    put_right(going, Correction(going.head - 1, None))  # nothing of it is left to step back over
    undone = going.step_back()
    assert undone is not None
    assert undone.amendment is not None
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

        def execute(self, *arguments: Any) -> Any:
            return self._try("execute", *arguments)

        def executemany(self, *arguments: Any) -> Any:
            return self._try("executemany", *arguments)

        def _try(self, name: str, sql: str, *arguments: Any) -> Any:
            if sql != "ROLLBACK":
                if not self.left:
                    raise sqlite3.OperationalError("database or disk is full")
                self.left -= 1
            return getattr(real, name)(sql, *arguments)

    for statements in range(3, 60):
        journal._db = Failing(statements)  # type: ignore[assignment]
        try:
            going.amend(amendment, {})
        except JournalError:
            journal._db = real
            other = Journal(tmp_path / "library.sqlite3")
            result = stands(session(other, going.match))
            other.close()
            if result != before:  # it was written, but could not be read again
                going.reload()
                break
        else:
            journal._db = real
            break
    assert 8 < statements < 59
    assert going.state == (3, ())
    sound(going)
    journal.close()


def test_an_amendment_that_is_out_of_date_is_not_kept() -> None:
    going = thrown_pot()
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


def test_what_is_the_same_again_is_carried_over_with_its_snapshots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("q40k.kernel.session.SNAPSHOT_EVERY", 3)
    going = pot()
    going.submit({"do": "throw", "dice": [6, 6]})
    going.type("2 4")
    for _ in range(10):
        going.submit({"do": "throw", "dice": [6]})
        going.answer([2])
    amendment = put_right(going, Correction(1, THROW, ([3, 3],)))
    assert [draft.same for draft in amendment.drafts] == [False, False, *[True] * 20]
    assert not amendment.changes_nothing
    kept = going.journal.snapshot(going.match, going.head)
    assert kept is not None
    assert kept[0] > 23
    sound(going)


def test_rules_that_changed_do_not_change_what_was_on_the_screen() -> None:
    going = thrown_pot()
    other = session(going.journal, going.match, Counting(bonus=100))
    amendment = other.amendment(Correction(4, None))
    amendment.advance()
    assert amendment.new == (4, ())


# ---- bookmarks and branches


def test_a_bookmark_is_an_entry_that_changes_nothing() -> None:
    going = thrown_pot()
    before = stands(going)
    going.undo()
    going.bookmark(2, "the great throw")
    assert going.redo() is not None
    assert stands(going) == before
    assert [(b.command, b.body) for b in history.bookmarks(going.journal, going.match)] == [(2, "the great throw")]
    sound(going)


def test_a_branch_holds_what_stood_up_to_its_point(tmp_path: Path) -> None:
    going = thrown_pot()
    going.submit(TWO)
    going.type("4")
    put_right(going, Correction(3, None))
    journal, live = going.journal, going.journal.live(going.match)
    for count, entry in enumerate(live, 1):
        number = history.branch(journal, going.match, entry.seq, f"branch {count}", "now")
        other = session(journal, number)
        assert [e.body for e in journal.live(number)] == [e.body for e in live[:count]]
        sound(other)
    assert other.question is not None
    assert stands(other) == stands(going)
    with pytest.raises(JournalError):
        history.branch(journal, going.match, 0, "nothing", "now")
