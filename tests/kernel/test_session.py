"""A session: every input durable before it is shown, opened again as it stood."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from q40k.kernel import session as sessions
from q40k.kernel.events import AnswerError, DiceQuestion, Refused
from q40k.kernel.journal.journal import Journal, JournalError
from q40k.kernel.replay import verify
from q40k.kernel.session import Session
from tests.kernel.counting import Added, Command, Counting, Named, Pot, pot
from tests.kernel.holding import again, same

THROW = {"do": "throw", "dice": [6, 6]}
TWO = {"do": "two"}


# ---- durable before shown


def rows(path: Path) -> list[tuple[str, str, str]]:
    """What another program finds in the file right now."""
    db = sqlite3.connect(path)
    try:
        return db.execute("SELECT kind, body, events FROM entries ORDER BY seq").fetchall()
    finally:
        db.close()


def test_every_input_is_in_the_file_when_the_call_returns(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite3"
    journal = Journal(path)
    going = pot(journal)
    events = going.submit(TWO)
    assert rows(path) == [("command", json.dumps(TWO), Counting().write_events(events))]
    events = going.type("4")
    assert rows(path)[1] == ("answer", "[4]", Counting().write_events(events))
    going.answer("red")
    assert rows(path)[2] == ("answer", '"red"', Counting().write_events([Named(word="red")]))
    going.undo()
    assert [kind for kind, _, _ in rows(path)] == ["command", "answer", "answer", "undo"]
    journal.close()


def test_the_file_is_written_through_to_the_disk(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "library.sqlite3")
    assert journal._db.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
    assert journal._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    journal.keep_draft(pot(journal).match, "form", waits=False)  # only this one write need not wait for the disk
    with journal.transaction() as write:
        assert write.db.execute("PRAGMA synchronous").fetchone() == (2,)
    journal.close()


def failing(journal: Journal, monkeypatch: pytest.MonkeyPatch, name: str = "append") -> None:
    def fail(*_arguments: Any) -> None:
        raise JournalError("journal-disk-full", path="library", detail="full")

    monkeypatch.setattr(journal, name, fail)


def test_what_could_not_be_written_did_not_happen(monkeypatch: pytest.MonkeyPatch) -> None:
    going = pot()
    going.submit(TWO)
    before, question = going.state, going.question
    with monkeypatch.context() as patch:
        failing(going.journal, patch)
        with pytest.raises(JournalError):
            going.type("4")
        assert (going.state, going.question) == (before, question)
    going.type("5")
    going.type("red")
    with monkeypatch.context() as patch:
        failing(going.journal, patch)
        with pytest.raises(JournalError):
            going.submit(THROW)
    assert (going.question, going.head) == (None, 3)
    going.submit(THROW)
    assert same(going, again(going))


# ---- opened again


@pytest.mark.parametrize("inputs", range(8))
def test_opened_anew_it_stands_at_the_same_question(inputs: int) -> None:
    going = pot()
    steps: list[Callable[[], Any]] = [
        lambda: going.submit(THROW),
        lambda: going.type("4 6"),
        lambda: going.submit(TWO),
        going.roll,
        lambda: going.type("gree"),
        lambda: going.submit({"do": "sort"}),
        lambda: going.answer(["grey", "red", "green"]),
    ]
    for step in steps[:inputs]:
        step()
    assert same(going, again(going))
    assert verify(Counting(), going.journal.live(going.match)).differs_at is None


def test_nothing_else_is_carried_out_while_a_question_is_open() -> None:
    going = pot()
    going.submit(THROW)
    with pytest.raises(RuntimeError):
        going.submit(THROW)


@pytest.mark.rule("TABLE-6")
def test_an_answer_that_does_not_fit_is_not_kept() -> None:
    going = pot()
    going.submit(THROW)
    for wrong in ("7 1", "4", "x"):
        with pytest.raises(AnswerError):
            going.type(wrong)
    assert going.head == 1
    assert going.type("4 4") == [Added(points=8)]


def test_a_refused_command_leaves_no_line() -> None:
    going = pot()
    with pytest.raises(Refused):
        going.submit({"do": "take", "points": 1})
    assert (going.head, going.question) == (0, None)
    refused = going.refusal_of({"do": "take", "points": 1})
    assert refused is not None
    assert refused.refusal.code == "empty"
    assert going.refusal_of(THROW) is None
    assert going.head == 0


def test_a_refusal_after_a_question_leaves_the_question_open() -> None:
    going = pot()
    going.submit({"do": "fickle"})
    with pytest.raises(Refused):
        going.type("5")
    assert (going.head, going.state) == (1, (0, ()))
    assert isinstance(going.question, DiceQuestion)
    assert going.type("3") == [Added(points=3)]


# ---- the app's dice


@pytest.mark.rule("TABLE-5")
def test_hand_and_app_may_take_turns() -> None:
    going = pot()
    going.submit(THROW)
    going.roll()
    going.submit(THROW)
    going.type("11")
    going.submit(THROW)
    (added,) = going.roll()
    assert [entry.hand for entry in going.journal.live(going.match) if entry.kind == "answer"] == ["app", "hand", "app"]
    assert [entry.dice for entry in going.journal.live(going.match)] == [0, 2, 0, 0, 0, 2]
    other = pot()  # the same seed: the app's third and fourth die, whatever hands have thrown
    other.submit({"do": "throw", "dice": [6, 6, 6, 6]})
    other.roll()
    faces = json.loads(other.journal.live(other.match)[1].body)
    assert added == Added(points=faces[2] + faces[3])


def test_some_dice_may_be_given_and_the_app_rolls_the_rest() -> None:
    going = pot()
    going.submit({"do": "throw", "dice": [6, 6, 6]})
    going.roll([5])
    (_, entry) = going.journal.live(going.match)
    assert (json.loads(entry.body)[0], entry.dice) == (5, 2)
    going.submit(THROW)
    for wrong in ([7], ["x"], [1, 2, 3]):
        with pytest.raises(AnswerError):
            going.roll(wrong)
    assert same(going, again(going))


def test_a_die_taken_back_and_rolled_again_shows_the_same_face() -> None:
    going = pot()
    for _ in range(5):
        going.submit(THROW)
        events = going.roll()
        going.undo()
        going.submit(THROW)
        assert going.roll() == events
        going.step_back()
        assert going.roll() == events


# ---- snapshots


def long_match(monkeypatch: pytest.MonkeyPatch, inputs: int = 60) -> Session[Pot, Command]:
    monkeypatch.setattr(sessions, "SNAPSHOT_EVERY", 10)
    going = pot()
    for _ in range(inputs // 2):
        going.submit(THROW)
        going.roll()
    return going


def test_a_snapshot_opens_the_match_faster_and_no_differently(monkeypatch: pytest.MonkeyPatch) -> None:
    going = long_match(monkeypatch)
    kept = going.journal.snapshot(going.match, 10**9)
    assert kept is not None
    assert kept[0] > 40
    assert same(going, again(going))
    for seq in range(1, going.head + 1, 2):
        with_snapshot = going.state_before(seq)
        with monkeypatch.context() as patch:
            patch.setattr(going.journal, "snapshot", lambda *_: None)
            assert going.state_before(seq) == with_snapshot


@pytest.mark.parametrize("body", ["[2, 5, []]", "", "nonsense", "[]"])
def test_a_snapshot_of_another_version_is_passed_over(monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    going = long_match(monkeypatch)
    going.journal._db.execute("UPDATE snapshots SET body = ?", (body,))
    assert same(going, again(going))


def test_an_undo_forgets_the_snapshots_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    going = long_match(monkeypatch)
    states = [going.state]
    while going.undo():
        states.append(going.state)
        assert same(going, again(going))
    assert going.journal.snapshot(going.match, 10**9) is None
    going.submit({"do": "throw", "dice": [6]})
    going.type("1")
    assert again(going).state == (1, ())


def test_more_can_be_undone_than_is_kept_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "CHECKPOINTS_KEPT", 3)
    going = long_match(monkeypatch)
    before = going.state
    for _ in range(20):
        going.undo()
    for _ in range(20):
        going.redo()
    assert going.state == before


# ---- when the rules have changed since


def test_what_was_journaled_holds_when_the_rules_tell_another_story() -> None:
    going = pot()
    for _ in range(3):
        going.submit(THROW)
        going.type("11")
    changed = again(going, bonus=5)
    assert changed.state == going.state == (6, ())
    changed.submit(THROW)
    changed.type("11")
    assert changed.state == (13, ())
    verdict = verify(Counting(5), going.journal.live(going.match))
    assert (verdict.differs_at, verdict.inputs) == (2, 2)
    assert json.loads(verdict.journaled) == [{"type": "added", "v": 1, "points": 2}]
    assert len(json.loads(verdict.replayed)) == 2


def test_a_command_nobody_can_read_any_more_keeps_its_events() -> None:
    going = pot()
    going.submit(THROW)
    going.type("45")
    going.journal._db.execute("UPDATE entries SET body = 'no json' WHERE seq = 1")
    assert again(going).state == (9, ())
    assert verify(Counting(), going.journal.live(going.match)).differs_at == 1


def test_verify_finds_what_was_changed_in_the_file() -> None:
    going = pot()
    going.submit(THROW)
    going.type("45")
    going.submit({"do": "take", "points": 9})
    assert verify(Counting(), going.journal.live(going.match)).inputs == 3
    for sql, seq in (
        ("UPDATE entries SET body = '[1, 1]' WHERE seq = 2", 2),
        ("UPDATE entries SET body = '[9, 1]' WHERE seq = 2", 2),
        ("UPDATE entries SET body = '\"red\"' WHERE seq = 2", 2),
        ("UPDATE entries SET body = '[4, 5]', events = '[]' WHERE seq = 2", 2),
        ("UPDATE entries SET kind = 'answer', body = '[1]' WHERE seq = 1", 1),
    ):
        going.journal._db.execute(sql)
        assert verify(Counting(), going.journal.live(going.match)).differs_at == seq


def test_verify_reads_a_match_in_mid_question() -> None:
    going = pot()
    going.submit(TWO)
    going.type("4")
    assert verify(Counting(), going.journal.live(going.match)).differs_at is None


# ---- two at one match


def test_a_watcher_catches_up_with_the_writer() -> None:
    writer = pot()
    watcher = again(writer)
    assert not watcher.refresh()
    steps: tuple[Callable[[], Any], ...] = (
        lambda: writer.submit(TWO),
        lambda: writer.type("4"),
        lambda: writer.type("red"),
        writer.undo,
        lambda: writer.submit(THROW),
        writer.step_back,
        writer.redo,
        writer.roll,
    )
    for step in steps:
        step()
        assert watcher.refresh()
        assert same(writer, watcher)


def test_a_second_writer_is_stopped_before_it_does_harm() -> None:
    writer = pot()
    second = again(writer)
    writer.submit(THROW)
    with pytest.raises(JournalError) as caught:
        second.submit(TWO)
    assert caught.value.code == "journal-second-writer"
    assert second.state == (0, ())
    writer.type("11")
    assert writer.state == (2, ())
