"""How many keys the usual entries take, counted by playing them at a desk with nine players."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import cycle

from q40k.games.quake.packs.library import Library
from q40k.games.quake.state.match import Match
from q40k.games.quake.table.prefilled import Prefilled
from q40k.i18n.locale import Locale
from q40k.kernel.events import DiceQuestion
from q40k.table.match_library import temporary_match
from q40k.tui.desk import Desk

PLAYERS = 9
GOAL = 5
"""So many keys at most for what happens all the time."""
GOALS = {
    "a kill": 3,
    "a latecomer called Eve": 12,
    "another victim": 9,
    "a set-up of six": 20,
    "a turn of a bot without places": 2,
}
"""What takes more or less: so many keys at most, by how the entry begins."""
SIX = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")
BOT_TURNS = 4
"""So many turns of bots without places are counted; the one of the most keys is told."""
BETWEEN_MOVES = 10.0
"""The seconds from look to look at the bots: longer than any of their pauses."""
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


def set_up_six(library: Library) -> int:
    """Count the keys of a set-up from the first question to the first die, the names pasted, the rest as offered.

    A paste counts as one key. Raises AssertionError if six do not come about.
    """
    desk = Desk(temporary_match(), library, Locale("en"), Prefilled(seed=4), ask_dice=True)
    keys, is_pasted = 0, False
    while desk.snapshot.question is None and keys < goal("a set-up of six"):
        if desk.is_laid_out and not is_pasted:
            desk.paste("\n".join(SIX))
            is_pasted = True
        else:
            type_keys(desk, ["enter"])
        keys += 1
    if [player.name for player in desk.state.players.values()] != list(SIX) or desk.snapshot.question is None:
        raise AssertionError(f"a set-up of six: not after {keys} keys")
    return keys


def turns_of_bots_without_places(library: Library) -> int:
    """Count the keys beside dice that the turn of a bot takes at most, where people note no place.

    A person without places sits between two bots; the answers go round: within reach, seen, neither, nobody knows.
    """
    desk = Desk(temporary_match(), library, Locale("en"), Prefilled(mod="deathmatch", arena="classic-60", seed=7))
    for name in ("Ann:sound", "Bob", "Cid:straight"):
        type_keys(desk, [*name, "enter", "enter"])
    type_keys(desk, ["enter"])
    keys: Counter[tuple[int, str | None]] = Counter()
    now, answers = 0.0, cycle("1234")
    while desk.state.play.turn <= BOT_TURNS and not desk.state.outcome.over:
        now += BETWEEN_MOVES
        desk.bots.act(now)
        acts = desk.state.play.active
        if isinstance(desk.snapshot.question, DiceQuestion):
            type_keys(desk, ["space"])
        elif desk.field is None and not desk.bots.has_move():
            type_keys(desk, ["n"])
        elif desk.field is not None or desk.bots.partner.waits_for_key:
            asks = desk.field.choices() if desk.field is not None else ()
            key = next(answers) if asks else "enter" if desk.field is not None else "space"
            keys[desk.state.play.turn, acts] += 1
            type_keys(desk, [key])
    bots = [player.id for player in desk.state.players.values() if player.bot is not None]
    counts = [number for (_turn, player), number in keys.items() if player in bots]
    if len(counts) < BOT_TURNS:
        raise AssertionError("bots without places: they asked nothing")
    return max(counts)


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
    counts["a set-up of six, their names pasted, the rest as offered"] = set_up_six(library)
    counts["a turn of a bot without places, beside dice"] = turns_of_bots_without_places(library)
    return counts | asyncio.run(of_the_past(library))
