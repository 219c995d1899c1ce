"""kill -9 at every write, two at once, clocks set back, newer files, packs that change."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from q40k.care import backup
from q40k.kernel.journal.journal import Journal
from q40k.kernel.journal.match_lock import MatchLock
from q40k.kernel.journal.tables import FORMAT
from q40k.table.match_library import MatchLibrary
from tests.cli.calls import MATCH, ROOT, bad, good, import_match, q40k
from tests.faults.evening import begin, play
from tests.table.crashing import screen

# ---- kill -9

posix = pytest.mark.skipif(os.name == "nt", reason="POSIX signals")


@posix
@pytest.mark.parametrize("when", ["after", "within"])
def test_kill_at_every_write_loses_nothing_that_was_shown(tmp_path: Path, when: str) -> None:
    writes = 7
    call = [sys.executable, "-m", "tests.faults.dying", str(tmp_path), str(writes), when]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert done.stdout.split() == ["-9"] * writes, done.stderr
    for folder in map(tmp_path.joinpath, map(str, range(1, writes + 1))):
        match_library = MatchLibrary(folder / "matches.sqlite3", lambda: "later")
        match_session = match_library.open(1)  # the dead one's lock is free
        last = json.loads((folder / "shown").read_text(encoding="utf-8").splitlines()[-1])
        assert match_session.head >= last["head"]
        if match_session.head == last["head"]:
            assert json.loads(json.dumps(screen(match_session))) == last
        assert match_library.verify(1).differs_at is None
        match_session.close()
        match_library.close()


BUSY = """
import os, sys
from pathlib import Path
from q40k.care.working import working_folder
with working_folder(Path(sys.argv[1]), "backup") as folder:
    (folder / "half").write_bytes(b"half of a backup")
    os.utime(folder, (0, 0))
    print(folder, flush=True)
    sys.stdin.read()
"""


@pytest.mark.parametrize("call", [("list",), ("doctor",), ("doctor", "--repair"), ("backup",)])
def test_what_killed_processes_left_is_swept_but_never_what_is_in_use(own_home: Path, call: tuple[str, ...]) -> None:
    import_match()
    good("backup")
    data = own_home / "data"
    remains = [
        data / ".joining-abc",
        data / ".drill-abc",
        data / "backups" / ".matches-20200101T000000.sqlite3.1.part",
        data / ".matches-briefs.json.77.part",
    ]
    fresh = data / ".joining-fresh"
    for path in (*remains, fresh):
        if path.suffix == ".part":
            path.write_bytes(b"half of a file")
        else:
            path.mkdir()
            (path / "other.sqlite3").write_bytes(b"half of a copy")
        if path != fresh:
            os.utime(path, (0, 0))
    command = [sys.executable, "-c", BUSY, str(data / "backups")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, text=True) as busy:
        assert busy.stdout is not None
        folder = Path(busy.stdout.readline().strip())
        q40k(*call)
        assert [path for path in remains if path.exists()] == []
        assert (folder / "half").exists()
        assert fresh.exists()
        busy.kill()
    os.utime(folder, (0, 0))
    q40k(*call)
    assert not folder.exists()


def test_an_import_that_is_killed_leaves_a_folder_and_the_next_start_none(own_home: Path, tmp_path: Path) -> None:
    import_match()
    other = tmp_path / "other.sqlite3"
    good("backup", "--to", str(other))
    killing = (
        "import os, sys; from q40k.care import joining; from q40k.cli.app import cli;"
        "joining._join = lambda *_: os._exit(9); cli(['import', sys.argv[1]])"
    )
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", killing, str(other)], cwd=ROOT, check=False, timeout=60)
        assert done.returncode == 9
    folders = list((own_home / "data").glob(".joining-*"))
    assert len(folders) == 3
    for folder in folders:
        os.utime(folder, (0, 0))
    good("list")
    assert [path.name for path in (own_home / "data").iterdir() if path.name.startswith(".")] == []


# ---- two at once


@pytest.fixture
def holder() -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A match, and another process that holds it."""
    number = import_match()
    with subprocess.Popen(
        [sys.executable, "-m", "q40k", "do", number],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        text=True,
    ) as program:
        note = Path(os.environ["Q40K_DATA_DIR"]) / f"match-{number}.holder.json"
        while program.poll() is None and not note.exists():
            pass
        yield number, program
        program.kill()


