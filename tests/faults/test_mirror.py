"""A second library in a second place: it follows, it lags, it catches up, it brings back."""

import json
import shutil
from pathlib import Path

import pytest

from q40k.care.backup import backups_folder
from q40k.care.mirror import Mirror, catch_up, mirror_file, mirror_folder, store_mirror_folder
from q40k.table.match_library import MatchLibrary
from tests.cli.calls import bad, good, import_match, q40k
from tests.faults.evening import begin, entries_of


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


@pytest.fixture
def library(own_home: Path) -> Path:
    import_match()
    return own_home / "data" / "matches.sqlite3"


def states() -> dict[str, str]:
    data = json.loads(q40k("doctor", "--json").stdout)
    return {finding["check"]: finding["state"] for finding in data["findings"]}


def test_a_mirror_follows_entry_by_entry_undo_and_all(tmp_path: Path, stick: Path) -> None:
    library = tmp_path / "matches.sqlite3"
    store_mirror_folder(library, stick)
    match_library = MatchLibrary(library, lambda: "now")
    match_session, step = begin(match_library)
    while match_session.head < 60:
        step()
    match_session.close()
    match_library.close()  # waits for it
    assert entries_of(mirror_file(library, stick)) == entries_of(library)


def test_a_mirror_is_asked_for_once_and_ended_on_request(library: Path, stick: Path) -> None:
    mirror = Path(good("backup", "--mirror", str(stick)).strip())
    assert entries_of(mirror) == entries_of(library)
    good("do", "1", '{"do": "next"}')
    assert entries_of(mirror) == entries_of(library)
    assert states()["mirror"] == "well"
    good("backup", "--no-mirror")
    good("do", "1", '{"do": "next"}')
    assert entries_of(mirror) != entries_of(library)
    assert mirror_folder(library) is None


def test_a_folder_that_is_missing_empty_or_a_file_is_named(library: Path, stick: Path) -> None:
    file, missing = stick / "file", stick / "gone"
    file.touch()
    for option in ("--mirror", "--to"):
        assert f"There is no folder {missing}." in bad(2, "backup", option, str(missing))
        assert f"{file} is a file, not a folder." in bad(2, "backup", option, str(file / "deep"), "--create")
        assert "The name of the folder is empty." in bad(2, "backup", option, "")
    assert mirror_folder(library) is None
    assert sorted(stick.iterdir()) == [file]


def test_a_mirror_in_a_relative_folder_is_found_from_every_other(
    library: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(stick)
    assert good("backup", "--mirror", ".").strip() == str(mirror_file(library, stick))
    monkeypatch.chdir("/")
    assert states()["mirror"] == "well"


def test_a_mirror_that_is_not_there_lags_says_so_and_catches_up(library: Path, stick: Path) -> None:
    good("backup", "--mirror", str(stick))
    shutil.move(stick, stick.with_name("in a pocket"))
    done = q40k("do", "1", '{"do": "next"}')
    assert done.exit_code == 0  # the match goes on
    assert str(stick) in done.stderr
    assert not stick.exists()
    assert states()["mirror-missing"] == "wrong"
    shutil.move(stick.with_name("in a pocket"), stick)
    assert states()["mirror-lags"] == "wrong"
    good("do", "1", '{"do": "next"}')
    assert entries_of(mirror_file(library, stick)) == entries_of(library)


def test_a_mirror_needs_a_folder_and_no_other_library_in_it(library: Path, stick: Path, tmp_path: Path) -> None:
    assert str(tmp_path / "nowhere") in bad(2, "backup", "--mirror", str(tmp_path / "nowhere"))
    other = tmp_path / "other" / "matches.sqlite3"
    other.parent.mkdir()
    MatchLibrary(other).close()
    catch_up(other, stick)
    before = mirror_file(library, stick).read_bytes()
    assert str(stick) in bad(2, "backup", "--mirror", str(stick))
    assert mirror_file(library, stick).read_bytes() == before


def test_a_mirror_brings_back_what_no_backup_holds(library: Path, stick: Path) -> None:
    good("backup", "--mirror", str(stick))
    good("do", "1", '{"do": "next"}')
    lines = entries_of(library)
    shutil.rmtree(backups_folder(library))
    library.write_bytes(b"")
    assert q40k("doctor", "--repair").exit_code == 0
    assert entries_of(library) == lines


def test_no_entry_waits_for_a_mirror(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread alone touches the place: what is called for an entry only wakes it."""
    called: list[str] = []
    monkeypatch.setattr("threading.Thread.start", lambda _thread: called.append("started"))
    monkeypatch.setattr("q40k.care.mirror.catch_up", lambda *_: called.append("written"))
    mirror = Mirror(tmp_path / "matches.sqlite3", tmp_path)
    for _ in range(3):
        mirror.notify_written()
    assert called == ["started"]


def test_a_folder_that_is_none_is_said_and_changes_no_mirror(library: Path, stick: Path) -> None:
    good("backup", "--mirror", str(stick))
    missing = stick / "no" / "such"
    errors = bad(2, "backup", "--mirror", str(missing))
    assert str(missing) in errors
    assert "no folder" in errors
    assert "--create" in errors
    assert "is a file, not a folder" in bad(2, "backup", "--mirror", str(library))
    assert mirror_folder(library) == stick
    good("backup", "--mirror", str(missing), "--create")
    assert entries_of(mirror_file(library, missing)) == entries_of(library)


def test_a_mirror_with_another_past_is_kept_aside_and_written_anew(library: Path, stick: Path) -> None:
    earlier = Path(good("backup").strip().splitlines()[-1])
    mirror = Path(good("backup", "--mirror", str(stick)).strip())
    for _ in range(2):
        good("do", "1", '{"do": "next"}')
    disowned = entries_of(mirror)
    for end in ("-wal", "-shm"):
        library.with_name(library.name + end).unlink(missing_ok=True)
    shutil.copyfile(earlier, library)
    assert states()["mirror-lags"] == "wrong"
    result = q40k(
        "do", "1", '{"do": "kill", "player": "Bob", "victim": "Alice", "answers": [2], "override": "so it was"}'
    )
    assert "held another past" in result.stderr
    (kept,) = stick.glob("*-before*")
    assert entries_of(kept) == disowned
    assert entries_of(mirror) == entries_of(library)
    assert states()["mirror"] == "well"


def test_a_mirror_that_was_begun_and_got_no_further_is_taken_up_again(
    library: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("q40k.care.mirror._mirror_match", _die)
        assert q40k("backup", "--mirror", str(stick)).exit_code != 0
    assert mirror_file(library, stick).exists()
    good("backup", "--mirror", str(stick))
    assert entries_of(mirror_file(library, stick)) == entries_of(library)
    assert states()["mirror"] == "well"


def _die(*_arguments: object) -> None:
    raise OSError(5, "Input/output error")
