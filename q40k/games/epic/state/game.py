"""Epic Escarmouches as the kernel sees a game."""

from q40k.games.epic import state as chapters
from q40k.games.epic.state.match import Match
from q40k.games.epic.state.registry import REGISTRY, Command
from q40k.tabletop.rules import TableRules


class EpicRules(TableRules[Match, Command]):
    """The game of Epic Escarmouches, for the kernel's driver, session and verification."""

    registry = REGISTRY
    state = Match
    package = chapters
    carries_out = "q40k.games.epic.rules.game:carry_out"
    without = ("odds", "commentary")

    def roller(self, state: Match, who: str | None) -> str:
        """Return who rolls by default: the side's choice, or the table's."""
        side = state.sides.get(who) if who else None
        return (side.roller if side else None) or state.setup.roller
