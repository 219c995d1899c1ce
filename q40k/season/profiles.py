"""What the page of a season tells of each player: form, whom they beat, best figures."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from q40k.season.matches import Match
from q40k.season.season import Season
from q40k.season.statistics import Meeting, PlayerTotals, WinCount, figure_wins, meetings, standings

FORM = 10
"""How many of the last matches are shown as form."""
MOST_BEATEN = 3
MOST_BEST = 2


class Profile(Struct, frozen=True):
    """A player over all matches.

    `form` holds place and win of the last matches, the newest last. `beaten` are those whom the
    player finished ahead of most often. `best` are the figures that won most, each with its game.
    """

    totals: PlayerTotals
    form: tuple[tuple[int, bool], ...]
    beaten: tuple[tuple[str, Meeting], ...]
    best: tuple[tuple[str, WinCount], ...]

    @property
    def player(self) -> str:
        """Return the player's name."""
        return self.totals.player


def profiles(season: Season) -> Iterator[Profile]:
    """Yield the profile of everybody, in the order of the standings."""
    played: dict[str, list[Match]] = {}
    for match in season.matches:
        for entrant in match.people:
            played.setdefault(entrant.player, []).append(match)
    met: dict[str, list[tuple[str, Meeting]]] = {}
    for (player, other), meeting in meetings(season.matches).items():
        if meeting.before:
            met.setdefault(player, []).append((other, meeting))
    for totals in standings(season.matches):
        player = totals.player
        beaten = sorted(met.get(player, ()), key=lambda pair: (-pair[1].before, pair[1].behind, pair[0]))
        form = tuple(_places(player, played[player][-FORM:]))
        yield Profile(totals, form, tuple(beaten[:MOST_BEATEN]), _best(player, played[player]))


def _places(player: str, matches: Sequence[Match]) -> Iterator[tuple[int, bool]]:
    for match in matches:
        entrant = min((entrant for entrant in match.people if entrant.player == player), key=lambda e: e.place)
        yield entrant.place, match.is_won_by(entrant)


def _best(player: str, matches: Sequence[Match]) -> tuple[tuple[str, WinCount], ...]:
    """Return the figures that won most for a player, game by game; none without a win."""
    won = [
        (game, item)
        for game in dict.fromkeys(match.game for match in matches)
        for item in figure_wins((match for match in matches if match.game == game), player)
        if item.wins
    ]
    return tuple(sorted(won, key=lambda pair: (-pair[1].wins, pair[1].played, pair[1].id))[:MOST_BEST])
