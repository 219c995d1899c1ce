"""What follows a command of Space Hulk, in order."""

from q40k.games.space_hulk.rules import ending, losses, reactions, turn
from q40k.games.space_hulk.state.librarian import Power
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.registry import REGISTRY, Act, Command
from q40k.games.space_hulk.state.turn import is_time_up
from q40k.kernel.events import Live, Rule
from q40k.tabletop.rules import read_clock


def carry_out(live: Live[Match], command: Command) -> Rule[None]:
    """Carry out a command, then settle what follows automatically.

    Rule: SH-TIMER-3, SH-TIMER-5, SH-LIB-5, SH-BLIP-9
    """
    yield from read_clock(live.state.timer.gone, command.clock)
    late = command.clock is not None and is_time_up(live.state)
    timed = isinstance(command, Act | Power)
    if late and timed and not (yield from turn.ask_if_begun(live)):
        return
    before, finishing = live.state, live.state.play.finishing
    yield from REGISTRY.carry_out(live, command)
    yield from reactions.settle(live)
    yield from losses.ask_values_of_dead_blips(live, before)
    yield from ending.check_at_once(live)
    play = live.state.play
    if finishing and play.finishing and timed:
        yield from turn.end_marine_turn(live)
