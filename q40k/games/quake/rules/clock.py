"""The table's clock: set, pause and take it away."""

from q40k.games.quake.state.clock import ClockHeld, ClockSet, ClockTakenAway, SetClock
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.registry import rule
from q40k.kernel.events import Live, Rule
from q40k.tabletop import rules as table
from q40k.tabletop.asking import forbid


@rule(SetClock)
def set_clock(live: Live[Match], command: SetClock) -> Rule[None]:
    """Play by the clock, pause it, let it go on, or take it away.

    Rule: TABLE-7
    """
    if command.off:
        if live.state.clock is None:
            raise forbid("TABLE-7", "no-clock")
        yield ClockTakenAway()
    elif command.pause is not None:
        if live.state.clock is None:
            raise forbid("TABLE-7", "no-clock")
        yield ClockHeld(paused=command.pause)
    elif command.minutes is None and command.seconds is None:
        raise forbid("TABLE-7", "clock-without-limit")
    else:
        limit = None if command.minutes is None else 60 * command.minutes
        yield ClockSet(limit=limit, each=command.seconds)


def read_clock(live: Live[Match], reading: float | None) -> Rule[None]:
    """Note what the clock showed at a command; an earlier reading is ignored.

    Rule: TABLE-7
    """
    if live.state.clock is not None:
        yield from table.read_clock(live.state.clock.gone, reading)
