"""Epic Escarmouches: games that bots play in memory, keys counted, and a match on disk to paint."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from benchmarks.strokes import type_keys
from q40k.games import game as games
from q40k.games.epic.bot.lab import set_up, take_twelve
from q40k.games.epic.bot.plain import Table, play, step
from q40k.games.epic.state.match import Match
from q40k.games.epic.state.opening import Dice
from q40k.games.epic.state.registry import Command
from q40k.games.epic.table.packs import EpicPacks
from q40k.i18n.locale import Locale
from q40k.kernel.events import Question
from q40k.table.context import Prefilled
from q40k.table.match_library import MatchLibrary, temporary_match
from q40k.table.script import play_line, read_script
from q40k.tui.desk import Desk

GOAL = 120_000
"""A game may take as long as so many chess moves."""
MOST_KEYS = 8
"""For a formation of ten to fire, hit and be saved from."""
SCENARIO = "meeting"
ARMIES = ("space-marines", "orks")
KEYS = (b"l", b"\r", b"\r", b"\x1a", b"n", b"\x1a")
"""Losses of the first formation, taken back; the next part of the turn, taken back."""
VOLLEY = ("s", "1", "1", "=", "5", "=", "2")
"""The formation (the only one there is), its target, open ground; five hits, two saves."""


def begin(table: Table) -> Table:
    """A match of the scenario whose armies are about to be set up."""
    library = EpicPacks().library()
    forces = (take_twelve(library, ARMIES[0]), take_twelve(library, ARMIES[1]))
    return set_up(library, library.of_kind("scenarios")[SCENARIO], forces, table)


def measured(games_played: int) -> tuple[float, float]:
    """Games and accepted inputs a second of processor time, with 12 formations a side."""
    begin(Table(0))  # what is compiled once is compiled
    begun, inputs = time.process_time(), 0
    for seed in range(games_played):
        table = begin(Table(seed))
        play(table)
        inputs += table.inputs
    seconds = time.process_time() - begun
    return games_played / seconds, inputs / seconds


class Recorded(Table):
    """A table that keeps what was done, each command with its answers."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.done: list[tuple[Command, list[Any]]] = []
        self._answers: list[Any] = []

    def do(self, command: Command) -> bool:
        """As any table; what is refused is not kept."""
        self._answers = []
        if not super().do(command):
            return False
        self.done.append((command, self._answers))
        return True

    def answer(self, question: Question, state: Match) -> Any:
        """As any table, and the answer is kept."""
        self._answers.append(super().answer(question, state))
        return self._answers[-1]


def on_disk(folder: Path, turns: int) -> Path:
    """A library file with a match in the movement phase of this turn; returns its folder."""
    folder.mkdir(parents=True)
    table = Recorded(4)
    begin(table)
    while (table.state.play.turn, table.state.play.phase) != (turns, "movement"):
        step(table)
    match_library = MatchLibrary(folder / "matches.sqlite3")
    match_session = match_library.begin("benchmark", game=games.find("epic"))
    for command, answers in table.done:
        match_session.do(command)
        for answer in answers:
            match_session.give(answer)
    match_session.do(Dice(by="hand"))
    match_session.close()
    match_library.close()
    return folder


def volley_keys() -> int:
    """How many keys a volley of ten takes, counted at a desk. Raises AssertionError if it fails."""
    match_session = temporary_match(games.find("epic"))
    library = EpicPacks().library()
    for line in read_script(SHOOTING.splitlines()):
        play_line(match_session, lambda: library, line)
    desk = Desk(match_session, lambda: library, Locale("en"), Prefilled(seed=7))
    type_keys(desk, VOLLEY)
    lost = sum(match_session.state.count_lost(one) for one in match_session.state.formations)
    if desk.field is not None or desk.trouble or desk.refused or lost != 3:
        raise AssertionError(f"{VOLLEY} did not do it")
    return len(VOLLEY)


SHOOTING = """\
{"do": "new", "game": "epic", "seed": 7}
{"do": "army", "player": "A", "list": "space-marines"}
{"do": "army", "player": "B", "list": "orks"}
{"do": "formation", "player": "A", "id": "M", "figures": [{"profile": "marine-tactical", "n": 10}]}
{"do": "formation", "player": "B", "id": "B", "figures": [{"profile": "ork-boy", "n": 10}]}
{"do": "formation", "player": "B", "id": "C", "figures": [{"profile": "ork-boy", "n": 10}]}
{"do": "start", "edges": {"A": "south"}, "answers": [3, 5]}
{"do": "deploy", "formation": "M"}
{"do": "deploy", "formation": "B"}
{"do": "deploy", "formation": "C"}
{"do": "draw", "answers": ["A", "A"]}
{"do": "next"}
{"do": "next"}
{"do": "draw", "answers": ["A"]}
"""
