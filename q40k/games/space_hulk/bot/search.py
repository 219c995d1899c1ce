"""A search of one marine turn: what each marine could still do, weighed by the aliens' reply to it."""

from q40k.games.space_hulk.board import direction, quarter_turns
from q40k.games.space_hulk.bot.attacks import attacks, fires
from q40k.games.space_hulk.bot.marine_turn import ENOUGH, FEW, MarineTurn, Plan
from q40k.games.space_hulk.bot.moves import moves
from q40k.games.space_hulk.state import melee, registry
from q40k.games.space_hulk.state.match import Marine
from q40k.games.space_hulk.state.movement.steps import Step
from q40k.games.space_hulk.state.shooting.firing import OVERWATCH_AP, RELOAD_AP, Overwatch, Reload
from q40k.games.space_hulk.state.shooting.flames import Flame


def plans(turn: MarineTurn, marine: Marine) -> list[Plan]:
    """Return what a marine may do, the best first, each command once; nothing that is no better than to wait."""
    post = turn.posts.get(marine.id)
    if post is None:
        return []
    idle = post.replace(watches=marine.stance.overwatch, guards=marine.stance.guard)
    base = turn.value((idle,)) + turn.outlook(idle, turn.ground) + turn.aims.progress(marine, (post.here, post.facing))
    candidates = [*attacks(turn, marine, idle), *moves(turn, marine, idle), *fires(turn, marine, idle)]
    better = [plan for plan in candidates if plan.value > base + ENOUGH]
    better.sort(key=lambda plan: (-plan.value, plan.order))
    best: dict[registry.Command, Plan] = {}
    for plan in better:
        best.setdefault(plan.command, plan)
    return [plan.replace(command=_pay(turn, marine, plan.command)) for plan in list(best.values())[:FEW]]


def _pay(turn: MarineTurn, marine: Marine, command: registry.Command) -> registry.Command:
    """Return a command with the command points that it takes beside action points."""
    if not isinstance(command, registry.Act):
        return command
    ap, _points = turn.budget(marine)
    missing = max(0, _cost_of(turn, marine, command) - ap)
    return command.replace(cp=missing) if missing else command


def _cost_of(turn: MarineTurn, marine: Marine, command: registry.Act) -> int:
    """Return what a command costs a marine."""
    if isinstance(command, Overwatch | melee.Guard | Flame):
        return OVERWATCH_AP
    if isinstance(command, Reload):
        return RELOAD_AP
    if isinstance(command, Step):
        here, facing = turn.posts[marine.id].here, turn.posts[marine.id].facing
        if command.to in turn.board.exits:
            return 1 if quarter_turns(facing, turn.board.exits[command.to].side) == 0 else 2
        there = turn.board.cell(command.to or "")
        assert there is not None
        if turn.board.ladders.get(here) == there:
            return 2
        return 1 if direction(facing, there[1] - here[1], there[2] - here[2]) == "forward" else 2
    return 1
