"""No match is lost: a library made by an older program opens, stands, and goes on as it did then.

`make_library.txt` says how `library-1` was made and what `expected.json.gz` tells of it. What the
older program wrote of a state in its own form (`state_sha256`, `export_sha256`) is not compared;
where one undo, one redo and one amendment lead is, in `led.json`: the same program played
on in each match, and printed `q40k show --json`, whose digests these are.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from q40k.table.history import bookmarks
from q40k.table.match_library import MatchLibrary
from q40k.table.match_session import MatchSession
from tests.cli.calls import good, q40k

HERE = Path(__file__).parent
EXPECTED: dict[str, Any] = json.loads(gzip.decompress((HERE / "expected.json.gz").read_bytes()))
LED: dict[str, dict[str, str]] = json.loads((HERE / "led.json").read_text(encoding="utf-8"))
LANGUAGES = ("en", "fr")
SHOWN_ENTRIES = 20  # of how many entries the expected log tells

Facts = dict[str, Any]
each_match = pytest.mark.parametrize("facts", EXPECTED["matches"].values(), ids=EXPECTED["matches"])


def unpack_library(folder: Path) -> Path:
    """The old library in a data folder of its own."""
    data = gzip.decompress((HERE / "library-1.sqlite3.gz").read_bytes())
    (folder / "matches.sqlite3").write_bytes(data)
    return folder


@pytest.fixture(scope="module")
def to_read(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library, for tests that only look."""
    return unpack_library(tmp_path_factory.mktemp("kept"))


