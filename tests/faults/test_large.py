"""Files of strangers that are far too large: refused in words, in little memory, and nothing is kept."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from q40k.care import joining
from q40k.season.record import decisions_file
from q40k.table import script
from tests.cli.calls import MATCH, ROOT, bad, good, import_match
from tests.cli.calls import script as lines

pytestmark = pytest.mark.skipif(os.name == "nt", reason="POSIX limits")
SIZE = 2_000_000_000
MOST_KILOBYTES = 700_000


def call_in_little_memory(*arguments: str) -> tuple[int, str]:
    """Call the command line where little memory can be had; return status and output."""
    call = f'ulimit -v {MOST_KILOBYTES}; exec "{sys.executable}" -m q40k "$@"'
    done = subprocess.run(
        ["sh", "-c", call, "sh", *arguments], cwd=ROOT, capture_output=True, text=True, check=False, timeout=120
    )
    return done.returncode, done.stdout + done.stderr


def write_zeros(path: Path, head: bytes = b"") -> str:
    """Write a file of two gigabytes, which takes no room on the disk."""
    with path.open("wb") as file:
        file.write(head)
        file.truncate(SIZE)
    return str(path)


@pytest.mark.parametrize("head", [b"", lines(MATCH[:1]).encode(), b"# \n", b"  "])
@pytest.mark.parametrize("call", ["import", "run"])
def test_zeros_are_no_script(tmp_path: Path, call: str, head: bytes) -> None:
    status, output = call_in_little_memory(call, write_zeros(tmp_path / "zeros.jsonl", head))
    assert status == 2
    assert "has more than 1000000 characters" in output


def test_zeros_are_no_library(tmp_path: Path) -> None:
    path = write_zeros(tmp_path / "zeros.sqlite3", b"SQLite format 3\0")
    status, output = call_in_little_memory("import", path)
    assert (status, "larger than any library" in output) == (1, True)


def test_zeros_are_no_pack(tmp_path: Path) -> None:
    status, output = call_in_little_memory("check", write_zeros(tmp_path / "zeros.yaml"))
    assert status == 1
    assert "zeros.yaml" in output
    assert "Traceback" not in output


def test_zeros_beside_a_library_are_not_read_into_memory(tmp_path: Path, own_home: Path) -> None:
    import_match()
    other = tmp_path / "other.sqlite3"
    shutil.copyfile(own_home / "data" / "matches.sqlite3", other)
    write_zeros(tmp_path / "other-shelf.json")
    assert call_in_little_memory("import", str(other))[0] == 0
    write_zeros(decisions_file(other))
    status, output = call_in_little_memory("import", str(other))
    assert (status, "too large to be read" in output) == (2, True)


def test_a_long_script_is_refused_before_all_of_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script, "MOST_IN_ALL", 1_000)
    assert "at most 1000 characters in all" in bad(2, "import", "-", stdin=lines(MATCH) + "#\n" * 600)
    assert good("list") == ""


def test_a_library_of_too_many_entries_or_too_long_a_text_is_refused(
    tmp_path: Path, own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import_match()
    other = tmp_path / "other.sqlite3"
    shutil.copyfile(own_home / "data" / "matches.sqlite3", other)
    monkeypatch.setattr(joining, "MOST_ENTRIES", 5)
    assert "larger than any library" in bad(1, "import", str(other))
    monkeypatch.undo()
    with closing(sqlite3.connect(other)) as db, db:
        db.execute("UPDATE entries SET body = CAST(zeroblob(60000000) AS TEXT) WHERE seq = 3")
        db.execute("UPDATE matches SET identity = 'another'")
    assert "Damaged there" in call_in_little_memory("import", str(other))[1]
