"""The statistics of Quake 40K for the record of the game: as counts, as data, in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from msgspec import to_builtins

from q40k.games.quake.rules.commentary import statistics as rules
from q40k.games.quake.rules.commentary.statistics import Statistics
from q40k.games.quake.rules.state import Match
from q40k.games.quake.table.team_marks import number_of
from q40k.games.quake.words import commentary as words
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.chapters import Chapter
from q40k.i18n.locale import Locale
from q40k.kernel.commentary import Step
from q40k.table.as_json import plain_number


class QuakeStatistics:
    """The statistics of a match of Quake 40K."""

    def count(self, steps: Iterable[Step[Match]]) -> Statistics:
        """Count a match."""
        return rules.count(steps)

    def data(self, state: Match, counted: Statistics) -> dict[str, Any]:
        """Return the counts by the names of the players; points are exact."""
        names = {name: player.name for name, player in state.players.items()}
        data: dict[str, Any] = to_builtins(counted, str_keys=True, enc_hook=plain_number)
        for tally in data["players"].values():
            for by_victim in ("victims", "earned"):
                tally[by_victim] = {
                    names[victim]: number for victim, number in tally[by_victim].items()
                }
            for life in tally["lives"]:
                life["by"] = [names[killer] for killer in life["by"]]
        for use in data["brought"]:
            use["player"] = names[use["player"]]
        data["players"] = {names[name]: tally for name, tally in data["players"].items()}
        return data

    def chapters(self, locale: Locale, state: Match, counted: Statistics) -> tuple[Chapter, ...]:
        """Return the counts in words."""
        colours = {name: number_of(state, state.side_of(name)) for name in state.players}
        return words.chapters(locale.of(WORDS.locales), state, counted, colours)


STATISTICS: Final = QuakeStatistics()
