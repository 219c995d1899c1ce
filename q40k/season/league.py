"""Work out the standings of a league from its state: tables, points, places.

Points count what was decided. Who leaves comes last from then on; who leaves after the end keeps the
place.
"""

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from q40k.kernel.errors import CodedError
from q40k.season.decisions import League
from q40k.season.facts import DrawnRound, LeagueState, LeagueTable

MOST_PLAYERS = 64
"""The most players of a league."""


class LeagueError(CodedError):
    """An action that is refused: "open" while tables are unplayed, "over", or "begun" if it is too late to join."""


class Row(Struct):
    """Hold somebody's row in a league: place, tables played, wins, points.

    `met` is the sum of the points of the opponents: it separates equals by the harder draw.
    `through` is the number of knock-out rounds survived, `last` the place at the last table.
    `moved` is by how many places the last round brought the player up.
    """

    player: str
    played: int = 0
    wins: int = 0
    points: Fraction = Fraction(0)
    met: Fraction = Fraction(0)
    through: int = 0
    last: int = 0
    has_left: bool = False
    is_last: bool = False
    place: int = 0
    moved: int = 0


class LeagueStanding(Struct, frozen=True):
    """Hold a league with all its tables and byes, round by round, and all rows, group by group.

    `numbers` are the numbers of matches in the library, by identity, and `ahead` those of the rounds
    that were drawn in the future.
    """

    league: League
    rounds: tuple[tuple[LeagueTable, ...], ...]
    byes: tuple[tuple[str, ...], ...]
    groups: tuple[tuple[Row, ...], ...]
    is_over: bool = False
    numbers: dict[str, int] = {}
    ahead: tuple[int, ...] = ()

    @property
    def rows(self) -> dict[str, Row]:
        """Return all rows by player."""
        return {row.player: row for rows in self.groups for row in rows}

    def is_member(self, name: str) -> bool:
        """Tell whether somebody has not left."""
        return not self.rows[name].has_left

    @property
    def contenders(self) -> tuple[str, ...]:
        """Return the players who have not left before the end."""
        return tuple(row.player for row in self.rows.values() if not row.is_last)

    @property
    def open(self) -> tuple[LeagueTable, ...]:
        """Return the tables to be played, in the order of the draw; not those that all others have left."""
        tables = (table for tables in self.rounds for table in tables if table.order is None)
        leavers = {row.player for row in self.rows.values() if row.has_left}
        return tuple(table for table in tables if len({*table.players} - leavers) > 1)

    @property
    def round_to_play(self) -> int:
        """Return the number of the first round with an open table, or of the last round."""
        return self.open[0].round if self.open else len(self.rounds)

    @property
    def winners(self) -> tuple[str, ...]:
        """Return the winners by group, or nobody before it is over."""
        if not self.is_over:
            return ()
        return tuple(row.player for rows in self.groups for row in rows if row.place == 1)


def standing(state: LeagueState) -> LeagueStanding:
    """Work out the standing of a league, and who has moved since the round before the last decided one."""
    groups = _groups(state, len(state.rounds))
    decided = [number for number, drawn in enumerate(state.rounds, 1) if drawn.is_begun]
    if len(decided) > 1:
        before = {row.player: row.place for rows in _groups(state, decided[-1] - 1) for row in rows}
        for row in (row for rows in groups for row in rows):
            row.moved = before[row.player] - row.place
    rounds = tuple(drawn.tables for drawn in state.rounds)
    byes = tuple(drawn.byes for drawn in state.rounds)
    return LeagueStanding(state.league, rounds, byes, groups, state.is_over)


def points_by_round(state: LeagueState) -> list[tuple[str, tuple[Fraction, ...]]]:
    """Return everybody's points after each round that was played, in the order of the standings.

    A knock-out counts no points.
    """
    rows = {name: Row(name) for name in state.league.players}
    courses: dict[str, list[Fraction]] = {
        row.player: [] for group in _groups(state, len(state.rounds)) for row in group
    }
    for drawn in state.rounds if state.league.kind != "knockout" else ():
        if not drawn.is_begun:
            break
        _count_round(state.league, drawn, rows)
        for name, course in courses.items():
            course.append(rows[name].points)
    return [(name, tuple(course)) for name, course in courses.items() if course]


def first_round_of(state: LeagueState, player: str) -> int:
    """Return the number of the round in which somebody plays next; the next one if it is not drawn yet."""
    tables = (table.round for table in state.tables if player in table.players and table.order is None)
    return next(tables, len(state.rounds) + 1)


# -- points ----------------------------------------------------------------------------------


