"""Turns of marines and stealers."""

from __future__ import annotations

from typing import Literal

from q40k.games.space_hulk.board.facings import FACINGS, quarter_turns, turn_facing
from q40k.games.space_hulk.packs.boards import Facing
from q40k.games.space_hulk.rules.command import Act
from q40k.games.space_hulk.rules.paying import AlienActed, begin_alien_action, begin_marine_action
from q40k.games.space_hulk.rules.questions import find_piece, forbid, must_be_on_board
from q40k.games.space_hulk.rules.registry import command, event, fold, rule
from q40k.games.space_hulk.rules.shooting.free_shot import take_free_shot
from q40k.games.space_hulk.rules.state import Blip, Marine, Match, Stealer
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.packs.said import Name

Turning = Facing | Literal["left", "right", "around"]


@command
class Turn(Act, tag="turn"):
    """Turn a figure to a `facing`, or left, right, around; `shoot` aims the free shot."""

    facing: Turning = "right"
    shoot: Name | None = None


@event
class Turned(Event, tag="turned"):
    """A figure has turned; `facing` is None where places are not kept."""

    who: str
    facing: Facing | None
    quarters: int = 1


@fold(Turned)
def _turned(state: Match, event: Turned) -> Match:
    state = state.with_piece(event.who, facing=event.facing)
    stealer = state.stealers.get(event.who)
    return (
        state
        if stealer is None
        else state.with_stealer(stealer.id, turns=stealer.turns + event.quarters)
    )


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
                raise forbid("SH-AP-6", "no-half-turn", who=piece.id)
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
    piece = find_piece(live.state, command.who)
    if isinstance(piece, Blip):
        raise forbid("SH-BOARD-2", "no-facing", who=piece.id)
    must_be_on_board(piece)
    facing, quarters = facing_after(command.facing, piece.position.facing)
    if quarters == 0:
        raise forbid("SH-AP-5", "faces-so", who=piece.id)
    cost = turn_cost(piece, live.state, quarters)
    if isinstance(piece, Stealer):
        if command.shoot is not None:
            raise forbid("SH-MELEE-1", "aliens-shoot-not", who=piece.id)
        yield from begin_alien_action(live, command, cost)
        yield Turned(who=piece.id, facing=facing, quarters=quarters)
        yield AlienActed(who=piece.id, turned=True)
        return
    if command.shoot is not None and not live.state.edition.moved_shot_turn:
        raise forbid("SH1-AP-6", "no-shot-with-turn", who=piece.id)
    yield from begin_marine_action(live, command, cost, keeps=("aim",) if command.shoot else ())
    yield Turned(who=piece.id, facing=facing, quarters=quarters)
    yield from take_free_shot(live, piece.id, command.shoot)
