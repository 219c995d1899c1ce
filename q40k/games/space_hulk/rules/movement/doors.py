"""Doors: opened and closed by hand. Shot and hewn down they are in `shooting` and `melee`."""

from __future__ import annotations

from q40k.games.space_hulk.board.facings import ahead_and_right
from q40k.games.space_hulk.rules.command import Act, Place
from q40k.games.space_hulk.rules.paying import AlienActed, alien_acts, marine_acts
from q40k.games.space_hulk.rules.places import board, cell, standing_on
from q40k.games.space_hulk.rules.questions import (
    find,
    find_door,
    forbid,
    must_be_on_board,
    refuse,
)
from q40k.games.space_hulk.rules.registry import command, event, fold, rule
from q40k.games.space_hulk.rules.shooting.spreading import spread
from q40k.games.space_hulk.rules.state import Blip, Marine, Match, Stealer
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule


@command
class Door(Act, tag="door"):
    """A piece opens the door `at` a square, or closes it."""

    at: Place


@event
class DoorMoved(Event, tag="door-moved"):
    """A door is open now, or closed."""

    at: str
    open: bool
    who: str = ""


@fold(DoorMoved)
def _door_moved(state: Match, event: DoorMoved) -> Match:
    """A door closed by a marine in a reaction window may be shot at in it, too.

    Rule: SH-DOOR-6
    """
    state = state.replace(doors={**state.doors, event.at: "open" if event.open else "closed"})
    window = state.window
    if window is None or window.acting is None or not state.edition.watch_doors:
        return state
    shut = window.door if event.open else event.at
    return state.with_top(window.replace(door=None if event.open and shut == event.at else shut))


@rule(Door)
def door(live: Live[Match], command: Door) -> Rule[None]:
    """Open or close a door.

    Rule: SH-DOOR-1, SH-AP-5, SH-DOOR-6, SH-SETUP-3, SH1-DOOR-6
    """
    state = live.state
    piece, at = find(state, command.who), find_door(state, command.at)
    now = state.doors.get(at, "closed")
    if now == "gone":
        raise forbid("SH-DOOR-5", "door-gone", at=at)
    yield from within_reach(state, piece, at)
    if now == "closed":
        yield from may_open(state, at)
    else:
        yield from may_close(state, at)
    if isinstance(piece, Marine):
        yield from marine_acts(live, command, 1)
    else:
        yield from alien_acts(live, command, 1)
    yield DoorMoved(at=at, open=now == "closed", who=piece.id)
    if now == "closed":
        yield from spread(live, at)
    closes = at if now == "open" and live.state.edition.watch_doors else None
    here = live.state.piece(piece.id).present
    if here and (isinstance(piece, Stealer) or (isinstance(piece, Blip) and closes)):
        yield AlienActed(who=piece.id, door=closes)


def within_reach(state: Match, piece: Marine | Stealer | Blip, at: str) -> Rule[None]:
    """Refuse a door that is not adjacent, or not in one of a figure's three front squares.

    Rule: SH-DOOR-2, SH-DOOR-3, SH1-DOOR-3
    """
    ground, here = board(state), cell(state, piece.id)
    must_be_on_board(piece)
    there = None if ground is None else ground.cell(at)
    if here is None or there is None:
        return
    rule_id = "SH-DOOR-3" if isinstance(piece, Blip) else "SH-DOOR-2"
    near = here[0] == there[0] and max(abs(there[1] - here[1]), abs(there[2] - here[2])) == 1
    facing = piece.position.facing
    if near and facing is not None and not isinstance(piece, Blip):
        near = ahead_and_right(facing, there[1] - here[1], there[2] - here[2])[0] == 1
    if not near:
        yield from refuse(rule_id, "door-out-of-reach", who=piece.id, at=at)


def may_open(state: Match, at: str) -> Rule[None]:
    """Refuse a door that is locked, or held shut by fire.

    Rule: SH-DOOR-9, SH-FIRE-6, SH1-FIRE-6, SH-MISSION-4
    """
    ground = board(state)
    there = None if ground is None else ground.cell(at)
    if ground is None or there is None:
        return
    if there in ground.locked:
        yield from refuse("SH-MISSION-4", "door-locked", at=at)
    if ground.section(there) in state.fires and not state.edition.fire_spreads:
        yield from refuse("SH-FIRE-6", "door-in-fire", at=at)


def may_close(state: Match, at: str) -> Rule[None]:
    """Refuse to close a door on a piece or an object.

    Rule: SH-DOOR-4, SH-OBJECT-4
    """
    ground = board(state)
    there = None if ground is None else ground.cell(at)
    if there is not None and there in standing_on(state):
        who = standing_on(state)[there]
        raise forbid("SH-DOOR-4", "door-on-piece", at=at, who=who)
    for one in state.things.values():
        if one.at == at:
            raise forbid("SH-DOOR-4", "door-on-piece", at=at, who=one.id)
    yield from ()
