"""The dice race as the house and the kernel know it."""

from __future__ import annotations

from pathlib import Path

from q40k.games.game import Demo, Game, LineRules
from q40k.tabletop.rules import TableRules
from tests.games.race import rules
from tests.games.race.manifest import MANIFEST
from tests.games.race.packs import RacePacks
from tests.games.race.rules.running import MEDALS
from tests.games.race.rules.state import REGISTRY, Command, Race
from tests.games.race.rules.table import Overridden
from tests.games.race.view import RaceView
from tests.games.race.words import WORDS


class RaceRules(TableRules[Race, Command]):
    """The dice race, for the kernel's driver, session and verification."""

    registry = REGISTRY
    state = Race
    package = rules
    overridden = Overridden


GAME = Game(
    MANIFEST,
    rules=RaceRules(),
    view=RaceView(),
    words=WORDS,
    packs=RacePacks(),
    screen="tests.games.race.screen:SCREEN",
    medals=MEDALS,
    line_rules=LineRules(packs="RACE-1"),
    study="tests.games.race.study:RaceSubject",
    demo=Demo(Path(__file__).parent / "demo" / "evening.jsonl"),
)
