"""Disks that are full, folders that may not be written, files that vanish under the match."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from q40k.care.backup import back_up, backups
from q40k.care.mirror import catch_up
from q40k.kernel.journal.journal import Journal, JournalError
from q40k.table.match_library import MatchLibrary
from tests.cli.calls import ROOT, bad, good, import_match
from tests.faults.calling import END
from tests.faults.evening import begin, entries_of

DISK = "mount -t tmpfs -o size=2m q40k {folder} && exec {python} -m {module} {folder} 1200000"
LOCKED = "mount --bind {folder} {folder} && mount -o remount,bind,ro {folder} && exec {call}"


def in_its_own_mounts(script: str) -> list[str]:
    """A shell that may mount what it likes, seen by nobody else; skipped where none can be had."""
    if sys.platform != "linux" or shutil.which("unshare") is None:
        pytest.skip("needs the mount namespaces of Linux")
    call = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c"]
    trial = [*call, "mount -t tmpfs q40k /mnt"]
    if subprocess.run(trial, capture_output=True, check=False, timeout=60).returncode:
        pytest.skip("this machine lets nobody mount anything in a namespace of its own")
    return [*call, script]


def last_line(done: subprocess.CompletedProcess[str]) -> Any:
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


# ---- a full disk


def test_a_full_disk_loses_nothing_and_the_match_goes_on_when_there_is_room(tmp_path: Path) -> None:
    script = DISK.format(folder=tmp_path, python=sys.executable, module="tests.faults.full_disk")
    call = in_its_own_mounts(script)
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    line = last_line(done)
    assert set(line["codes"]) == {"journal-disk-full"}
    assert (line["steady"], line["sound"]) == (True, True)
    assert line["head"] > 20
    assert line["resumed"] >= 20


NO_ROOM = """
mount -t tmpfs -o size=3m q40k {folder} && cp {library} {folder}/matches.sqlite3
{python} -m q40k export 1 -o {folder}/match.jsonl
{killed}
export Q40K_DATA_DIR={folder}
{python} -m tests.faults.calling --fill {folder} <<'CALLS'
log 1 --all
do 1 '{{"do": "next"}}'
bookmark 1 3 here
rename-match 1 other
backup
backup --to {folder}/copy.sqlite3
branch 1 5
export 1 -o {folder}/record.jsonl
archive 1
delete 1
season tag 1 summer
league new Winter Ann Bob
import {folder}/match.jsonl --again
import {elsewhere}/other.sqlite3
backup --mirror {folder}
show 1
list
verify 1
season
season decisions
league
backup --to {elsewhere}/copy.sqlite3
CALLS
"""
KILLED = """
{python} -c 'import os, sys
from pathlib import Path
from q40k.table.match_library import MatchLibrary
match_session = MatchLibrary(Path(sys.argv[1])).open(1)
match_session.undo()
os._exit(9)' {folder}/matches.sqlite3
rm {folder}/matches.sqlite3-shm
"""


def test_on_a_disk_without_any_room_one_may_look_and_is_told_why_no_more(tmp_path: Path) -> None:
    """A log lies beside the library, of a process that was killed: what it holds is seen, too."""
    import_match()
    folder, elsewhere = tmp_path / "full", tmp_path / "elsewhere"
    folder.mkdir()
    elsewhere.mkdir()
    facts = {"folder": folder, "python": sys.executable, "elsewhere": elsewhere}
    own = Path(os.environ["Q40K_DATA_DIR"]) / "matches.sqlite3"
    good("season", "tag", "1", "winter")
    shutil.copyfile(own, elsewhere / "other.sqlite3")
    call = in_its_own_mounts(NO_ROOM.format(library=own, killed=KILLED.format(**facts), **facts))
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    answers = done.stdout.split(END)[:-1]
    writing, looking = answers[1:15], [answers[0], *answers[15:]]
    named = re.compile(rf"^The disk is full: \d+ .B needed, \d+ .B free, at {folder}", re.MULTILINE)
    assert [answer for answer in writing if not named.search(answer) or "status 1" not in answer] == []
    assert [answer for answer in looking if not answer.endswith("status 0\n")] == []
    assert len(looking) == 8
    assert "winter" in answers[-3]
    assert "Undone" in looking[0]
    assert done.returncode == 0, done.stderr
    copied = entries_of(elsewhere / "copy.sqlite3")[1]
    assert copied[-1].kind == "undo"


@pytest.mark.skipif(os.name == "nt", reason="POSIX limits")
def test_a_quota_loses_nothing(tmp_path: Path) -> None:
    limited = (
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000));"
        f"from tests.faults.full_disk import main; main({str(tmp_path)!r}, '0')"
    )
    done = subprocess.run(
        [sys.executable, "-c", limited], cwd=ROOT, capture_output=True, text=True, check=False, timeout=120
    )
    line = last_line(done)
    assert line["codes"]
    assert set(line["codes"]) <= {"journal-disk-full", "journal-disk-failed"}
    assert (line["steady"], line["sound"]) == (True, True)
    lines = entries_of(tmp_path / "matches.sqlite3")[1]  # without the limit, all is there
    assert len(lines) >= line["head"]


# ---- a folder that may not be written


def test_a_locked_folder_can_be_read_and_says_why_it_is_not_written(own_home: Path) -> None:
    number = import_match()
    output = good("log", number)
    folder = own_home / "data"
    call = f"{sys.executable} -m q40k"
    script = LOCKED.format(folder=folder, call=f"sh -c '{call} log {number}; {call} doctor; {call} do {number} next'")
    done = subprocess.run(
        in_its_own_mounts(script),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert output.splitlines()[-1] in done.stdout
    assert "Nothing can be written" in done.stdout
    assert "read-only" in done.stderr.casefold()
    assert str(folder) in done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def test_a_season_in_a_locked_folder_is_read_and_only_deciding_is_refused(own_home: Path) -> None:
    """Its decisions are those of an older q40k, and one of its copies is whole."""
    number = import_match()
    folder = own_home / "data"
    (folder / "backups").mkdir(exist_ok=True)
    line = '{"n":1,"at":"2026-03-01T12:00:00+00:00","decision":{"do":"same","old":"Tom","new":"Thomas"}}\n'
    (folder / "backups" / "matches-season.jsonl").write_text(line)
    (folder / "matches-season.jsonl").touch()
    calls = (
        "season",
        "season decisions",
        "league",
        "list",
        f"season tag {number} winter",
        f"archive {number}",
        f"delete {number}",
        "league new Winter Ann Bob",
        "backup",
    )
    script = LOCKED.format(folder=folder, call=f"{sys.executable} -m tests.faults.calling")
    done = subprocess.run(
        in_its_own_mounts(script),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        input="\n".join(calls),
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    answers = done.stdout.split(END)[:-1]
    assert (len(answers), done.returncode) == (len(calls), 0), done.stderr
    assert [answer for answer in answers[:4] if "status 0" not in answer] == []
    assert "Tom" in answers[1]
    named = re.compile(rf"^Nothing can be written: {folder}.* is read-only$", re.MULTILINE)
    assert [answer for answer in answers[4:] if not named.search(answer) or "status 1" not in answer] == []


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing stops root")
def test_a_folder_without_rights_can_be_read_and_says_why_it_is_not_written(own_home: Path) -> None:
    number = import_match()
    output = good("log", number)
    folder = own_home / "data"
    folder.chmod(0o500)
    try:
        assert good("log", number) == output
        assert str(folder) in bad(1, "do", number, '{"do": "next"}')
    finally:
        folder.chmod(0o700)


# ---- files deleted or replaced while a match is open


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    folder.mkdir()
    return folder / "matches.sqlite3"


def everything(match_library: MatchLibrary) -> list[Any]:
    return match_library.journal.entries(1)


def several(step: Callable[[], None]) -> None:
    """Play on a little: one step alone may be refused by the rules and write nothing."""
    for _ in range(10):
        step()


def delete(library: Path) -> None:
    for end in ("", "-wal", "-shm"):
        library.with_name(library.name + end).unlink(missing_ok=True)


def delete_folder(folder: Path) -> None:
    """Delete a folder, into which a backup may just be written."""
    while folder.exists():
        shutil.rmtree(folder, ignore_errors=True)


posix = pytest.mark.skipif(os.name == "nt", reason="Windows lets nobody delete an open file")


@posix
@pytest.mark.parametrize("how", ["file", "file and log", "folder"])
def test_a_deleted_file_is_put_back_with_everything_and_told(library: Path, how: str) -> None:
    match_library = MatchLibrary(library, lambda: "now")
    match_session, step = begin(match_library)
    several(step)
    shown = everything(match_library)
    if how == "folder":
        delete_folder(library.parent)
    elif how == "file":
        library.unlink()
    else:
        delete(library)
    with pytest.raises(JournalError) as caught:
        several(step)
    assert caught.value.code == "journal-deleted"
    assert entries_of(library)[1] == shown == everything(match_library)
    several(step)  # and on it goes
    shown = everything(match_library)
    match_session.close()
    match_library.close()
    assert entries_of(library)[1] == shown
    assert len(shown) > 10


@posix
def test_a_deleted_log_loses_nothing(library: Path) -> None:
    match_library = MatchLibrary(library, lambda: "now")
    match_session, step = begin(match_library)
    library.with_name(library.name + "-wal").unlink()
    several(step)
    shown = everything(match_library)
    match_session.close()
    match_library.close()
    assert entries_of(library)[1] == shown


@posix
def test_a_replaced_file_is_left_alone_and_all_is_saved_beside_it(
    library: Path, library_at: Callable[..., MatchLibrary]
) -> None:
    match_library = library_at(library, lambda: "now")
    _match_session, step = begin(match_library)
    shown = everything(match_library)
    other = library.with_name("other")
    other.write_bytes(b"another file")
    other.replace(library)
    for _ in range(2):  # told at every try, saved but once
        with pytest.raises(JournalError) as caught:
            several(step)
        assert caught.value.code == "journal-replaced"
    saved = Path(str(caught.value.facts["rescued"]))
    assert entries_of(saved)[1] == shown
    assert library.read_bytes() == b"another file"
    assert list(library.parent.glob("*rescued*.sqlite3")) == [saved]


@posix
def test_a_log_is_never_written_into_a_file_that_replaced_its_own(
    library: Path, tmp_path: Path, library_at: Callable[..., MatchLibrary]
) -> None:
    """SQLite takes the log beside a file for that file's: backup, mirror or a second q40k would write it there."""
    match_library = library_at(library, lambda: "now")
    begin(match_library)
    other = library.with_name("other")
    other.write_bytes(b"another file")
    other.replace(library)
    is_in_place = match_library.journal.is_in_place
    with pytest.raises(OSError, match="Stale"):
        back_up(library, tmp_path / "copy.sqlite3", is_in_place=is_in_place)
    with pytest.raises(OSError, match="Stale"):
        catch_up(library, tmp_path, is_in_place)
    with pytest.raises(JournalError, match="journal-broken"):
        Journal(library)
    with pytest.raises(JournalError, match="journal-replaced"):
        match_library.journal.create("more", "now")
    assert library.with_name(library.name + "-wal").stat().st_size == 0, "nothing is left to be read as its log"
    assert library.read_bytes() == b"another file"


@posix
def test_a_deleted_file_that_cannot_be_put_back_is_told(library: Path, library_at: Callable[..., MatchLibrary]) -> None:
    match_library = library_at(library, lambda: "now")
    _match_session, step = begin(match_library)
    shown = everything(match_library)
    delete_folder(library.parent)
    library.parent.write_text("in the way", encoding="utf-8")
    with pytest.raises(JournalError) as caught:
        several(step)
    assert caught.value.code == "journal-lost"
    library.parent.unlink()
    with pytest.raises(JournalError, match="journal-deleted"):  # it still knew everything
        several(step)
    assert entries_of(library)[1] == shown
    assert backups(library) == []
