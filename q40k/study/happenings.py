"""What happens in a play-out: deaths and whatever else a game names, and that a side comes nearer to its goal."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from q40k.bots.memory import Table
from q40k.games.game import View
from q40k.kernel.events import Event

NEARER = "nearer"
"""The kind of what the shell itself sees happen: a side comes nearer to its goal."""


class Happening(Struct, frozen=True, order=True):
    """Something that may happen in a play-out: its kind, to whom, and by whom; seats, sides or pieces by their ids."""

    kind: str
    who: str
    by: str = ""


Notes = Mapping[Happening, int]
"""What happens in a play-out, with the turns until it first does."""


class Observer:
    """Watches the table of a play-out, and notes what happens there."""

    def __init__(
        self, view: View, table: Table[Any, Any], find_happenings: Callable[[Any, Sequence[Event]], Iterable[Happening]]
    ) -> None:
        self.notes: dict[Happening, int] = {}
        self._view, self._table, self._find_happenings = view, table, find_happenings
        self._state, self._race = table.state, view.race(table.state)
        self._turn = view.status(table.state).turn
        self._begin = {racer.side: racer.share for racer in self._race}
        table.watch = self._note

    def _note(self, events: Sequence[Event]) -> None:
        state = self._table.state
        self.note_race()
        turns = self._view.status(state).turn - self._turn
        for happening in self._find_happenings(state, events):
            self.notes.setdefault(happening, turns)

    def note_race(self) -> None:
        """Note which sides are nearer to their goal than at first."""
        before, self._state = self._state, self._table.state
        race = self._view.race_after(self._race, before, self._state)
        if race is not self._race:
            turns = self._view.status(before).turn - self._turn
            self._race = race
            for racer in race:
                if racer.share > self._begin.get(racer.side, 0.0):
                    self.notes.setdefault(Happening(NEARER, racer.side), turns)
