"""The events of a piece that has moved or left the board."""

from __future__ import annotations

from q40k.games.space_hulk.packs.boards import Facing
from q40k.games.space_hulk.rules.registry import event, fold
from q40k.games.space_hulk.rules.state import Match
from q40k.kernel.events import Event


@event
class Moved(Event, tag="moved"):
    """A piece has moved one square; `at` and `facing` where places are kept."""

    who: str
    at: str | None
    facing: Facing | None = None
    how: str = "forward"


@event
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
