"""Backups and the doctor: what is kept, what is found, what a repair brings back."""

import json
import os
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from q40k.care import backup
from q40k.care.backup import DAYS_KEPT, EVERY_ENTRIES, NEWEST_KEPT, BackupKeeper
from q40k.kernel.journal import checksums, tables
from q40k.kernel.journal.journal import Entry, Journal, MatchRow
from q40k.kernel.journal.tables import checksum_entries
from q40k.table.doctor import Progress, examine, terminal
from q40k.table.match_library import MatchLibrary
from tests.cli.calls import MATCH, bad, good, import_match, q40k
from tests.faults.evening import begin, entries_of, play


@pytest.fixture
def library(own_home: Path) -> Path:
    import_match()
    return own_home / "data" / "matches.sqlite3"


def states() -> dict[str, str]:
    """Every check of the doctor and how it came out."""
    data = json.loads(q40k("doctor", "--json").stdout)
    return {finding["check"]: finding["state"] for finding in data["findings"]}


def zero(path: Path, page: int = 0) -> None:
    damaged = bytearray(path.read_bytes())
    damaged[page * 4096 : (page + 1) * 4096] = bytes(4096)
    path.write_bytes(damaged)


# ---- backups


def test_a_match_is_backed_up_as_it_is_played_and_when_it_is_closed(tmp_path: Path) -> None:
    library = tmp_path / "matches.sqlite3"
    match_library = MatchLibrary(library, lambda: "now")
    match_session, step = begin(match_library)
    while match_session.head < 2 * EVERY_ENTRIES + 50:
        step()
    lines = match_library.journal.entries(1)
    match_session.close()
    match_library.close()
    backups = backup.backups(library)
    assert len(backups) >= 3
    assert entries_of(backups[0])[1] == lines
    older = entries_of(backups[1])[1]
    assert 0 < len(older) < len(lines)


def test_the_last_few_backups_are_kept_and_one_of_each_day_before(tmp_path: Path) -> None:
    library = tmp_path / "matches.sqlite3"
    play(library, 8)
    moment = datetime(2026, 5, 1, 12)
    for path in backup.backups(library):
        path.unlink()
    for _ in range(40):
        moment += timedelta(hours=6)
        backup.make_backup(library, moment)
    names = [path.stem.partition("-")[2] for path in backup.backups(library)]
    assert len(names) == NEWEST_KEPT + DAYS_KEPT
    assert names[0] == moment.strftime("%Y%m%dT%H%M%S")
    days = [name[:8] for name in names[NEWEST_KEPT:]]
    assert days == sorted(set(days), reverse=True)


def test_a_backup_that_cannot_be_made_disturbs_no_match(tmp_path: Path) -> None:
    library = tmp_path / "matches.sqlite3"
    play(library, 8)
    for path in backup.backups(library):
        path.unlink()
    backup.backups_folder(library).rmdir()
    backup.backups_folder(library).write_text("in the way", encoding="utf-8")
    match_library = MatchLibrary(library, lambda: "now")
    match_session, step = begin(match_library)
    for _ in range(20):
        step()
    lines = match_library.journal.entries(match_session.number)
    match_session.close()
    match_library.close()
    assert entries_of(library)[2] == lines


def test_a_backup_says_why_it_failed(tmp_path: Path) -> None:
    keeper = BackupKeeper(tmp_path / "nowhere" / "matches.sqlite3", time.monotonic)
    keeper.notify_written()
    keeper.close()
    assert isinstance(keeper.failed, OSError | sqlite3.Error)


def test_a_backup_is_a_whole_library(library: Path, tmp_path: Path) -> None:
    path = Path(good("backup").strip())
    assert path in backup.backups(library)
    assert entries_of(path) == entries_of(library)
    assert path.with_name(path.name + "-wal").exists() is False
    output = good("log", "1")
    target = tmp_path / "stick"
    target.mkdir()
    copy = Path(good("backup", "--to", str(target)).strip())
    assert copy.parent == target
    library.unlink()
    copy.replace(library)
    assert good("log", "1") == output


