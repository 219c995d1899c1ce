"""The number of a game's shape is raised whenever its events or commands change."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from q40k.games.game import GAMES, find
from q40k.kernel.events import Event
from tests import shapes as shapes_module
from tests.cli.calls import bad, good, import_match, q40k
from tests.games.variants import variant
from tests.shapes import fingerprint, held_shapes, shapes


@pytest.mark.parametrize("id", [*GAMES])
def test_a_game_says_by_a_number_what_shape_its_events_have(id: str) -> None:
    assert held_shapes()[id] == shapes()[id], "run `make written`"


EVERY_RULE = """
import sys
from q40k.games.game import find
registry = find(sys.argv[1]).rules.registry
commands = registry.commands[:: int(sys.argv[2])]
for kind in commands:
    assert callable(registry.find_rule(kind))
print(len(commands))
"""


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("id", [*GAMES])
def test_every_command_has_a_rule_which_other_rules_find_as_well(id: str, order: int) -> None:
    """Chapters of rules are imported late, so a rule may carry out a command of one that nobody has used yet."""
    result = subprocess.run(
        [sys.executable, "-c", EVERY_RULE, id, str(order)], check=False, capture_output=True, text=True
    )
    assert result.stderr == ""
    rules: Any = find(id).rules
    assert int(result.stdout) == len(rules.registry.commands)


def test_the_number_is_written_into_the_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("epic")
    record = tmp_path / "game.py"
    record.write_text("GAME = Game(\n    MANIFEST,\n    shape=4,\n)\n")
    monkeypatch.setattr(shapes_module, "import_module", lambda _name: SimpleNamespace(__file__=str(record)))
    shapes_module.raise_shape(game, 5)
    assert "    shape=5,\n" in record.read_text()


def test_another_field_is_another_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("quake")
    before = fingerprint(game)
    rules: Any = game.rules
    registry = rules.registry

    class Jeered(Event, tag="jeered"):
        who: str = ""

    monkeypatch.setattr(registry, "_folds", {**registry._folds, Jeered: ()})
    assert fingerprint(game) != before


def test_a_match_of_a_newer_shape_is_left_alone_and_all_others_are_played(own_home: Path) -> None:
    first, second = import_match(), import_match()
    library = own_home / "data" / "matches.sqlite3"
    with closing(sqlite3.connect(library)) as db, db:
        [(shape,)] = db.execute("SELECT DISTINCT shape FROM matches").fetchall()
        assert shape == find("quake").shape
    newer = variant(find("quake"), shape=shape + 1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("q40k.games.quake.game.GAME", newer)
        good("do", first, '{"do": "next"}')
    before = library.read_bytes()
    for call in (("show", first), ("log", first), ("do", first, '{"do": "next"}'), ("verify", first)):
        assert "newer q40k" in bad(1, *call)
    assert library.read_bytes() == before
    assert "same events" in good("verify", second)
    assert "newer q40k" in q40k("doctor").stdout


def test_what_no_rule_here_knows_is_no_traceback(own_home: Path) -> None:
    from q40k.kernel.journal.tables import checksum_entries

    number = import_match()
    with closing(sqlite3.connect(own_home / "data" / "matches.sqlite3")) as db, db:
        db.execute("DELETE FROM snapshots")
        db.execute('UPDATE entries SET events = \'[{"type":"never-heard"}]\' WHERE seq = 3')
        checksum_entries(db, int(number))
    for call in (("show", number), ("log", number), ("export", number)):
        assert "holds what no rule here knows" in bad(1, *call)
