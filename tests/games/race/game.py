"""The dice race as the house knows it."""

from __future__ import annotations

from pathlib import Path

from q40k.games.game import Demo, Game, LineRules
from tests.games.race.manifest import MANIFEST
from tests.games.race.packs import RacePacks
from tests.games.race.rules.game import RaceRules
from tests.games.race.rules.medals import MEDALS
from tests.games.race.view import RaceView
from tests.games.race.words.wording import WORDS

GAME = Game(
    MANIFEST,
    rules=RaceRules(),
    view=RaceView(),
    words=WORDS,
    packs=RacePacks(),
    screen="tests.games.race.screen.record:SCREEN",
    medals=MEDALS,
    line_rules=LineRules(packs="RACE-1"),
    demo=Demo(Path(__file__).parent / "demo" / "evening.jsonl"),
)