def test_the_second_is_told_who_holds_the_match_and_may_look(holder: tuple[str, subprocess.Popen[str]]) -> None:
    number, program = holder
    errors = bad(1, "do", number, '{"do": "next"}')
    assert str(program.pid) in errors
    assert f"q40k watch {number}" in errors
    assert "Alice" in good("show", number)
    assert good("backup").strip()
    assert str(program.pid) in bad(1, "do", number, '{"do": "next"}')


def test_when_the_first_dies_the_second_goes_on(holder: tuple[str, subprocess.Popen[str]]) -> None:
    number, program = holder
    program.kill()
    program.wait(timeout=60)
    assert json.loads(good("do", number, '{"do": "next"}', "--json"))["active"] == "Bob"


def test_nothing_is_repaired_under_somebody_who_plays(own_home: Path) -> None:
    number = import_match()
    library = own_home / "data" / "matches.sqlite3"
    damaged = bytearray(library.read_bytes())
    damaged[:4096] = bytes(4096)
    library.write_bytes(damaged)
    lock = MatchLock(library.parent, int(number))
    lock.acquire()
    assert str(os.getpid()) in bad(1, "doctor", "--repair")
    assert library.read_bytes() == damaged
    lock.release()
    assert "11 entries are back" in good("doctor", "--repair")


def test_two_write_two_matches_of_one_library_at_once() -> None:
    numbers = [import_match(), import_match()]
    lines = "".join(json.dumps({"do": "next"}) + "\n" for _ in range(20)).encode()
    call = [sys.executable, "-m", "q40k", "do"]
    programs = [
        subprocess.Popen([*call, number], stdin=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT) for number in numbers
    ]
    for program in programs:
        _out, error = program.communicate(lines, timeout=60)
        assert program.returncode == 0, error
    for number in numbers:
        assert "the same events" in good("verify", number)
        assert len(good("export", number).splitlines()) == len(MATCH) + 20


def test_writing_and_looking_at_once_brings_no_false_word(tmp_path: Path) -> None:
    """Two write and two look, each opening the library anew every time; the soak does it longer."""
    library = tmp_path / "matches.sqlite3"
    journal = Journal(library)
    for _ in range(2):
        journal.create("m", "now")
    journal.close()
    call = [sys.executable, "-m", "tests.faults.at_once", str(library)]
    programs = [
        subprocess.Popen([*call, who, "120"], stdout=subprocess.PIPE, cwd=ROOT, text=True)
        for who in ("1", "2", "0", "0")
    ]
    for program in programs:
        output, _error = program.communicate(timeout=120)
        assert json.loads(output) == {}
    assert [path.name for path in tmp_path.iterdir() if "torn" in path.name] == []
    journal = Journal(library)
    assert [journal.head(match) for match in (1, 2)] == [120, 120]
    journal.close()


# ---- a clock that is set back


def test_a_clock_set_back_changes_no_order(tmp_path: Path) -> None:
    times = iter(["2026-05-01T21:00", "2026-05-01T21:01"] + ["2019-01-01T00:00"] * 1000)
    match_library = MatchLibrary(tmp_path / "matches.sqlite3", lambda: next(times))
    early, _step = begin(match_library, "1")
    early.close()
    late, step = begin(match_library, "2")
    for _ in range(10):
        step()
    late.close()
    assert [line.entry.seq for line in late.lines()] == list(range(1, late.head + 1))
    assert match_library.find(None).id == late.number  # the one played last, whatever the clock says
    assert [row.id for row in match_library.matches()] == [late.number, early.number]
    assert match_library.verify(late.number).differs_at is None
    match_library.close()


def test_a_clock_set_back_does_not_throw_the_newest_backup_away(tmp_path: Path) -> None:
    from datetime import datetime

    library = tmp_path / "matches.sqlite3"
    play(library, 10)
    shutil.rmtree(backup.backups_folder(library))
    for year in (2030, 2030, 2020, 2020, 2020, 2020, 2020, 2020):
        result = backup.make_backup(library, datetime(year, 1, 1))
        assert backup.backups(library)[0] == result


# ---- a newer file


def test_a_library_of_a_newer_version_is_left_alone_and_told(own_home: Path) -> None:
    import_match()
    library = own_home / "data" / "matches.sqlite3"
    journal = Journal(library)
    journal._db.execute(f"PRAGMA user_version={FORMAT + 1}")
    journal.close()
    before = library.read_bytes()
    for call in (("list",), ("do", "1", '{"do": "next"}'), ("backup",), ("resume",)):
        errors = bad(1, *call)
        assert "newer" in errors
        assert str(library) in errors
    assert any("newer" in finding["what"] for finding in json.loads(_doctor("--repair"))["findings"])
    assert library.read_bytes() == before


