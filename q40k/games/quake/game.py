"""Quake 40K as the house knows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from q40k.games.game import Game, LineRules
from q40k.games.quake.manifest import MANIFEST
from q40k.games.quake.rules.commentary.calls import QuakeCalls
from q40k.games.quake.rules.commentary.medals import MEDALS
from q40k.games.quake.rules.game import Quake
from q40k.games.quake.rules.registry import REGISTRY
from q40k.games.quake.table.demo import DEMO
from q40k.games.quake.table.resolve import QuakePacks
from q40k.games.quake.table.view import QuakeView
from q40k.games.quake.words.wording import WORDS
from q40k.table.commands import RegisteredCommands

if TYPE_CHECKING:
    from q40k.sound.clips import Clip

CLIPS: Mapping[str, Clip | None] = {
    "match": "fanfare", "last-standing": "fanfare", "round": "gong", "first-blood": "first-blood",
    "two": "two", "three": "three", "four": "four", "five": "five", "more": "five",
    "comeback": "rise", "lead-taken": "rise", "lead-lost": "fall", "two-minutes": "clock",
    "one-kill": "heartbeat", "humiliation": "slide", "revenge": "clash", "nemesis": "toll",
    "camper": "toll", "telefrag": "zap", "on-arrival": "zap", "accident": "crash",
}  # fmt: skip
"""What is heard at which call."""

GAME = Game(
    manifest=MANIFEST,
    shape=15,
    rules=Quake(),
    commands=RegisteredCommands(REGISTRY),
    view=QuakeView(),
    words=WORDS,
    packs=QuakePacks(),
    screen="q40k.games.quake.screen.record:SCREEN",
    demo=DEMO,
    calls=QuakeCalls(),
    clips=CLIPS,
    figures="q40k.games.quake.table.figures:FIGURES",
    prints="q40k.games.quake.prints.offer:PRINTS",
    results="q40k.games.quake.table.results:RESULTS",
    medals=MEDALS,
    line_rules=LineRules(undo="TABLE-4", answers="TABLE-6", packs="CHAMPION-1"),
)
