"""Show the leagues of a season, with the names by which the season knows their players."""

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from q40k.kernel.text import fold_name
from q40k.season.club import build_club
from q40k.season.facts import LeagueState, LeagueTable
from q40k.season.league import LeagueStanding, standing
from q40k.season.record import read_decisions
from q40k.season.season import Season
from q40k.season.season import season as season_of
from q40k.season.settling import is_in_future
from q40k.table.match_library import MatchLibrary


def leagues(season: Season) -> list[LeagueStanding]:
    """Return every league, the newest first."""
    return [named_standing(state, season) for state in reversed(season.club.leagues.values())]


def leagues_of_match(library: MatchLibrary, identity: str) -> list[LeagueStanding]:
    """Return the leagues that go on, and those of which this match decided a table, the newest first.

    Without such a league, no match is read. Raises JournalError, OSError.
    """
    if not build_club(read_decisions(library).standing).leagues:
        return []
    season = season_of(library)
    states = (
        state
        for state in reversed(season.club.leagues.values())
        if not state.is_over or any(table.match == identity for table in state.tables)
    )
    return [named_standing(state, season) for state in states]


def named_standing(state: LeagueState, season: Season) -> LeagueStanding:
    """Return the standing with the names by which the season knows the players.

    Facts keep the names of the draw. Two members who are now one person keep theirs.
    """
    matches = (season.evidence.find(table.match) for table in state.tables if table.match)
    numbers = {match.identity: match.number for match in matches if match is not None}
    ahead = tuple(number for number, drawn in enumerate(state.rounds, 1) if is_in_future(drawn, season.now))
    now = replace(standing(state), numbers=numbers, ahead=ahead)
    names = names_of_players(state, season)

    def rename(players: Sequence[str]) -> tuple[str, ...]:
        return tuple(names[player] for player in players)

    def rename_table(table: LeagueTable) -> LeagueTable:
        order = None if table.order is None else tuple(map(rename, table.order))
        return replace(table, players=rename(table.players), order=order)

    league = replace(now.league, players=rename(now.league.players), groups=tuple(map(rename, now.league.groups)))
    rounds = tuple(tuple(map(rename_table, tables)) for tables in now.rounds)
    groups = tuple(tuple(replace(row, player=names[row.player]) for row in rows) for rows in now.groups)
    return replace(now, league=league, rounds=rounds, byes=tuple(map(rename, now.byes)), groups=groups)


def names_of_players(state: LeagueState, season: Season) -> dict[str, str]:
    """Return the names by which the season knows the players, by those of the draw."""
    club = season.club
    keys = {name: club.player_key(name) for name in state.league.players}
    times = Counter(keys.values())
    return {
        name: club.spelled.get(player, name) if times[player] == 1 and player != fold_name(name) else name
        for name, player in keys.items()
    }