def _doctor(*arguments: str) -> str:
    from tests.cli.calls import q40k

    return q40k("doctor", "--json", *arguments).stdout


# ---- a pack that changes in mid-match

PACK = """
champions:
  - id: home-hero
    name: {{en: Home hero, fr: Héros}}
    army: club
    ws: {ws}
    bs: 4
    s: 4
    t: 4
    w: 1
    i: 4
    a: 1
    ld: 8
    sv: 3
    points: {points}
"""


@pytest.mark.parametrize("change", ["changed", "removed", "broken"])
def test_a_match_keeps_the_pack_it_was_started_with(own_home: Path, change: str) -> None:
    packs = own_home / "config" / "packs"
    packs.mkdir()
    pack = packs / "club.yaml"
    pack.write_text(PACK.format(ws=4, points=20), encoding="utf-8")
    assert good("check", str(pack)) is not None
    lines = [dict(line) for line in MATCH]
    lines[2]["champion"] = "home-hero"
    number = import_match(lines)
    before = good("show", number, "--json")
    if change == "changed":
        pack.write_text(PACK.format(ws=5, points=50), encoding="utf-8")
    elif change == "removed":
        pack.unlink()
    else:
        pack.write_text("champions: [", encoding="utf-8")
    assert good("show", number, "--json") == before
    assert "the same events" in good("verify", number)
    killed = '{"do": "kill", "player": "Bob", "victim": "Alice", "answers": [3]}'
    after = json.loads(good("do", number, killed, "--json"))
    assert after["players"]["Bob"]["value"] == 20
    record = good("export", number)
    (packs / "club.yaml").unlink(missing_ok=True)
    again = good("import", "-", stdin=record).strip()
    assert json.loads(good("show", again, "--json"))["players"]["Bob"]["value"] == 20
    if change == "broken":
        pack.write_text("champions: [", encoding="utf-8")
        errors = bad(2, "do", number, '{"do": "join", "player": "Zoe", "champion": "home-hero"}')
        assert "club.yaml:2" in errors  # what needs the packs says what is wrong with them


# ---- never between


def test_a_branch_that_is_asked_for_again_is_the_same_one_until_it_is_opened(own_home: Path) -> None:
    import_match()
    assert good("branch", "1", "11").strip() == "2"
    assert good("branch", "1", "11").strip() == "2", "whoever was interrupted repeats the call"
    assert good("branch", "1", "11", "--whole").strip() == "3", "this one has the same dice"
    assert good("branch", "1", "10").strip() == "4"
    good("do", "2", '{"do": "next"}')
    assert good("branch", "1", "11").strip() == "5", "the other is played, this one is new"
    good("delete", "5")
    assert good("branch", "1", "11").strip() == "6"
    branches = {row["match"]: row["branch"] for row in json.loads(good("list", "--json"))}
    assert branches[6] == {"match": 1, "entry": 11}


@pytest.mark.parametrize("verb", ["update", "remove"])
def test_a_pack_is_changed_as_a_whole_wherever_the_process_dies(
    own_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "own.yaml").write_text(PACK.format(ws=4, points=20), encoding="utf-8")
    for version in ("1.0", "1.1"):
        (folder / "q40k-pack.yaml").write_text(MANIFEST.format(version), encoding="utf-8")
        if version == "1.0" or verb == "remove":
            good("pack", "add", str(folder), "--yes")
    call = ("pack", "update", "own", "--yes") if verb == "update" else ("pack", "remove", "own", "1.1")
    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", _die)
        with pytest.raises(Dead):
            q40k(*call)
    listed = q40k("pack", "list")
    assert "damaged" not in listed.stderr
    assert version_in_use(listed.stdout) == ("1.0" if verb == "update" else "1.1"), "as it was before"
    good(*call)
    listed = q40k("pack", "list")
    assert version_in_use(listed.stdout) == ("1.1" if verb == "update" else "1.0")
    assert "damaged" not in listed.stderr


def version_in_use(text: str) -> str:
    return next(line.split()[2] for line in text.splitlines() if line.startswith(">"))


MANIFEST = """\
id: own
version: "{}"
name: {{en: Own, fr: À moi}}
author: Ann
licence: CC0-1.0
languages: [en, fr]
game: quake
"""


class Dead(BaseException):
    """The process has died."""


def _die(*_arguments: object) -> None:
    raise Dead
