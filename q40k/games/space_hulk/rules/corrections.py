"""Correct the match by hand: deaths, places, points, ammunition, doors."""

from q40k.games.space_hulk.rules import turn
from q40k.games.space_hulk.rules.conversion import introduce
from q40k.games.space_hulk.state import conversion, corrections, losses, questions
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.movement.doors import DoorMoved, must_be_closable
from q40k.games.space_hulk.state.movement.steps import Left
from q40k.games.space_hulk.state.registry import rule
from q40k.kernel.events import Live, Rule
from q40k.tabletop.asking import forbid
from q40k.tabletop.rules import NothingChanged


@rule(corrections.Kill)
def kill_by_hand(live: Live[Match], command: corrections.Kill) -> Rule[None]:
    """Record the death of a piece.

    Rule: SH-BLIP-9
    """
    questions.must_be_open(live.state)
    yield from introduce(live, command.who)
    piece = questions.find_piece(live.state, command.who)
    killed = losses.kill_event(live.state, piece.id, "hand")
    if killed.value is None and command.value is not None:
        killed = type(killed)(who=killed.who, by="hand", value=command.value)
    yield killed


@rule(corrections.Leave)
def leave_by_hand(live: Live[Match], command: corrections.Leave) -> Rule[None]:
    """Record that a figure has left the board.

    Rule: SH-MOVE-6
    """
    questions.must_be_open(live.state)
    piece = questions.find_piece(live.state, command.who)
    if piece.id in live.state.blips:
        raise forbid("SH-MOVE-6", "blips-stay", who=piece.id)
    yield Left(who=piece.id, by=command.exit)


@rule(corrections.PutStealer)
def put_stealer(live: Live[Match], command: corrections.PutStealer) -> Rule[None]:
    """Put a stealer on a free square.

    Rule: SH-BOARD-1, SH1-BOX-1
    """
    questions.must_be_open(live.state)
    state = live.state
    if command.alpha:
        questions.must_be_in_edition(state, "alpha")
    name = command.name or conversion.free_name(state, alpha=command.alpha)
    questions.must_be_new(state, name)
    at = None if command.at is None else questions.find_free_square(state, command.at)
    facing = (command.facing or "N") if at is not None else None
    yield conversion.StealerPlaced(who=name, at=at, facing=facing, alpha=command.alpha)


@rule(corrections.PutAt)
def put_at(live: Live[Match], command: corrections.PutAt) -> Rule[None]:
    """Set the place of a piece; nothing else is checked.

    Rule: SH-BOARD-1
    """
    questions.must_be_open(live.state)
    piece = questions.find_piece(live.state, command.who)
    at = piece.position.at if command.at is None else questions.find_free_square(live.state, command.at, piece.id)
    facing = command.facing or piece.position.facing
    if at is not None and facing is None and piece.id not in live.state.blips:
        facing = "N"
    yield corrections.PutRight(who=piece.id, at=at, facing=facing)


@rule(corrections.KeepPlaces)
def keep_places(live: Live[Match], command: corrections.KeepPlaces) -> Rule[None]:
    """Keep places, or leave them to the table; this may change at any time.

    Rule: SH-MISSION-2
    """
    questions.must_be_open(live.state)
    if live.state.setup.layout is None:
        raise forbid("SH-MISSION-2", "no-board")
    yield corrections.PlacesKept(keep=command.keep)


@rule(corrections.SetMarine)
def set_marine(live: Live[Match], command: corrections.SetMarine) -> Rule[None]:
    """Set values of a marine."""
    questions.must_be_open(live.state)
    marine = questions.find_marine(live.state, command.who)
    yield corrections.MarineSet(who=marine.id, **{name: getattr(command, name) for name in corrections.SETTABLE})


@rule(corrections.SetDoor)
def set_door(live: Live[Match], command: corrections.SetDoor) -> Rule[None]:
    """Set a door open, closed or gone. One that somebody stands in is not closed.

    Rule: SH-DOOR-1, SH-DOOR-4
    """
    questions.must_be_open(live.state)
    at = questions.find_door(live.state, command.at)
    if command.now == "closed":
        yield from must_be_closable(live.state, at)
    if command.now == "gone":
        yield losses.DoorGone(at=at, by="hand")
    else:
        yield DoorMoved(at=at, open=command.now == "open")


@rule(corrections.Spend)
def spend_by_hand(live: Live[Match], command: corrections.Spend) -> Rule[None]:
    """Move the marker up, no further than the counter goes.

    Rule: SH-CP-4, SH-CP-6
    """
    questions.must_be_open(live.state)
    if not command.points:
        yield NothingChanged(why="no-points")
    yield from turn.spend_points(live, command.points, "")
