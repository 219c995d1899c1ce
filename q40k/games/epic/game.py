"""Epic Escarmouches as the house knows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from q40k.games.epic.manifest import MANIFEST
from q40k.games.epic.rules.commentary.calls import EpicCalls
from q40k.games.epic.rules.game import EpicRules
from q40k.games.epic.rules.registry import REGISTRY
from q40k.games.epic.table.demo import DEMO
from q40k.games.epic.table.resolve import EpicPacks
from q40k.games.epic.table.view import EpicView
from q40k.games.epic.words.wording import WORDS
from q40k.games.game import Game, LineRules
from q40k.table.commands import RegisteredCommands

if TYPE_CHECKING:
    from q40k.sound.clips import Clip

CLIPS: Mapping[str, Clip | None] = {
    "match": "fanfare", "first-blood": "first-blood", "many": "crash", "wiped-out": "slide",
    "dispersed": "fall", "broken": "toll", "half": "heartbeat", "rallied": "two",
    "objective": "rise", "last-turn": "clock",
}  # fmt: skip
"""What is heard at which call."""

GAME = Game(
    manifest=MANIFEST,
    rules=EpicRules(),
    commands=RegisteredCommands(REGISTRY),
    view=EpicView(),
    words=WORDS,
    packs=EpicPacks(),
    screen="q40k.games.epic.screen.record:SCREEN",
    demo=DEMO,
    calls=EpicCalls(),
    clips=CLIPS,
    figures="q40k.games.epic.table.figures:FIGURES",
    prints="q40k.games.epic.prints.offer:PRINTS",
    results="q40k.games.epic.table.results:RESULTS",
    line_rules=LineRules(packs="EE-DATA-1"),
    shape=4,
)
