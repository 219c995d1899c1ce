"""The library file: matches, lines, drafts, and what may be wrong with a file."""

import os
import sqlite3
from pathlib import Path

import pytest

from q40k.care.backup import make_backup
from q40k.care.recover import repair
from q40k.kernel.journal.journal import Entry, Journal, JournalError
from q40k.kernel.journal.tables import _ADDED_COLUMNS, FORMAT
from tests.kernel.counting import pot, session


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "library.sqlite3"


def code(path: Path) -> str:
    with pytest.raises(JournalError) as caught:
        Journal(path)
    return caught.value.code


def entry(seq: int, kind: str = "command") -> Entry:
    return Entry(seq, kind, seq, "{}", "hand", "[]", 0, f"at {seq}")  # type: ignore[arg-type]


# ---- matches


def test_the_match_touched_last_comes_first() -> None:
    journal = Journal(None)
    first, second = journal.create("one", "2026-01-01"), journal.create("two", "2026-01-02")
    assert [row.id for row in journal.matches()] == [second, first]
    journal.append(first, entry(1))
    rows = journal.matches()
    assert [(row.name, row.entries) for row in rows] == [("one", 1), ("two", 0)]
    assert (rows[0].created, rows[0].touched) == ("2026-01-01", "at 1")
    journal.rename(second, "second")
    assert journal.matches()[1].name == "second"


def test_matches_do_not_mix() -> None:
    journal = Journal(None)
    first, second = pot(journal), pot(journal)
    first.submit({"do": "throw", "dice": [6]})
    second.submit({"do": "name"})
    first.type("4")
    second.type("red")
    second.undo()
    assert (first.state, second.state) == ((4, ()), (0, ()))
    assert session(journal, first.match).state == (4, ())


def test_lines_are_read_from_the_end_too() -> None:
    going = pot()
    for _ in range(5):
        going.submit({"do": "throw", "dice": [6]})
        going.type("1")
    journal = going.journal
    assert [line.seq for line in journal.entries(going.match, last=3)] == [8, 9, 10]
    assert [line.seq for line in journal.entries(going.match, after=7)] == [8, 9, 10]
    assert [line.seq for line in journal.entries(going.match, after=8, last=5)] == [9, 10]
    assert journal.entries(going.match, last=0) == []
    assert journal.entries(99) == []


def test_a_write_that_fails_half_way_leaves_nothing(path: Path) -> None:
    journal = Journal(path)
    match = journal.create("m", "now")
    journal.append(match, entry(1))
    with pytest.raises(JournalError) as caught:
        journal.append(match, entry(1))
    assert caught.value.code == "journal-second-writer"
    journal.append(match, entry(2))
    assert journal.head(match) == 2
    with pytest.raises(JournalError), journal.transaction() as write:
        write.execute("DELETE FROM entries").execute("nonsense")
    assert journal.head(match) == 2
    journal.close()


# ---- drafts


def test_a_half_typed_answer_is_kept_until_the_answer_is_given(path: Path) -> None:
    journal = Journal(path)
    going = pot(journal)
    going.submit({"do": "throw", "dice": [6, 6]})
    assert journal.draft(going.match) == ""
    journal.keep_draft(going.match, "4 ")
    journal.close()
    journal = Journal(path)
    assert journal.draft(going.match) == "4 "
    session(journal, going.match).type("4 5")
    assert journal.draft(going.match) == ""
    assert journal.draft(99) == ""
    journal.close()


# ---- files that are none of ours


def test_a_newer_file_is_left_alone(path: Path) -> None:
    Journal(path).close()
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA user_version={FORMAT + 1}")
    db.close()
    before = path.read_bytes()
    with pytest.raises(JournalError) as caught:
        Journal(path)
    assert caught.value.code == "journal-newer"
    assert (caught.value.facts["version"], caught.value.facts["known"]) == (FORMAT + 1, FORMAT)
    assert path.read_bytes() == before


def older(path: Path) -> None:
    """A library of the format before games were told apart, with one match."""
    journal = Journal(path)
    pot(journal).submit({"do": "throw", "dice": [6, 6]})
    for table, columns in _ADDED_COLUMNS.items():
        for column in columns:
            journal._db.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
    journal._db.execute("DROP TABLE library")
    journal._db.execute("CREATE TABLE recency (number INTEGER PRIMARY KEY, match INTEGER UNIQUE)")
    journal._db.execute("INSERT INTO recency (match) VALUES (1)")
    journal._db.execute("PRAGMA user_version=2")
    journal.close()