def _groups(state: LeagueState, number: int) -> tuple[tuple[Row, ...], ...]:
    """Return the ranked rows after the first rounds, group by group."""
    league, rounds = state.league, state.rounds[:number]
    rows = {name: Row(name) for name in league.players}
    for row in rows.values():
        row.has_left = not state.is_member(row.player)
        row.is_last = row.player not in state.contenders
    tables = [drawn.tables for drawn in state.rounds]
    for place, drawn in enumerate(rounds):
        _count_round(league, drawn, rows)
        for name in survivors(league, tables, state.contenders, place) if league.kind == "knockout" else ():
            rows[name].through += 1
    for table in (table for drawn in rounds for table in drawn.tables):
        for player in table.players:
            rows[player].met += sum(rows[other].points for other in table.players if other != player)
    groups = league.groups or (league.players,)
    return tuple(_rank(league, [rows[name] for name in names]) for names in groups)


def _count_round(league: League, drawn: DrawnRound, rows: dict[str, Row]) -> None:
    """Add the points of a round; in a Swiss league a bye is worth a win once the round is decided."""
    for table in drawn.tables:
        _add_points(league, table, rows)
    if league.kind == "swiss" and drawn.is_decided:
        for name in drawn.byes:
            rows[name].points += league.table - 1


def _add_points(league: League, table: LeagueTable, rows: dict[str, Row]) -> None:
    """Add a point for everybody beaten, and a half for a tie.

    At a smaller table each point is worth more, so that its winner gets as much.
    """
    if table.order is None:
        return
    behind = len(table.players)
    opponents = max(len(table.players) - 1, 1)
    for tied in table.order:
        behind -= len(tied)
        for name in tied:
            row = rows[name]
            row.last = len(table.players) - behind - len(tied) + 1
            row.played += not table.is_unopposed
            won = tied is table.order[0] and behind > 0
            row.wins += won and not table.is_unopposed
            beaten = behind + Fraction(len(tied) - 1, 2)
            row.points += beaten * Fraction(league.table - 1, opponents)


def _rank(league: League, rows: list[Row]) -> tuple[Row, ...]:
    """Return the sorted rows with their places; equals share one. Who has left is never first.

    In a knock-out, the last table separates those who survived equally many rounds.
    """

    def sort_key(row: Row) -> tuple[bool, int, Fraction, int, Fraction]:
        if league.kind == "knockout":
            return not row.is_last, row.through, Fraction(-row.last), 0, Fraction(0)
        hard = row.met if league.kind == "swiss" else Fraction(0)
        return not row.is_last, 0, row.points, row.wins, hard

    keys = sorted(map(sort_key, rows), reverse=True)
    for row in rows:
        row.place = max(1 + row.is_last, 1 + keys.index(sort_key(row)))
    return tuple(sorted(rows, key=lambda row: (row.place, row.player)))


# -- knock-outs ------------------------------------------------------------------------------


def advancing(league: League, table: LeagueTable, members: Sequence[str], *, final: bool = False) -> tuple[str, ...]:
    """Return who advances from a table of a knock-out: the best who have not left, from the `final` only the winner.

    Seeds separate equals. So the place of somebody who has left goes to the next in the order of finish at their table.
    """
    order = [name for tied in table.order or () for name in sorted(tied, key=league.players.index)]
    return tuple(name for name in order if name in members)[: league.best if len(order) > 1 and not final else 1]


def survivors(
    league: League, rounds: Sequence[Sequence[LeagueTable]], members: Sequence[str], number: int
) -> tuple[str, ...]:
    """Return who survived a round of a knock-out, by its place: the players of the next round if it is drawn."""
    if number + 1 < len(rounds):
        return tuple(name for table in rounds[number + 1] for name in table.players)
    final = len(rounds[number]) == 1
    return tuple(name for table in rounds[number] for name in advancing(league, table, members, final=final))


def heirs(league: League, table: LeagueTable, members: Sequence[str]) -> list[tuple[str, str]]:
    """Return who has left after advancing from a table of a knock-out, each with the one who takes the place."""
    first = advancing(league, table, league.players)
    leavers = [name for name in first if name not in members]
    return list(zip(leavers, (name for name in advancing(league, table, members) if name not in first), strict=False))


def tied_at_the_cut(league: League, table: LeagueTable, members: Sequence[str], *, final: bool) -> tuple[str, ...]:
    """Return those who tied at a table of a knock-out although only some of them advance.

    From the final, only the winner advances.
    """
    through = {*advancing(league, table, members, final=final)}
    staying = ({*tied} & {*members} for tied in table.order or ())
    tied = next((tied for tied in staying if through & tied and tied - through), set())
    return tuple(name for name in table.players if name in tied)
