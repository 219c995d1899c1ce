"""Steps of marines, stealers and blips, and what happens on the square they come to."""

from __future__ import annotations

from q40k.games.space_hulk.board.facings import opposite
from q40k.games.space_hulk.packs.boards import Facing
from q40k.games.space_hulk.rules.aliens.stepping import step_blip
from q40k.games.space_hulk.rules.command import Act, Place
from q40k.games.space_hulk.rules.movement.ladders import climb
from q40k.games.space_hulk.rules.movement.moved import Left, Moved
from q40k.games.space_hulk.rules.movement.objects import leave_behind, pick_up
from q40k.games.space_hulk.rules.movement.through_fire import enters_fire, march_on
from q40k.games.space_hulk.rules.movement.turning import Turned, Turning, facing_after
from q40k.games.space_hulk.rules.movement.ways import (
    StepPath,
    find_step_path,
    must_be_free,
)
from q40k.games.space_hulk.rules.paying import (
    begin_alien_action,
    begin_marine_action,
    record_alien_action,
)
from q40k.games.space_hulk.rules.places import board
from q40k.games.space_hulk.rules.questions import find_piece, forbid, must_be_in_edition, refuse
from q40k.games.space_hulk.rules.registry import command, rule
from q40k.games.space_hulk.rules.shooting.free_shot import take_free_shot
from q40k.games.space_hulk.rules.state import Blip, Marine, Match, Stealer
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule
from q40k.packs.said import Name

MARINE_COSTS = {"forward": 1, "backward": 2, "ladder": 2}
STEALER_COSTS = {"forward": 1, "backward": 2, "ladder": 1, "entering": 1}


@command
class Step(Act, tag="step"):
    """Move a piece one square: `to` a square, an exit or along a ladder, or in a direction `dir`.

    Where no places are kept, `dir` may also be an exit, or the `top` of a ladder.

    A stealer may `turn` a quarter with it, with `turn_first` before the step. `shoot` is the target
    of a marine's free shot. `leave` is an object to leave behind there; `take` is one to pick up
    where no places are kept.
    """

    to: Place | None = None
    dir: str | None = None
    turn: Turning | None = None
    turn_first: bool | Turning = False
    shoot: Name | None = None
    leave: Place | None = None
    take: Place | None = None


@rule(Step)
def step(live: Live[Match], command: Step) -> Rule[None]:
    """Move a piece one square.

    Rule: SH-MOVE-1, SH-AP-4, SH-BLIP-4
    """
    piece = find_piece(live.state, command.who)
    if isinstance(piece, Blip):
        path = find_step_path(live.state, piece.id, command.to, command.dir, "N")
        yield from step_blip(live, command, path)
    elif isinstance(piece, Stealer):
        yield from _step_stealer(live, command, piece)
    else:
        yield from _step_marine(live, command, piece)


def _step_marine(live: Live[Match], command: Step, marine: Marine) -> Rule[None]:
    """Move a marine, never sideways; a free shot follows.

    Rule: SH-AP-5, SH-AP-8, SH-MOVE-2, SH-LADDER-3, SH-SHOOT-3
    """
    if command.turn is not None or command.turn_first:
        raise forbid("SH-MOVE-3", "marines-turn-apart", who=marine.id)
    path = find_step_path(live.state, marine.id, command.to, command.dir, marine.position.facing)
    if path.kind == "ladder" or path.top:
        must_be_in_edition(live.state, "ladder")
    if path.kind == "sideways":
        raise forbid("SH-MOVE-2", "no-side-step", who=marine.id)
    yield from must_be_free(live.state, marine.id, path)
    cost = step_cost(live.state, marine, path)
    yield from begin_marine_action(live, command, cost, keeps=("aim",) if command.shoot else ())
    fell = yield from _arrive(live, command, marine.id, path, marine.position.facing)
    if not fell and path.exit is None and live.state.marines[marine.id].present:
        yield from take_free_shot(live, marine.id, command.shoot)