def test_an_older_file_is_brought_up_to_date_after_a_backup(path: Path) -> None:
    older(path)
    journal = Journal(path, make_backup)
    assert journal.kept is not None
    assert journal.matches()[0].game == journal.game(1) == "quake"
    assert session(journal, 1).question is not None
    db = sqlite3.connect(journal.kept)
    assert db.execute("PRAGMA user_version").fetchone() == (2,)
    assert db.execute("SELECT count(*) FROM entries").fetchone() == (1,)
    db.close()
    journal.close()
    journal = Journal(path, make_backup)
    assert journal.kept is None  # once is enough
    journal.close()


def test_an_older_file_is_left_alone_where_no_backup_can_be_made(path: Path) -> None:
    def full(_path: Path) -> Path:
        raise OSError(28, "No space left on device")

    older(path)
    before = path.read_bytes()
    assert code(path) == "journal-older"
    with pytest.raises(JournalError) as caught:
        Journal(path, full)
    assert caught.value.code == "journal-not-kept"
    assert path.read_bytes() == before


def test_a_damaged_file_of_an_older_format_is_repaired(path: Path) -> None:
    older(path)
    repair(path)
    journal = Journal(path)
    assert [(row.name, row.game, row.entries) for row in journal.matches()] == [("pot", "quake", 1)]
    journal.close()


def test_what_is_no_database_is_left_alone(path: Path) -> None:
    path.write_bytes(b"my precious shopping list, which is long enough to be read" * 20)
    before = path.read_bytes()
    assert code(path) == "journal-broken"
    assert path.read_bytes() == before


def test_a_file_that_cannot_be_opened_is_told_so(tmp_path: Path) -> None:
    assert code(tmp_path / "nowhere" / "library.sqlite3") == "journal-cannot-open"
    assert code(tmp_path) == "journal-cannot-open"  # a folder


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing stops root")
def test_a_read_only_folder_is_told_so(tmp_path: Path) -> None:
    folder = tmp_path / "library"
    folder.mkdir()
    folder.chmod(0o500)
    try:
        assert code(folder / "library.sqlite3") in ("journal-cannot-open", "journal-read-only")
    finally:
        folder.chmod(0o700)


def test_a_read_only_file_is_told_so_and_changes_nothing(path: Path) -> None:
    journal = Journal(path)
    going = pot(journal)
    journal._db.execute("PRAGMA query_only=ON")  # as if the file had become read-only
    with pytest.raises(JournalError) as caught:
        going.submit({"do": "throw", "dice": [6]})
    assert caught.value.code == "journal-read-only"
    assert (going.head, going.question) == (0, None)
    journal._db.execute("PRAGMA query_only=OFF")
    going.submit({"do": "throw", "dice": [6]})
    journal.close()


def test_a_full_disk_is_told_so_and_changes_nothing(path: Path) -> None:
    journal = Journal(path)
    going = pot(journal)
    pages = journal._db.execute("PRAGMA page_count").fetchone()[0]
    journal._db.execute(f"PRAGMA max_page_count={pages}")

    def fill() -> None:
        for _ in range(10_000):
            going.submit({"do": "throw", "dice": [6], "who": "x" * 500})
            going.type("1")

    with pytest.raises(JournalError) as caught:
        fill()
    assert caught.value.code == "journal-disk-full"
    state, question = going.state, going.question
    journal._db.execute("PRAGMA max_page_count=100000")
    assert (session(journal, going.match).state, session(journal, going.match).question) == (state, question)
    journal.close()


def test_another_programs_long_write_is_waited_for_then_told(path: Path) -> None:
    journal = Journal(path)
    going = pot(journal)
    journal._db.execute("PRAGMA busy_timeout=0")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(JournalError) as caught:
        going.submit({"do": "throw", "dice": [6]})
    assert caught.value.code == "journal-busy"
    other.execute("ROLLBACK")
    other.close()
    going.submit({"do": "throw", "dice": [6]})
    journal.close()


def test_a_file_is_opened_twice_at_once(path: Path) -> None:
    first, second = Journal(path), Journal(path)
    match = first.create("m", "now")
    assert [row.id for row in second.matches()] == [match]
    first.close()
    second.close()


@pytest.mark.parametrize("waits", [True, False])
def test_a_library_that_cannot_be_opened_again_refuses_each_write_in_words(path: Path, waits: bool) -> None:
    """Somebody deletes its log while it is open, and a folder lies in that place."""
    journal = Journal(path)
    match = journal.create("Friday", "2026-01-01")
    log = path.with_name(f"{path.name}-wal")
    log.unlink()
    log.mkdir()
    for expected in ("journal-cannot-open", "journal-failed"):
        with pytest.raises(JournalError) as caught:
            journal.keep_draft(match, "12", waits=waits)
        assert caught.value.code == expected
    journal.close()
