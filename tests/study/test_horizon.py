"""A study weighs both sides of a command to the same turn: where nothing was chosen, nothing changes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec.structs import replace

from q40k.bots.memory import Table
from q40k.bots.playing import play_on
from q40k.games.game import Game, find
from q40k.kernel.events import Answer, Question
from q40k.kernel.replay import fold_journaled
from q40k.study.figures import link_up
from q40k.study.matches import encode_record, list_tasks, make_record
from q40k.study.playouts import Playouts, Record, Settings, Weighing, play_tasks, read_weighing
from q40k.table.match_library import temporary_match
from q40k.table.script import play_line, read_script

SETTINGS = Settings(plays=4, ahead=1, rerolls=2)
ONE = Settings(plays=1, ahead=1, rerolls=2)
TURNS = 6


class CountingTable(Table[Any, Any]):
    """A match in memory at a state, which counts the questions that were asked."""

    def __init__(self, game: Game, state: Any) -> None:
        super().__init__(game.rules, "asked", state)
        self.questions = 0

    def answer(self, question: Question, state: Any) -> Answer:
        self.questions += 1
        return super().answer(question, state)


@pytest.fixture(scope="module")
def quake() -> Game:
    return find("quake")


@pytest.fixture(scope="module")
def duel(quake: Game) -> Record:
    """Record a duel of straight bots over its first turns."""
    library, match_session = quake.packs.library(), temporary_match(quake)
    new = {"do": "new", "mod": "deathmatch", "arena": "classic-60", "seed": 5, "dice": "app"}
    joins = [
        {"do": "join", "player": name, "champion": champion, "bot": {"level": "straight"}}
        for name, champion in {"Ann": "ork-slugga-boy", "Bob": "space-marine"}.items()
    ]
    for line in read_script([json.dumps(line) for line in (new, *joins, {"do": "start"})], None):
        play_line(match_session, lambda: library, line)
    while not quake.view.status(match_session.state).over and quake.view.status(match_session.state).turn <= TURNS:
        play_on(match_session, lambda: library)
    return make_record(quake, match_session.session.state, match_session.inputs())


def test_a_command_that_a_play_out_gives_is_worth_nothing_to_the_last_digit(quake: Game, duel: Record) -> None:
    """Ends of turns and deployments among them, the last one before turn 1 too."""
    ends_of_turns = checked = 0
    state = quake.rules.blank()
    tasks = {task.place: replace(task, settings=ONE) for task in list_tasks(quake, duel, SETTINGS)}
    for place, group in enumerate(duel.groups):
        before, state = state, fold_journaled(quake.rules, state, group)
        if place not in tasks:
            continue
        playouts = Playouts(quake, before, tasks[place])
        command = playouts.choose(before, 0)
        assert command is not None
        table = CountingTable(quake, before)
        table.carry_out(command)
        if table.questions:
            continue
        assert playouts.values() == playouts.values_at(table.state), command
        ends_of_turns += quake.view.status(before).turn != quake.view.status(table.state).turn
        checked += 1
    assert ends_of_turns >= TURNS
    assert checked > 10


def test_a_turn_that_ends_is_no_row_of_a_study(quake: Game, duel: Record) -> None:
    tasks = list_tasks(quake, duel, SETTINGS)
    weighings = [read_weighing(kept) for kept in play_tasks(quake, encode_record(duel), tasks)[1]]
    ends = [task for task in tasks if task.to_end and '"next"' in duel.groups[task.place][0].body]
    links = {link.task.place: link for link in link_up(tasks, weighings)}
    assert ends
    for task in ends:
        link = links[task.place]
        if not any(option.values != link.after for option in link.options):
            assert link.before == link.after, "there was nothing else to choose"


def test_chances_after_what_cannot_be_weighed_are_no_end_of_what_came_before(quake: Game, duel: Record) -> None:
    tasks = list_tasks(quake, duel, SETTINGS)[:3]
    weighings = [read_weighing(kept) for kept in play_tasks(quake, encode_record(duel), tasks)[1]]
    weighings[1] = Weighing(fault=True)
    assert [link.task.place for link in link_up(tasks, weighings) if link.task.place == tasks[0].place] == []
