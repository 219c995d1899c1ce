"""Doors: which may be opened or closed, and why not."""

from collections.abc import Iterator

from q40k.games.space_hulk.board import ahead_and_right, distance
from q40k.games.space_hulk.state.match import Blip, Marine, Match, Stealer
from q40k.games.space_hulk.state.places import board, cell, pieces_by_square
from q40k.games.space_hulk.state.questions import must_be_on_board
from q40k.games.space_hulk.state.registry import Act, Event, Place
from q40k.kernel.events import Refusal
from q40k.tabletop.asking import doubt, forbid


class Door(Act, tag="door"):
    """Open or close the door `at` a square."""

    at: Place


class DoorMoved(Event, tag="door-moved"):
    """A door has opened or closed."""

    at: str
    open: bool
    who: str = ""

    def fold(self, state: Match) -> Match:
        """Let the window watch a door that a marine closes in it: it may also be shot at.

        Rule: SH-DOOR-6
        """
        state = state.replace(doors={**state.doors, self.at: "open" if self.open else "closed"})
        window = state.window
        if window is None or window.acting is None or not state.edition.watch_doors:
            return state
        watched = window.door if self.open else self.at
        return state.with_top(window.replace(door=None if self.open and watched == self.at else watched))


def must_be_in_reach(state: Match, piece: Marine | Stealer | Blip, at: str) -> Iterator[Refusal]:
    """Refuse a door that is not adjacent, or not in one of a figure's three front squares.

    Rule: SH-DOOR-2, SH-DOOR-3, SH1-DOOR-3
    """
    ground, here = board(state), cell(state, piece.id)
    must_be_on_board(piece)
    there = None if ground is None else ground.cell(at)
    if here is None or there is None:
        return
    rule_id = "SH-DOOR-3" if isinstance(piece, Blip) else "SH-DOOR-2"
    near = distance(here, there) == 1
    facing = piece.position.facing
    if near and facing is not None and not isinstance(piece, Blip):
        near = ahead_and_right(facing, there[1] - here[1], there[2] - here[2])[0] == 1
    if not near:
        yield doubt(rule_id, "door-out-of-reach", who=piece.id, at=at)


def must_be_openable(state: Match, at: str) -> Iterator[Refusal]:
    """Refuse to open a door that is locked or held shut by fire.

    Rule: SH-DOOR-9, SH-FIRE-6, SH1-FIRE-6, SH-MISSION-4
    """
    ground = board(state)
    there = None if ground is None else ground.cell(at)
    if ground is None or there is None:
        return
    if there in ground.locked:
        yield doubt("SH-MISSION-4", "door-locked", at=at)
    if ground.section(there) in state.fires and not state.edition.fire_spreads:
        yield doubt("SH-FIRE-6", "door-in-fire", at=at)


def must_be_closable(state: Match, at: str) -> Iterator[Refusal]:
    """Refuse to close a door on a piece or an object.

    Rule: SH-DOOR-4, SH-OBJECT-4
    """
    ground = board(state)
    there = None if ground is None else ground.cell(at)
    if there is not None and there in pieces_by_square(state):
        who = pieces_by_square(state)[there]
        raise forbid("SH-DOOR-4", "door-on-piece", at=at, who=who)
    for item in state.things.values():
        if item.at == at:
            raise forbid("SH-DOOR-4", "door-on-piece", at=at, who=item.id)
    yield from ()
