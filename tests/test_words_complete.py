"""The catalogues say all that the program says, in every language it has."""

import ast
import re
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parent.parent
LOCALES = ROOT / "q40k" / "i18n" / "locales"
TEMPLATE = LOCALES / "q40k.pot"
CATALOGUES = sorted(LOCALES.glob("*/LC_MESSAGES/q40k.po"))
PLACEHOLDER = re.compile(r"\{([^{}!:]*)[^{}]*\}")
ADVICE = "run `make words`, then translate"

# The same as in the Makefile's target `words`.
KEYWORDS = {
    "_": None,
    "N_": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "meant": ((1, "c"), 2),
}


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=None if path == TEMPLATE else path.parts[-3], domain="q40k")


def key(message: Message) -> tuple[str | None, str | tuple[str, ...]]:
    """Name a message: its context, and its English words (both, when it has a plural)."""
    return message.context, message.id if isinstance(message.id, str) else tuple(message.id)


def messages(catalog: Catalog) -> dict[tuple[str | None, str | tuple[str, ...]], Message]:
    return {key(message): message for message in catalog if message.id}


def texts(value: str | tuple[str, ...] | list[str] | None) -> list[str]:
    """List the forms of a message: one, or one a plural."""
    return [value or ""] if value is None or isinstance(value, str) else list(value)


def names(text: str) -> set[str]:
    """Name the {placeholders} of a text; {{ and }} are braces meant as such."""
    return set(PLACEHOLDER.findall(text.replace("{{", "").replace("}}", "")))


def extracted() -> Catalog:
    catalog = Catalog()
    found = extract_from_dir(
        ROOT / "q40k", [("**.py", "python")], {"**.py": {"encoding": "utf-8"}}, KEYWORDS
    )
    for file, _line, message, _comments, context in found:
        catalog.add(message, locations=[(f"q40k/{file}".replace("\\", "/"), 0)], context=context)
    return catalog


@pytest.fixture(scope="module", params=CATALOGUES, ids=lambda path: str(path.parts[-3]))
def catalogue(request: pytest.FixtureRequest) -> Path:
    assert isinstance(request.param, Path)
    return request.param


def test_french_is_there() -> None:
    assert "fr" in {path.parts[-3] for path in CATALOGUES}


def test_the_template_holds_what_the_program_says() -> None:
    said = {name: {file for file, _ in m.locations} for name, m in messages(extracted()).items()}
    kept = {name: {file for file, _ in m.locations} for name, m in messages(read(TEMPLATE)).items()}
    assert sorted(map(str, said.keys() - kept.keys())) == [], f"not in q40k.pot: {ADVICE}"
    assert sorted(map(str, kept.keys() - said.keys())) == [], f"no longer said: {ADVICE}"
    moved = {name: files for name, files in said.items() if kept[name] != files}
    assert moved == {}, f"said elsewhere now: {ADVICE}"


def test_the_template_carries_no_line_numbers_and_no_date() -> None:
    text = TEMPLATE.read_text(encoding="utf-8")
    assert "POT-Creation-Date" not in text
    assert re.search(r"^#: .*:\d+", text, re.MULTILINE) is None


def test_every_message_is_translated(catalogue: Path) -> None:
    wanted, there = messages(read(TEMPLATE)), messages(read(catalogue))
    assert sorted(map(str, wanted.keys() - there.keys())) == [], ADVICE
    assert sorted(map(str, there.keys() - wanted.keys())) == [], ADVICE
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
        astray += [
            (name, text)
            for text in texts(message.string)
            if text and not required <= names(text) <= allowed
        ]
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
    compiled = BytesIO()
    write_mo(compiled, read(catalogue))
    assert catalogue.with_suffix(".mo").read_bytes() == compiled.getvalue(), "run `make words`"


def test_messages_are_plain_literals() -> None:
    """An f-string inside _() would be looked up after it was filled in, and never found."""
    astray = []
    for path in sorted((ROOT / "q40k").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            if name in KEYWORDS and any(isinstance(a, ast.JoinedStr) for a in node.args):
                astray.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert astray == []
