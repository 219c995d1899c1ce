"""A pack's YAML says what it seems to say, or is refused with the line."""

import os
from pathlib import Path

import pytest
import yaml

from q40k.packs import reader
from q40k.packs.problems import Problem
from q40k.packs.reader import MOST_BYTES, Document, read, read_bytes


def reading(text: str) -> Document:
    return read_bytes(text.encode(), "pack.yaml")


def complaints(text: str) -> list[tuple[int | None, str, object]]:
    problems = reading(text).problems
    return [(p.line, p.code, p.facts.get("kind") or p.facts.get("key")) for p in problems]


def test_plain_values_are_what_they_look_like() -> None:
    text = "a: 1\nb: -2.5\nc: true\nd: null\ne: ~\nf: 6+\ng: '010'\nh: [x, 2]\ni: {j: k}\n"
    document = reading(text)
    assert document.problems == []
    assert document.data == {
        "a": 1,
        "b": -2.5,
        "c": True,
        "d": None,
        "e": None,
        "f": "6+",
        "g": "010",
        "h": ["x", 2],
        "i": {"j": "k"},
    }


def test_a_key_that_looks_like_a_number_is_text() -> None:
    assert reading("11: a\n012: b\nno: c\n").data == {"11": "a", "012": "b", "no": "c"}


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("no", "boolean"),
        ("Yes", "boolean"),
        ("on", "boolean"),
        ("OFF", "boolean"),
        ("True", "boolean"),
        ("NULL", "boolean"),
        ("010", "octal"),
        ("08", "octal"),
        ("0o17", "octal"),
        ("1:30", "sexagesimal"),
        ("2004-12-24", "date"),
        ("2004-12-24 10:00:00", "date"),
        ("+1", "number"),
        ("1_000", "number"),
        ("0x1F", "number"),
        (".5", "number"),
        ("1e3", "number"),
        (".inf", "number"),
        (".nan", "number"),
        ("12345678901234567890", "huge-number"),
        ("", "empty"),
        ("&here 1", "anchor"),
        ("!!str 5", "tag"),
        ("! five", "tag"),
    ],
)
def test_what_yaml_would_guess_is_refused_with_its_line(word: str, kind: str) -> None:
    assert complaints(f"first: 1\nsecond: {word}\n") == [(2, "yaml-surprise", kind)]


@pytest.mark.parametrize("word", ["no", "010", "1:30", "2004-12-24", "+1", ""])
def test_the_same_in_quotes_is_text(word: str) -> None:
    document = reading(f'only: "{word}"\n')
    assert (document.data, document.problems) == ({"only": word}, [])


def test_aliases_and_merges_are_refused_and_never_followed() -> None:
    text = "a: &bomb [x, x]\nb: [*bomb, *bomb]\n<<: {c: 1}\n? [d]\n: 1\n"
    assert complaints(text) == [
        (1, "yaml-surprise", "anchor"),
        (2, "yaml-surprise", "alias"),
        (2, "yaml-surprise", "alias"),
        (3, "yaml-surprise", "merge"),
        (4, "yaml-surprise", "complex-key"),
    ]


def test_a_key_given_twice_is_refused_and_the_first_kept() -> None:
    document = reading("a: 1\nb: 2\na: {c: 3}\n")
    assert document.data == {"a": 1, "b": 2}
    assert document.problems == [Problem("pack.yaml", 3, 1, None, "duplicate-key", {"key": "a", "first_line": 1})]


def test_every_surprise_is_reported_at_once() -> None:
    assert [line for line, *_ in complaints("a: no\nb: 1\nc: 010\nd: [1:30, 5]\n")] == [1, 3, 4]


def test_a_syntax_error_names_its_line() -> None:
    (problem,) = reading("a: [1, 2\nb: 3\n").problems
    assert (problem.code, problem.line) == ("yaml-syntax", 2)


@pytest.mark.parametrize("text", ["", "\n", "# nothing but a remark\n", "---\n"])
def test_an_empty_file_is_a_problem(text: str) -> None:
    assert [p.code for p in reading(text).problems] == ["empty-file"]


def test_a_second_document_is_refused() -> None:
    assert complaints("a: 1\n---\nb: 2\n") == [(2, "yaml-surprise", "second-document")]


def test_nesting_has_a_limit() -> None:
    assert [p.code for p in reading("[" * 20 + "]" * 20).problems] == []
    assert [p.code for p in reading("[" * 100_000).problems] == ["too-deep"]


def test_size_has_a_limit() -> None:
    document = read_bytes(b"#" * (MOST_BYTES + 1), "pack.yaml")
    assert [(p.code, p.facts) for p in document.problems] == [("too-large", {"most": MOST_BYTES})]


def test_a_file_of_nothing_but_problems_stops_being_read() -> None:
    codes = [p.code for p in reading("- no\n" * 50_000).problems]
    assert codes == ["yaml-surprise"] * 100 + ["too-many"]


def test_other_encodings_are_refused() -> None:
    assert [p.code for p in read_bytes("é".encode("latin-1"), "pack.yaml").problems] == ["not-utf8"]


def test_utf_16_with_its_mark_is_read() -> None:
    assert read_bytes("a: é".encode("utf-16"), "pack.yaml").data == {"a": "é"}


def test_a_byte_order_mark_is_passed_over() -> None:
    assert read_bytes(b"\xef\xbb\xbfa: 1\n", "pack.yaml").data == {"a": 1}


def test_places_are_known() -> None:
    document = reading("a:\n  - b: 1\n    c: [x,\n        y]\n")
    assert document.place(("a", 0, "c", 1)) == (4, 9)
    assert document.place(("a", 0, "c"), at_key=True) == (3, 5)
    assert document.place(("a", 0, "gone", 3)) == (2, 5)


def test_without_the_c_parser_the_same_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    text = 'a: 1\nb: no\nc: "\\U00110000"\n'
    monkeypatch.setattr(reader, "_LOADER", yaml.SafeLoader)
    problems = reading(text).problems
    assert [p.code for p in problems] == ["yaml-surprise", "yaml-syntax"]
    assert reading("a: ['no', 2]\n").data == {"a": ["no", 2]}
    assert complaints('a: "\\ud800"\n') == [(1, "yaml-surprise", "surrogate")]


def test_what_cannot_be_read_is_a_problem(tmp_path: Path) -> None:
    folder = tmp_path / "folder.yaml"
    folder.mkdir()
    results = [read(tmp_path / "gone.yaml"), read(folder)]
    assert [(d.problems[0].code, d.problems[0].facts["reason"]) for d in results] == [
        ("unreadable", "missing"),
        ("unreadable", "not-a-file"),
    ]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.yaml"
    os.mkfifo(pipe)
    assert [p.facts["reason"] for p in read(pipe).problems] == ["not-a-file"]
