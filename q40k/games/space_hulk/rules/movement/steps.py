"""Steps and turns of marines, stealers and blips, and what happens on the square they come to."""

from collections.abc import Iterator
from typing import Literal

from q40k.games.space_hulk.board import FACINGS, opposite, quarter_turns, turn_facing
from q40k.games.space_hulk.packs.boards import Cell, Facing
from q40k.games.space_hulk.rules import activation, questions
from q40k.games.space_hulk.rules.losses import kill_event
from q40k.games.space_hulk.rules.movement.objects import leave_behind, pick_up
from q40k.games.space_hulk.rules.movement.terrain import StepPath, find_step_path, is_within_one_fire, must_be_free
from q40k.games.space_hulk.rules.places import adjacent_marine, board, burning_squares, eyes_of, pieces_by_square
from q40k.games.space_hulk.rules.registry import Act, Event, Place, fold, rule
from q40k.games.space_hulk.rules.shooting.firing import take_free_shot
from q40k.games.space_hulk.rules.shooting.flames import is_immune
from q40k.games.space_hulk.rules.state import Blip, Marine, Match, Stealer
from q40k.kernel.commands import Name
from q40k.kernel.events import Live, Refusal, Rule

MARINE_COSTS = {"forward": 1, "backward": 2, "ladder": 2}
STEALER_COSTS = {"forward": 1, "backward": 2, "ladder": 1, "entering": 1}
FALLS = 1
"""The die result at which a marine falls off a ladder (SH-LADDER-4)."""
SURVIVES = 1
"""The only die result that survives the fire (SH-FIRE-3)."""

Turning = Facing | Literal["left", "right", "around"]


# -- events --------------------------------------------------------------------------------


class Moved(Event, tag="moved"):
    """A piece has moved one square; `at` and `facing` where places are kept."""

    who: str
    at: str | None
    facing: Facing | None = None
    how: str = "forward"


class Left(Event, tag="left"):
    """A figure has left the board by an exit, for good."""

    who: str
    by: str


@fold(Moved)
def _moved(state: Match, event: Moved) -> Match:
    changes: dict[str, object] = {"at": event.at}
    if event.who not in state.blips:
        changes["facing"] = event.facing
    if event.who not in state.marines:
        changes |= {"entry": None, "held": False}
    return state.with_piece(event.who, **changes)


@fold(Left)
def _left(state: Match, event: Left) -> Match:
    things = {
        id: item.replace(carrier=None, left_by=event.by) if item.carrier == event.who else item
        for id, item in state.things.items()
    }
    return state.with_piece(event.who, left_by=event.by, at=None).replace(things=things)


# -- turns ---------------------------------------------------------------------------------


class Turn(Act, tag="turn"):
    """Turn a figure to a `facing`, or left, right, around; `shoot` aims the free shot."""

    facing: Turning = "right"
    shoot: Name | None = None


class Turned(Event, tag="turned"):
    """A figure has turned; `facing` is None where places are not kept."""

    who: str
    facing: Facing | None
    quarters: int = 1


@fold(Turned)
def _turned(state: Match, event: Turned) -> Match:
    state = state.with_piece(event.who, facing=event.facing)
    stealer = state.stealers.get(event.who)
    return state if stealer is None else state.with_stealer(stealer.id, turns=stealer.turns + event.quarters)


def facing_after(turning: Turning, facing: Facing | None) -> tuple[Facing | None, int]:
    """Return the facing after a turn, and the number of quarter turns."""
    if turning in FACINGS:
        new_facing: Facing = turning
        return new_facing, 1 if facing is None else quarter_turns(facing, new_facing)
    quarters = 2 if turning == "around" else 1
    return (None if facing is None else turn_facing(facing, turning)), quarters  # type: ignore[arg-type] # no facing


def turn_cost(piece: Marine | Stealer, state: Match, quarters: int) -> int:
    """Return the cost of a turn.

    In the 1st edition a stealer's quarter turn is free. Every second one in a row completes a half
    turn and costs a point.

    Rule: SH-AP-5, SH-AP-6, SH-MOVE-3, SH1-AP-5, SH1-MOVE-3
    """
    edition = state.edition
    if isinstance(piece, Marine):
        if quarters == 2:
            if edition.half_turn is None:
                raise questions.forbid("SH-AP-6", "no-half-turn", who=piece.id)
            return edition.half_turn
        return 1
    if quarters == 2 or edition.alien_turn:
        return 1
    return piece.turns % 2


