"""Faults, broken pipes, interruptions and strange terminals end in plain words or in silence."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from q40k.table.match_library import MatchLibrary
from tests.cli.calls import ROOT, bad, good, import_match, process


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: MatchLibrary) -> None:
        raise ValueError("a fault of ours")

    monkeypatch.setattr(MatchLibrary, "matches", fail)


def test_a_fault_is_kept_in_the_log_and_told_in_plain_words(faulty: None, own_home: Path) -> None:
    error = bad(3, "list")
    file = own_home / "data" / "log" / "errors.log"
    assert str(file) in error
    assert "ValueError" in error
    text = file.read_text(encoding="utf-8")
    assert "Traceback" in text
    assert "a fault of ours" in text


def log(home: Path) -> Path:
    return home / "data" / "log" / "errors.log"


@pytest.mark.parametrize("call", [("--debug", "list"), ("list", "--debug")])
def test_debug_too_keeps_the_traceback_off_the_screen(faulty: None, own_home: Path, call: tuple[str, ...]) -> None:
    assert str(log(own_home)) in bad(3, *call)
    assert "a fault of ours" in log(own_home).read_text(encoding="utf-8")


def test_debug_keeps_the_traceback_of_what_is_no_fault_too(own_home: Path) -> None:
    import_match()
    assert not log(own_home).exists()
    assert str(log(own_home)) in bad(2, "show", "nobody", "--debug")
    assert "unknown-match" in log(own_home).read_text(encoding="utf-8")


def test_debug_by_the_environment(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("Q40K_DEBUG", "1")
    assert str(log(own_home)) in bad(1, "show", "last")


def test_a_log_that_cannot_be_kept_goes_to_the_temporary_folder(
    faulty: None, own_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (own_home / "data" / "log").write_text("in the way", encoding="utf-8")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    error = bad(3, "list")
    [file] = tmp_path.glob("q40k-errors-*.log")
    assert str(file) in error
    assert "a fault of ours" in file.read_text(encoding="utf-8")


def test_a_log_that_can_be_kept_nowhere(
    faulty: None, own_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (own_home / "data" / "log").write_text("in the way", encoding="utf-8")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "nowhere"))
    assert "no place to write" in bad(3, "list")


def test_a_log_does_not_grow_without_end(faulty: None, own_home: Path) -> None:
    log(own_home).parent.mkdir()
    log(own_home).write_text("x" * 1_000_001, encoding="utf-8")
    bad(3, "list")
    assert log(own_home).stat().st_size < 100_000
    assert log(own_home).with_name("errors.old.log").stat().st_size == 1_000_001


def test_a_library_that_is_none(own_home: Path) -> None:
    (own_home / "data" / "matches.sqlite3").write_bytes(b"no database at all" * 100)
    assert "matches.sqlite3" in bad(1, "list")


def test_a_data_folder_that_is_a_file(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = own_home / "file"
    file.write_text("", encoding="utf-8")
    monkeypatch.setenv("Q40K_DATA_DIR", str(file))
    assert "Q40K_DATA_DIR" in bad(1, "list")


@pytest.mark.parametrize(
    "call",
    [("run", "\x1b[2J.jsonl"), ("join", "1", "\x1b[2J=nobody"), ("new", "--arena", "\x1b[2J"), ("show", "\x1b[2J")],
)
def test_what_was_typed_cannot_command_the_terminal(call: tuple[str, ...]) -> None:
    import_match()
    assert "\x1b" not in bad(2, *call)


def test_letters_that_a_terminal_cannot_show_stop_nothing() -> None:
    number = import_match()
    done = process("show", number, PYTHONUTF8="0", PYTHONIOENCODING="ascii", LC_ALL="C")
    assert done.returncode == 0
    assert "Soirée" in done.stdout.decode("utf-8")


def test_scripts_are_utf8_whatever_the_terminal_is() -> None:
    record = good("export", import_match()).encode()
    done = process("import", "-", stdin=record, PYTHONUTF8="0", PYTHONIOENCODING="latin-1")
    assert done.returncode == 0
    assert (
        process("export", done.stdout.decode().strip()).stdout.decode().split("\n")[0]
        == (record.decode().split("\n")[0])
    )


@pytest.mark.skipif(os.name == "nt", reason="a shell's pipe")
def test_a_pipe_that_closes_early_is_no_error() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "q40k", "schema", "script"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    ) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.close()
        assert program.stderr.read() == b""
        assert program.wait(timeout=60) == 1


@pytest.fixture
def interruptible() -> Iterator[None]:
    """What is started hears Ctrl-C, though the tests, run in the background, perhaps do not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_an_interruption_is_quiet(interruptible: None) -> None:
    number = import_match()
    with subprocess.Popen(
        [sys.executable, "-m", "q40k", "do", number],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as program:
        assert program.stdin is not None
        assert program.stderr is not None
        note = Path(os.environ["Q40K_DATA_DIR"]) / f"match-{number}.holder.json"
        while program.poll() is None and not note.exists():
            pass
        program.send_signal(signal.SIGINT)
        # Python itself ends by the signal if it comes while a class is being made from text, as
        # dataclasses are; to a shell both are 130.
        assert program.wait(timeout=60) in (130, -signal.SIGINT)
        assert program.stderr.read().strip() == b""


def test_what_is_told_of_a_mistake_has_an_end() -> None:
    number = import_match()
    answers = ", ".join(["4"] * 100_000)
    error = bad(1, "do", number, f'{{"do": "next", "answers": [{answers}]}}')
    assert len(error) < 2_000
    assert "…" in error
    assert len(bad(2, "x" * 100_000)) < 2_000
    assert "“do” is said twice" in bad(2, "do", number, '{"do": "next", "do": "undo"}')
