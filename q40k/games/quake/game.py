"""Quake 40K as the house knows it."""

from __future__ import annotations

from q40k.games.game import CLI, Game
from q40k.games.quake.rules.calls import QuakeCalls
from q40k.games.quake.rules.game import Quake
from q40k.games.quake.rules.registry import REGISTRY
from q40k.games.quake.table.resolve import QuakePacks
from q40k.games.quake.table.view import QuakeView
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import N_
from q40k.table.commands import RegisteredCommands

ABOUT = N_("The deathmatch on a table of portals, bonuses and barrels, by the 3rd edition’s rules.")

GAME = Game(
    id="quake",
    name="Quake 40K",
    rules=Quake(),
    commands=RegisteredCommands(REGISTRY),
    view=QuakeView(),
    words=WORDS,
    packs=QuakePacks(),
    screen="q40k.games.quake.screen.record:SCREEN",
    cli=CLI,
    about=ABOUT,
    calls=QuakeCalls(),
)
