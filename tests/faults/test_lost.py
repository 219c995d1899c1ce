"""What goes missing as a whole: the library, a match, the backups that held it, an import."""

import json
import shutil
import sqlite3
from contextlib import closing, suppress
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from q40k.care import backup
from q40k.care.notes import recall
from q40k.care.recover import repair
from q40k.kernel.journal.journal import Journal, JournalError
from q40k.table.match_library import MatchLibrary
from tests.cli.calls import MATCH, bad, good, import_match, q40k, script
from tests.faults.evening import begin, entries_of, play


@pytest.fixture
def library(own_home: Path) -> Path:
    import_match()
    return own_home / "data" / "matches.sqlite3"


def states() -> dict[str, str]:
    data = json.loads(q40k("doctor", "--json").stdout)
    return {finding["check"]: finding["state"] for finding in data["findings"]}


def remove(library: Path) -> None:
    for end in ("", "-wal", "-shm"):
        library.with_name(library.name + end).unlink(missing_ok=True)


# ---- a library that is gone


@pytest.mark.parametrize("how", ["deleted", "emptied"])
def test_a_lost_library_is_told_at_once_and_comes_back(library: Path, how: str) -> None:
    output, lines = good("log", "1"), entries_of(library)
    remove(library)
    if how == "emptied":
        library.touch()
    for call in (("list",), ("show", "1"), ("do", "1", '{"do": "next"}'), ("import", "-"), ("backup",), ()):
        errors = bad(1, *call, stdin=script(MATCH) if call == ("import", "-") else None)
        assert "gone" in errors
        assert "doctor --repair" in errors
    assert states()["library-missing"] == "wrong"
    assert "entries are back" in good("doctor", "--repair")
    assert (good("log", "1"), entries_of(library)) == (output, lines)
    assert set(states().values()) <= {"well", "note"}


def test_a_lost_library_without_a_memory_is_known_by_its_backups(library: Path) -> None:
    remove(library)
    for path in library.parent.glob("*memory*"):
        path.unlink()
    assert "gone" in bad(1, "list")
    good("doctor", "--repair")
    assert "Soirée" in good("list")


def test_what_went_on_purpose_is_forgotten_on_request(library: Path) -> None:
    remove(library)
    assert q40k("doctor", "--forget").exit_code == 0
    assert "no match yet" in q40k("list").stderr
    assert import_match() == "1"


def test_a_foreign_library_is_told_and_joined_with_the_one_that_was(library: Path, tmp_path: Path) -> None:
    lines = entries_of(library)[1]
    other = tmp_path / "other" / "matches.sqlite3"
    other.parent.mkdir()
    play(other, 12)
    foreign = entries_of(other)[1]
    remove(library)
    shutil.copyfile(other, library)
    assert "Another library" in bad(1, "list")
    assert states()["library-foreign"] == "wrong"
    assert q40k("doctor", "--repair").exit_code == 0
    assert entries_of(library) == {1: foreign, 2: lines}
    assert set(states().values()) <= {"well", "note"}


def test_the_log_of_a_killed_process_is_not_written_into_a_library_copied_over_it(
    library: Path, tmp_path: Path
) -> None:
    lines = entries_of(library)[1]
    other = tmp_path / "other" / "matches.sqlite3"
    other.parent.mkdir()
    play(other, 12)
    foreign = other.read_bytes()
    log = library.with_name(library.name + "-wal")
    with closing(sqlite3.connect(library, isolation_level=None)) as db:
        assert db.execute("UPDATE matches SET touched = touched || 1").rowcount
        left = log.read_bytes()
    library.write_bytes(foreign)
    log.write_bytes(left)
    assert "Another library" in bad(1, "list")
    assert library.read_bytes() == foreign
    assert library.with_name("matches-stray.wal").read_bytes() == left, "kept, for whoever can use it"
    good("doctor", "--repair")
    assert entries_of(library)[2] == lines


def test_an_older_copy_is_found_and_what_it_lacks_comes_back(library: Path) -> None:
    older = library.read_bytes()
    good("do", "1", '{"do": "next"}')
    good("backup")
    lines = entries_of(library)
    remove(library)
    library.write_bytes(older)
    assert states()["match-shorter"] == "wrong"
    assert q40k("doctor", "--repair").exit_code == 0
    assert entries_of(library) == lines


def test_a_match_taken_out_of_the_library_is_missed(library: Path) -> None:
    import_match()
    with closing(sqlite3.connect(library)) as db, db:
        for table in ("entries", "snapshots", "replaced"):
            db.execute(f"DELETE FROM {table} WHERE match = 1")
        db.execute("DELETE FROM matches WHERE id = 1")
    assert states()["match-shorter"] == "wrong"
    good("doctor", "--repair")
    assert sorted(entries_of(library)) == [1, 2]


