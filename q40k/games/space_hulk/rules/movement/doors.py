"""Open and close doors. `shooting` and `melee` destroy them."""

from q40k.games.space_hulk.rules.activation import begin_action
from q40k.games.space_hulk.rules.shooting.flames import spread_fire
from q40k.games.space_hulk.state.activation import AlienActed
from q40k.games.space_hulk.state.match import Blip, Match, Stealer
from q40k.games.space_hulk.state.movement import doors
from q40k.games.space_hulk.state.questions import find_door, find_piece
from q40k.games.space_hulk.state.registry import rule
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import forbid


@rule(doors.Door)
def door(live: Live[Match], command: doors.Door) -> Rule[None]:
    """Open or close a door.

    Rule: SH-DOOR-1, SH-AP-5, SH-DOOR-6, SH-SETUP-3, SH1-DOOR-6
    """
    state = live.state
    piece, at = find_piece(state, command.who), find_door(state, command.at)
    now = state.doors.get(at, "closed")
    if now == "gone":
        raise forbid("SH-DOOR-5", "door-gone", at=at)
    yield from doors.must_be_in_reach(state, piece, at)
    if now == "closed":
        yield from doors.must_be_openable(state, at)
    else:
        yield from doors.must_be_closable(state, at)
    yield from begin_action(live, command, 1)
    yield doors.DoorMoved(at=at, open=now == "closed", who=piece.id)
    if now == "closed":
        yield from spread_fire(live, at)
    closes = at if now == "open" and live.state.edition.watch_doors else None
    is_present = live.state.piece(piece.id).present
    if is_present and (isinstance(piece, Stealer) or (isinstance(piece, Blip) and closes)):
        yield AlienActed(who=piece.id, door=closes)