@pytest.fixture(scope="module")
def to_write(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The library twice, for the one test that plays on in each match."""
    first, second = tmp_path_factory.mktemp("redone"), tmp_path_factory.mktemp("changed")
    return unpack_library(first), unpack_library(second)


@pytest.fixture
def reading(to_read: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The program's own data folder is that of the library."""
    monkeypatch.setenv("Q40K_DATA_DIR", str(to_read))
    return to_read


@contextmanager
def open_match(number: int) -> Iterator[MatchSession]:
    """A match of the library, to look at."""
    library = MatchLibrary()
    try:
        match_session = library.open(number, watch=True)
        yield match_session
        match_session.close()
    finally:
        library.close()


def test_the_library_is_the_one_that_was_kept() -> None:
    data = gzip.decompress((HERE / "library-1.sqlite3.gz").read_bytes())
    assert hashlib.sha256(data).hexdigest() == EXPECTED["format"]["sha256"]


def test_all_matches_are_listed(reading: Path) -> None:
    rows = json.loads(good("list", "--json"))
    assert [row["match"] for row in rows] == EXPECTED["played_last_first"]
    for row in rows:
        facts = EXPECTED["matches"][str(row["match"])]
        expected_row = {key: facts[key] for key in ("match", "name", "created", "touched", "entries")}
        assert {key: row[key] for key in expected_row} == expected_row


def test_opening_harms_nothing(reading: Path) -> None:
    good("show", "1")
    with sqlite3.connect(reading / "matches.sqlite3") as db:
        assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        assert db.execute("SELECT count(*) FROM entries").fetchone()[0] == sum(
            facts["entries"] for facts in EXPECTED["matches"].values()
        )
    db.close()


# ---- what stands


TOLD_SINCE = ("level", "angle")
"""What `show` tells of a champion since the library was kept."""


def as_it_was_told(text: str) -> Any:
    """A state in JSON without what is told since."""
    shown = json.loads(text)
    for player in shown.get("players", {}).values():
        for field in TOLD_SINCE:
            player.pop(field, None)
    return shown


@each_match
def test_it_stands_where_it_stood(reading: Path, facts: Facts) -> None:
    number = str(facts["match"])
    assert as_it_was_told(good("show", number, "--json")) == facts["show"]
    if facts["middle"]:
        entry = str(facts["middle"]["entry"])
        shown = as_it_was_told(good("show", number, "--at", entry, "--json"))
        del shown["log"]
        assert shown == facts["middle"]["show"]
    with open_match(facts["match"]) as match_session:
        with closing(MatchLibrary()) as library:
            assert library.last_state(facts["match"])[1] == match_session.session.state
        assert match_session.draft == facts["draft"]
        assert match_session.can_undo == facts["can_undo"]
        assert match_session.can_redo == facts["can_redo"]
        assert len(match_session.inputs()) == facts["live"]
        marks = [[mark.entry, mark.name] for mark in bookmarks(match_session)]
        assert marks == facts["bookmarks"]


@each_match
def test_it_asks_what_it_asked(reading: Path, facts: Facts) -> None:
    expected = facts["question"]
    with open_match(facts["match"]) as match_session:
        question = match_session.question
        if question is None:
            assert expected is None
            return
        assert (question.key, question.rule) == (expected["key"], expected["rule"])
        assert len(match_session.answered_questions()) == expected["answered"]
    for language in LANGUAGES:
        output = good("--lang", language, "show", str(facts["match"]))
        shown = expected[language]
        options = [text for option in shown["options"] for text in option if isinstance(text, str)]
        for words in (expected["who"] or "", shown["title"], shown["why"], shown["hint"], *options):
            assert words in output


@each_match
def test_its_inputs_bring_about_the_same_events(reading: Path, facts: Facts) -> None:
    result = q40k("verify", str(facts["match"]))
    assert (result.exit_code, result.stdout.splitlines()[0]) == (facts["verify"]["exit"], facts["verify"]["says"])


@each_match
def test_its_log_is_told_in_the_same_words(reading: Path, facts: Facts) -> None:
    for language in LANGUAGES:
        for name, more in (("log", ()), ("log_all", ("--all",))):
            output = good("--lang", language, "log", str(facts["match"]), *more)
            assert last_entries(output) == facts[name][language]


def last_entries(text: str) -> list[str]:
    """The lines of the last entries of a log."""
    lines = text.splitlines()
    numbers = [line.removeprefix("× ").split()[0] for line in lines]
    kept = list(dict.fromkeys(numbers))[-SHOWN_ENTRIES:]
    return [line for line, number in zip(lines, numbers, strict=True) if number in kept]


# ---- where it goes on from there


@each_match
def test_it_goes_on_as_it_would_have(
    to_write: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, facts: Facts
) -> None:
    number, led = str(facts["match"]), dict[str, str]()
    for folder, going_on in zip(to_write, (redone, states_after_changes), strict=True):
        monkeypatch.setenv("Q40K_DATA_DIR", str(folder))
        led |= going_on(number)
        assert verify_line(number) == facts["verify"]["says"].split(": ")[-1]
    assert led == LED[number]


def verify_line(number: str) -> str:
    """What `verify` says: the same events, or where a rule corrected since tells another story.

    docs/rules.md lists the matches of which it does, each with its rule.
    """
    return q40k("verify", number).stdout.splitlines()[0].split(": ")[-1]


def redone(number: str) -> dict[str, str]:
    """Where a redo leads from where a match stands, if there is one."""
    return {"redo": digest(number)} if back(number, "redo") else {}


def states_after_changes(number: str) -> dict[str, str]:
    """Where an undo and amendments at the end lead; each is taken back again, so that the next begins anew."""
    before, led = digest(number), {}
    if back(number, "undo"):
        led["undo"] = digest(number)
        assert back(number, "redo")
    for name, call in amendments(int(number)).items():
        amended = q40k("amend", number, *call, "--drop", "--yes")
        led[name] = digest(number) if amended.exit_code == 0 else amended.stderr.strip()
        if amended.exit_code == 0:
            assert back(number, "undo")
    assert digest(number) == before
    return led


def amendments(match: int) -> dict[str, tuple[str, ...]]:
    """The last command taken out, and the last dice otherwise, as calls of `amend`."""
    calls: dict[str, tuple[str, ...]] = {}
    with open_match(match) as match_session:
        inputs = match_session.inputs()
    if len(inputs) > 1:
        calls["removed"] = (str(inputs[-1].command), "--remove")
    for entry in reversed(inputs):
        if entry.kind == "answer" and (dice := others(json.loads(entry.body))):
            calls["other dice"] = (str(entry.seq), dice)
            break
    return calls


def others(answer: object) -> str:
    """The next lower of each die, 2 for a 1, as they are typed; "" of any other answer."""
    if isinstance(answer, list) and answer and all(type(die) is int for die in answer):
        return " ".join(str(die - 1 or 2) for die in answer)
    return ""


def back(number: str, word: str) -> bool:
    """Undo or redo at the table; False when there is nothing to take or give back."""
    return q40k("do", number, json.dumps({"do": word})).exit_code == 0


def digest(number: str) -> str:
    """What stands, in a few letters."""
    return hashlib.sha256(good("show", number, "--json").encode()).hexdigest()[:16]
