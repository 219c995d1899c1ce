"""Space Hulk as the house knows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from q40k.games.game import Game, LineRules
from q40k.games.space_hulk.manifest import MANIFEST

if TYPE_CHECKING:
    from q40k.sound.clips import Clip

CLIPS: Mapping[str, Clip | None] = {
    "match": "fanfare", "last-marine": "heartbeat", "alpha-down": "rise", "alpha": "gong",
    "first-loss": "toll", "first-blood": "first-blood", "exploded": "crash", "sergeant": "toll",
    "last-turn": "horn", "lost": "fall", "many": "three", "out": "rise", "object": "two",
    "spree": "four", "cut-down": "clash", "jam": "slide", "swarm": "gong", "fire": "zap",
    "pile": "call", "part-called": "clock", "time": None, "last-seconds": None, "time-up": None,
}  # fmt: skip
"""What is heard at which call; the clock itself is heard before what is called of it."""

GAME = Game(
    MANIFEST,
    shape=16,
    line_rules=LineRules(packs="SH-MISSION-2"),
    clips=CLIPS,
    rules="q40k.games.space_hulk.state.game:HulkRules",
    view="q40k.games.space_hulk.table.view:HulkView",
    words="q40k.games.space_hulk.words.wording:WORDS",
    packs="q40k.games.space_hulk.table.opening:HulkPacks",
    screen="q40k.games.space_hulk.screen.record:SCREEN",
    calls="q40k.games.space_hulk.state.commentary.calls:HulkCalls",
    medals="q40k.games.space_hulk.state.commentary.medals:MEDALS",
    statistics="q40k.games.space_hulk.table.results:STATISTICS",
    results="q40k.games.space_hulk.table.results:RESULTS",
    bot="q40k.games.space_hulk.bot.leading:HulkBot",
    lab="q40k.games.space_hulk.bot.lab:HulkLab",
    study="q40k.games.space_hulk.bot.study:HulkSubject",
    prints="q40k.games.space_hulk.prints.offer:PRINTS",
    demo="q40k.games.space_hulk.table.view:DEMO",
    allows_extra_answers="q40k.games.space_hulk.state.ending:has_extra_goals_answer",
)
