"""The statistics of a match in the record of the game: counted, as data, in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from msgspec import to_builtins

from q40k.games.space_hulk.rules.commentary import figures as rules
from q40k.games.space_hulk.rules.commentary.figures import Statistics
from q40k.games.space_hulk.rules.state import Match
from q40k.games.space_hulk.words.commentary import figures as words
from q40k.games.space_hulk.words.wording import WORDS
from q40k.i18n.chapters import Chapter
from q40k.i18n.locale import Locale
from q40k.kernel.calls import Step


class HulkStatistics:
    """The statistics of a match of Space Hulk."""

    def count(self, steps: Iterable[Step[Match]]) -> Statistics:
        """Count a match."""
        return rules.count_match(steps)

    def data(self, state: Match, counted: Statistics) -> dict[str, Any]:
        """Return the statistics as plain data, by the names of the marines."""
        del state
        data: dict[str, Any] = to_builtins(counted, str_keys=True)
        return data

    def chapters(self, locale: Locale, state: Match, counted: Statistics) -> tuple[Chapter, ...]:
        """Return the statistics in words."""
        del state
        return words.chapters(locale.of(WORDS.locales), counted)


STATISTICS: Final = HulkStatistics()
