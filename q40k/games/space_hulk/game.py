"""Space Hulk as the house knows it."""

from __future__ import annotations

from q40k.games.game import Game, LineRules
from q40k.games.space_hulk.manifest import MANIFEST
from q40k.games.space_hulk.rules.calls import HulkCalls
from q40k.games.space_hulk.rules.game import HulkRules
from q40k.games.space_hulk.rules.medals import MEDALS
from q40k.games.space_hulk.rules.registry import REGISTRY
from q40k.games.space_hulk.rules.turn.ending import goals_said
from q40k.games.space_hulk.table.demo import DEMO
from q40k.games.space_hulk.table.resolve import HulkPacks
from q40k.games.space_hulk.table.view import HulkView
from q40k.games.space_hulk.words.wording import WORDS
from q40k.table.commands import RegisteredCommands

GAME = Game(
    manifest=MANIFEST,
    rules=HulkRules(),
    commands=RegisteredCommands(REGISTRY),
    view=HulkView(),
    words=WORDS,
    packs=HulkPacks(),
    demo=DEMO,
    calls=HulkCalls(),
    shape=5,
    screen="q40k.games.space_hulk.screen.record:SCREEN",
    clips={"part": "clock"},
    figures="q40k.games.space_hulk.table.figures:FIGURES",
    medals=MEDALS,
    results="q40k.games.space_hulk.table.results:RESULTS",
    line_rules=LineRules(packs="SH-MISSION-2", spare=goals_said),
)
