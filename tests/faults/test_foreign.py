"""A database of another program at the place of the library, or of its mirror, is never changed."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from q40k.care.mirror import mirror_file
from tests.cli.calls import MATCH, bad, good, import_match, q40k, script


def make_foreign(path: Path) -> bytes:
    """Write a database of notes, and return what is in the file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("CREATE TABLE notes (line TEXT)")
        db.execute("INSERT INTO notes VALUES ('mine')")
    return path.read_bytes()


@pytest.mark.parametrize("call", ["list", "import -", "season", "league", "backup"])
def test_it_is_named_and_left_alone(call: str, own_home: Path) -> None:
    library = own_home / "data" / "matches.sqlite3"
    before = make_foreign(library)
    errors = bad(1, *call.split(), stdin=script(MATCH))
    assert "another program" in errors
    assert "Q40K_DATA_DIR" in errors
    assert library.read_bytes() == before
    assert [path.name for path in library.parent.iterdir() if path.name.startswith(library.name)] == [library.name]


def test_the_doctor_names_it_and_leaves_it(own_home: Path) -> None:
    library = own_home / "data" / "matches.sqlite3"
    before = make_foreign(library)
    result = q40k("doctor")
    assert result.exit_code == 1
    assert "another program" in result.stdout
    assert library.read_bytes() == before


def test_a_mirror_in_its_place_is_refused(tmp_path: Path, own_home: Path) -> None:
    import_match()
    place = mirror_file(own_home / "data" / "matches.sqlite3", tmp_path)
    before = make_foreign(place)
    assert q40k("backup", "--mirror", str(tmp_path)).exit_code in (1, 2)
    assert place.read_bytes() == before
    assert "Soirée" in good("list")
