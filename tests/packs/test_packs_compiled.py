"""Packs are compiled once, under a key of all they are made of, and never trusted without it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from q40k.games.quake.packs.kinds import KINDS
from q40k.games.quake.packs.library import Library, load
from q40k.packs import compiled, stock
from q40k.packs.problems import PackError
from tests.test_imports import among, loaded_by

OWN = """
champions:
  - {id: tester, name: {en: Tester, fr: Testeur}, ws: 4, bs: 4, s: 4, t: 4, i: 4, a: 1, ld: 8,
     points: 15, weapons: [boltgun]}
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    (tmp_path / "packs").mkdir()
    (tmp_path / "packs" / "own.yaml").write_text(OWN, encoding="utf-8")
    return tmp_path / "packs"


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "compiled"


def unread(patch: pytest.MonkeyPatch, *folders: Path, cache: Path) -> Library:
    """The packs, by no means read from YAML."""

    def refuse(*_args: object) -> None:
        raise AssertionError("YAML was read")

    with patch.context() as only_here:
        only_here.setattr(stock, "Stock", refuse)
        return load(folders, cache=cache)


def test_what_is_compiled_is_what_was_read(own: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = load([own], cache=cache)
    assert read.champions["tester"].points == 15
    assert unread(monkeypatch, own, cache=cache) == read


def from_files(patch: pytest.MonkeyPatch, *folders: Path) -> Library:
    """The packs, all read from YAML."""
    with patch.context() as only_here:
        only_here.setattr(compiled, "find", lambda *_arguments: None)
        return load(folders)


def test_own_packs_are_read_over_compiled_shipped_ones(own: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = from_files(monkeypatch, own)
    load(cache=cache)
    with monkeypatch.context() as only_here:
        only_here.delattr(stock.Stock, "add_shipped")
        library = load([own], cache=cache)
    assert library == read
    assert list(library.champions) == list(read.champions)


@pytest.mark.parametrize(
    "wrong", [("boltgun]", "boltgunn]"), ("points: 15", "points: fifteen"), ("id: tester", "id: guardian")]
)
def test_problems_over_compiled_packs_are_those_of_the_files(
    own: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, wrong: tuple[str, str]
) -> None:
    (own / "own.yaml").write_text(OWN.replace(*wrong), encoding="utf-8")
    load(cache=cache)

    def outcome(load_packs: Callable[[], Library]) -> object:
        try:
            return load_packs()
        except PackError as error:
            return error.problems

    over_compiled = outcome(lambda: load([own], cache=cache))
    assert over_compiled == outcome(lambda: from_files(monkeypatch, own))


def test_some_kinds_of_what_is_compiled_are_those_kinds(own: Path, cache: Path) -> None:
    whole = load([own], cache=cache)
    some = load([own], cache=cache, only=("mods",))
    assert some.mods == whole.mods
    assert some.champions == {}


def test_a_file_that_changes_is_read_again(own: Path, cache: Path) -> None:
    load([own], cache=cache)
    file = own / "own.yaml"
    file.write_text(OWN.replace("points: 15", "points: 16"), encoding="utf-8")
    assert load([own], cache=cache).champions["tester"].points == 16
    file.rename(own / "other.yaml")
    (own / "more.yaml").write_text(OWN.replace("tester", "more"), encoding="utf-8")
    assert "more" in load([own], cache=cache).champions


def test_other_code_and_another_version_have_another_key(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key = compiled.key_of(KINDS, [own])
    assert key == compiled.key_of(KINDS, [own])
    with monkeypatch.context() as patch:
        patch.setattr(compiled, "__version__", "0.0.0")
        assert compiled.key_of(KINDS, [own]) != key
    with monkeypatch.context() as patch:
        patch.setattr(compiled, "_code", lambda _packs: [own / "own.yaml"])
        assert compiled.key_of(KINDS, [own]) != key


def test_the_key_covers_the_code_that_reads_and_checks() -> None:
    code = {f"{path.parent.name}/{path.name}" for path in compiled._code(KINDS)}
    assert {"packs/validate.py", "packs/champions.py", "packs/arena.py"} <= code
    assert {"w40k3e/profiles.py", "geometry/outlines.py"} <= code


@pytest.mark.parametrize("at", [0, 20, 40, 60, 5000, -1])
def test_a_damaged_file_is_not_trusted(own: Path, cache: Path, at: int) -> None:
    whole = load([own], cache=cache)
    (file,) = cache.iterdir()
    raw = bytearray(file.read_bytes())
    raw[at] ^= 1
    file.write_bytes(raw)
    assert load([own], cache=cache) == whole
    file.write_bytes(raw[:100])
    assert load([own], cache=cache) == whole


def test_the_file_of_other_packs_under_this_name_is_not_trusted(own: Path, cache: Path) -> None:
    load([own], cache=cache)
    (file,) = cache.iterdir()
    other = file.read_bytes()
    (own / "own.yaml").write_text(OWN.replace("points: 15", "points: 16"), encoding="utf-8")
    key = compiled.key_of(KINDS, [own])
    assert key is not None
    (cache / f"{key.hex()[:16]}.packs").write_bytes(other)
    assert load([own], cache=cache).champions["tester"].points == 16


def test_a_cache_that_cannot_be_written_harms_nothing(own: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "a-file"
    blocked.write_text("", encoding="utf-8")
    assert load([own], cache=blocked / "compiled").champions["tester"].points == 15


def test_what_there_is_something_to_say_against_is_said_each_time(own: Path, cache: Path) -> None:
    arena = "arenas:\n  - {id: pit, name: {en: Pit, fr: Fosse}, note: {en: Sand, fr: Sable},\n"
    portals = ", ".join(f"{{number: {n}, at: [{n * 6}, 20]}}" for n in range(1, 6))
    text = f"{arena}     size: [40, 40], portals: [{portals}]}}\n"
    (own / "arena.yaml").write_text(text, encoding="utf-8")
    first = load([own], cache=cache)
    assert first.warnings
    assert load([own], cache=cache).warnings == first.warnings


def test_few_compiled_files_are_kept(own: Path, cache: Path) -> None:
    for points in range(1, compiled.MOST_KEPT + 4):
        text = OWN.replace("points: 15", f"points: {points}")
        (own / "own.yaml").write_text(text, encoding="utf-8")
        load([own], cache=cache)
    assert len(list(cache.iterdir())) == compiled.MOST_KEPT


def test_compiled_packs_are_loaded_without_pydantic_and_yaml(own: Path, cache: Path) -> None:
    load([own], cache=cache)
    loaded = loaded_by(
        "from pathlib import Path\n"
        "from q40k.games.quake.packs.library import load\n"
        f"found = load([Path({str(own)!r})], cache=Path({str(cache)!r}))\n"
        "assert found.champions['tester'].points == 15"
    )
    assert among(loaded, ("pydantic", "pydantic_core", "yaml")) == []


def test_a_start_without_changes_loads_neither_pydantic_nor_yaml(cache: Path) -> None:
    load(cache=cache)
    loaded = loaded_by(
        "from pathlib import Path\n"
        "import q40k.cli.app, q40k.tui.app, q40k.tui.main\n"
        "from q40k.games import game\n"
        "quake = game.find()\n"
        f"assert quake.packs.library(cache=Path({str(cache)!r})).mods\n"
        "quake.screen\n"
        "game.load(quake.manifest.new)"
    )
    assert among(loaded, ("pydantic", "pydantic_core", "yaml")) == []
