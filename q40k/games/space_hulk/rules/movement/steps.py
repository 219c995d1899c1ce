"""Step and turn marines, stealers and blips, and apply what happens on the square they come to."""

from q40k.games.space_hulk.board import FACINGS, opposite, quarter_turns, turn_facing
from q40k.games.space_hulk.packs.boards import Cell, Facing
from q40k.games.space_hulk.rules.activation import begin_alien_action, begin_marine_action, record_alien_action
from q40k.games.space_hulk.rules.movement.objects import leave_behind, pick_up
from q40k.games.space_hulk.rules.shooting.firing import take_free_shot
from q40k.games.space_hulk.state import activation, questions
from q40k.games.space_hulk.state.losses import kill_event
from q40k.games.space_hulk.state.match import Blip, Marine, Match, Stealer
from q40k.games.space_hulk.state.movement import steps
from q40k.games.space_hulk.state.movement.terrain import StepPath, find_step_path, is_within_one_fire, must_be_free
from q40k.games.space_hulk.state.places import board, burning_squares, pieces_by_square, square_name
from q40k.games.space_hulk.state.registry import Act, rule
from q40k.games.space_hulk.state.shooting.flames import is_immune
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import forbid, refuse, roll_one

FALLS = 1
"""The die result at which a marine falls off a ladder (SH-LADDER-4)."""


SURVIVES = 1
"""The only die result that survives the fire (SH-FIRE-3)."""


def facing_after(turning: steps.Turning, facing: Facing | None) -> tuple[Facing | None, int]:
    """Return the facing after a turn, and the number of quarter turns."""
    if turning in FACINGS:
        new_facing: Facing = turning
        return new_facing, 1 if facing is None else quarter_turns(facing, new_facing)
    quarters = 2 if turning == "around" else 1
    return (None if facing is None else turn_facing(facing, turning)), quarters  # type: ignore[arg-type] # no facing


@rule(steps.Turn)
def turn(live: Live[Match], command: steps.Turn) -> Rule[None]:
    """Turn a figure, with a free shot where the edition allows one.

    Rule: SH-AP-5, SH-AP-6, SH-MOVE-2, SH-ENTRY-2, SH1-AP-5, SH1-AP-6
    """
    piece = questions.find_piece(live.state, command.who)
    if isinstance(piece, Blip):
        raise forbid("SH-BOARD-2", "no-facing", who=piece.id)
    questions.must_be_on_board(piece)
    facing, quarters = facing_after(command.facing, piece.position.facing)
    if quarters == 0:
        raise forbid("SH-AP-5", "faces-so", who=piece.id)
    cost = steps.turn_cost(piece, live.state, quarters)
    if isinstance(piece, Stealer):
        if command.shoot is not None:
            raise forbid("SH-MELEE-1", "aliens-shoot-not", who=piece.id)
        yield from begin_alien_action(live, command, cost)
        yield steps.Turned(who=piece.id, facing=facing, quarters=quarters)
        yield activation.AlienActed(who=piece.id, turned=True)
        return
    if command.shoot is not None and not live.state.edition.moved_shot_turn:
        raise forbid("SH1-AP-6", "no-shot-with-turn", who=piece.id)
    yield from begin_marine_action(live, command, cost, keeps=("aim",) if command.shoot else ())
    yield steps.Turned(who=piece.id, facing=facing, quarters=quarters)
    yield from take_free_shot(live, piece.id, command.shoot)


def climb(live: Live[Match], who: str, top: Cell | None) -> Rule[bool]:
    """Roll for a marine who has come to a top; return whether he fell. A piece at the foot dies.

    Who falls into the fire rolls for it, as for any burning square entered.

    Rule: SH-LADDER-4, SH-LADDER-5, SH-LADDER-6, SH-FIRE-3
    """
    die = yield from roll_one("marine", "ladder", "SH-LADDER-4", who=who)
    ground = board(live.state)
    foot = None if ground is None or top is None else ground.ladders.get(top)
    fell = die == FALLS
    below = pieces_by_square(live.state).get(foot) if fell and foot is not None else None
    if below is not None:
        yield kill_event(live.state, below, "fall")
    yield steps.Climbed(who=who, die=die, fell=fell, at=square_name(live.state, foot) if fell else None)
    if fell and foot in burning_squares(live.state):
        yield from march_on(live, who)
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
    die = yield from roll_one(questions.side_of(live.state.piece(who)), "fire", "SH-FIRE-3", who=who)
    if die > SURVIVES:
        yield kill_event(live.state, who, "fire")


