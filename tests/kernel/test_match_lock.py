"""The lock: one writer for a match, and who holds it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from q40k.kernel.journal.journal import JournalError
from q40k.kernel.journal.match_lock import MatchLock


def lock_facts(lock: MatchLock) -> dict[str, object]:
    with pytest.raises(JournalError) as caught:
        lock.acquire()
    assert caught.value.code == "match-held"
    return dict(caught.value.facts)


def test_a_second_writer_is_told_who_holds_the_match(tmp_path: Path) -> None:
    first, second = MatchLock(tmp_path, 7), MatchLock(tmp_path, 7)
    first.acquire()
    facts = lock_facts(second)
    assert (facts["match"], facts["pid"]) == (7, os.getpid())
    assert all(facts[key] for key in ("user", "host", "since"))
    first.release()
    second.acquire()
    lock_facts(first)
    second.release()


def test_other_matches_are_free(tmp_path: Path) -> None:
    first, second = MatchLock(tmp_path, 1), MatchLock(tmp_path, 2)
    first.acquire()
    second.acquire()  # and nobody is told that it is held
    assert lock_facts(MatchLock(tmp_path, 1))["match"] == 1
    assert lock_facts(MatchLock(tmp_path, 2))["match"] == 2
    first.release()
    second.release()


def test_a_note_nobody_can_read_does_no_harm(tmp_path: Path) -> None:
    first, second = MatchLock(tmp_path, 7), MatchLock(tmp_path, 7)
    first.acquire()
    for text in ("", "[]", "{}", "no json", '{"pid": 1}'):
        (tmp_path / "match-7.holder.json").write_text(text, encoding="utf-8")
        assert lock_facts(second)["user"] == "?"
    (tmp_path / "match-7.holder.json").unlink()
    assert lock_facts(second)["user"] == "?"
    first.release()


def test_dropping_what_one_does_not_hold_leaves_the_holder_alone(tmp_path: Path) -> None:
    first, second = MatchLock(tmp_path, 7), MatchLock(tmp_path, 7)
    first.acquire()
    second.release()
    assert lock_facts(second)["pid"] == os.getpid()
    first.release()
    first.release()


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError) as caught:
        MatchLock(tmp_path / "file", 1).acquire()
    assert caught.value.code in ("journal-read-only", "journal-cannot-open")


HOLD = """
import sys
from pathlib import Path
from q40k.kernel.journal.match_lock import MatchLock
lock = MatchLock(Path(sys.argv[1]), 7)
lock.acquire()
print("held", flush=True)
sys.stdin.read()
"""


def test_the_pen_falls_when_its_holder_is_killed(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        lock = MatchLock(tmp_path, 7)
        assert lock_facts(lock)["pid"] == holder.pid
        holder.kill()
        holder.wait()
    lock.acquire()
    lock.release()
