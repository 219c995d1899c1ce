"""Steps: of marines, stealers and blips, with what they meet on the square they come to."""

from __future__ import annotations

from q40k.games.space_hulk.board.facings import opposite
from q40k.games.space_hulk.packs.boards import Facing
from q40k.games.space_hulk.rules.aliens.stepping import blip_steps
from q40k.games.space_hulk.rules.command import Act, Place
from q40k.games.space_hulk.rules.movement.ladders import climb
from q40k.games.space_hulk.rules.movement.moved import Left, Moved
from q40k.games.space_hulk.rules.movement.objects import leave_behind, pick_up
from q40k.games.space_hulk.rules.movement.through_fire import enters_fire, march_on
from q40k.games.space_hulk.rules.movement.turning import Turned, Turning, facing_after
from q40k.games.space_hulk.rules.movement.ways import (
    Way,
    must_be_free,
    way,
)
from q40k.games.space_hulk.rules.paying import alien_acted, alien_acts, marine_acts
from q40k.games.space_hulk.rules.places import board
from q40k.games.space_hulk.rules.questions import find, forbid, must_know, refuse
from q40k.games.space_hulk.rules.registry import command, rule
from q40k.games.space_hulk.rules.shooting.free_shot import free_shot
from q40k.games.space_hulk.rules.state import Blip, Marine, Match, Stealer
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule
from q40k.packs.said import Name

MARINE_COSTS = {"forward": 1, "backward": 2, "ladder": 2}
STEALER_COSTS = {"forward": 1, "backward": 2, "ladder": 1, "entering": 1}


@command
class Step(Act, tag="step"):
    """A piece moves one square: `to` a square, an exit or along a ladder, or in a direction `dir`.

    Where no places are kept `dir` may be an exit, or the `top` of a ladder, too.

    A stealer may `turn` a quarter with it, with `turn_first` before the step. `shoot` is the target
    of a marine's free shot, `leave` an object it leaves behind there, `take` one that it picks up
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
    """A piece moves one square.

    Rule: SH-MOVE-1, SH-AP-4, SH-BLIP-4
    """
    piece = find(live.state, command.who)
    if isinstance(piece, Blip):
        found = way(live.state, piece.id, command.to, command.dir, "N")
        yield from blip_steps(live, command, found)
    elif isinstance(piece, Stealer):
        yield from _stealer(live, command, piece)
    else:
        yield from _marine(live, command, piece)


def _marine(live: Live[Match], command: Step, marine: Marine) -> Rule[None]:
    """A marine's step: never sideways; a free shot follows it.

    Rule: SH-AP-5, SH-AP-8, SH-MOVE-2, SH-LADDER-3, SH-SHOOT-3
    """
    if command.turn is not None or command.turn_first:
        raise forbid("SH-MOVE-3", "marines-turn-apart", who=marine.id)
    found = way(live.state, marine.id, command.to, command.dir, marine.position.facing)
    if found.kind == "ladder" or found.top:
        must_know(live.state, "ladder")
    if found.kind == "sideways":
        raise forbid("SH-MOVE-2", "no-side-step", who=marine.id)
    yield from must_be_free(live.state, marine.id, found)
    cost = step_cost(live.state, marine, found)
    yield from marine_acts(live, command, cost, keeps=("aim",) if command.shoot else ())
    fell = yield from _arrive(live, command, marine.id, found, marine.position.facing)
    if not fell and found.exit is None and live.state.marines[marine.id].present:
        yield from free_shot(live, marine.id, command.shoot)


def _stealer(live: Live[Match], command: Step, stealer: Stealer) -> Rule[None]:
    """A stealer's step, with the quarter turn that belongs to it.

    Rule: SH-AP-5, SH-MOVE-3, SH-ENTRY-2, SH-ENTRY-8, SH1-AP-5, SH1-ENTRY-8
    """
    if command.shoot is not None:
        raise forbid("SH-MELEE-1", "aliens-shoot-not", who=stealer.id)
    facing = stealer.position.facing
    if stealer.lurking.entry is not None:
        facing = _inwards(live.state, stealer.lurking.entry)
    first, after = _quarter_turn(live.state, command, stealer.id)
    if first is not None:
        facing = _turn_to(first, facing, stealer.id)
    found = way(live.state, stealer.id, command.to, command.dir, facing)
    if found.kind == "ladder":
        must_know(live.state, "ladder")
    if found.exit is not None:
        yield from refuse("SH-ENTRY-8", "aliens-stay", who=stealer.id)
    yield from must_be_free(live.state, stealer.id, found)
    yield from alien_acts(live, command, step_cost(live.state, stealer, found))
    yield from _arrive(live, command, stealer.id, found, facing)
    if after is not None and live.state.stealers[stealer.id].present:
        facing = _turn_to(after, facing, stealer.id)
    now = live.state.stealers[stealer.id]
    if now.present and facing != now.position.facing:
        yield Turned(who=stealer.id, facing=facing)
    yield from alien_acted(live, stealer.id)


def _inwards(state: Match, entry: str) -> Facing | None:
    """How a stealer looks that waits at an entry: straight in.

    Rule: SH-ENTRY-2, SH-ENTRY-6
    """
    ground = board(state)
    return opposite(ground.entries[entry].side) if ground and entry in ground.entries else None


def step_cost(state: Match, piece: Marine | Stealer | Blip, found: Way) -> int:
    """What a step costs; a marine’s step aside is none, and costs nothing here.

    Rule: SH-AP-5, SH-LADDER-3, SH-BLIP-4, SH1-AP-5
    """
    if isinstance(piece, Marine):
        return MARINE_COSTS.get(found.kind, 0)
    if isinstance(piece, Blip):
        return 1
    return state.edition.alien_side if found.kind == "sideways" else STEALER_COSTS[found.kind]


def _quarter_turn(state: Match, command: Step, who: str) -> tuple[Turning | None, Turning | None]:
    """The quarter turn before a stealer's step, and that after it: one at most."""
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


def _turn_to(said: Turning, facing: Facing | None, who: str) -> Facing | None:
    """The facing after the free turn: a quarter and no more.

    Rule: SH-MOVE-3
    """
    wanted, quarters = facing_after(said, facing)
    if quarters > 1:
        raise forbid("SH-MOVE-3", "quarter-only", who=who)
    return wanted


def _arrive(
    live: Live[Match], command: Step, who: str, found: Way, facing: Facing | None
) -> Rule[bool]:
    """A figure comes to a square, or leaves the board; returns whether it fell.

    Rule: SH-MOVE-6, SH-OBJECT-1, SH-OBJECT-2, SH-LADDER-4
    """
    ground = board(live.state)
    into_fire = enters_fire(live.state, found)
    if found.exit is not None:
        yield Left(who=who, by=found.exit)
        return False
    name = None if ground is None or found.end is None else ground.name(found.end)
    yield Moved(who=who, at=name, facing=facing, how=found.kind)
    yield from pick_up(live, who, command.take)
    yield from leave_behind(live, who, command.leave)
    if into_fire:
        yield from march_on(live, who)
    piece = live.state.piece(who)
    if found.top and isinstance(piece, Marine) and piece.present:
        return (yield from climb(live, who, found.end))
    return False
