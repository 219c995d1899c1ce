"""Streams that are closed or full, and what must not reach a terminal, wherever it came from."""

import json
import os
import shlex
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from q40k.kernel.journal.journal import Journal
from q40k.kernel.text import escape_json, printable
from tests.cli.calls import ROOT, good, import_match, q40k, script

posix = pytest.mark.skipif(os.name == "nt", reason="a shell's redirections")
FULL = Path("/dev/full")
HOSTILE = "\x1b]0;mine\x07\x9b2J\u2028\u202egnp"
LAID_OUT = [{"do": "new", "mod": "deathmatch", "seed": 7}]


def run_redirected(call: str, stdin: bytes | None = b"") -> subprocess.CompletedProcess[bytes]:
    """A call as a shell makes it, with its redirections; without `stdin` its own is closed."""
    shell = f"exec {shlex.quote(sys.executable)} -m q40k {call}"
    return subprocess.run(
        ["/bin/sh", "-c", shell + (" <&-" if stdin is None else "")],
        input=stdin or b"",
        capture_output=True,
        check=False,
        cwd=ROOT,
        timeout=60,
    )


# ---- closed and full


@posix
@pytest.mark.parametrize("call", ["--version", "games", "games --help", "new --lang=fr --help"])
def test_a_closed_output_is_said_and_no_fault(call: str) -> None:
    done = run_redirected(f"{call} >&-")
    assert done.returncode == 2
    assert ("fermé" if "fr" in call else "standard output: it is closed").encode() in done.stderr
    assert done.stderr.count(b"\n") == 1


@posix
@pytest.mark.skipif(not FULL.exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("call", ["--version", "games", "games --help", "export last"])
def test_a_full_disk_under_the_output_is_said_as_what_it_is(call: str) -> None:
    import_match()
    done = run_redirected(f"{call} >/dev/full")
    assert done.returncode == 1
    assert b"The disk is full: standard output" in done.stderr
    assert b"ignored" not in done.stderr


@posix
@pytest.mark.parametrize("closed", ["2>&-", "2>/dev/full"])
def test_what_cannot_be_told_beside_the_work_stops_no_work(closed: str) -> None:
    if "full" in closed and not FULL.exists():
        pytest.skip("needs a device that is always full")
    number = import_match()
    done = run_redirected(f"do {number} - {closed}", b'{"do": "next"}')
    assert done.returncode == 0
    assert q40k("do", number, '{"do": "undo"}').exit_code == 0  # it was carried out
    assert run_redirected(f"nonsense {closed}").returncode == 2


@posix
@pytest.mark.parametrize("call", ["run -", "import -"])
def test_a_closed_input_is_said(call: str) -> None:
    done = run_redirected(call, stdin=None)
    assert done.returncode == 2
    assert b"standard input: it is closed" in done.stderr


@posix
def test_without_any_stream_a_script_is_still_played_into_the_library(own_home: Path) -> None:
    file = own_home / "match.jsonl"
    file.write_text(script(LAID_OUT), encoding="utf-8")
    done = run_redirected(f"import {shlex.quote(str(file))} >&- 2>&-", stdin=None)
    assert done.returncode == 2  # its number could not be said
    assert json.loads(good("list", "--json"))[0]["match"] == 1
    assert run_redirected("doctor --json").returncode == 0  # nothing was printed into the library


@posix
def test_a_screen_wants_all_three_streams_on_the_terminal() -> None:
    number = import_match()
    assert b"standard input, output and error" in run_redirected(f"resume {number}").stderr


# ---- what a terminal would obey


def shown_text(*arguments: str) -> str:
    """All that a call prints; what only JSON may hold is looked for in it too."""
    result = q40k(*arguments)
    assert result.exit_code in (0, 1, 2), result.output
    assert [line for line in result.output.split("\n") if printable(line) != line] == []
    return result.output


@pytest.mark.skipif(os.name == "nt", reason="no such file names")
def test_names_of_files_cannot_command_the_terminal(own_home: Path) -> None:
    folder = own_home / HOSTILE.replace("/", "")
    folder.mkdir()
    pack = folder / f"{HOSTILE}.yaml"
    pack.write_text("champions: [{id: x}]\narenas: [{id: y}]\n", encoding="utf-8")
    assert "\ufffd" in shown_text("check", str(pack))
    assert "\ufffd" in shown_text("arena", "check", str(pack))
    assert "\ufffd" in shown_text("run", str(folder))
    assert "\ufffd" in shown_text("--packs", str(folder), "champions")
    import_match()
    assert "\ufffd" in shown_text("backup", "--to", str(folder))


@pytest.mark.parametrize(
    "call",
    [
        ("champions", HOSTILE),
        ("weapons", HOSTILE),
        ("champion", "show", HOSTILE),
        ("mods", "show", HOSTILE),
        ("games", HOSTILE),
        ("new", "--game", HOSTILE),
        (HOSTILE,),
        (f"--{HOSTILE}",),
        ("show", HOSTILE),
        ("do", "1", HOSTILE),
        ("backup", "--to", HOSTILE),
        ("rename-match", "1", HOSTILE),
        ("odds", "shoot", HOSTILE, HOSTILE),
    ],
)
def test_arguments_cannot_command_the_terminal(
    call: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import_match()
    monkeypatch.chdir(tmp_path)
    assert shown_text(*call)


def test_a_foreign_library_cannot_command_the_terminal(own_home: Path, tmp_path: Path) -> None:
    number = import_match()
    library = own_home / "data" / "matches.sqlite3"
    with closing(Journal(library)) as journal:
        journal.rename(int(number), HOSTILE)
    for call in (("list",), ("show", number), ("log", number), ("doctor",), ("luck", number)):
        assert shown_text(*call)
    assert json.loads(shown_text("list", "--json"))[0]["name"] == HOSTILE


def test_json_is_escaped_and_stays_what_it_is() -> None:
    data = {HOSTILE: [HOSTILE + "\U000e0001\n\té ×"], "é": 1}
    output = escape_json(json.dumps(data, ensure_ascii=False, indent=2))
    assert all(printable(line) == line for line in output.split("\n"))
    assert "é" in output
    assert json.loads(output) == data
