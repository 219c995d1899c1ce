"""The dice race as the kernel sees a game."""

from __future__ import annotations

from q40k.kernel.commands import Command
from q40k.kernel.events import Refusal
from q40k.kernel.registry import RegisteredRules
from tests.games.race import rules
from tests.games.race.rules.registry import REGISTRY
from tests.games.race.rules.state import Race
from tests.games.race.rules.table import Overridden


class RaceRules(RegisteredRules[Race, Command]):
    """The dice race, for the kernel's driver, session and verification."""

    def __init__(self) -> None:
        super().__init__(REGISTRY, Race, rules.__name__)

    def override_event(self, refusal: Refusal, command: Command) -> Overridden | None:
        """The record that a refusal was passed, if the game master gave a reason."""
        if command.override is None or not refusal.overridable:
            return None
        return Overridden(rule=refusal.rule, reason=command.override)

    def roller(self, state: Race, who: str | None) -> str:
        """Who rolls the dice: hands or the app."""
        del who
        return state.setup.roller

    def seed(self, state: Race) -> str:
        """The seed of the race's own dice."""
        return state.setup.seed