def test_the_memory_knows_what_a_killed_evening_had_entered(tmp_path: Path) -> None:
    library = tmp_path / "matches.sqlite3"
    match_library = MatchLibrary(library, lambda: "now")
    _match_session, step = begin(match_library)
    for _ in range(20):
        step()
    memory = recall(library)  # nothing was closed
    assert memory is not None
    assert memory.library == match_library.journal.identity
    assert len(memory.matches) == 1
    match_library.journal.close()


# ---- backups that are the last to hold something


def test_rotation_keeps_the_last_backup_that_holds_a_match(library: Path) -> None:
    lines = entries_of(library)[1]
    good("backup")
    remove(library)
    q40k("doctor", "--forget")
    import_match(MATCH[:3])
    moment = datetime(2031, 5, 1, 12)
    for _ in range(40):
        moment += timedelta(hours=9)
        backup.make_backup(library, moment)
    held = [path for path in backup.backups(library) if lines in entries_of(path).values()]
    assert len(held) == 1
    assert len(backup.backups(library)) <= backup.NEWEST_KEPT + backup.DAYS_KEPT + 1


def test_rotation_keeps_the_last_good_backup(library: Path) -> None:
    lines = entries_of(library)
    good("backup")
    with closing(sqlite3.connect(library)) as db, db:
        db.execute("UPDATE entries SET body = body || ' ' WHERE seq = 2")
    moment = datetime(2031, 5, 1, 12)
    for _ in range(30):
        moment += timedelta(hours=9)
        backup.make_backup(library, moment)
    assert lines in [entries_of(path) for path in backup.backups(library)]
    assert len(backup.backups(library)) <= backup.NEWEST_KEPT + backup.DAYS_KEPT + 1
    assert q40k("doctor", "--repair").exit_code == 0
    assert entries_of(library) == lines


# ---- matches are joined by what they are, not by their number


def test_a_repair_never_continues_a_match_by_another(tmp_path: Path) -> None:
    """An older match 1 of a backup, longer than the match 1 of the library that was cut."""
    old, new = tmp_path / "old" / "matches.sqlite3", tmp_path / "new" / "matches.sqlite3"
    for path in (old, new):
        path.parent.mkdir()
    long = play(old, 80, "1")
    play(new, 40, "2")
    with closing(sqlite3.connect(new)) as db, db:
        db.execute("DELETE FROM entries WHERE seq > 20")
    short = entries_of(new)[1]
    done = repair(new, [old])
    assert entries_of(new) == {1: short, 2: long}
    assert [saved.match for saved in done.matches] == [1, 2]


def test_a_repair_says_and_exits_so_when_anything_stays_lost(library: Path) -> None:
    shutil.rmtree(backup.backups_folder(library))
    with closing(sqlite3.connect(library)) as db, db:
        db.execute("DELETE FROM entries WHERE seq > 6")
    done = q40k("doctor", "--repair", "--json")
    assert done.exit_code == 1
    [saved] = json.loads(done.stdout)["repaired"]["matches"]
    assert (saved["kept"], saved["lost"]) == (6, 5)
    assert states()["match-shorter"] == "wrong"  # as long as nobody says that it is for good
    q40k("doctor", "--forget")
    assert set(states().values()) <= {"well", "note"}


# ---- an import is whole or not there


