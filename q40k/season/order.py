"""Return the order of finish of a match, from its game or from what every game can tell."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from q40k.games.game import Game, View
from q40k.i18n.locale import Locale
from q40k.kernel.commentary import Step
from q40k.table.outcomes import Count, Entrant, Results, places


class PlainResults:
    """Hold the results of a game without its own: winners first, then by the race."""

    counts: tuple[Count, ...] = ()

    def __init__(self, view: View) -> None:
        self._view = view

    def entrants(self, state: Any, steps: Callable[[], Iterable[Step[Any]]]) -> tuple[Entrant, ...]:
        """Return everybody who was present at the end."""
        del steps
        winners = self._view.status(state).winners
        seats = [seat for seat in self._view.seats(state) if seat.present]
        progress = {racer.side: racer.progress for racer in self._view.race(state)}
        scores = {seat.id: (seat.name in winners, progress.get(seat.id, 0)) for seat in seats}
        order = places(scores)
        return tuple(Entrant(seat.name, seat.name, order[seat.id]) for seat in seats)

    def army(self, locale: Locale, army: str) -> str:
        """Return the army itself: only games with their own results have armies."""
        del locale
        return army


def results_of(game: Game) -> Results:
    """Return the rules for the results of a game."""
    results: Results = game.results or PlainResults(game.view)
    return results
