"""Quake 40K as the kernel sees a game: its blank state, its fold, its rules by command."""

from q40k.games.quake import rules
from q40k.games.quake.rules import clock, ending
from q40k.games.quake.rules.objectives import victory
from q40k.games.quake.rules.registry import REGISTRY, Command
from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.table.opening import Overridden
from q40k.games.quake.rules.turn.turn import carry_on
from q40k.kernel.events import Live, Rule
from q40k.tabletop.rules import TableRules


class Quake(TableRules[Match, Command]):
    """The game of Quake 40K, for the kernel's driver, session and verification."""

    registry = REGISTRY
    state = Match
    package = rules
    without = ("odds",)
    overridden = Overridden

    def carry_out(self, live: Live[Match], command: Command) -> Rule[None]:
        """Carry out a command, then check whether it won a round or the match."""
        before = live.state
        if before.clock is not None:
            yield from clock.read_clock(live, command.clock)
        yield from REGISTRY.carry_out(live, command)
        yield from victory.check(live, before)
        yield from carry_on(live, before, of=getattr(command, "player", None))
        if live.state.clock is not None:
            yield from ending.end_by_the_clock(live, before)

    def roller(self, state: Match, who: str | None) -> str:
        """Return who rolls by default: the player's own habit, or the table's."""
        return state.roller_of(who)
