"""The path of the alien that moved last, drawn until the marines act."""

from __future__ import annotations

from contextlib import suppress

from q40k.games.space_hulk.rules.movement.moved import Moved
from q40k.games.space_hulk.rules.paying import Activated
from q40k.games.space_hulk.screen.base import Desk
from q40k.kernel.events import Event
from q40k.kernel.journal.journal import JournalError

TRAIL = "trail"
"""The key in the desk's memory for the last path, for a state."""
LINES = 80
"""The lines of the log that are read back: more than one alien ever fills."""


def last_path(desk: Desk) -> tuple[str, ...]:
    """Return the squares of the alien that moved last, with its first one if it is known.

    Return nothing once a marine has been activated since.
    """
    kept = desk.memory.get(TRAIL)
    if kept is None or kept[0] is not desk.state:
        events: list[Event] = []
        with suppress(JournalError):  # it is reported with the next entry
            lines = desk.match_session.lines(LINES, undone=False)
            events = [event for line in lines for event in line.events]
        kept = desk.memory[TRAIL] = (desk.state, path_of(events, frozenset(desk.state.marines)))
    path: tuple[str, ...] = kept[1]
    return path


def path_of(events: list[Event], marines: frozenset[str]) -> tuple[str, ...]:
    """Return the squares of the last alien's path in some events, oldest first."""
    path: list[str] = []
    places: dict[str, str] = {}
    mover = ""
    for event in events:
        if isinstance(event, Activated):
            path, mover = [], "" if event.who in marines else event.who
            path += [places[mover]] if mover in places else []
        elif isinstance(event, Moved) and event.at is not None:
            places[event.who] = event.at
            if event.who not in marines:
                if event.who != mover:
                    mover, path = event.who, []
                path.append(event.at)
    return tuple(path)