def step_blip(live: Live[Match], command: Act, path: StepPath) -> Rule[None]:
    """Move a blip one square; a step into sight is taken back and ends its turn.

    Rule: SH-BLIP-4, SH-BLIP-5, SH-BLIP-8, SH-ENTRY-2, SH-ENTRY-7, SH-ENTRY-8
    """
    who = questions.find_alien(live.state, command.who).id
    if path.exit is not None:
        yield from refuse("SH-ENTRY-8", "aliens-stay", who=who)
    if path.kind == "ladder":
        questions.must_be_in_edition(live.state, "ladder")
    yield from must_be_free(live.state, who, path)
    yield from steps.must_fit_blip(live.state, who, path)
    yield from begin_alien_action(live, command, 1)
    seer = steps.find_seer_of_step(live.state, path)
    if seer:
        yield steps.BlipStepped(who=who, seen_by=seer)
        return
    into_fire = enters_fire(live.state, path)
    yield steps.Moved(who=who, at=square_name(live.state, path.end), how=path.kind)
    if into_fire:
        yield from march_on(live, who)


@rule(steps.Step)
def step(live: Live[Match], command: steps.Step) -> Rule[None]:
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


def _step_marine(live: Live[Match], command: steps.Step, marine: Marine) -> Rule[None]:
    """Move a marine, never sideways; a free shot follows.

    Rule: SH-AP-5, SH-AP-8, SH-MOVE-2, SH-LADDER-3, SH-SHOOT-3
    """
    if command.turn is not None or command.turn_first:
        raise forbid("SH-MOVE-3", "marines-turn-apart", who=marine.id)
    path = find_step_path(live.state, marine.id, command.to, command.dir, marine.position.facing)
    if path.kind == "ladder" or path.top:
        questions.must_be_in_edition(live.state, "ladder")
    if path.kind == "sideways":
        raise forbid("SH-MOVE-2", "no-side-step", who=marine.id)
    yield from must_be_free(live.state, marine.id, path)
    cost = steps.step_cost(live.state, marine, path)
    yield from begin_marine_action(live, command, cost, keeps=("aim",) if command.shoot else ())
    fell = yield from _arrive(live, command, marine.id, path, marine.position.facing)
    if not fell and live.state.marines[marine.id].present:
        yield from take_free_shot(live, marine.id, command.shoot)


def _step_stealer(live: Live[Match], command: steps.Step, stealer: Stealer) -> Rule[None]:
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
        questions.must_be_in_edition(live.state, "ladder")
    if path.exit is not None:
        yield from refuse("SH-ENTRY-8", "aliens-stay", who=stealer.id)
    yield from must_be_free(live.state, stealer.id, path)
    yield from begin_alien_action(live, command, steps.step_cost(live.state, stealer, path))
    if first is not None:
        yield steps.Turned(who=stealer.id, facing=facing)
    yield from _arrive(live, command, stealer.id, path, facing)
    if after is not None and live.state.stealers[stealer.id].present:
        facing = _turn_quarter(after, facing, stealer.id)
    current = live.state.stealers[stealer.id]
    if current.present and facing != current.position.facing:
        yield steps.Turned(who=stealer.id, facing=facing)
    yield from record_alien_action(live, stealer.id)


def _entry_facing(state: Match, entry: str) -> Facing | None:
    """Return the facing of a stealer that waits at an entry: straight in.

    Rule: SH-ENTRY-2, SH-ENTRY-6
    """
    ground = board(state)
    return opposite(ground.entries[entry].side) if ground and entry in ground.entries else None


def _quarter_turn(state: Match, command: steps.Step, who: str) -> tuple[steps.Turning | None, steps.Turning | None]:
    """Return the quarter turn before a stealer's step, and the one after it: one at most."""
    first: steps.Turning | None = None
    after: steps.Turning | None = command.turn
    if command.turn_first is True:
        first, after = command.turn, None
    elif command.turn_first is not False:
        first = command.turn_first
    if (first or after) and not state.edition.turn_in_step:
        raise forbid("SH1-MOVE-3", "turns-apart", who=who)
    if first is not None and after is not None:
        raise forbid("SH-MOVE-3", "one-free-turn", who=who)
    return first, after


def _turn_quarter(turning: steps.Turning, facing: Facing | None, who: str) -> Facing | None:
    """Return the facing after the free turn, a quarter at most. Raises Refused.

    Rule: SH-MOVE-3
    """
    new_facing, quarters = facing_after(turning, facing)
    if quarters > 1:
        raise forbid("SH-MOVE-3", "quarter-only", who=who)
    return new_facing


def _arrive(live: Live[Match], command: steps.Step, who: str, path: StepPath, facing: Facing | None) -> Rule[bool]:
    """Bring a figure to a square, or off the board; return whether it fell.

    Rule: SH-MOVE-6, SH-OBJECT-1, SH-OBJECT-2, SH-LADDER-4
    """
    into_fire = enters_fire(live.state, path)
    if path.exit is not None:
        yield steps.Left(who=who, by=path.exit)
        return False
    yield steps.Moved(who=who, at=square_name(live.state, path.end), facing=facing, how=path.kind)
    yield from pick_up(live, who, command.take)
    yield from leave_behind(live, who, command.leave)
    if into_fire:
        yield from march_on(live, who)
    piece = live.state.piece(who)
    if path.top and isinstance(piece, Marine) and piece.present:
        return (yield from climb(live, who, path.end))
    return False
