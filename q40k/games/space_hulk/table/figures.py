"""The figures of Space Hulk as the record of the game offers them: counted, as data, in words."""

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
    """What is counted of a match of Space Hulk."""

    def count(self, steps: Iterable[Step[Match]]) -> Statistics:
        """Count a match."""
        return rules.count_match(steps)

    def data(self, state: Match, counted: Statistics) -> dict[str, Any]:
        """What was counted, by the names of the marines."""
        del state
        found: dict[str, Any] = to_builtins(counted, str_keys=True)
        return found

    def chapters(self, locale: Locale, state: Match, counted: Statistics) -> tuple[Chapter, ...]:
        """What was counted, in words."""
        del state
        return words.chapters(locale.of(WORDS.locales), counted)


STATISTICS: Final = HulkStatistics()
