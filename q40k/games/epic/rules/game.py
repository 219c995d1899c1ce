"""Epic Escarmouches as the kernel sees a game."""

from __future__ import annotations

from q40k.games.epic import rules
from q40k.games.epic.rules.opening import Overridden
from q40k.games.epic.rules.registry import REGISTRY, Command
from q40k.games.epic.rules.state import Match
from q40k.kernel.events import Refusal
from q40k.kernel.registry import RegisteredRules, load

_WITHOUT = ("odds", "commentary")
"""Modules that register nothing."""

load(rules.__name__, _WITHOUT)
REGISTRY.check_complete()


class EpicRules(RegisteredRules[Match, Command]):
    """The game of Epic Escarmouches, for the kernel's driver, session and verification."""

    def __init__(self) -> None:
        super().__init__(REGISTRY, Match, rules.__name__, _WITHOUT)

    def override_event(self, refusal: Refusal, command: Command) -> Overridden | None:
        """Return the record of an overruled refusal, or None without a reason."""
        if command.override is None or not refusal.overridable:
            return None
        return Overridden(rule=refusal.rule, code=refusal.code, reason=command.override)

    def roller(self, state: Match, who: str | None) -> str:
        """Return who rolls by default: the side's choice, or the table's."""
        side = state.sides.get(who) if who else None
        return (side.roller if side else None) or state.setup.roller

    def seed(self, state: Match) -> str:
        """Return the seed of the match's own dice."""
        return state.setup.seed