def _step_stealer(live: Live[Match], command: Step, stealer: Stealer) -> Rule[None]:
    """Move a stealer, with the quarter turn that belongs to its step.

    Rule: SH-AP-5, SH-MOVE-3, SH-ENTRY-2, SH-ENTRY-8, SH1-AP-5, SH1-ENTRY-8
    """
    if command.shoot is not None:
        raise forbid("SH-MELEE-1", "aliens-shoot-not", who=stealer.id)
    facing = stealer.position.facing
    if stealer.lurking.entry is not None:
        facing = _entry_facing(live.state, stealer.lurking.entry)
    first, after = _quarter_turn(live.state, command, stealer.id)
    if first is not None:
        facing = _turn_quarter(first, facing, stealer.id)
    path = find_step_path(live.state, stealer.id, command.to, command.dir, facing)
    if path.kind == "ladder":
        must_be_in_edition(live.state, "ladder")
    if path.exit is not None:
        yield from refuse("SH-ENTRY-8", "aliens-stay", who=stealer.id)
    yield from must_be_free(live.state, stealer.id, path)
    yield from begin_alien_action(live, command, step_cost(live.state, stealer, path))
    yield from _arrive(live, command, stealer.id, path, facing)
    if after is not None and live.state.stealers[stealer.id].present:
        facing = _turn_quarter(after, facing, stealer.id)
    current = live.state.stealers[stealer.id]
    if current.present and facing != current.position.facing:
        yield Turned(who=stealer.id, facing=facing)
    yield from record_alien_action(live, stealer.id)


def _entry_facing(state: Match, entry: str) -> Facing | None:
    """Return the facing of a stealer that waits at an entry: straight in.

    Rule: SH-ENTRY-2, SH-ENTRY-6
    """
    ground = board(state)
    return opposite(ground.entries[entry].side) if ground and entry in ground.entries else None


def step_cost(state: Match, piece: Marine | Stealer | Blip, path: StepPath) -> int:
    """Return the cost of a step; 0 for a marine's sideways step, which is refused elsewhere.

    Rule: SH-AP-5, SH-LADDER-3, SH-BLIP-4, SH1-AP-5
    """
    if isinstance(piece, Marine):
        return MARINE_COSTS.get(path.kind, 0)
    if isinstance(piece, Blip):
        return 1
    return state.edition.alien_side if path.kind == "sideways" else STEALER_COSTS[path.kind]


def _quarter_turn(state: Match, command: Step, who: str) -> tuple[Turning | None, Turning | None]:
    """Return the quarter turn before a stealer's step, and the one after it: one at most."""
    first: Turning | None = None
    after: Turning | None = command.turn
    if command.turn_first is True:
        first, after = command.turn, None
    elif command.turn_first is not False:
        first = command.turn_first
    if (first or after) and not state.edition.turn_in_step:
        raise forbid("SH1-MOVE-3", "turns-apart", who=who)
    if first is not None and after is not None:
        raise forbid("SH-MOVE-3", "one-free-turn", who=who)
    return first, after


def _turn_quarter(turning: Turning, facing: Facing | None, who: str) -> Facing | None:
    """Return the facing after the free turn, a quarter at most. Raises Refused.

    Rule: SH-MOVE-3
    """
    new_facing, quarters = facing_after(turning, facing)
    if quarters > 1:
        raise forbid("SH-MOVE-3", "quarter-only", who=who)
    return new_facing


def _arrive(
    live: Live[Match], command: Step, who: str, path: StepPath, facing: Facing | None
) -> Rule[bool]:
    """Bring a figure to a square, or off the board; return whether it fell.

    Rule: SH-MOVE-6, SH-OBJECT-1, SH-OBJECT-2, SH-LADDER-4
    """
    ground = board(live.state)
    into_fire = enters_fire(live.state, path)
    if path.exit is not None:
        yield Left(who=who, by=path.exit)
        return False
    name = None if ground is None or path.end is None else ground.name(path.end)
    yield Moved(who=who, at=name, facing=facing, how=path.kind)
    yield from pick_up(live, who, command.take)
    yield from leave_behind(live, who, command.leave)
    if into_fire:
        yield from march_on(live, who)
    piece = live.state.piece(who)
    if path.top and isinstance(piece, Marine) and piece.present:
        return (yield from climb(live, who, path.end))
    return False
