"""Quake 40K as the house knows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from q40k.games.game import Game, LineRules
from q40k.games.quake.manifest import MANIFEST

if TYPE_CHECKING:
    from q40k.sound.clips import Clip

CLIPS: Mapping[str, Clip | None] = {
    "match": "fanfare", "last-standing": "fanfare", "round": "gong", "first-blood": "first-blood",
    "two": "two", "three": "three", "four": "four", "five": "five", "more": "five",
    "comeback": "rise", "lead-taken": "rise", "lead-lost": "fall", "two-minutes": "clock",
    "one-kill": "heartbeat", "humiliation": "slide", "revenge": "clash", "nemesis": "toll",
    "camper": "toll", "telefrag": "zap", "on-arrival": "zap", "accident": "crash",
    "taunt": None, "last-words": None,
}  # fmt: skip
"""What is heard at which call."""

GAME = Game(
    MANIFEST,
    shape=32,
    line_rules=LineRules(undo="TABLE-4", answers="TABLE-6", packs="CHAMPION-1"),
    clips=CLIPS,
    rules="q40k.games.quake.state.game:Quake",
    view="q40k.games.quake.table.view:QuakeView",
    words="q40k.games.quake.words.wording:WORDS",
    packs="q40k.games.quake.table.library:QuakePacks",
    screen="q40k.games.quake.screen.record:SCREEN",
    bot="q40k.games.quake.bot.bot:QuakeBot",
    lab="q40k.games.quake.bot.lab:QuakeLab",
    study="q40k.games.quake.bot.study:QuakeSubject",
    calls="q40k.games.quake.state.commentary.calls:QuakeCalls",
    medals="q40k.games.quake.state.commentary.medals:MEDALS",
    statistics="q40k.games.quake.table.statistics:STATISTICS",
    results="q40k.games.quake.table.statistics:RESULTS",
    prints="q40k.games.quake.prints.offer:PRINTS",
    demo="q40k.games.quake.table.view:DEMO",
)
