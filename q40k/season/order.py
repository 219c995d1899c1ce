"""The order of finish of a match, as its game tells it, or by what every game tells."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from q40k.games.game import Game, View
from q40k.i18n.locale import Locale
from q40k.kernel.calls import Step
from q40k.kernel.placing import places
from q40k.table.outcomes import Count, Entrant, Results


class PlainResults:
    """The results of a game that says nothing of its own: winners first, then by the race."""

    counts: tuple[Count, ...] = ()

    def __init__(self, view: View) -> None:
        self._view = view

    def entrants(self, state: Any, steps: Callable[[], Iterable[Step[Any]]]) -> tuple[Entrant, ...]:
        """Everybody who was there at the end."""
        del steps
        winners = self._view.status(state).winners
        seats = [seat for seat in self._view.seats(state) if seat.present]
        part = {racer.side: racer.progress for racer in self._view.race(state)}
        made = {seat.id: (seat.name in winners, part.get(seat.id, 0)) for seat in seats}
        order = places(made)
        return tuple(Entrant(seat.name, seat.name, order[seat.id]) for seat in seats)

    def army(self, locale: Locale, army: str) -> str:
        """No game without results of its own has armies."""
        del locale
        return army


def results_of(game: Game) -> Results:
    """How matches of a game are told to have ended."""
    found: Results = game.results or PlainResults(game.view)
    return found
