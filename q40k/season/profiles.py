"""What the page of a season tells of each player: form, whom they beat, best figures."""

from collections import deque
from collections.abc import Iterator

from msgspec import Struct

from q40k.season.season import Season
from q40k.season.statistics import Meeting, PlayerTotals, WinCount, meetings, player_figures, standings

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
    forms: dict[str, deque[tuple[int, bool]]] = {}
    for match in season.matches:
        for entrant in match.people:
            forms.setdefault(entrant.player, deque(maxlen=FORM)).append((entrant.place, match.is_won_by(entrant)))
    best: dict[str, list[tuple[str, WinCount]]] = {}
    for game in season.games:
        for player, item in player_figures(season.of(game)):
            if item.wins:
                best.setdefault(player, []).append((game, item))
    met: dict[str, list[tuple[str, Meeting]]] = {}
    for (player, other), meeting in meetings(season.matches).items():
        if meeting.before:
            met.setdefault(player, []).append((other, meeting))
    for totals in standings(season.matches):
        player = totals.player
        beaten = sorted(met.get(player, ()), key=lambda pair: (-pair[1].before, pair[1].behind, pair[0]))
        won = sorted(best.get(player, ()), key=lambda pair: (-pair[1].wins, pair[1].played, pair[1].id))
        yield Profile(totals, tuple(forms[player]), tuple(beaten[:MOST_BEATEN]), tuple(won[:MOST_BEST]))
