"""Quake 40K as the house knows it."""

from __future__ import annotations

from q40k.games.game import Game
from q40k.games.quake.rules.game import Quake
from q40k.games.quake.table.resolve import QuakePacks
from q40k.games.quake.table.script import QuakeCommands
from q40k.games.quake.table.view import QuakeView
from q40k.games.quake.words.wording import WORDS

GAME = Game(
    id="quake",
    name="Quake 40K",
    rules=Quake(),
    commands=QuakeCommands(),
    view=QuakeView(),
    words=WORDS,
    packs=QuakePacks(),
    screen="q40k.games.quake.screen.record:SCREEN",
    cli={},
)
