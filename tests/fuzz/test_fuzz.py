"""Whatever a pack, a script or a name holds: success or our own error, soon, and in little memory.

The corpus holds what once was, or might be, trouble; Hypothesis changes it in every way.
"""

import os
import subprocess
import sys
import unicodedata
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from q40k.cli.failures import failure_of
from q40k.games.quake.packs.library import Library, load
from q40k.games.quake.table.view import state_data
from q40k.kernel.text import clean_text, printable
from q40k.packs.problems import PackError
from q40k.table.match_library import temporary_match
from q40k.table.match_session import MatchSession
from q40k.table.script import LineRefused, ScriptError, play_line, read_script
from tests.cli.calls import ROOT

CORPUS = Path(__file__).parent / "corpus"
PACKS = sorted((CORPUS / "packs").iterdir())
SCRIPTS = sorted((CORPUS / "scripts").iterdir())
WHOLE_FILE = {"unreadable", "too-large", "empty-file"}
"""Problems of a file as a whole have no line; all others have."""


@cache
def library() -> Library:
    return load()


def refusal_of_pack(path: Path) -> PackError | None:
    try:
        load([path], shipped=False)
    except PackError as error:
        return error
    return None


def read_pack(raw: bytes) -> bool:
    """Load bytes as a pack: True when it is one, else it was refused with file and line."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "pack.yaml")
        path.write_bytes(raw)
        error = refusal_of_pack(path)
    if error is None:
        return True
    assert error.problems
    for problem in error.problems:
        assert problem.file == str(path)
        assert problem.line is not None or problem.code in WHOLE_FILE, problem
    failure = failure_of(error)
    assert failure is not None
    assert all(map(printable_line, failure.advice.splitlines()))
    return False


def printable_line(line: str) -> bool:
    return printable(line) == line


def refusal_of_script(text: str, match_session: MatchSession) -> ScriptError | LineRefused | None:
    try:
        for line in read_script(text.split("\n")):
            play_line(match_session, library, line)
    except (ScriptError, LineRefused) as error:
        return error
    return None


def play(raw: bytes) -> bool:
    """Play bytes as a script: True when it is one, else it was refused with its line."""
    match_session = temporary_match()
    error = refusal_of_script(raw.decode("utf-8", "surrogateescape"), match_session)
    if error is None:
        state = state_data(match_session.state, match_session.question, [])
        named = (*state["players"], *state.get("teams", ()))
        assert all(name == clean_text(name) and len(name) <= 30 for name in named)
        return True
    assert error.line >= 1
    failure = failure_of(error)
    assert failure is not None
    assert str(error.line) in failure.title
    return False


# ---- the corpus as it is

HARMLESS_PACKS = {"directive.yaml", "utf-16.yaml"}
PLAYED_SCRIPTS = {"inline-hero.jsonl", "bidi-name.jsonl", "markup-name.jsonl"}
REFUSED_SCRIPTS = {"path-ids.jsonl", "latin-1.jsonl", "long-name.jsonl", "deep.jsonl"}


@pytest.mark.parametrize("path", PACKS, ids=lambda path: path.name)
def test_every_pack_of_the_corpus_is_refused_or_harmless(path: Path) -> None:
    was_read = read_pack(path.read_bytes())
    assert not was_read or path.name in HARMLESS_PACKS


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_every_script_of_the_corpus_is_refused_or_harmless(path: Path) -> None:
    was_played = play(path.read_bytes())
    assert was_played or path.name not in PLAYED_SCRIPTS
    assert not was_played or path.name not in REFUSED_SCRIPTS


def test_the_corpus_holds_the_scripts_that_are_known() -> None:
    assert {path.name for path in SCRIPTS} >= PLAYED_SCRIPTS | REFUSED_SCRIPTS


# ---- the corpus changed


def changed_files(files: Iterable[Path]) -> st.SearchStrategy[bytes]:
    """Files of the corpus with pieces cut out, doubled, swapped or put in from elsewhere."""
    seeds = [path.read_bytes()[:4_000] for path in files]
    change = st.tuples(
        st.integers(0, 4_000),
        st.integers(0, 60),
        st.binary(max_size=12) | st.sampled_from(seeds).map(lambda raw: raw[:200]),
    )

    def apply(raw: bytes, changes: list[tuple[int, int, bytes]]) -> bytes:
        for at, length, put in changes:
            place = at % (len(raw) + 1)
            raw = raw[:place] + put + raw[place + length :]
        return raw

    return st.builds(apply, st.sampled_from(seeds), st.lists(change, min_size=1, max_size=5))


@given(changed_files(PACKS))
def test_packs_changed_in_any_way(raw: bytes) -> None:
    read_pack(raw)


@given(changed_files(SCRIPTS))
def test_scripts_changed_in_any_way(raw: bytes) -> None:
    play(raw)


# ---- names

letters = st.text(
    st.characters(codec="utf-8") | st.sampled_from("\u202e\u2066\u200d\u200b\ufeff\x1b\x07\0\n\t[]{}%🏴☠️é\u0301")
)


@given(letters)
def test_a_name_commands_no_terminal_and_turns_no_text_around(name: str) -> None:
    clean = clean_text(name)
    assert all(unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Zl", "Zp") for letter in clean)
    assert clean == clean_text(clean)
    assert printable(clean) == clean


# ---- bombs, in a process that may use little time and memory

LIMITED = (
    "import resource, sys;"
    "resource.setrlimit(resource.RLIMIT_AS, (700_000_000, 700_000_000));"
    "resource.setrlimit(resource.RLIMIT_CPU, (60, 60));"
    "sys.argv = ['q40k', *sys.argv[1:]];"
    "from q40k.__main__ import main; sys.exit(main())"
)


def run_limited(*arguments: str, stdin: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [sys.executable, "-c", LIMITED, *arguments],
        cwd=ROOT,
        input=stdin,
        capture_output=True,
        check=False,
        timeout=120,
    )


BOMBS = {
    "laughs": "a0: &a [x, x]\n" + "".join(f"a{n}: &a{n} [*a, *a]\n" for n in range(20_000)),
    "brackets": "[" * 500_000,
    "keys": "".join(f"k{n}: 1\n" for n in range(90_000)),
    "one key": "x" * 990_000 + ": 1",
    "number": "champions: " + "9" * 900_000,
    "champions": "champions: [" + "{id: a}, " * 100_000 + "]",
    "too large": "x" * 30_000_000,
    "dashes": "- " * 400_000,
    "anchors": "champions: [" + ", ".join(f"&b{n} x" for n in range(60_000)) + "]",
    "quotes": 'champions: "' + "\\u202e" * 100_000 + '"',
}


@pytest.mark.skipif(os.name == "nt", reason="POSIX limits")
def test_bombs_in_packs_are_refused_in_little_time_and_memory(tmp_path: Path) -> None:
    folders = [tmp_path / f"pack{number}" for number in range(len(BOMBS))]  # each is read alone
    for number, (folder, text) in enumerate(zip(folders, BOMBS.values(), strict=True)):
        folder.mkdir()
        (folder / f"bomb{number}.yaml").write_text(text, encoding="utf-8")
    done = run_limited("check", *map(str, folders))
    assert done.returncode == 1, done.stderr[-500:]
    for number, name in enumerate(BOMBS):
        assert f"pack{number}".encode() in done.stdout + done.stderr, name


NEW = b'{"do": "new", "mod": "deathmatch", "arena": "classic-60"}\n'


@pytest.mark.skipif(os.name == "nt", reason="POSIX limits")
@pytest.mark.parametrize(
    ("script", "status"),
    [
        (b"[" * 900_000, 2),
        (b'{"do": "new", "seed": ' + b"9" * 900_000 + b"}", 2),
        (b"\0" * 5_000_000, 2),
        (b"x" * 5_000_000, 2),
        (b"\n" * 1_100_000, 2),
        (NEW + b'{"do": "join", "player": "' + b"x" * 900_000 + b'", "champion": "x"}', 2),
        (NEW + b'{"do": "next", "answers": [' + b"6," * 200_000 + b"6]}", 1),
        (NEW + b'{"do": "\xff\xfe"}', 2),
    ],
    ids=["brackets", "seed", "nulls", "one line", "empty lines", "name", "answers", "no UTF-8"],
)
def test_bombs_in_scripts_are_refused_in_little_time_and_memory(script: bytes, status: int) -> None:
    done = run_limited("import", "-", stdin=script)
    assert done.returncode == status, done.stderr[-500:]
    assert b"Traceback" not in done.stderr
    assert len(done.stderr) < 5_000


def test_what_is_wrong_with_a_script_names_file_and_line(tmp_path: Path) -> None:
    script = tmp_path / "friday.jsonl"
    script.write_bytes(NEW + b'{"do": "join", "player": "Zo\xe9", "champion": "space-marine"}\n')
    for call in ("run", "import"):
        done = run_limited(call, str(script))
        assert done.returncode == 2
        assert f"{script}: Line 2".encode() in done.stderr
