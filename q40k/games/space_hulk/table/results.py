"""The results of a match, and its statistics: counted, as data, in words."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import to_builtins

from q40k.games.space_hulk.state.commentary import statistics as rules
from q40k.games.space_hulk.state.commentary.statistics import Statistics
from q40k.games.space_hulk.state.match import SIDES, Match
from q40k.games.space_hulk.table.view import NAMES, HulkView
from q40k.games.space_hulk.words import commentary as words
from q40k.games.space_hulk.words import names, wording
from q40k.i18n.chapters import Chapter
from q40k.i18n.locale import N_, Locale
from q40k.kernel.commentary import Step
from q40k.table.outcomes import NOBODY, Count, Entrant, places
from q40k.table.outcomes import Statistics as CountedStatistics


class HulkResults:
    """The two sides, the winner first.

    A side without a player's name belongs to nobody, and so does the side the program plays.
    """

    counts = (Count("kills", N_("Genestealers killed")), Count("marines", N_("Marines killed")))

    def count(self, _steps: Iterable[Step[Match]]) -> None:
        """Count nothing: the last state says it all."""

    def entrants(self, state: Match, count: Callable[[], Any]) -> tuple[Entrant, ...]:
        """Return both sides. A match without a winner is a draw."""
        order = places({side: side in state.outcome.winners for side in SIDES})
        alone = ("stealer",) if state.options.solo else ()
        fallen = [marine for marine in state.marines.values() if not (marine.life.alive or marine.life.left_by)]
        seats = HulkView().seats(state)
        alike = len({seat.name for seat in seats}) < len(seats)  # one person plays both sides
        counts = {"marine": {"kills": state.tally.kills}, "stealer": {"marines": len(fallen)}}
        return tuple(
            Entrant(
                player=NOBODY if seat.name in NAMES or seat.id in alone else seat.name,
                side=seat.id if alike else seat.name,
                place=order[seat.id],
                army=seat.id,
                counts=counts[seat.id],
            )
            for seat in seats
        )

    def army(self, locale: Locale, army: str) -> str:
        """Return the name of a side."""
        return locale.of(wording.WORDS.locales).gettext(names.SIDES[army]) if army in names.SIDES else army


RESULTS = HulkResults()


# -- statistics ------------------------------------------------------------------------------


class HulkStatistics(CountedStatistics):
    """The statistics of a match of Space Hulk."""

    def count(self, steps: Iterable[Step[Match]]) -> Statistics:
        """Count a match."""
        return rules.count_match(steps)

    def data(self, state: Match, counted: Statistics) -> dict[str, Any]:
        """Return the statistics as plain data, by the names of the marines."""
        data: dict[str, Any] = to_builtins(counted, str_keys=True)
        return data

    def chapters(self, locale: Locale, state: Match, counted: Statistics) -> tuple[Chapter, ...]:
        """Return the statistics in words."""
        return words.chapters(locale.of(wording.WORDS.locales), counted)


STATISTICS = HulkStatistics()
