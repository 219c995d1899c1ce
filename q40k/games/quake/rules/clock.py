"""The table's clock: a limit for the match and for each champion's part.

The rules know no time. Whoever hands over a command says what the clock showed, in seconds of
play; it is journaled with the command, so that an undo gives the time back.
"""

from __future__ import annotations

from q40k.games.quake.rules import commands as c
from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.questions import forbid, must_be_open
from q40k.games.quake.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule


def set_clock(live: Live[Match], command: c.SetClock) -> Rule[None]:
    """Play by the clock, pause it, let it go on, or take it away.

    Rule: TABLE-7
    """
    must_be_open(live.state)
    if command.off:
        if live.state.clock is None:
            raise forbid("TABLE-7", "no-clock")
        yield e.ClockTakenAway()
    elif command.pause is not None:
        if live.state.clock is None:
            raise forbid("TABLE-7", "no-clock")
        yield e.ClockHeld(paused=command.pause)
    elif command.minutes is None and command.seconds is None:
        raise forbid("TABLE-7", "clock-without-limit")
    else:
        limit = None if command.minutes is None else 60 * command.minutes
        yield e.ClockSet(limit=limit, each=command.seconds)


def read(live: Live[Match], gone: float | None) -> Rule[None]:
    """Note what the clock showed when the command was given; it never goes back by itself.

    Rule: TABLE-7
    """
    clock = live.state.clock
    if clock is not None and gone is not None and gone > clock.gone:
        yield e.ClockRead(gone=gone)


def time_is_up(state: Match) -> bool:
    """Whether the match's time is over (TABLE-7)."""
    clock = state.clock
    return clock is not None and clock.limit is not None and clock.gone >= clock.limit
