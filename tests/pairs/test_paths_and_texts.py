"""What a shell or a terminal makes of paths and texts × the calls that read them."""

import codecs
import errno
import os
import re
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import pytest

from q40k.kernel.whole_file import read_path
from tests.cli.calls import MATCH, bad, good, import_match, process, q40k, script


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "été de l'an (2)"
    path.mkdir()
    return path


def forms_of_path(path: Path) -> list[str]:
    """A path as terminals write it when a file is dropped onto them."""
    backslashed = "".join(f"\\{c}" if c in " '()" else c for c in str(path))
    return [str(path), f"'{path}'", f'"{path}"', f"  {path} ", f"file://{quote(str(path))}", backslashed]


@pytest.mark.skipif(os.name != "posix", reason="Windows has other separators")
def test_a_dropped_path_is_found(folder: Path) -> None:
    for typed in forms_of_path(folder):
        assert read_path(typed) == folder
    assert read_path("~") == Path.home()
    for number in range(6):
        record = folder / "friday.jsonl"
        record.write_text(script(MATCH), encoding="utf-8")
        good("import", forms_of_path(record)[number], "--again")
        assert "Alice" in good("run", forms_of_path(record)[number])


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8", "utf-8-sig"])
def test_what_a_shell_makes_of_an_export_is_read_again(folder: Path, encoding: str) -> None:
    import_match()
    marks = {"utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE}
    text = good("export", "1", "--whole").replace("\n", "\r\n")
    raw = marks.get(encoding, b"") + text.encode(encoding)
    (folder / "friday.jsonl").write_bytes(raw)
    assert "Alice" in good("run", str(folder / "friday.jsonl"))
    good("import", str(folder / "friday.jsonl"))
    assert "Soirée" in good("list")
    assert b"Alice" in process("run", "-", stdin=raw).stdout
    done = process("do", "1", "-", stdin=marks.get(encoding, b"") + '{"do": "next"}\r\n'.encode(encoding))
    assert done.returncode == 0, done.stderr


def test_a_pack_in_utf_16_is_read(tmp_path: Path) -> None:
    shutil.copytree(Path(__file__).resolve().parents[2] / "packs" / "sister-games", tmp_path / "games")
    for path in (tmp_path / "games").glob("*.yaml"):
        path.write_text(path.read_text(encoding="utf-8"), encoding="utf-16")
    assert "King of the sump" in good("pack", "show", str(tmp_path / "games"))


def test_a_table_for_spreadsheets_says_that_it_is_utf_8(tmp_path: Path) -> None:
    import_match()
    good("season", "export", "--out", str(tmp_path / "season.csv"))
    assert (tmp_path / "season.csv").read_bytes().startswith(codecs.BOM_UTF8)
    assert not good("season", "export").startswith("\ufeff")


def test_a_library_without_its_log_is_told_to_be_shorter(own_home: Path, tmp_path: Path) -> None:
    import_match()
    library = own_home / "data" / "matches.sqlite3"
    there = tmp_path / "there"
    there.mkdir()
    with closing(sqlite3.connect(library, isolation_level=None)) as holding:  # so the log stays
        holding.execute("SELECT count(*) FROM entries").fetchall()
        for _ in range(3):
            good("do", "1", '{"do": "next"}')
        for name in (library.name, f"{library.stem}-memory.jsonl"):
            shutil.copyfile(library.with_name(name), there / name)
        copied = shutil.copyfile(library, tmp_path / "copied")
    shutil.rmtree(own_home / "data")
    result = q40k("import", str(there))
    assert result.exit_code == 0
    assert re.search("[1-3] entries more there: matches.sqlite3-wal holds them", result.stderr)
    for path in there.iterdir():  # the import has made a log of its own
        path.unlink()
    shutil.copyfile(copied, there / library.name)
    assert "may be in matches.sqlite3-wal, which was not brought along" in q40k("import", str(there)).stderr
    good("backup", "--to", str(tmp_path / "copy.sqlite3"))
    assert "brought along" not in q40k("import", str(tmp_path / "copy.sqlite3")).stderr, "a backup is whole"


@pytest.mark.skipif(os.name != "posix", reason="Windows has other locks")
@pytest.mark.parametrize("error", [errno.ENOLCK, errno.EOPNOTSUPP])
def test_a_disk_without_locks_is_called_so(error: int, monkeypatch: pytest.MonkeyPatch) -> None:
    import_match()

    def refuse(*_arguments: object) -> None:
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr("fcntl.flock", refuse)
    for call in (("do", "1", '{"do": "next"}'), ("archive", "1")):
        assert "This disk knows no locks" in bad(1, *call)


def test_a_repository_of_many_files_is_refused_before_they_are_written(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    git = ["git", "-c", "user.name=x", "-c", "user.email=x@x", "-C", str(source)]
    for number in range(600):
        (source / f"{number}.yaml").write_text("mods: []\n")
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "add", "-A"], check=True)
    subprocess.run([*git, "commit", "-q", "-m", "many"], check=True)
    address = f"file://{source}"
    assert address in bad(2, "pack", "add", address, "--yes")
