"""What follows a command of Quake 40K, in order."""

from q40k.games.quake.rules import clock, ending, flags, objectives
from q40k.games.quake.rules.objectives import victory
from q40k.games.quake.rules.respawn import settle_command
from q40k.games.quake.rules.turn import carry_on
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.questions import must_be_in_stage
from q40k.games.quake.state.registry import REGISTRY, Command
from q40k.kernel.events import Live, Rule
from q40k.kernel.registry import load

load(objectives.__name__)  # each registers what follows any command


def carry_out(live: Live[Match], command: Command) -> Rule[None]:
    """Carry a command out, then settle the dead, bring flags home, test for a win, pass on, mind the clock."""
    before = live.state
    if before.clock is not None:
        yield from clock.read_clock(live, command.clock)
    must_be_in_stage(before, getattr(command, "stage", "always"))  # every game has some commands
    yield from REGISTRY.carry_out(live, command)
    yield from settle_command(live, before)
    yield from flags.bring_flags_home(live, before)
    yield from victory.check(live, before)
    yield from carry_on(live, before, of=getattr(command, "player", None))
    if live.state.clock is not None:
        yield from ending.end_by_the_clock(live, before)
