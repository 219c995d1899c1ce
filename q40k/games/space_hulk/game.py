"""Space Hulk as the house knows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from q40k.games.game import Game, LineRules
from q40k.games.space_hulk.manifest import MANIFEST
from q40k.games.space_hulk.rules.commentary.calls import HulkCalls
from q40k.games.space_hulk.rules.commentary.medals import MEDALS
from q40k.games.space_hulk.rules.game import HulkRules
from q40k.games.space_hulk.rules.registry import REGISTRY
from q40k.games.space_hulk.rules.turn.ending import goals_said
from q40k.games.space_hulk.table.demo import DEMO
from q40k.games.space_hulk.table.resolve import HulkPacks
from q40k.games.space_hulk.table.view import HulkView
from q40k.games.space_hulk.words.wording import WORDS
from q40k.table.commands import RegisteredCommands

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
    manifest=MANIFEST,
    rules=HulkRules(),
    commands=RegisteredCommands(REGISTRY),
    view=HulkView(),
    words=WORDS,
    packs=HulkPacks(),
    demo=DEMO,
    calls=HulkCalls(),
    shape=13,
    screen="q40k.games.space_hulk.screen.record:SCREEN",
    clips=CLIPS,
    figures="q40k.games.space_hulk.table.figures:FIGURES",
    prints="q40k.games.space_hulk.prints.offer:PRINTS",
    medals=MEDALS,
    results="q40k.games.space_hulk.table.results:RESULTS",
    line_rules=LineRules(packs="SH-MISSION-2", spare=goals_said),
)
