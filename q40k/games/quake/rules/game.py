"""Quake 40K as the kernel sees a game: its blank state, its fold, its rules by command."""

from __future__ import annotations

from collections.abc import Sequence

from q40k import __version__
from q40k.games.quake import rules
from q40k.games.quake.rules import clock
from q40k.games.quake.rules.command import Command
from q40k.games.quake.rules.ending import ending
from q40k.games.quake.rules.objectives import victory
from q40k.games.quake.rules.registry import REGISTRY
from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.table.opening import Overridden
from q40k.games.quake.rules.turn.turn import carry_on
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Refusal, Rule, noting
from q40k.kernel.registry import load
from q40k.kernel.state import decode, encode, shape_of

load(rules.__name__, without=("odds",))
REGISTRY.complete()


def _shape() -> str:
    """What a snapshot is written by: a state of other fields is no state of ours."""
    return f"{__version__} {shape_of(Match)}"


class Quake:
    """The game of Quake 40K, for the kernel's driver, session and verification."""

    def blank(self) -> Match:
        """The state before the first command."""
        return Match()

    def fold(self, state: Match, event: Event) -> Match:
        """The state after `event`."""
        return REGISTRY.folded(state, event)

    def carry_out(self, live: Live[Match], command: Command) -> Rule[None]:
        """Carry out a command, then see whether somebody has won a round or the match."""
        before = live.state
        yield from clock.read(live, command.clock)
        told: set[type[Event]] = set()
        yield from noting(REGISTRY.carry_out(live, command), told)
        yield from victory.check(live, before, told)
        yield from carry_on(live, before)
        yield from ending.end_by_the_clock(live, before)

    def overridden(self, refusal: Refusal, command: Command) -> Overridden | None:
        """The record that a refusal was passed, if the game master gave a reason."""
        if command.override is None or not refusal.overridable:
            return None
        return Overridden(
            rule=refusal.rule,
            code=refusal.code,
            facts=dict(refusal.facts),
            reason=command.override,
        )

    def roller(self, state: Match, who: str | None) -> str:
        """Who rolls by default: the player's own habit, or the table's."""
        player = state.players.get(who) if who else None
        return (player.roller if player else None) or state.setup.roller

    def seed(self, state: Match) -> str:
        """The seed of the match's own dice."""
        return state.setup.seed

    def read_command(self, text: str) -> Command:
        """A command from JSON. Raises ValueError."""
        return REGISTRY.read_command(text)

    def write_command(self, command: Command) -> str:
        """A command as JSON, without what it leaves unsaid."""
        return REGISTRY.write_command(command)

    def read_events(self, text: str) -> Sequence[Event]:
        """Events from JSON."""
        return REGISTRY.read_events(text)

    def write_events(self, events: Sequence[Event]) -> str:
        """Events as JSON."""
        return REGISTRY.write_events(events)

    def read_state(self, text: str) -> Match:
        """A state from its snapshot. Raises ValueError when it is of another version."""
        shape, _, body = text.partition("\n")
        if shape != _shape():
            raise ValueError("a snapshot of another version")
        return decode(body, Match)

    def write_state(self, state: Match) -> str:
        """A state as a snapshot: a line that tells its version, then its JSON."""
        return f"{_shape()}\n{encode(state)}"