def test_a_backup_writes_nothing_over(library: Path, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("precious", encoding="utf-8")
    assert str(precious) in bad(2, "backup", "--to", str(precious))
    assert precious.read_text(encoding="utf-8") == "precious"


@pytest.mark.parametrize("to", ["stick", "stick/copy.sqlite3"])
def test_a_stick_that_is_not_there_is_no_folder_to_make(library: Path, tmp_path: Path, to: str) -> None:
    error = bad(2, "backup", "--to", str(tmp_path / to))
    assert f"no folder {tmp_path / 'stick'}" in error
    assert "--create" in error
    assert not (tmp_path / "stick").exists()
    path = Path(good("backup", "--to", str(tmp_path / to), "--create").strip())
    assert path.parent == tmp_path / "stick"
    assert entries_of(path) == entries_of(library)


def test_there_is_nothing_to_back_up_without_a_match(own_home: Path) -> None:
    assert "no match" in bad(1, "backup").casefold()
    assert not (own_home / "data" / "matches.sqlite3").exists()


def test_a_damaged_library_is_not_backed_up_over_sound_ones(library: Path) -> None:
    before = {path: path.read_bytes() for path in backup.backups(library)}
    zero(library)
    assert "doctor --repair" in bad(1, "backup")
    assert {path: path.read_bytes() for path in backup.backups(library)} == before


# ---- the doctor


def test_all_is_well(library: Path) -> None:
    assert set(states().values()) <= {"well", "note"}
    output = good("doctor")
    assert str(library) in output
    assert "Soirée" in output
    assert "✗" not in output
    assert "Nothing here needs a repair" in good("doctor", "--repair")


def test_before_the_first_match_all_is_well_too() -> None:
    assert states()["library-none"] == "well"


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_damaged_library_is_found_and_repaired(library: Path, lang: str) -> None:
    output = good("log", "1")
    damaged = library.read_bytes()[:4096] * 2
    library.write_bytes(damaged)
    result = q40k("doctor", "--lang", lang)
    assert result.exit_code == 1
    assert "--repair" in result.stdout
    assert library.read_bytes() == damaged  # looking changes nothing
    repaired = good("doctor", "--repair", "--lang", lang)
    aside = library.parent / "damaged"
    assert str(aside) in repaired
    assert (aside / "matches.sqlite3").read_bytes() == damaged
    assert good("log", "1") == output
    assert states()["library"] == "well"


def test_two_repairs_keep_both_damaged_files(library: Path) -> None:
    for name in ("damaged", "damaged-2"):
        zero(library)
        damaged = library.read_bytes()
        data = json.loads(q40k("doctor", "--repair", "--json").stdout)
        assert data["repaired"]["aside"] == str(library.parent / name)
        assert data["repaired"]["matches"][0]["lost"] == 0
        assert (library.parent / name / "matches.sqlite3").read_bytes() == damaged


def test_a_library_that_is_gone_comes_back_from_its_backup(library: Path) -> None:
    good("backup")
    output = good("log", "1")
    library.unlink()
    assert states()["library-missing"] == "wrong"
    assert "entries are back" in good("doctor", "--repair")
    assert good("log", "1") == output
    assert not (library.parent / "damaged").exists()


def test_a_missing_entry_is_found_and_comes_back_from_a_backup(library: Path) -> None:
    good("backup")
    lines = entries_of(library)
    with sqlite3.connect(library) as db:
        db.execute("DELETE FROM entries WHERE seq = 4")
    db.close()
    assert states()["match-damaged"] == "wrong"
    good("doctor", "--repair")
    assert entries_of(library) == lines


def test_a_story_changed_by_hand_is_told_from_rules_that_changed(library: Path) -> None:
    with closing(sqlite3.connect(library)) as db, db:
        db.execute("UPDATE entries SET events = '[]' WHERE seq = 2")
    assert states()["match-damaged"] == "wrong"
    assert "entry 2" in bad(1, "verify", "1")
    with closing(sqlite3.connect(library)) as db, db:
        checksum_entries(db, 1)  # as a program writes whose rules tell so
    assert states()["match-differs"] == "note"
    result = q40k("verify", "1")
    assert result.exit_code == 1
    assert "rules have changed" in result.stdout


def test_a_damaged_backup_a_fault_and_a_bad_pack_are_found(library: Path, own_home: Path) -> None:
    good("backup")
    backup.backups(library)[0].write_bytes(b"no backup at all" * 500)
    log = own_home / "data" / "log"
    log.mkdir()
    (log / "errors.log").write_text("x", encoding="utf-8")
    packs = own_home / "config" / "packs"
    packs.mkdir()
    (packs / "bad.yaml").write_text("champions: 3\n", encoding="utf-8")
    result = states()
    assert (result["backup-broken"], result["pack-problem"]) == ("wrong", "wrong")
    assert result["faults-logged"] == "note"
    assert "bad.yaml:1" in q40k("doctor").stdout


def test_a_folder_that_is_a_file_is_found(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = own_home / "file"
    file.write_text("", encoding="utf-8")
    monkeypatch.setenv("Q40K_DATA_DIR", str(file))
    assert states()["folder-missing"] == "wrong"


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
def test_the_terminal_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    import pty

    ours, theirs = pty.openpty()
    with open(theirs, "r+b", buffering=0) as raw, open(ours, "rb"):
        import io

        text = io.TextIOWrapper(raw, encoding="ascii")
        monkeypatch.setattr("sys.stdout", text)
        monkeypatch.setattr("sys.stdin", text)
        results = {finding.code: finding for finding in terminal({"TERM": "dumb"})}
        monkeypatch.undo()
        text.detach()
    assert results["terminal-dumb"].state == "wrong"
    assert results["letters"].facts["encoding"] in ("ascii", "us-ascii")
    assert results["terminal-small"].facts["columns"] == 0


# ---- many matches


def count_calls(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> list[None]:
    """Count the calls of a function, as the length of a list."""
    calls: list[None] = []
    real = getattr(module, name)

    def calling(*arguments: Any) -> Any:
        calls.append(None)
        return real(*arguments)

    monkeypatch.setattr(module, name, calling)
    return calls


def count_checksums(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Count the entries whose checksums are computed, as the length of a list."""
    checked: list[int] = []
    real = checksums.of_entries

    def counting(*arguments: Any) -> Iterator[int]:
        for checksum in real(*arguments):
            checked.append(checksum)
            yield checksum

    monkeypatch.setattr(checksums, "of_entries", counting)
    return checked


def note_places(places: list[tuple[int, int]]) -> Progress:
    """Note a progress."""
    return lambda place, number: places.append((place, number))


def test_the_doctor_reads_every_entry_once_and_the_list_no_oftener_for_more_matches(
    library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lists = []
    for matches in (3, 6):
        while len(entries_of(library)) < matches:
            import_match()
        good("backup")
        matches_of = [len(entries_of(path)) for path in backup.backups(library)]
        places, of_backups = list[tuple[int, int]](), list[tuple[int, int]]()
        with monkeypatch.context() as counting:
            rows, entries = count_calls(counting, tables, "read_rows"), count_checksums(counting)
            codes = [finding.code for finding in examine(note_places(places), note_places(of_backups))]
        assert codes.count("match") == matches
        assert places == [(place, matches) for place in range(1, matches + 1)]
        assert of_backups == [(place, len(matches_of)) for place in range(1, len(matches_of) + 1)]
        assert len(entries) == 11 * (matches + sum(matches_of))
        lists.append(len(rows) - 2 * len(matches_of))
    assert lists[0] == lists[1]


def test_backups_are_bounded_by_their_size(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(5):
        good("backup")
    size = backup.backups(library)[0].stat().st_size
    monkeypatch.setattr(backup, "MOST_BYTES", 3 * size)
    good("backup")
    assert len(backup.backups(library)) == 3
    monkeypatch.setattr(backup, "MOST_BYTES", 1)
    good("backup")
    assert len(backup.backups(library)) == 2
    assert "together 1 MB" in good("doctor")


def test_several_imports_in_a_minute_make_one_backup(own_home: Path) -> None:
    import_match()
    library = own_home / "data" / "matches.sqlite3"
    before = len(backup.backups(library))
    for _ in range(4):
        import_match(MATCH, "--again")
    assert len(backup.backups(library)) == max(1, before)


def test_a_backup_of_many_matches_reads_each_list_of_matches_once(
    library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(5):
        import_match(MATCH, "--again")
    reads: list[str] = []
    read = Journal.rows

    def count(journal: Journal) -> list[MatchRow]:
        reads.append(str(journal.path))
        return read(journal)

    for _ in range(NEWEST_KEPT + 1):
        backup.make_backup(library)
    monkeypatch.setattr(Journal, "rows", count)
    backup.make_backup(library)
    assert len(reads) <= NEWEST_KEPT + 2
    assert len(set(reads)) == len(reads)


def test_a_backup_that_drops_one_reads_the_list_of_each_backup_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For every match it once read the lists of all backups: with 2,000 matches that took minutes."""
    library = tmp_path / "matches.sqlite3"
    journal = Journal(library)
    for number in range(1, 13):
        journal.create("m", "now")
        journal.append(number, Entry(1, "command", 1, "{}", "hand", "[]", 0, "now"))
    journal.close()
    for hour in range(6):
        backup.make_backup(library, datetime(2026, 3, 1, hour))
    read: Counter[str] = Counter()
    rows = Journal.rows

    def count(journal: Journal) -> list[MatchRow]:
        read[str(journal.path)] += 1
        return rows(journal)

    monkeypatch.setattr(Journal, "rows", count)
    before = backup.backups(library)
    backup.make_backup(library, datetime(2026, 3, 1, 6))
    assert set(before) - set(backup.backups(library)), "one was dropped"
    assert set(read.values()) == {1}


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the matches that are replayed from now on."""
    numbers: list[int] = []
    replay = MatchLibrary.replay

    def watch(match_library: MatchLibrary, match: int, inputs: Any) -> Any:
        numbers.append(match)
        return replay(match_library, match, inputs)

    monkeypatch.setattr(MatchLibrary, "replay", watch)
    return numbers


def test_a_match_that_replayed_as_written_is_replayed_again_only_once_it_is_played_on(
    library: Path, replays: list[int]
) -> None:
    for _ in range(2):
        assert states()["match"] == "well"
    assert replays == [1]
    good("do", "1", '{"do": "next"}')
    states()
    assert replays == [1, 1]
    with closing(sqlite3.connect(library)) as db, db:
        db.execute("UPDATE entries SET events = '[]' WHERE seq = 2")
    assert states()["match-damaged"] == "wrong", "entries are checked each time"


def test_a_match_is_replayed_again_by_a_changed_program_whatever_its_clock_says(
    library: Path, replays: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "program" / "__init__.py"
    program.parent.mkdir()
    monkeypatch.setattr("q40k.table.doctor.q40k.__file__", str(program))
    for text, number in (("a = 1", 1), ("a = 1", 1), ("a = 2", 2)):
        program.write_text(text, encoding="utf-8")
        os.utime(program, (1_000_000_000, 1_000_000_000))
        states()
        assert len(replays) == number


def test_of_many_matches_each_call_replays_the_next_ones(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import_match(MATCH, "--again")
    monkeypatch.setattr("q40k.table.doctor.MOST_REPLAYED", 1)
    first, second = (json.loads(q40k("doctor", "--json").stdout)["findings"] for _ in range(2))
    checks = [finding["check"] for finding in first]
    assert {"match", "match-sound", "matches-waiting"} <= {*checks}
    assert [finding["check"] for finding in second].count("match") == 2
    assert "not replayed this time: 1" in str(first)
