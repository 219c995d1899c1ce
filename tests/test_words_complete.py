"""The catalogues say all that the program says, in every language it has."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest

from tests.words import KEYWORDS, LANGUAGES, ROOT, Said, everything, extract_messages, messages, read, texts

PLACEHOLDER = re.compile(r"\{([^{}!:]*)[^{}]*\}")
ADVICE = "run `make words`, then translate"


def name_of_catalogue(spoken_code: Said) -> str:
    return spoken_code.locales.parent.name


def names(text: str) -> set[str]:
    """Name the {placeholders} of a text; {{ and }} are braces meant as such."""
    return set(PLACEHOLDER.findall(text.replace("{{", "").replace("}}", "")))


@pytest.fixture(params=everything(), ids=name_of_catalogue)
def spoken_code(request: pytest.FixtureRequest) -> Said:
    assert isinstance(request.param, Said)
    return request.param


@pytest.fixture(params=LANGUAGES)
def catalogue(request: pytest.FixtureRequest, spoken_code: Said) -> Path:
    return spoken_code.catalogue(request.param)


def test_the_shell_and_every_game_have_catalogues_of_their_own() -> None:
    shell, *games = [name_of_catalogue(part) for part in everything()]
    assert (shell, {"quake", "epic"} <= set(games)) == ("i18n", True)


def test_the_template_holds_what_the_code_says(spoken_code: Said) -> None:
    now = {name: {file for file, _ in m.locations} for name, m in messages(extract_messages(spoken_code)).items()}
    kept = {name: {file for file, _ in m.locations} for name, m in messages(read(spoken_code.template)).items()}
    assert sorted(map(str, now.keys() - kept.keys())) == [], f"not in q40k.pot: {ADVICE}"
    assert sorted(map(str, kept.keys() - now.keys())) == [], f"no longer said: {ADVICE}"
    moved = {name: files for name, files in now.items() if kept[name] != files}
    assert moved == {}, f"said elsewhere now: {ADVICE}"


def test_the_template_carries_no_line_numbers_and_no_date(spoken_code: Said) -> None:
    text = spoken_code.template.read_text(encoding="utf-8")
    assert "POT-Creation-Date" not in text
    assert re.search(r"^#: .*:\d+", text, re.MULTILINE) is None


def test_every_message_is_translated(spoken_code: Said, catalogue: Path) -> None:
    expected, there = messages(read(spoken_code.template)), messages(read(catalogue))
    assert sorted(map(str, expected.keys() - there.keys())) == [], ADVICE
    assert sorted(map(str, there.keys() - expected.keys())) == [], ADVICE
    bare = [name for name, m in there.items() if not all(t.strip() for t in texts(m.string))]
    assert bare == [], "no translation"
    assert [name for name, m in there.items() if m.fuzzy] == [], "fuzzy"


def test_the_catalogue_keeps_nothing_obsolete(catalogue: Path) -> None:
    assert list(read(catalogue).obsolete) == []
    assert "#~" not in catalogue.read_text(encoding="utf-8")


def test_plural_forms_are_all_there(catalogue: Path) -> None:
    read_back = read(catalogue)
    short = [
        name
        for name, m in messages(read_back).items()
        if m.pluralizable and len(texts(m.string)) != read_back.num_plurals
    ]
    assert short == []


def test_placeholders_agree(catalogue: Path) -> None:
    astray = []
    for name, message in messages(read(catalogue)).items():
        allowed = set.union(*map(names, texts(message.id)))
        # One form of a plural may leave out the number ("one die"); no form may add a name.
        required = set.intersection(*map(names, texts(message.id)))
        astray += [(name, text) for text in texts(message.string) if text and not required <= names(text) <= allowed]
    assert astray == []


def edges(text: str) -> tuple[bool, bool, int]:
    return text[:1].isspace(), text[-1:].isspace(), text.count("\n")


def test_the_edges_agree(catalogue: Path) -> None:
    """A translation begins and ends with a blank, and breaks its lines, where the English does."""
    astray = [
        (name, text)
        for name, message in messages(read(catalogue)).items()
        for text in texts(message.string)
        if text and edges(text) != edges(texts(message.id)[0])
    ]
    assert astray == []


def test_the_compiled_catalogue_is_current(catalogue: Path) -> None:
    compiled = polib.pofile(str(catalogue)).to_binary()
    assert catalogue.with_suffix(".mo").read_bytes() == compiled, "run `make words`"


def marked_calls(tree: ast.AST) -> Iterator[ast.Call]:
    """The calls that mark a literal as a message."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args:
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            if name in KEYWORDS:
                yield node


def test_messages_are_plain_literals() -> None:
    """An f-string inside _() would be looked up after it was filled in, and never found.

    And _("...") inside an f-string is not gathered on every Python.
    """
    astray = []
    for path in sorted((ROOT / "q40k").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        wrong = [call for call in marked_calls(tree) if any(isinstance(a, ast.JoinedStr) for a in call.args)]
        for string in ast.walk(tree):
            if isinstance(string, ast.JoinedStr):
                literal = (call for call in marked_calls(string) if isinstance(call.args[0], ast.Constant))
                wrong += literal
        astray += [f"{path.relative_to(ROOT)}:{call.lineno}" for call in wrong]
    assert astray == []
