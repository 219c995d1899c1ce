"""Long matches for the benchmarks, played by the rules with the app's own dice."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from q40k.kernel.asking import DiceQuestion, NumberQuestion, SeveralQuestion
from q40k.kernel.telling import Refused
from q40k.packs.library import Library
from q40k.rules import commands as c
from q40k.table.resolve import resolve
from q40k.table.shelf import Shelf
from q40k.table.sitting import Sitting

ARENA = "cathedral-120"


def lay_out(sitting: Sitting, library: Library, players: int) -> None:
    """Lay a match out and deploy everybody; the app rolls."""
    champions = sorted(one.id for one in library.champions.values() if not one.special)
    options = {"times_to_win": 1000}
    new = c.New(mod="deathmatch", arena=ARENA, seed=40, dice="app", options=options)
    sitting.do(resolve(library, new))
    for number in range(players):
        champion = champions[number % len(champions)]
        join = c.Join(player=f"Player {number + 1}", champion=champion)
        sitting.do(resolve(library, join))
    sitting.do(c.Start())
    while sitting.state.phase == "deployment":
        sitting.do(c.Deploy(player=sitting.state.players[sitting.state.active or ""].name))


def play(sitting: Sitting, entries: int, seed: int = 4) -> None:
    """Play on at random until the journal has at least so many entries, and nothing is asked."""
    chance = random.Random(seed)
    while sitting.head < entries:
        if sitting.state.over:
            sitting.do(c.PlayOn())
        try:
            sitting.do(_something(sitting, chance))
        except Refused:
            continue
        while (question := sitting.question) is not None:
            if isinstance(question, DiceQuestion):
                sitting.roll()
            elif isinstance(question, SeveralQuestion):
                sitting.give([])  # nobody else: who is under a template, say
            elif isinstance(question, NumberQuestion):
                sitting.give(1)
            else:
                options: Any = getattr(question, "options", None) or [list(question.items)]  # type: ignore[attr-defined]
                sitting.give(chance.choice(options))


def _something(sitting: Sitting, chance: random.Random) -> c.Command:
    state = sitting.state
    active = state.players[state.active or state.order[0]].name
    others = [state.players[p].name for p in state.order if state.players[p].name != active]
    what = chance.choices(
        ("next", "kill", "accident", "portal", "token", "move"), (8, 4, 1, 3, 2, 1)
    )[0]
    commands: dict[str, c.Command] = {
        "next": c.Next(),
        "kill": c.Kill(player=active, victim=chance.choice(others)),
        "accident": c.Accident(player=active),
        "portal": c.UsePortal(player=active, portal=chance.randint(1, 5)),
        "token": c.Pickup(player=active, token=chance.choice(list(state.tokens))),
        "move": c.Move(player=active, inches=1),
    }
    return commands[what]


def on_disk(folder: Path, library: Library, entries: int, players: int = 24) -> Path:
    """A library file with one match of so many entries, where hands roll; returns its folder."""
    folder.mkdir(parents=True)
    shelf = Shelf(folder / "matches.sqlite3")
    # Only while it is made: what is measured later opens the file in the usual way.
    shelf.journal._db.execute("PRAGMA synchronous=OFF")
    sitting = shelf.begin("benchmark")
    lay_out(sitting, library, players)
    play(sitting, entries)
    sitting.do(c.Dice(by="hand"))
    sitting.close()
    shelf.close()
    return folder
