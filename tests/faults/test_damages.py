"""Damage that nobody would see: of events, marks and kept states; then at random."""

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from q40k.table.match_library import MatchLibrary
from tests.cli.calls import bad, good, q40k
from tests.faults.damages import Whole, attempt, whole
from tests.faults.evening import entries_of, play

ENTRIES = 140


@pytest.fixture(scope="module")
def long_match(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A match of three evenings' length, with kept states."""
    library = tmp_path_factory.mktemp("long_match") / "matches.sqlite3"
    play(library, ENTRIES)
    return library.read_bytes()


@pytest.fixture
def library(own_home: Path, long_match: bytes) -> Path:
    path = own_home / "data" / "matches.sqlite3"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(long_match)
    return path


def hurt(library: Path, sql: str) -> None:
    with closing(sqlite3.connect(library)) as db, db:
        assert db.execute(sql).rowcount


def codes() -> set[str]:
    data = json.loads(q40k("doctor", "--json").stdout)
    return {finding["check"] for finding in data["findings"] if finding["state"] == "wrong"}


# ---- kept states are disposable


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE snapshots SET body = replace(body, '1', '2')",
        "UPDATE snapshots SET body = CAST(x'ff' || CAST(body AS BLOB) AS TEXT)",
        "UPDATE snapshots SET dice = dice + 1",
        "UPDATE snapshots SET seq = seq + 1",
    ],
)
def test_a_damaged_kept_state_is_passed_over_in_silence(library: Path, sql: str) -> None:
    shown, log = good("show", "1", "--json"), good("log", "1", "--all")
    hurt(library, sql)
    assert q40k("show", "1", "--json").stderr == ""
    assert (good("show", "1", "--json"), good("log", "1", "--all")) == (shown, log)
    with closing(MatchLibrary(library)) as match_library:
        match_session = match_library.open(1)
        assert match_session.undo() is not None
        assert match_session.redo() is not None
        match_session.close()
    assert (good("show", "1", "--json"), codes()) == (shown, set())


# ---- entries


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE entries SET events = '[]' WHERE seq = {seq}",
        "UPDATE entries SET events = replace(events, 'type', 'tipe') WHERE seq = {seq}",
        "UPDATE entries SET body = body || ' ' WHERE seq = {seq}",
        "UPDATE entries SET at = 'yesterday' WHERE seq = {seq}",
        "UPDATE entries SET dice = dice + 1 WHERE seq = {seq}",
        "DELETE FROM entries WHERE seq = {seq}",
        "UPDATE entries SET checksum = checksum + 1 WHERE seq = {seq}",
    ],
)
def test_a_damaged_entry_names_itself_and_the_match_opens_as_far_as_it_is_sound(library: Path, sql: str) -> None:
    last = ENTRIES - 3
    before = good("log", "1").splitlines()
    hurt(library, sql.format(seq=last))
    shown = q40k("log", "1")
    assert shown.exit_code == 0
    assert str(last) in shown.stderr
    lines = shown.stdout.splitlines()
    assert all(int(line.split()[0]) < last for line in lines)
    assert {line for line in before if int(line.split()[0]) < last} <= {*lines}
    for word in ("show", "export", "replay", "luck"):
        done = q40k(word, "1")
        assert (done.exit_code, str(last) in done.stderr) == (0, True), word
    assert str(last) in bad(1, "do", "1", '{"do": "next"}')
    assert str(last) in bad(1, "verify", "1")
    assert str(last) in bad(1, "amend", "1", "5", "4", "--yes")
    assert codes() >= {"match-damaged"}


def test_damage_behind_a_kept_state_leaves_the_match_playable(library: Path) -> None:
    shown = good("show", "1")
    hurt(library, "UPDATE entries SET body = body || ' ' WHERE seq = 20")
    assert good("show", "1") == shown
    log = q40k("log", "1")
    assert "20" in log.stderr
    assert not any(line.split()[0] == "20" for line in log.stdout.splitlines())
    for word in ("export", "luck", "replay", "verify"):
        assert "20" in bad(1, word, "1")
    with closing(MatchLibrary(library)) as match_library:
        match_session = match_library.open(1)  # to write
        assert match_session.undo() is not None
        assert match_session.redo() is not None
        match_session.close()


@pytest.mark.parametrize("seq", [20, ENTRIES - 3])
def test_a_damaged_entry_comes_back_from_a_backup(library: Path, seq: int) -> None:
    lines = entries_of(library)
    good("backup")
    hurt(library, f"UPDATE entries SET body = body || ' ' WHERE seq = {seq}")
    assert "match-damaged" in codes()
    assert q40k("doctor", "--repair").exit_code == 0
    assert (entries_of(library), codes()) == (lines, set())


def test_without_a_backup_the_match_goes_on_behind_the_gap(library: Path) -> None:
    shown = good("show", "1")
    hurt(library, "DELETE FROM entries WHERE seq BETWEEN 20 AND 22")
    done = q40k("doctor", "--repair", "--json")
    assert done.exit_code == 1  # something is lost
    [saved] = json.loads(done.stdout)["repaired"]["matches"]
    assert saved["gap"] is True
    assert saved["lost"] in (3, 4)
    assert good("show", "1") == shown


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE entries SET undone_by = NULL",
        "UPDATE entries SET undone_by = 130 WHERE seq = 120",
        "UPDATE matches SET name = 'another'",
        "UPDATE matches SET touched = '1999-01-01T00:00:00'",
    ],
)
def test_marks_and_names_that_were_changed_are_found_and_put_right(library: Path, sql: str) -> None:
    lines, listed = entries_of(library), good("list")
    good("backup")
    hurt(library, sql)
    assert codes() & {"match-damaged", "match-misnamed"}
    assert ("list entry of match 1 is damaged" in q40k("list").stderr) is ("UPDATE matches" in sql)
    assert q40k("doctor", "--repair").exit_code == 0
    assert (entries_of(library), good("list"), codes()) == (lines, listed, set())


def test_two_entries_in_each_others_place_are_found(library: Path) -> None:
    hurt(library, "UPDATE entries SET seq = 1000 WHERE seq = 30")
    hurt(library, "UPDATE entries SET seq = 30 WHERE seq = 31")
    hurt(library, "UPDATE entries SET seq = 31 WHERE seq = 1000")
    assert "match-damaged" in codes()


# ---- at random


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    return whole(tmp_path_factory.mktemp("whole"))


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    kept = os.environ.get("Q40K_DATA_DIR")
    yield tmp_path / "hurt"
    os.environ.pop("Q40K_DATA_DIR")
    if kept is not None:
        os.environ["Q40K_DATA_DIR"] = kept


def test_no_random_damage_goes_unnoticed_or_loses_what_a_backup_holds(before: Whole, folder: Path) -> None:
    """A few of them; `make soak FAULTS=1` goes on."""
    assert [wrong for seed in range(40) if (wrong := attempt(folder, before, f"t/{seed}"))] == []
    noticed = sum(n for how, n in before.counts.items() if not how.endswith("nothing to notice"))
    assert noticed >= 20
