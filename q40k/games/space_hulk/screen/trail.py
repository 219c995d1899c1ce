"""The way of the alien that moved last, to be drawn until the marines act."""

from __future__ import annotations

from contextlib import suppress

from q40k.games.space_hulk.rules.movement.moved import Moved
from q40k.games.space_hulk.rules.paying import Activated
from q40k.games.space_hulk.screen.base import Desk
from q40k.kernel.events import Event
from q40k.kernel.journal.journal import JournalError

TRAIL = "trail"
"""Under this name the desk keeps the last way, for a state."""
LINES = 80
"""So many lines of the log are read back: more than one alien ever fills."""


def last_way(desk: Desk) -> tuple[str, ...]:
    """The squares that the alien which moved last came over, where it began first if that is known.

    Nothing once a marine has been activated since.
    """
    kept = desk.memory.get(TRAIL)
    if kept is None or kept[0] is not desk.state:
        events: list[Event] = []
        with suppress(JournalError):  # it is said as soon as anything is entered
            lines = desk.match_session.lines(LINES, undone=False)
            events = [event for line in lines for event in line.events]
        kept = desk.memory[TRAIL] = (desk.state, way_of(events, frozenset(desk.state.marines)))
    found: tuple[str, ...] = kept[1]
    return found


def way_of(events: list[Event], marines: frozenset[str]) -> tuple[str, ...]:
    """The squares of the last alien's way among some events, oldest first."""
    way: list[str] = []
    places: dict[str, str] = {}
    mover = ""
    for event in events:
        if isinstance(event, Activated):
            way, mover = [], "" if event.who in marines else event.who
            way += [places[mover]] if mover in places else []
        elif isinstance(event, Moved) and event.at is not None:
            places[event.who] = event.at
            if event.who not in marines:
                if event.who != mover:
                    mover, way = event.who, []
                way.append(event.at)
    return tuple(way)
