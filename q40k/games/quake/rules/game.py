"""Quake 40K as the kernel sees a game: its blank state, its fold, its rules by command."""

from __future__ import annotations

from q40k.games.quake import rules
from q40k.games.quake.rules import clock, ending
from q40k.games.quake.rules.objectives import victory
from q40k.games.quake.rules.registry import REGISTRY, Command
from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.table.opening import Overridden
from q40k.games.quake.rules.turn.turn import carry_on
from q40k.kernel.driver import Live
from q40k.kernel.events import Refusal, Rule
from q40k.kernel.registry import RegisteredRules, load

_WITHOUT = ("odds",)
"""Modules that register nothing, and take long to load."""

load(rules.__name__, _WITHOUT)
REGISTRY.check_complete()


class Quake(RegisteredRules[Match, Command]):
    """The game of Quake 40K, for the kernel's driver, session and verification."""

    def __init__(self) -> None:
        super().__init__(REGISTRY, Match, rules.__name__, _WITHOUT)

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

    def override_event(self, refusal: Refusal, command: Command) -> Overridden | None:
        """The record that a refusal was passed, if the game master gave a reason."""
        if command.override is None or not refusal.overridable:
            return None
        return Overridden(rule=refusal.rule, code=refusal.code, facts=dict(refusal.facts), reason=command.override)

    def roller(self, state: Match, who: str | None) -> str:
        """Return who rolls by default: the player's own habit, or the table's."""
        return state.roller_of(who)

    def seed(self, state: Match) -> str:
        """Return the seed of the match's own dice."""
        return state.setup.seed
