"""Space Hulk: inputs a second, keys of a timed phase, sight of everything on a large board."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from benchmarks.strokes import type_keys
from q40k.games import game as games
from q40k.games.space_hulk.board import FACINGS
from q40k.games.space_hulk.packs.boards import Entry, Layout, Level
from q40k.games.space_hulk.packs.missions import Mission
from q40k.games.space_hulk.state.blips import PutBlip
from q40k.games.space_hulk.state.corrections import PutStealer, SetDoor
from q40k.games.space_hulk.state.movement.steps import Step, Turn
from q40k.games.space_hulk.state.opening import JoinMarine, New, StartMatch
from q40k.games.space_hulk.state.places import Eyes
from q40k.games.space_hulk.state.registry import Command
from q40k.games.space_hulk.state.shooting.firing import Overwatch
from q40k.games.space_hulk.state.turn import Draw, EndTurn
from q40k.games.space_hulk.table.opening import HulkPacks
from q40k.i18n.locale import Locale
from q40k.packs.base import Names
from q40k.table.context import Prefilled
from q40k.table.match_library import MatchLibrary, temporary_match
from q40k.table.match_session import MatchSession
from q40k.tui.desk import Desk

SIGHT_GOAL = 2_000
"""Who sees what on the whole board, in chess moves replayed: about a frame."""
KEY_GOAL = 2.0
PIXEL_GOAL = 4.5
"""By a key of an application that repaints the whole screen."""
MAP = (b"v", b"\t")
"""The map opens beside the feed, and the prompt has the keys again."""
KEYS = (b"2", b"r", b"\x1a", b"3", b"l", b"\x1a")
"""A marine is chosen, turns, and it is taken back."""
WIDE, HIGH = 40, 30
KINDS: dict[str, tuple[str, int]] = {
    "a step": ("f", 1),
    "a turn": ("l", 1),
    "choosing a marine": ("2", 1),
    "a step with its free shot": ("F61", 3),
    "a shot with its dice": ("s61", 3),
    "points for an action": ("cl", 2),
}
"""What is entered in the timed phase: its keys, and the most it may take."""
WATCHED: dict[str, tuple[str, int]] = {
    "an overwatch shot of the only one": ("23", 2),
    "no reaction": (" ", 1),
    "a close assault": ("a1111", 5),
}
"""What is entered in the Genestealer turn."""


def large() -> Layout:
    """Corridors every four squares, on 40 by 30: more than a box holds."""
    rows = ["".join(_letter(x, y) for x in range(WIDE)) for y in range(HIGH)]
    level = Level(rows=tuple(rows), sections=tuple(row.replace(".", "a") for row in rows))
    names = Names(en="Large", fr="Grand")
    entry = Entry(id="E", square="A1", side="W")
    return Layout(id="large", name=names, levels=(level,), entries=(entry,))


def _letter(x: int, y: int) -> str:
    return "." if x % 4 == 0 or y % 4 == 0 else "#"


def begin(match_session: MatchSession) -> MatchSession:
    """A match on the large board with ten marines and 22 stealers, in the action phase."""
    names = Names(en="Large", fr="Grand")
    mission = Mission(id="large", name=names, board="large", text=names)
    off = {"timer": "off"}
    new = New(mission="large", seed=7, options=off, mission_data=mission, board_data=large())
    lines: list[Command] = [new]
    dice = Random(7)
    squares = [f"{_letters(x)}{y + 1}" for x in range(0, WIDE, 4) for y in range(0, HIGH, 2)]
    dice.shuffle(squares)
    lines += [
        JoinMarine(name=f"M{n}", unit="terminator-bolter", at=squares.pop(), facing=dice.choice(FACINGS))
        for n in range(10)
    ]
    lines += [PutStealer(at=squares.pop(), facing="N") for _ in range(22)]
    lines += [StartMatch(), Draw()]
    for one in lines:
        match_session.do(one)
    return match_session


def _letters(x: int) -> str:
    return chr(ord("A") + x) if x < 26 else "A" + chr(ord("A") + x - 26)


def sight() -> float:
    """How long it takes to know, for every square of the large board, who sees it; seconds."""
    state = begin(temporary_match(games.find("space-hulk"))).session.state
    times = []
    for _ in range(7):
        start = time.perf_counter()
        eyes = Eyes(state)
        assert eyes.ground is not None
        seen = sum(len(eyes.seers(there)) for there in eyes.ground.cells)
        times.append(time.perf_counter() - start)
        assert seen
    return median(times)


def inputs() -> float:
    """How many commands a second are accepted, in memory."""
    match_session = begin(temporary_match(games.find("space-hulk")))
    many, start = 200, time.perf_counter()
    for n in range(many):
        match_session.do(Turn(who=f"M{n % 10}", facing="right", override="a benchmark"))
    return many / (time.perf_counter() - start)


def on_disk(folder: Path) -> Path:
    """A library with the match on the large board; returns its folder."""
    folder.mkdir(parents=True)
    match_library = MatchLibrary(folder / "matches.sqlite3")
    begin(match_library.begin("benchmark", game=games.find("space-hulk"))).close()
    match_library.close()
    return folder


def keys() -> dict[str, tuple[int, int]]:
    """The keys each entry takes, and the most it may. Raises AssertionError where one fails."""
    found: dict[str, tuple[int, int]] = {}
    for name, (text, most) in KINDS.items():
        _typed(_marines(), text)
        found[name] = (len(text), most)
    for name, (text, most) in WATCHED.items():
        _typed(_stealers(beside=name == "a close assault"), text)
        found[name] = (len(text), most)
    return found


def _typed(match_session: MatchSession, text: str) -> None:
    desk = Desk(match_session, HulkPacks().library, Locale("en"), Prefilled(seed=7))
    type_keys(desk, text)
    if desk.field is not None or desk.trouble or desk.refused or desk.notice:
        raise AssertionError(f"{text} did not do it: {desk.notice}")


def _squad(*more: Command) -> MatchSession:
    match_session = temporary_match(games.find("space-hulk"))
    packs = HulkPacks()
    new = packs.complete(packs.library(), match_session.session.state, _new())
    bolters: list[Any] = [
        JoinMarine(name=f"Bolt{n}", unit="terminator-bolter", at=at, facing="E") for n, at in ((1, "G4"), (2, "C4"))
    ]
    open_ = [SetDoor(at=at, now="open") for at in ("H4", "L4")]
    for one in (new, *bolters, *more, *open_, StartMatch(), Draw()):
        match_session.do(one)
    return match_session


def _new() -> Command:
    return New(mission="airlock-nine", seed=7, options={"timer": "off"})


def _marines() -> MatchSession:
    return _squad(PutStealer(at="K4", facing="W"))


def _stealers(*, beside: bool) -> MatchSession:
    """After a stealer's step that a marine on overwatch has seen; or beside him."""
    at = "H4" if beside else "O4"
    match_session = _squad(PutStealer(at=at, facing="W"), PutBlip(name="B1", entry="N2"))
    match_session.do(Overwatch(who="Bolt1"))
    match_session.do(EndTurn())
    if not beside:
        match_session.do(Step(who="S1", dir="forward"))
    return match_session
