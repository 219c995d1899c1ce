"""Every side file × every damage × the calls that open the library: nobody is locked out, nothing is silent."""

import itertools
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from q40k.games.quake.table.packs import remember
from q40k.kernel.journal.tables import REBUILT
from q40k.table.folders import LAB_FILE, config_folder, library_file
from q40k.table.side_files import SIDE_FILES, SideFile
from tests.cli.calls import good, import_match, q40k
from tests.pairs.sampling import sample


def cut(path: Path) -> None:
    raw = path.read_bytes()
    path.write_bytes(raw[: len(raw) // 2])


def put_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()
    (path / "something").touch()


def flip(path: Path) -> None:
    raw = bytearray(path.read_bytes())
    raw[0] ^= 1  # the first byte: what is flipped inside a text is another text
    path.write_bytes(raw)


DAMAGES: dict[str, Callable[[Path], object]] = {
    "missing": lambda path: path.unlink(),
    "empty": lambda path: path.write_bytes(b""),
    "cut": cut,
    "one bit": flip,
    "no UTF-8": lambda path: path.write_bytes(b'{"\xff": 1}'),
    "wrong type": lambda path: path.write_bytes(b'["a list"]\n'),
    "deep": lambda path: path.write_bytes(b"[" * 100_000 + b"]" * 100_000),
    "a folder": put_folder,
    "unlike": lambda path: path.write_bytes(b'{"folder": 5, "library": 5, "x": {"binned": 5}, "theme": 5}'),
}
CALLS = (
    ("list",),
    ("show", "1"),
    ("do", "1", '{"do": "next"}'),
    ("season",),
    ("pack", "list"),
    ("resume", "1"),
    ("list",),
)
"""`resume` needs a terminal, which no test has: it must say so, and nothing worse."""
NO_DAMAGE = {
    ("lists", "wrong type"),
    ("lists", "unlike"),
    ("drafts", "unlike"),
    ("studies", "unlike"),
    ("replays", "unlike"),
}
"""Files whose content the shell does not know: this is content, too."""

PAIRS = [pair for pair in itertools.product(SIDE_FILES, DAMAGES) if (pair[0].name, pair[1]) not in NO_DAMAGE]


@pytest.fixture
def home(own_home: Path, tmp_path: Path) -> Path:
    """A home with every kind of side file, and a match on the list, one in the archive and one in the bin."""
    for _ in range(3):
        import_match([*OPENING], "--again")
    good("archive", "2")
    good("delete", "3")
    stick = tmp_path / "stick"
    stick.mkdir()
    good("backup", "--mirror", str(stick))
    good("pack", "add", "sister-games", "--yes")
    good("season")
    good("list")
    q40k("doctor")
    config_folder().joinpath("settings.json").write_text('{"theme": "q40k-light"}')
    config_folder().joinpath("recent-champions.json").write_text('["space-marine"]')
    drafts = library_file().parent / "drafts"
    drafts.mkdir()
    (drafts / "one.json").write_text("{}")
    (library_file().parent / "matches-studies.json").write_text("{}")
    return own_home


OPENING = (
    {"do": "new", "mod": "deathmatch", "arena": "classic-60", "seed": 7, "name": "Soirée"},
    {"do": "join", "player": "Alice", "champion": "space-marine"},
    {"do": "join", "player": "Bob", "champion": "space-marine"},
    {"do": "start", "answers": [3, 5]},
    {"do": "deploy", "player": "Alice"},
    {"do": "deploy", "player": "Bob"},
    {"do": "kill", "player": "Bob", "victim": "Alice", "answers": [2]},
)


def sections() -> list[list[int]]:
    """The matches on the list, in the archive and in the bin."""
    return [
        sorted(row["match"] for row in json.loads(good("list", "--json", *option)))
        for option in ((), ("--archived",), ("--bin",))
    ]


@pytest.mark.parametrize(
    ("side_file", "damage"), [pytest.param(*p, id=f"{p[0].name}-{p[1]}") for p in sample(PAIRS, 14)]
)
def test_a_damaged_side_file_locks_nobody_out_and_is_reported(side_file: SideFile, damage: str, home: Path) -> None:
    paths = [path for path in side_file.paths() if path.exists()]
    assert paths, "the home lacks this kind of file"
    before = sections()
    path = paths[0]
    DAMAGES[damage](path)
    is_silent = side_file.is_rebuilt or (damage == "missing" and side_file.name != "bundles")
    for place, call in enumerate(CALLS):
        result = q40k(*call)
        assert result.exit_code in ((0,) if call[0] != "resume" else (0, 1, 2)), (call, result.output)
        if place == 0:
            assert is_silent or str(path) in result.stderr, call
    assert sections() == before
    examined = q40k("doctor")
    assert examined.exit_code in (0, 1), examined.output
    aside = path.with_name(f"{path.stem}-damaged")  # once the entry was written, the damaged file is beside a sound one
    assert is_silent or str(path) in examined.output or str(aside) in examined.output
    repaired = q40k("doctor", "--repair")
    assert repaired.exit_code in (0, 1), repaired.output
    if side_file.name != "bundles":
        again = q40k("list")
        assert (again.exit_code, "damaged and not used" in again.stderr) == (0, False)
    assert sections() == before


def test_every_kind_of_side_file_has_a_name_of_its_own() -> None:
    names = [side_file.name for side_file in SIDE_FILES]
    assert len(set(names)) == len(names)


TABLE_DAMAGES = ("DROP TABLE {0}", "DROP TABLE {0}; CREATE TABLE {0} (something)", "DELETE FROM {0}")


@pytest.mark.parametrize(("table", "damage"), itertools.product(sorted(REBUILT), TABLE_DAMAGES))
def test_a_table_of_what_can_be_worked_out_again_is_made_anew_with_a_line(table: str, damage: str, home: Path) -> None:
    before = sections()
    with closing(sqlite3.connect(library_file())) as database:
        database.executescript(damage.format(table))
    listed = q40k("list")
    has_line = f"A table of {library_file()} was damaged, and is made anew: {table}" in listed.stderr
    assert (listed.exit_code, has_line) == (0, "CREATE" in damage), listed.output
    for call in (*CALLS[1:5], ("do", "1", '{"do": "undo"}'), ("empty-bin", "--yes"), ("doctor",)):
        result = q40k(*call)
        assert (result.exit_code, "made anew" in result.output) == (0, False), (call, result.output)
    assert sections() == [*before[:2], []]


def test_settings_inside_the_folder_of_the_matches_are_no_damaged_drafts(
    own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import_match([*OPENING])
    monkeypatch.setenv("Q40K_CONFIG_DIR", str(library_file().parent / "config"))
    remember("space-marine")
    assert config_folder().joinpath("recent.json").exists()
    assert "damaged" not in q40k("list").output + q40k("doctor").output


def test_a_damaged_note_of_an_added_pack_asks_for_the_pack_again(own_home: Path) -> None:
    import_match([*OPENING])
    good("pack", "add", "sister-games", "--yes")
    (note,) = config_folder().rglob("added.json")
    note.write_text("{")
    assert "Add the pack again: `q40k pack add`." in q40k("list").stderr


@pytest.mark.parametrize("damage", ["tables", "a folder", "text", "no permission"])
def test_a_lab_that_cannot_be_read_is_a_sentence_and_the_doctor_names_it(
    damage: str, own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = library_file().parent / LAB_FILE
    if damage == "tables":
        with closing(sqlite3.connect(path)) as database:
            database.execute("CREATE TABLE results (something)")
            database.commit()
    elif damage == "a folder":
        path.mkdir()
    elif damage == "text":
        path.write_text("hello", encoding="utf-8")
    else:  # whoever runs the tests as root may read everything
        path.touch()
        monkeypatch.setattr("q40k.lab.shelf.sqlite3.connect", refuse_to_open)
    result = q40k("lab", "worlds")
    assert (result.exit_code, "Traceback" in result.output) == (2, False), result.output
    assert str(path) in result.stderr
    examined = q40k("doctor")
    assert examined.exit_code == 1
    assert f"The results of the lab cannot be used: {path}" in examined.stdout


def refuse_to_open(path: Path, **options: object) -> sqlite3.Connection:
    if path.name == LAB_FILE:
        raise sqlite3.OperationalError("unable to open database file")
    return connect(path, **options)  # type: ignore[call-overload, no-any-return]


connect = sqlite3.connect
