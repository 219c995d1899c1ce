"""Whatever a file holds, it is read or refused: nothing else happens, and soon."""

import json
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml
from hypothesis import given
from hypothesis import strategies as st

from q40k.games.quake.packs.champions import inline_champion
from q40k.games.quake.packs.kinds import KINDS
from q40k.games.quake.packs.library import Library, check, load
from q40k.packs.problems import PackError, Problem
from q40k.packs.reader import read_bytes
from q40k.packs.validate import schema
from tests.packs.codes import QUAKE_CODES

KEYS = sorted({key for kind in KINDS.kinds for key in kind.model.__struct_fields__} | set(KINDS.names))
WORDS = ["classic", "space-marine", "boltgun", "melee", "infantry", "score", "11", "no", "", "é"]

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(WORDS)
plain = st.recursive(
    scalars,
    lambda inside: (
        st.lists(inside, max_size=4) | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=4), inside, max_size=8)
    ),
    max_leaves=25,
)
packs = st.dictionaries(
    st.sampled_from(KINDS.names),
    st.lists(st.dictionaries(st.sampled_from(KEYS), plain, max_size=12), max_size=3) | plain,
    max_size=3,
)
marks = "[]{}:,-?&*!|>'\"%@`#~<= \n\t\0"
pieces = ["\n  ", "- ", ": ", "a", "id: x\n", "<<", "---\n", "&a", "*a", "1:30", "😀"]
traps = ["!!python/object:os.system", "%YAML 1.1\n", "\ufeff", "\x85"]
snippets = st.lists(st.sampled_from([*marks, *pieces, *traps]), max_size=40).map("".join)


def sound(problems: Sequence[Problem]) -> bool:
    """Whether there are problems, and all as the list of codes promises."""
    for problem in problems:
        assert tuple(problem.facts) == QUAKE_CODES[problem.code], str(problem)
        assert problem.code != "invalid", str(problem)
        assert all(v.isprintable() for v in problem.facts.values() if isinstance(v, str))
    return bool(problems)


def outcome(raw: bytes) -> None:
    """Load the bytes as a pack: a library, or problems."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "pack.yaml")
        path.write_bytes(raw)
        try:
            library = load([path], shipped=False)
        except PackError as error:
            problems: tuple[Problem, ...] | None = error.problems
        else:
            assert isinstance(library, Library)
            problems = None
        assert problems is None or sound(problems)


@given(st.binary(max_size=200))
def test_any_bytes(raw: bytes) -> None:
    outcome(raw)


@given(snippets)
def test_anything_like_yaml(text: str) -> None:
    outcome(text.encode("utf-8", "replace"))


@given(plain | packs)
def test_any_data_in_yaml(data: Any) -> None:
    outcome(yaml.safe_dump(data, allow_unicode=True).encode("utf-8", "replace"))


@given(packs)
def test_any_data_in_json_which_is_yaml_too(data: Any) -> None:
    outcome(json.dumps(data).encode())


@given(st.text(max_size=100))
def test_the_same_text_gives_the_same_problems(text: str) -> None:
    raw = text.encode("utf-8", "replace")
    assert read_bytes(raw, "a").problems == read_bytes(raw, "a").problems


@given(st.dictionaries(st.sampled_from(["name", "ws", "sv", "points", "weapons", "unit_type"]) | st.text(), plain))
def test_any_inline_profile(data: dict[str, Any]) -> None:
    try:
        champion = inline_champion(data)
    except PackError as error:
        problems: tuple[Problem, ...] | None = error.problems
    else:
        assert champion.points
        problems = None
    assert problems is None or sound(problems)


def test_a_whole_library_of_nonsense_is_checked_soon(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("{" * 100_000, encoding="utf-8")
    (tmp_path / "b.yaml").write_text("a: " + "x" * 900_000, encoding="utf-8")
    (tmp_path / "c.yaml").write_text("x" * 900_000 + ": 1", encoding="utf-8")
    (tmp_path / "d.yaml").write_text("mods: [" + "{}, " * 200_000 + "]", encoding="utf-8")
    entries = "".join(f"{{id: a{n}}}, " for n in range(20_000))
    (tmp_path / "e.yaml").write_text(f"champions: [{entries}]", encoding="utf-8")
    assert {Path(p.file).name for p in check(tmp_path)} == {f"{x}.yaml" for x in "abcde"}


def test_schemas_describe_the_shipped_kinds() -> None:
    for kind in ("champion", "weapon", "gear", "bonus-tables", "arena", "mod"):
        described = schema(KINDS, kind)
        assert described["$schema"].startswith("https://json-schema.org/")
        assert described["additionalProperties"] is False
    assert set(schema(KINDS, "pack")["properties"]) == set(KINDS.names)
    assert json.dumps(schema(KINDS, "pack")).count("#/$defs/Champion") == 1
