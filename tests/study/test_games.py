"""Every game of the house can be studied: bots play its recorded match on, and chances are shared."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from q40k.bots.playing import play_on
from q40k.games.game import GAMES, find
from q40k.study.figures import work_out
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


def test_a_duel_that_one_volley_decides_says_so() -> None:
    """Ann and Bob are as likely to win when Bob fires the last volley: who won by dice, and by which?"""
    game = find("quake")
    library, match_session = game.packs.library(), temporary_match(game)
    options = {"times_to_win": 1}
    new = {"do": "new", "mod": "deathmatch", "arena": "classic-60", "seed": 2, "dice": "app", "options": options}
    champions = {"Ann": "space-marine", "Bob": "eldar-dire-avenger"}
    bot = {"level": "straight"}
    joins = [{"do": "join", "player": name, "champion": id, "bot": bot} for name, id in champions.items()]
    for line in read_script([json.dumps(line) for line in (new, *joins, {"do": "start"})], None):
        play_line(match_session, lambda: library, line)
    while not game.view.status(match_session.state).over:
        play_on(match_session, lambda: library)
    record = make_record(game, match_session.state, match_session.inputs())
    tasks = list_tasks(game, record, Settings(plays=16, ahead=1))[-2:]  # the last command and the end
    weighings = [read_weighing(kept) for kept in play_tasks(game, encode_record(record), tasks)[1]]
    study = work_out(record, tasks, weighings, {"p1": "p1", "p2": "p2"}, list(match_session.state.outcome.winner))
    assert study.winner in record.sides
    assert 0.2 < study.accounts[0].start < 0.8
    assert (study.verdict, study.decisive) == ("roll", match_session.head)
