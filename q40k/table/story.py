"""A match told over again: every entry that stands, with the states around what it brought about.

What is worked out of a whole match (calls, figures, reports) walks it by this and by nothing else.
Nobody's secrets are in it: all is as everyone in the room may know it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from q40k.games.game import Game
from q40k.kernel.calls import Call, Step, Told
from q40k.kernel.journal.journal import Entry


def told_by(game: Game, state: Any, entry: Entry) -> tuple[Any, Any, tuple[Told[Any], ...]]:
    """What an entry told the room, after a state: first the state after it, whole and as seen."""
    rules, view = game.rules, game.view
    seen, told = view.masked(state, None), []
    for event in rules.read_events(entry.events):
        before, state = seen, rules.fold(state, event)
        seen = view.masked(state, None)
        known = view.masked_event(state, event, None)
        if known is not None:
            told.append(Told(before, known, seen))
    return state, seen, tuple(told)


def walk(game: Game, entries: Iterable[Entry]) -> Iterator[tuple[Any, Step[Any]]]:
    """Every entry of a match, of those that stand, oldest first, behind the state before it.

    That state is whole, for whoever replays what was entered then; it is not to be shown.
    """
    state, caller = game.rules.blank(), game.calls
    memory = caller.begin() if caller is not None else None
    for entry in entries:
        before = state
        state, seen, told = told_by(game, state, entry)
        calls: tuple[Call, ...] = ()
        if caller is not None and told:
            memory, calls = caller.heed(memory, told)
        yield before, Step(entry, told, seen, calls)


def steps(game: Game, entries: Iterable[Entry]) -> Iterator[Step[Any]]:
    """Every entry of a match, of those that stand, oldest first."""
    return (step for _before, step in walk(game, entries))
