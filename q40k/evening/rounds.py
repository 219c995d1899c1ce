"""Enter the matches of an evening in its league, and draw the next round once all tables of the last are decided.

It reads the whole season, so the hall calls it in a thread, with the library's path.
"""

from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path

from msgspec import Struct

from q40k.evening.evenings import Evening, read_evening
from q40k.kernel.journal.journal import JournalError
from q40k.season.decisions import Decided, Line
from q40k.season.facts import LeagueState
from q40k.season.league import LeagueError, LeagueStanding
from q40k.season.league_view import named_standing
from q40k.season.record import write_decisions, write_pending
from q40k.season.results import moment
from q40k.season.rounds import draw
from q40k.season.season import Season, season
from q40k.season.settling import order_of
from q40k.table.match_library import MatchLibrary, now


class Round(Struct, frozen=True):
    """The league now: its standing, when the round to be played was drawn, and what each player fielded last."""

    standing: LeagueStanding
    drawn_at: float
    figures: Mapping[str, str]


def enter_results(path: Path, league: str, *, draws: bool = True) -> Round:
    """Enter what the matches of the evening have decided, draw the next round, and return the league.

    A match of the evening decides its own table, whatever the clock of its laptop says.
    Raises JournalError, OSError.
    """
    with closing(MatchLibrary(path)) as library:
        evening, current = read_evening(library.journal, league), season(library)
        open_state = current.club.league(league)
        if evening is not None and open_state is not None:
            decided = _find_decided(current, open_state, evening)
            write_pending(library, [Line(0, now(), fact, auto=True) for fact in decided])
        current, state = _settle(library, league)
        if draws and not state.is_over and state.rounds and all(drawn.is_decided for drawn in state.rounds):
            with suppress(LeagueError):
                write_decisions(library, now(), draw(state, current.evidence))
                current, state = _settle(library, league)
        standing = named_standing(state, current)
        drawn = state.rounds[standing.round_to_play - 1] if state.rounds else None
        return Round(standing, moment(drawn.at) if drawn is not None else 0.0, _figures(current))


def _settle(library: MatchLibrary, league: str) -> tuple[Season, LeagueState]:
    """Return the season and the league, after writing what follows automatically. Raises JournalError, OSError."""
    current = season(library)
    write_pending(library, current.pending)
    state = current.club.league(league)
    if state is None:
        raise JournalError("unknown-match", said=league)
    return current, state


def _find_decided(current: Season, state: LeagueState, evening: Evening) -> list[Decided]:
    """Return the open tables that matches of the evening have decided."""
    facts = []
    evidence = current.evidence
    for table in state.tables:
        identity = evening.identity_of(state.league.name, table.round, table.table)
        match = evidence.find(identity) if table.order is None and table.match != identity else None
        if match is not None:
            order = order_of(match, table.players, current.club.player_key)
            facts.append(Decided(state.league.name, table.round, table.table, identity, order, "match"))
    return facts


def _figures(current: Season) -> dict[str, str]:
    """Return what each player fielded last, by name."""
    entrants = (entrant for match in current.every for entrant in match.people)
    return {entrant.player: entrant.figure for entrant in entrants if entrant.figure}
