"""The dice race as the house and the kernel know it."""

from __future__ import annotations

from pathlib import Path

from q40k.games.game import Demo, Game, LineRules
from q40k.kernel.commands import Command
from q40k.kernel.events import Refusal
from q40k.kernel.registry import RegisteredRules
from tests.games.race import rules
from tests.games.race.manifest import MANIFEST
from tests.games.race.packs import RacePacks
from tests.games.race.rules.running import MEDALS
from tests.games.race.rules.state import REGISTRY, Race
from tests.games.race.rules.table import Overridden
from tests.games.race.view import RaceView
from tests.games.race.words import WORDS


class RaceRules(RegisteredRules[Race, Command]):
    """The dice race, for the kernel's driver, session and verification."""

    def __init__(self) -> None:
        super().__init__(REGISTRY, Race, rules.__name__)

    def override_event(self, refusal: Refusal, command: Command) -> Overridden | None:
        """Return the record that the game master passed a refusal, if a reason was given."""
        if command.override is None or not refusal.overridable:
            return None
        return Overridden(rule=refusal.rule, reason=command.override)

    def roller(self, state: Race, who: str | None) -> str:
        """Return who rolls the dice: hands or the app."""
        del who
        return state.setup.roller

    def seed(self, state: Race) -> str:
        """Return the seed of the race's own dice."""
        return state.setup.seed


GAME = Game(
    MANIFEST,
    rules=RaceRules(),
    view=RaceView(),
    words=WORDS,
    packs=RacePacks(),
    screen="tests.games.race.screen:SCREEN",
    medals=MEDALS,
    line_rules=LineRules(packs="RACE-1"),
    demo=Demo(Path(__file__).parent / "demo" / "evening.jsonl"),
)
