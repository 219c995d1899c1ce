"""The record of Epic Escarmouches: its parts, as the rest of the program uses them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from q40k.games.epic.manifest import MANIFEST
from q40k.games.game import Game, LineRules

if TYPE_CHECKING:
    from q40k.sound.clips import Clip

CLIPS: Mapping[str, Clip | None] = {
    "match": "fanfare",
    "first-blood": "first-blood",
    "many": "crash",
    "wiped-out": "slide",
    "dispersed": "fall",
    "broken": "toll",
    "half": "heartbeat",
    "rallied": "two",
    "objective": "rise",
    "last-turn": "clock",
}
"""The sound of each call."""

GAME = Game(
    MANIFEST,
    shape=9,
    line_rules=LineRules(packs="EE-DATA-1"),
    clips=CLIPS,
    rules="q40k.games.epic.state.game:EpicRules",
    view="q40k.games.epic.table.view:EpicView",
    words="q40k.games.epic.words.wording:WORDS",
    packs="q40k.games.epic.table.packs:EpicPacks",
    screen="q40k.games.epic.screen.record:SCREEN",
    bot="q40k.games.epic.bot.seat:EpicBot",
    lab="q40k.games.epic.bot.lab:EpicLab",
    study="q40k.games.epic.bot.study:EpicSubject",
    calls="q40k.games.epic.state.commentary:EpicCalls",
    statistics="q40k.games.epic.table.report:STATISTICS",
    results="q40k.games.epic.table.report:RESULTS",
    prints="q40k.games.epic.prints.offer:PRINTS",
    demo="q40k.games.epic.table.demo:DEMO",
)