@rule(Turn)
def turn(live: Live[Match], command: Turn) -> Rule[None]:
    """Turn a figure, with a free shot where the edition allows one.

    Rule: SH-AP-5, SH-AP-6, SH-MOVE-2, SH-ENTRY-2, SH1-AP-5, SH1-AP-6
    """
    piece = questions.find_piece(live.state, command.who)
    if isinstance(piece, Blip):
        raise questions.forbid("SH-BOARD-2", "no-facing", who=piece.id)
    questions.must_be_on_board(piece)
    facing, quarters = facing_after(command.facing, piece.position.facing)
    if quarters == 0:
        raise questions.forbid("SH-AP-5", "faces-so", who=piece.id)
    cost = turn_cost(piece, live.state, quarters)
    if isinstance(piece, Stealer):
        if command.shoot is not None:
            raise questions.forbid("SH-MELEE-1", "aliens-shoot-not", who=piece.id)
        yield from activation.begin_alien_action(live, command, cost)
        yield Turned(who=piece.id, facing=facing, quarters=quarters)
        yield activation.AlienActed(who=piece.id, turned=True)
        return
    if command.shoot is not None and not live.state.edition.moved_shot_turn:
        raise questions.forbid("SH1-AP-6", "no-shot-with-turn", who=piece.id)
    yield from activation.begin_marine_action(live, command, cost, keeps=("aim",) if command.shoot else ())
    yield Turned(who=piece.id, facing=facing, quarters=quarters)
    yield from take_free_shot(live, piece.id, command.shoot)


# -- ladders -------------------------------------------------------------------------------


class Climbed(Event, tag="climbed"):
    """A marine has come to the top of a ladder and rolled this die; `fell` says whether he fell."""

    who: str
    die: int
    fell: bool
    at: str | None = None


@fold(Climbed)
def _climbed(state: Match, event: Climbed) -> Match:
    if not event.fell:
        return state
    changes: dict[str, object] = {"ap": 0}
    if event.at is not None:
        changes["at"] = event.at
    return state.with_marine(event.who, **changes)


def climb(live: Live[Match], who: str, top: Cell | None) -> Rule[bool]:
    """Roll for a marine who has come to a top; return whether he fell. A piece at the foot dies.

    Rule: SH-LADDER-4, SH-LADDER-5, SH-LADDER-6
    """
    die = yield from questions.roll_one("marine", "ladder", "SH-LADDER-4", who=who)
    ground = board(live.state)
    foot = None if ground is None or top is None else ground.ladders.get(top)
    fell = die == FALLS
    below = pieces_by_square(live.state).get(foot) if fell and foot is not None else None
    if below is not None:
        yield kill_event(live.state, below, "fall")
    at = ground.name(foot) if ground is not None and foot is not None and fell else None
    yield Climbed(who=who, die=die, fell=fell, at=at)
    return fell


# -- fire ----------------------------------------------------------------------------------


def enters_fire(state: Match, path: StepPath) -> bool:
    """Return whether a step goes from one burning square to the next and needs a die roll.

    Rule: SH-FIRE-3, SH1-FIRE-3
    """
    ground = board(state)
    return (
        not state.edition.burnt_survive
        and ground is not None
        and path.end is not None
        and path.end in burning_squares(state)
        and is_within_one_fire(state, ground, path)
    )


def march_on(live: Live[Match], who: str) -> Rule[None]:
    """Roll for a piece that marches through the fire; the Alpha does not burn.

    Rule: SH-FIRE-3, SH-ALPHA-4, SH-ALPHA-6
    """
    if is_immune(live.state, who):
        return
    die = yield from questions.roll_one(questions.side_of(live.state.piece(who)), "fire", "SH-FIRE-3", who=who)
    if die > SURVIVES:
        yield kill_event(live.state, who, "fire")


# -- blips ---------------------------------------------------------------------------------


class BlipStepped(Event, tag="blip-stepped-into-sight"):
    """A blip was moved into sight by mistake: it goes back, and its turn is over."""

    who: str
    seen_by: str


@fold(BlipStepped)
def _stepped(state: Match, event: BlipStepped) -> Match:
    return state.with_blip(event.who, ap=0).replace(active=None)


def step_blip(live: Live[Match], command: Act, path: StepPath) -> Rule[None]:
    """Move a blip one square; a step into sight is taken back and ends its turn.

    Rule: SH-BLIP-4, SH-BLIP-5, SH-BLIP-8, SH-ENTRY-2, SH-ENTRY-7, SH-ENTRY-8
    """
    who = questions.find_alien(live.state, command.who).id
    if path.exit is not None:
        yield from questions.refuse("SH-ENTRY-8", "aliens-stay", who=who)
    if path.kind == "ladder":
        questions.must_be_in_edition(live.state, "ladder")
    yield from must_be_free(live.state, who, path)
    yield from must_fit_blip(live.state, who, path)
    yield from activation.begin_alien_action(live, command, 1)
    seer = find_seer_of_step(live.state, path)
    if seer:
        yield BlipStepped(who=who, seen_by=seer)
        return
    ground = board(live.state)
    name = None if ground is None or path.end is None else ground.name(path.end)
    into_fire = enters_fire(live.state, path)
    yield Moved(who=who, at=name, how=path.kind)
    if into_fire:
        yield from march_on(live, who)


