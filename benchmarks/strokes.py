"""How many keys the usual entries take, counted by playing them at a desk with nine players."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from q40k.games.quake.packs.library import Library
from q40k.games.quake.rules.state import Match
from q40k.games.quake.table.prefilled import Prefilled
from q40k.i18n.locale import Locale
from q40k.table.match_library import throw_away
from q40k.tui.desk import Desk

PLAYERS = 9
GOAL = 5
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
        ("an accident, its respawn die typed", ["x", "enter", "2"], _done("accidents")),
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
        (
            "a shot told deadly, its respawn die typed",
            ["s", _other(state), "enter", "d", "4"],
            _done("kills"),
        ),
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


def desk_with(library: Library, players: int) -> Desk:
    """A desk in the first movement phase, where hands roll."""
    named = tuple((f"Player {n + 1}", CHAMPION, ()) for n in range(players))
    prefilled = Prefilled(mod="deathmatch", arena="classic-60", players=named, seed=40)
    desk = Desk(throw_away(), library, Locale("en"), prefilled)
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
    return counts
