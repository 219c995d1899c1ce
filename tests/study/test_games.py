"""Every game of the house can be studied: bots play its recorded match on, and chances are shared."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from q40k.games.game import GAMES, find
from q40k.study.matches import encode_record, list_tasks, make_record
from q40k.study.playouts import Settings, play_tasks, read_weighing
from q40k.table.match_library import temporary_match
from q40k.table.script import play_line, read_script

LOOKED_AT = 4
SETTINGS = Settings(plays=2, ahead=0, rerolls=1, options=1)


@pytest.mark.parametrize("id", [id for id in GAMES if id != "race"])
def test_bots_play_a_recorded_match_on_from_its_commands(id: str) -> None:
    game = find(id)
    library, match_session = game.packs.library(), temporary_match(game)
    assert game.demo is not None
    for line in read_script(game.demo.script.read_text(encoding="utf-8").splitlines(), None):
        play_line(match_session, lambda: library, line)
    record = make_record(game, match_session.session.state, match_session.inputs())
    tasks = list_tasks(game, record, SETTINGS)
    looked = [replace(task, to_end=True) for task in tasks[:: len(tasks) // LOOKED_AT]]
    weighings = [read_weighing(kept) for kept in play_tasks(game, encode_record(record), looked)[1]]
    assert not any(weighing.fault for weighing in weighings)
    values = [value for weighing in weighings for chances in (*weighing.before, weighing.after) for value in chances]
    assert len(values) > LOOKED_AT
    assert all(abs(sum(value) - 1) < 0.001 for value in values)
