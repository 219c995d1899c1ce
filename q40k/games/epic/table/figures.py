"""The statistics of Epic Escarmouches as the record of the game offers them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from msgspec import to_builtins

from q40k.games.epic.rules.commentary import figures as rules
from q40k.games.epic.rules.commentary.figures import MatchStatistics
from q40k.games.epic.rules.state import Match
from q40k.games.epic.words.commentary import figures as words
from q40k.games.epic.words.wording import WORDS
from q40k.i18n.chapters import Chapter
from q40k.i18n.locale import Locale
from q40k.kernel.calls import Step


class EpicStatistics:
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

    def chapters(
        self, locale: Locale, state: Match, counted: MatchStatistics
    ) -> tuple[Chapter, ...]:
        """Return what was counted, in words."""
        return words.chapters(locale.of(WORDS.locales), state, counted)


STATISTICS: Final = EpicStatistics()
