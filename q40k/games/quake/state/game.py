"""Quake 40K as the kernel sees a game: its blank state, its fold, and where its rules are."""

from q40k.games.quake import state as chapters
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.registry import REGISTRY, Command
from q40k.games.quake.state.table.opening import Overridden
from q40k.tabletop.rules import TableRules


class Quake(TableRules[Match, Command]):
    """The game of Quake 40K, for the kernel's driver, session and verification."""

    registry = REGISTRY
    state = Match
    package = chapters
    carries_out = "q40k.games.quake.rules.game:carry_out"
    without = ("odds", "mover", "commentary")
    overridden = Overridden

    def roller(self, state: Match, who: str | None) -> str:
        """Return who rolls by default: the player's own habit, or the table's."""
        return state.roller_of(who)
