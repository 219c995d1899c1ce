"""The decisions about the season, damaged, cut and lost: noticed, said, and brought back like matches."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from q40k.care.backup import backups_folder
from tests.cli.calls import bad, good, import_match, q40k


@pytest.fixture
def library(own_home: Path) -> Path:
    """A library with a match, three decisions, and a backup that holds them."""
    import_match()
    for tag in ("winter", "club", "final"):
        good("season", "tag", "1", tag)
    good("season", "undo")
    good("backup")
    return own_home / "data" / "matches.sqlite3"


def change(library: Path, *statements: str) -> None:
    with closing(sqlite3.connect(library)) as db, db:
        for statement in statements:
            db.execute(statement)


def states() -> dict[str, str]:
    data = json.loads(q40k("doctor", "--json").stdout)
    return {finding["check"]: finding["state"] for finding in data["findings"]}


def test_the_doctor_knows_the_decisions_and_no_list_of_matches_does(library: Path) -> None:
    assert states()["record"] == "well"
    assert [row["match"] for row in json.loads(good("list", "--json"))] == [1]
    assert "(matches: 1)" in good("doctor")


@pytest.mark.parametrize(
    ("check", "statements"),
    [
        ("record-damaged", ["UPDATE entries SET body = replace(body, 'club', 'clan') WHERE match = 0"]),
        ("record-damaged", ["UPDATE matches SET name = 'other' WHERE id = 0"]),
        ("record-damaged", ["DELETE FROM entries WHERE match = 0 AND seq = 2"]),
        ("record-shorter", ["DELETE FROM entries WHERE match = 0 AND seq > 2"]),
        ("record-shorter", ["DELETE FROM entries WHERE match = 0"]),
        ("record-shorter", ["DELETE FROM entries WHERE match = 0", "DELETE FROM matches WHERE id = 0"]),
    ],
)
def test_what_happens_to_decisions_is_noticed_and_they_come_back(
    library: Path, check: str, statements: list[str]
) -> None:
    output = good("season", "decisions")
    change(library, *statements)
    assert states()[check] == "wrong"
    assert "decisions are back" in good("doctor", "--repair")
    assert good("season", "decisions") == output
    assert set(states().values()) <= {"well", "note"}
    good("season", "redo")


def test_damaged_decisions_are_said_wherever_the_season_is_read_or_written(library: Path) -> None:
    change(library, "UPDATE entries SET body = replace(body, 'club', 'clan') WHERE match = 0")
    for reading in ("season", "season decisions", "league"):
        assert "1 line of the season’s decisions cannot be read" in q40k(*reading.split()).stderr
    for change_of in (("tag", "1", "new"), ("undo",), ("redo",)):
        assert "doctor --repair" in bad(1, "season", *change_of)


def test_decisions_without_any_copy_are_lost_and_said_until_that_is_accepted(library: Path) -> None:
    for backup in backups_folder(library).iterdir():
        backup.unlink()
    change(library, "DELETE FROM entries WHERE match = 0 AND seq > 2")
    done = q40k("doctor", "--repair")
    assert done.exit_code == 1
    assert "2 decisions are back; 2 are lost" in done.stdout
    assert q40k("season", "tag", "1", "new").exit_code == 1
    q40k("doctor", "--forget")
    good("season", "tag", "1", "new")
    assert set(states().values()) <= {"well", "note"}


def test_a_deleted_library_comes_back_with_its_decisions(library: Path) -> None:
    output = good("season", "decisions")
    for end in ("", "-wal", "-shm"):
        library.with_name(library.name + end).unlink(missing_ok=True)
    good("doctor", "--repair")
    assert good("season", "decisions") == output


def test_a_mirror_holds_the_decisions_and_brings_them_back(library: Path, tmp_path: Path) -> None:
    (tmp_path / "stick").mkdir()
    good("backup", "--mirror", str(tmp_path / "stick"))
    good("season", "tag", "1", "late")
    output = good("season", "decisions")
    for path in (library, *backups_folder(library).iterdir()):
        path.unlink()
    good("doctor", "--repair")
    assert "late" in output
    assert good("season", "decisions") == output


def test_a_foreign_library_that_a_repair_has_joined_brings_its_decisions(library: Path, tmp_path: Path) -> None:
    foreign = library.read_bytes()
    for path in [*library.parent.glob("matches*"), *backups_folder(library).iterdir()]:
        path.unlink()
    import_match()
    good("season", "tag", "1", "summer")
    lost = {"match": "a", "number": 9, "name": "", "game": "quake", "entries": 0, "checksum": 0}
    memory = "".join(json.dumps(line) + "\n" for line in ({"library": "another"}, lost))
    library.with_name("matches-memory.jsonl").write_text(memory)
    backups_folder(library).joinpath("matches-20260101T000000.sqlite3").write_bytes(foreign)
    good("doctor", "--repair")
    assert len(json.loads(good("list", "--json"))) == 2
    output = good("season", "decisions")
    assert [tag in output for tag in ("summer", "winter", "club", "final")] == [True] * 4
    assert good("season", "decisions") == output


def test_an_import_takes_in_the_decisions_of_the_other_library(library: Path, tmp_path: Path) -> None:
    other = tmp_path / "stick.sqlite3"
    other.write_bytes(library.read_bytes())
    output = good("season", "decisions")
    for path in [*library.parent.glob("matches*"), *backups_folder(library).iterdir()]:
        path.unlink()
    done = q40k("import", str(other))
    assert "4 decisions about the season were taken in" in done.stderr
    assert good("season", "decisions") == output
    assert "decision" not in q40k("import", str(other)).stderr
