"""The story of a match: every live entry, with the states around its events.

Everything computed from a whole match (calls, figures, reports) uses this walk. It contains no
secrets: all is as everyone in the room may know it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from q40k.games.game import Game
from q40k.kernel.commentary import Call, Step, Transition
from q40k.kernel.journal.journal import Entry


def read_entry(game: Game, state: Any, entry: Entry) -> tuple[Any, Any, tuple[Transition[Any], ...]]:
    """Return the state after an entry, the same state masked, and the entry's masked events."""
    rules, view = game.rules, game.view
    seen, events = view.mask_state(state, None), []
    for event in rules.read_events(entry.events):
        before, state = seen, rules.fold(state, event)
        seen = view.mask_state(state, None)
        masked = view.mask_event(state, event, None)
        if masked is not None:
            events.append(Transition(before, masked, seen))
    return state, seen, tuple(events)


def walk(game: Game, entries: Iterable[Entry]) -> Iterator[tuple[Any, Step[Any]]]:
    """Yield the state before each live entry and the entry's step, oldest first.

    That state is unmasked, for replays of what was entered then; it must not be shown.
    """
    state, caller = game.rules.blank(), game.calls
    memory = caller.begin() if caller is not None else None
    for entry in entries:
        before = state
        state, seen, events = read_entry(game, state, entry)
        calls: tuple[Call, ...] = ()
        if caller is not None and events:
            memory, calls = caller.update(memory, events)
        yield before, Step(entry, events, seen, calls)


def steps(game: Game, entries: Iterable[Entry]) -> Iterator[Step[Any]]:
    """Yield the step of every live entry of a match, oldest first."""
    return (step for _before, step in walk(game, entries))