def test_an_import_that_dies_at_any_write_leaves_nothing(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Died(BaseException):
        """What kill -9 does, for one write."""

    before = good("list", "--json")
    writes = []
    real = Journal.transaction

    def dying(number: int) -> None:
        def writing(journal: Journal) -> object:
            if journal.path is not None:
                writes.append(journal)
                if len(writes) > number:
                    raise Died
            return real(journal)

        monkeypatch.setattr(Journal, "transaction", writing)

    for number in range(5):
        writes.clear()
        dying(number)
        with suppress(Died):
            q40k("import", "-", stdin=script(MATCH))
        monkeypatch.setattr(Journal, "transaction", real)
        rows = json.loads(good("list", "--json"))
        assert rows == json.loads(before) or rows[0]["entries"] == 11
        if number == 0:
            assert rows == json.loads(before)
        elif rows != json.loads(before):
            break
    assert rows[0]["entries"] == 11


def test_an_import_is_what_was_played(library: Path) -> None:
    record = good("export", "1")
    number = good("import", "-", stdin=record).strip()
    assert good("export", number) == record
    with closing(MatchLibrary()) as match_library, pytest.raises(JournalError):
        match_library.open(99)
    assert "the same events" in good("verify", number)


def test_undo_in_an_imported_script_is_kept_as_an_undo() -> None:
    lines = [*MATCH, {"do": "undo"}, {"do": "next"}]
    number = import_match(lines)
    assert "the same events" in good("verify", number)
    assert "×" in good("log", number, "--all")
    assert set(states().values()) <= {"well", "note"}


# ---- finished matches as text


def test_a_finished_match_is_also_kept_as_a_plain_script(library: Path) -> None:
    records = library.parent / "records"
    assert not records.exists()  # the one that is played is none yet
    number = import_match([*MATCH, {"do": "end"}])
    [record] = records.iterdir()
    assert record.name.startswith(f"{number}-soiree-")
    assert record.read_text(encoding="utf-8").partition("\n")[2] == good("export", number)
    again = good("import", "--again", str(record)).strip()
    assert good("export", again) == good("export", number)
    good("do", number, '{"do": "undo"}')
    good("do", number, '{"do": "redo"}')
    assert len([*records.iterdir()]) == 2


# ---- the drill


def test_the_drill_proves_the_chain_on_a_copy_and_touches_nothing(
    library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("q40k.table.drill.KILLS", 1)
    monkeypatch.setattr("q40k.table.drill.DAMAGED", 3)
    before = {path: path.read_bytes() for path in library.parent.rglob("*") if path.is_file()}
    findings = json.loads(good("doctor", "--drill", "--json"))["findings"]
    assert [finding["check"] for finding in findings] == [
        "drill-written",
        "drill-killed",
        "drill-damaged",
        "drill-lost",
    ]
    assert {path: path.read_bytes() for path in library.parent.rglob("*") if path.is_file()} == before


def test_a_drill_that_fails_says_where(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("q40k.table.drill.KILLS", 0)
    monkeypatch.setattr("q40k.table.drill.repair", lambda _library: None)
    done = q40k("doctor", "--drill")
    assert done.exit_code == 1
    assert "The drill failed" in done.stdout


def test_entries_that_are_gone_stay_reported_while_the_match_goes_on(library: Path) -> None:
    earlier = Path(good("backup").strip().splitlines()[-1])
    for _ in range(3):
        good("do", "1", '{"do": "next"}')
    remove(library)
    shutil.copyfile(earlier, library)
    for call in (("list",), ("show", "1"), ("do", "1", '{"do": "next"}'), ("do", "1", '{"do": "next"}'), ("list",)):
        result = q40k(*call)
        assert (result.exit_code, "entries that are gone: 3" in result.stderr) == (0, True), call
    assert states()["match-shorter"] == "wrong"
    q40k("doctor", "--forget")
    assert "gone" not in q40k("list").stderr
    assert states()["match"] == "well"


def test_the_memory_holds_every_entry_at_once(library: Path) -> None:
    for _ in range(3):
        good("do", "1", '{"do": "next"}')
        memory = recall(library)
        assert memory is not None
        (held,) = memory.matches.values()
        assert held.entries == len(entries_of(library)[1])


def test_an_entry_adds_a_line_to_the_memory_which_is_seldom_written_anew(library: Path) -> None:
    memory, sizes = library.with_name("matches-memory.jsonl"), []
    for _ in range(20):
        good("do", "1", '{"do": "next"}')
        sizes.append(len(memory.read_bytes().splitlines()))
    assert sizes == list(range(sizes[0], sizes[0] + 20))


@pytest.mark.parametrize(
    ("start", "reason"), [(b"{\n", "1 line of 3 cannot be read"), (b"{\n" * 2, "2 lines of 4 cannot be read")]
)
def test_damaged_lines_of_the_memory_are_counted_in_words(library: Path, start: bytes, reason: str) -> None:
    memory = library.with_name("matches-memory.jsonl")
    memory.write_bytes(start + b"".join(memory.read_bytes().splitlines(keepends=True)[:2]))
    assert f"matches-memory.jsonl is damaged: {reason}" in q40k("list").stderr
    assert f"matches-memory.jsonl is damaged: {reason}" in q40k("doctor").stdout


def test_an_empty_memory_is_damaged(library: Path) -> None:
    library.with_name("matches-memory.jsonl").write_bytes(b"")
    assert "matches-memory.jsonl is damaged: 1 line of 1 cannot be read" in q40k("doctor").stdout


def test_a_match_that_was_erased_is_not_missed_though_the_memory_still_names_it(library: Path) -> None:
    good("delete", "1")
    memory = library.with_name("matches-memory.jsonl")
    before = memory.read_bytes()
    good("empty-bin", "--yes")
    memory.write_bytes(before)  # as if the laptop had died before the memory was written
    assert "was longer" not in q40k("list").stderr
    assert set(states().values()) <= {"well", "note"}
