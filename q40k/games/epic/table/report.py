"""The report of a match: how it ended, and its statistics."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import to_builtins

from q40k.games.epic.state import commentary as rules
from q40k.games.epic.state.commentary import MatchStatistics
from q40k.games.epic.state.match import Match
from q40k.games.epic.words import commentary as words
from q40k.games.epic.words.wording import WORDS
from q40k.i18n.chapters import Chapter
from q40k.i18n.locale import N_, Locale
from q40k.kernel.commentary import Step
from q40k.table.outcomes import Count, Entrant, places
from q40k.table.outcomes import Statistics as CountedStatistics


class EpicResults:
    """The two sides, the winner first; several people may share one (EE-WORD-3)."""

    counts = (Count("destroyed", N_("Figures put out of action")), Count("lost", N_("Figures lost")))

    def count(self, _steps: Iterable[Step[Match]]) -> None:
        """Count nothing: the last state says it all."""

    def entrants(self, state: Match, count: Callable[[], Any]) -> tuple[Entrant, ...]:
        """Return every person of both sides. A match without a winner is a draw."""
        order = places({side: side in state.outcome.winners for side in state.sides})
        lost = dict.fromkeys(state.sides, 0)
        for figure in state.figures.values():
            lost[state.formations[figure.formation].side] += not figure.life.alive
        return tuple(
            Entrant(
                player=name,
                side=side.name,
                place=order[side.id],
                army=side.army,
                counts={
                    "destroyed": sum(number for side_id, number in lost.items() if side_id != side.id),
                    "lost": lost[side.id],
                },
            )
            for side in state.sides.values()
            for name in side.people or (side.name,)
        )

    def army(self, locale: Locale, army: str) -> str:
        """Return an army by the table's own name for it."""
        return army


RESULTS = EpicResults()


# -- statistics ----------------------------------------------------------------------------


class EpicStatistics(CountedStatistics):
    """What is counted of a match of Epic Escarmouches."""

    def count(self, steps: Iterable[Step[Match]]) -> MatchStatistics:
        """Count a match."""
        return rules.count_statistics(steps)

    def data(self, state: Match, counted: MatchStatistics) -> dict[str, Any]:
        """Return what was counted, by the names of the sides; formations by their ids."""
        data: dict[str, Any] = to_builtins(counted, str_keys=True)
        for part in ("sides", "weapons"):
            data[part] = {state.sides[side].name: tally for side, tally in data[part].items()}
        return data

    def chapters(self, locale: Locale, state: Match, counted: MatchStatistics) -> tuple[Chapter, ...]:
        """Return what was counted, in words."""
        return words.chapters(locale.of(WORDS.locales), state, counted)


STATISTICS = EpicStatistics()
