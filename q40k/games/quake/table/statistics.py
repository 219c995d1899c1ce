"""The statistics and results of a match of Quake 40K: as counts, as data, in words."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from msgspec import to_builtins

from q40k.games.quake.state.commentary import statistics as rules
from q40k.games.quake.state.commentary.statistics import Statistics, Tally
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.objectives.objective import progress
from q40k.games.quake.table.team_marks import number_of
from q40k.games.quake.words import commentary as words
from q40k.games.quake.words.champion import army_name
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.chapters import Chapter
from q40k.i18n.locale import N_, Locale
from q40k.kernel.commentary import Step
from q40k.table.as_json import plain_number
from q40k.table.outcomes import Count, Entrant, places
from q40k.table.outcomes import Statistics as CountedStatistics


class QuakeStatistics(CountedStatistics):
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
                tally[by_victim] = {names[victim]: number for victim, number in tally[by_victim].items()}
            for life in tally["lives"]:
                life["by"] = [names[killer] for killer in life["by"]]
        for use in data["brought"]:
            use["player"] = names[use["player"]]
        if not data["hopes"]:
            del data["hopes"]  # a match without bots
        else:
            data["hopes"] = {names[id]: hopes for id, hopes in data["hopes"].items()}
        data["players"] = {names[name]: tally for name, tally in data["players"].items()}
        return data

    def chapters(self, locale: Locale, state: Match, counted: Statistics) -> tuple[Chapter, ...]:
        """Return the counts in words."""
        colours = {name: number_of(state, state.side_of(name)) for name in state.players}
        return words.chapters(locale.of(WORDS.locales), state, counted, colours)

    def nemesis(self, counted: Statistics, seat: str) -> tuple[str, int] | None:
        """Return who killed a champion most often, and how often; the first to join among equals."""
        kills = {name: tally.victims.get(seat, 0) for name, tally in counted.players.items() if name != seat}
        killer = max(kills, key=lambda name: kills[name], default="")
        return (killer, kills[killer]) if kills.get(killer) else None


STATISTICS = QuakeStatistics()


# -- the results: the order of finish, and the counts of every player ----------------------


class QuakeResults:
    """The results: the winners first, then the players present by progress, then the others."""

    counts = (
        Count("kills", N_("Kills")),
        Count("deaths", N_("Deaths")),
        Count("accidents", N_("Accidents")),
        Count("telefrags", N_("Telefrags given")),
        Count("telefragged", N_("Telefragged")),
        Count("streak", N_("Longest streak"), keeps="most"),
        Count("inches", N_("Inches")),
        Count("jumps", N_("Jumps")),
        Count("tokens", N_("Tokens")),
    )

    def count(self, steps: Iterable[Step[Match]]) -> Statistics:
        """Count the players’ part of a match."""
        return rules.count_players(steps)

    def entrants(self, state: Match, count: Callable[[], Statistics]) -> tuple[Entrant, ...]:
        """Return all players who are at the table at the end, or ever stood on it."""
        tallies = count().players
        played = [player for player in state.players.values() if player.present or player.id in tallies]
        sides = dict.fromkeys(state.side_of(player.id) for player in played)
        order = places({side: _rank_key(state, side) for side in sides})
        return tuple(
            Entrant(
                player=player.name,
                side=state.side_name(state.side_of(player.id)),
                place=order[state.side_of(player.id)],
                points=player.score.points,
                figure=player.champion.id,
                figure_name=player.champion.name,
                army=player.champion.army,
                counts=_counts(tallies.get(player.id, Tally())),
            )
            for player in played
        )

    def army(self, locale: Locale, army: str) -> str:
        """Return the army of a champion."""
        return army_name(locale.of(WORDS.locales), army)


def _rank_key(state: Match, side: str) -> tuple[bool, bool, Fraction, Fraction]:
    """Return the key that ranks a side: won, present, progress, score.

    The score separates sides with equal progress, or in a mod without progress.
    """
    is_present = any(state.players[player].present for player in state.members(side))
    side_progress = progress(state, side)
    part = side_progress.part if side_progress is not None else Fraction(0)
    return side in state.outcome.winner, is_present, part, state.times_of(side)


def _counts(tally: Tally) -> dict[str, int]:
    return {
        "kills": tally.kills,
        "deaths": tally.deaths,
        "accidents": tally.accidents,
        "telefrags": tally.telefrags,
        "telefragged": tally.telefragged,
        "streak": tally.longest,
        "inches": round(tally.inches),
        "jumps": tally.jumps,
        "tokens": len(tally.tokens),
    }


RESULTS = QuakeResults()