def must_fit_blip(state: Match, who: str, path: StepPath) -> Iterator[Refusal]:
    """Refuse a square beside a marine, or with an object.

    Rule: SH-BLIP-6, SH-BLIP-7
    """
    ground = board(state)
    if ground is None or path.end is None:
        return
    marine = adjacent_marine(state, path.end)
    if marine is not None:
        yield questions.doubt("SH-BLIP-6", "beside-marine", who=who, marine=marine.id)
    name = ground.name(path.end)
    for item in state.things.values():
        if item.at == name:
            yield questions.doubt("SH-BLIP-7", "object-there", who=who, object=item.id)


def find_seer_of_step(state: Match, path: StepPath) -> str:
    """Return a marine who would see a blip make this step; "" for nobody.

    Rule: SH-BLIP-5
    """
    if board(state) is None or path.end is None:
        return ""
    left = {path.start} if path.start is not None else set()
    seers = eyes_of(state).with_squares(clear=left).seers(path.end)
    return seers[0].id if seers else ""


# -- figures -------------------------------------------------------------------------------


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
    piece = questions.find_piece(live.state, command.who)
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
        raise questions.forbid("SH-MOVE-3", "marines-turn-apart", who=marine.id)
    path = find_step_path(live.state, marine.id, command.to, command.dir, marine.position.facing)
    if path.kind == "ladder" or path.top:
        questions.must_be_in_edition(live.state, "ladder")
    if path.kind == "sideways":
        raise questions.forbid("SH-MOVE-2", "no-side-step", who=marine.id)
    yield from must_be_free(live.state, marine.id, path)
    cost = step_cost(live.state, marine, path)
    yield from activation.begin_marine_action(live, command, cost, keeps=("aim",) if command.shoot else ())
    fell = yield from _arrive(live, command, marine.id, path, marine.position.facing)
    if not fell and live.state.marines[marine.id].present:
        yield from take_free_shot(live, marine.id, command.shoot)


def _step_stealer(live: Live[Match], command: Step, stealer: Stealer) -> Rule[None]:
    """Move a stealer, with the quarter turn that belongs to its step.

    Rule: SH-AP-5, SH-MOVE-3, SH-ENTRY-2, SH-ENTRY-8, SH1-AP-5, SH1-ENTRY-8
    """
    if command.shoot is not None:
        raise questions.forbid("SH-MELEE-1", "aliens-shoot-not", who=stealer.id)
    facing = stealer.position.facing
    if stealer.lurking.entry is not None:
        facing = _entry_facing(live.state, stealer.lurking.entry)
    first, after = _quarter_turn(live.state, command, stealer.id)
    if first is not None:
        facing = _turn_quarter(first, facing, stealer.id)
    path = find_step_path(live.state, stealer.id, command.to, command.dir, facing)
    if path.kind == "ladder":
        questions.must_be_in_edition(live.state, "ladder")
    if path.exit is not None:
        yield from questions.refuse("SH-ENTRY-8", "aliens-stay", who=stealer.id)
    yield from must_be_free(live.state, stealer.id, path)
    yield from activation.begin_alien_action(live, command, step_cost(live.state, stealer, path))
    yield from _arrive(live, command, stealer.id, path, facing)
    if after is not None and live.state.stealers[stealer.id].present:
        facing = _turn_quarter(after, facing, stealer.id)
    current = live.state.stealers[stealer.id]
    if current.present and facing != current.position.facing:
        yield Turned(who=stealer.id, facing=facing)
    yield from activation.record_alien_action(live, stealer.id)


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
        raise questions.forbid("SH1-MOVE-3", "turns-apart", who=who)
    if first is not None and after is not None:
        raise questions.forbid("SH-MOVE-3", "one-free-turn", who=who)
    return first, after


def _turn_quarter(turning: Turning, facing: Facing | None, who: str) -> Facing | None:
    """Return the facing after the free turn, a quarter at most. Raises Refused.

    Rule: SH-MOVE-3
    """
    new_facing, quarters = facing_after(turning, facing)
    if quarters > 1:
        raise questions.forbid("SH-MOVE-3", "quarter-only", who=who)
    return new_facing


def _arrive(live: Live[Match], command: Step, who: str, path: StepPath, facing: Facing | None) -> Rule[bool]:
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
