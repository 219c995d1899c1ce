"""How many keys the usual entries take, counted by playing them at a desk with nine players."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from q40k.games.quake.packs.library import Library
from q40k.games.quake.state.match import Match
from q40k.games.quake.table.prefilled import Prefilled
from q40k.i18n.locale import Locale
from q40k.table.match_library import temporary_match
from q40k.tui.desk import Desk

PLAYERS = 9
GOAL = 5
"""So many keys at most for what happens all the time."""
GOALS = {"a latecomer called Eve": 14, "another victim": 9}
"""What takes more: so many keys at most, by how the entry begins."""
CHAMPION = "space-marine"
"""Everybody's: it has guns to choose from, and something to strike with."""

Count = tuple[str, Sequence[str], Callable[[Match, Match], bool]]
PHASE = ("on to the next phase, not counted", ["e"], lambda before, after: after is not before)
"""Fights need a phase of their own."""


def _done(fact: str) -> Callable[[Match, Match], bool]:
    def told(before: Match, after: Match) -> bool:
        def total(state: Match) -> int:
            return sum(int(getattr(p.score, fact)) for p in state.players.values())

        return total(after) == total(before) + 1

    return told


def _active(state: Match) -> str:
    return (state.play.active or "")[1:]


def _other(state: Match) -> str:
    return next(p for p in state.order if p != state.play.active)[1:]


def entries(state: Match) -> list[Count]:
    """What is counted: its name, the keys from the main screen and back, and what proves it."""
    return [
        ("a kill, its respawn die typed", ["k", _other(state), "4"], _done("kills")),
        ("an accident, its respawn die typed", ["x", _other(state), "2"], _done("accidents")),
        (
            "a portal jump, its die typed",
            ["p", "1", "3"],
            lambda _, after: after.players[after.play.active or ""].position.portal == 3,
        ),
        (
            "a pick-up, its D3 and D6 typed",
            ["t", "1", "2", "4"],
            lambda _, after: after.players[after.play.active or ""].bonus is not None,
        ),
        ("the next champion", ["n"], lambda before, after: before.play.active != after.play.active),
        ("an undo", ["u"], lambda before, after: before.play.active != after.play.active),
        PHASE,
        ("a shot told deadly, its respawn die typed", ["s", _other(state), "enter", "d", "4"], _done("kills")),
        PHASE,
        ("the next champion", ["n"], lambda before, after: before.play.active != after.play.active),
        (
            "a charge",
            ["c", _other(state)],
            lambda before, after: after.players[before.play.active or ""].turn.charge is not None,
        ),
        PHASE,
        ("a melee told deadly, its respawn die typed", ["i", "d", "4"], _done("kills")),
    ]


LATE = ("j", *"Eve", "enter", *"tact", "enter", "1", "3")
"""Somebody comes late: name, a few letters of a champion, the dice for initiative and portal."""
ENTRIES_BACK = 10


async def of_the_past(library: Library) -> dict[str, int]:
    """The keys for a latecomer, and for another victim of a kill ten entries back.

    Typed on the screen itself, which is where one looks for a line of the log. Raises
    AssertionError if either does not come about.
    """
    from q40k.tui.match_app import MatchApp

    desk = desk_with(library, PLAYERS - 1)  # the ninth, who takes the last tile, is late
    type_keys(desk, ["k", "2", "4"])
    killed = desk.match_session.head - 1
    while desk.match_session.head < killed + ENTRIES_BACK:
        type_keys(desk, ["n"])
    again = ("g", "k", "a", "3", "2", "enter")
    app = MatchApp(desk, raising=True)
    async with app.run_test(size=(120, 40)) as pilot:
        for key in again:
            await pilot.press(key)
            await pilot.pause()
        deaths = [desk.state.players[one].score.deaths for one in ("p2", "p3")]
        if deaths != [0, 1]:
            raise AssertionError(f"another victim: {again} did not do it")
        await pilot.press(*LATE)
    if desk.field is not None or desk.state.player_named("Eve") is None:
        raise AssertionError(f"a latecomer: {LATE} did not do it")
    back = f"another victim of a kill {ENTRIES_BACK} entries back, its respawn die typed"
    return {"a latecomer called Eve": len(LATE), back: len(again)}


def desk_with(library: Library, players: int) -> Desk:
    """A desk in the first movement phase, where hands roll."""
    named = tuple((f"Player {n + 1}", CHAMPION, ()) for n in range(players))
    prefilled = Prefilled(mod="deathmatch", arena="classic-60", players=named, seed=40, d3="d3")
    desk = Desk(temporary_match(), library, Locale("en"), prefilled)
    type_keys(desk, ["enter"])
    while desk.match_session.question is not None:
        type_keys(desk, ["space"])
    while desk.state.play.phase == "deployment":
        type_keys(desk, ["n"])
    return desk


def type_keys(desk: Desk, keys: Sequence[str]) -> None:
    """Press keys by their names."""
    for key in keys:
        desk.press(key, " " if key == "space" else key if len(key) == 1 else None)


def goal(entry: str) -> int:
    """How many keys an entry may take at most."""
    return next((most for begins, most in GOALS.items() if entry.startswith(begins)), GOAL)


def counted(library: Library) -> dict[str, int]:
    """The number of keys of each entry. Raises AssertionError if an entry does not come about."""
    desk = desk_with(library, PLAYERS)
    counts = {}
    for place in range(len(entries(desk.state))):
        name, keys, proof = entries(desk.state)[place]
        before = desk.state
        type_keys(desk, keys)
        if desk.field is not None or desk.trouble or desk.refused or not proof(before, desk.state):
            raise AssertionError(f"{name}: {keys} did not do it")
        counts[name] = len(keys)
    del counts[PHASE[0]]
    return counts | asyncio.run(of_the_past(library))
