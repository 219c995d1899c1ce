"""Work out a league or a knock-out: the result of each table, standings, what is next.

The first match of exactly its players that ended after the draw decides a table, unless players
report a different match or an order of finish. So an amended match also corrects the league. Drawn
rounds stay as they are.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from q40k.season import schedule
from q40k.season.club import Running, key
from q40k.season.decisions import Joined, Kind, League, Placed, Round
from q40k.season.results import moment
from q40k.season.schedule import Progress
from q40k.season.season import Match, Season

Order = tuple[tuple[str, ...], ...]
"""An order of finish, the first ones first; those who tied are together."""


class LeagueError(Exception):
    """Refuse an action by `code`: "open" while tables are unplayed, "over", or "begun" if it is too
    late to join.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class LeagueTable(Struct, frozen=True):
    """Hold a table of a round (numbers from 1): its players and their order of finish.

    The order is None while the table is unplayed. It comes from the match with number `match`, from
    a report (`said`), or from the withdrawal of all others (`alone`).
    """

    round: int
    table: int
    players: tuple[str, ...]
    order: Order | None = None
    match: int = 0
    reported: bool = False
    alone: bool = False


class Row(Struct):
    """Hold somebody's row in a league: place, tables played, wins, points.

    `met` is the sum of the points of the opponents: it separates equals by the harder draw.
    `through` is the number of knock-out rounds survived, `last` the place at the last table.
    `gone`: has left.
    """

    player: str
    played: int = 0
    wins: int = 0
    points: Fraction = Fraction(0)
    met: Fraction = Fraction(0)
    through: int = 0
    last: int = 0
    has_left: bool = False
    place: int = 0


class LeagueStanding(Struct, frozen=True):
    """Hold a league with all its tables, round by round, and all rows, group by group."""

    league: League
    rounds: tuple[tuple[LeagueTable, ...], ...]
    groups: tuple[tuple[Row, ...], ...]

    @property
    def open(self) -> tuple[LeagueTable, ...]:
        """Return the unplayed tables, in the order of the draw."""
        return tuple(table for tables in self.rounds for table in tables if table.order is None)

    @property
    def over(self) -> bool:
        """Tell whether nothing is left to play or to draw."""
        if self.open or not self.rounds:
            return False
        if self.league.kind == "knockout":
            return len(self.rounds[-1]) == 1
        return len(self.rounds) >= self.league.last

    @property
    def winners(self) -> tuple[str, ...]:
        """Return the winners by group, or nobody before it is over."""
        if not self.over:
            return ()
        return tuple(row.player for rows in self.groups for row in rows if row.place == 1)


def standing(running: Running, season: Season) -> LeagueStanding:
    """Work out the standing of a league."""
    league = running.league
    rounds = _decided_tables(running, season)
    members = league.groups or (league.players,)
    rows = {name: Row(name, has_left=key(name) in running.withdrawn) for name in league.players}
    for number, tables in enumerate(rounds, 1):
        for table in tables:
            _add_points(league, table, rows)
        for name in _survivors(league, tables, rounds[number:]):
            rows[name].through += 1
        if league.kind in ("swiss", "knockout") and all(table.order is not None for table in tables):
            _add_bye_points(running, number, tables, rows)
    for tables in rounds:
        for table in tables:
            for player in table.players:
                rows[player].met += sum(rows[other].points for other in table.players if other != player)
    groups = tuple(_rank(league, [rows[name] for name in names]) for names in members)
    return LeagueStanding(league, rounds, groups)


def leagues(season: Season) -> list[LeagueStanding]:
    """Return every league, the newest first, with the names by which the season knows players."""
    return [named_standing(running, season) for running in reversed(season.club.leagues.values())]


def named_standing(running: Running, season: Season) -> LeagueStanding:
    """Return the standing with the names by which the season knows the players.

    Draws and decisions keep the names of the draw. Two members who are now one person keep theirs.
    """
    now, club = standing(running, season), season.club
    keys = {name: club.player_key(name) for name in now.league.players}
    times = Counter(keys.values())
    names = {
        name: club.spelled.get(player, name) if times[player] == 1 and player != key(name) else name
        for name, player in keys.items()
    }
    if all(name == new for name, new in names.items()):
        return now

    def rename(players: Sequence[str]) -> tuple[str, ...]:
        return tuple(names[player] for player in players)

    def rename_table(table: LeagueTable) -> LeagueTable:
        order = None if table.order is None else tuple(map(rename, table.order))
        return replace(table, players=rename(table.players), order=order)

    league = replace(now.league, players=rename(now.league.players), groups=tuple(map(rename, now.league.groups)))
    rounds = tuple(tuple(map(rename_table, tables)) for tables in now.rounds)
    groups = tuple(tuple(replace(row, player=names[row.player]) for row in rows) for rows in now.groups)
    return LeagueStanding(league, rounds, groups)


def points_by_round(running: Running, season: Season) -> list[tuple[str, tuple[Fraction, ...]]]:
    """Return everybody's points after each round that was played, in the order of the standings.

    A knock-out counts no points.
    """
    now, named = standing(running, season), named_standing(running, season)
    names = dict(zip(now.league.players, named.league.players, strict=True))
    rows = {row.player: Row(row.player, has_left=row.has_left) for group in now.groups for row in group}
    courses: dict[str, list[Fraction]] = {name: [] for group in now.groups for name in (row.player for row in group)}
    for number, tables in enumerate(now.rounds if now.league.kind != "knockout" else (), 1):
        if all(table.order is None for table in tables):
            break
        for table in tables:
            _add_points(now.league, table, rows)
        if now.league.kind == "swiss" and all(table.order is not None for table in tables):
            _add_bye_points(running, number, tables, rows)
        for name, course in courses.items():
            course.append(rows[name].points)
    return [(names[name], tuple(course)) for name, course in courses.items() if course]


# -- what came of the tables -------------------------------------------------------------------


def _decided_tables(running: Running, season: Season) -> tuple[tuple[LeagueTable, ...], ...]:
    """Return every table with its order of finish; a match decides one table at most."""
    matches = {match.identity: match for match in season.every}
    free = [match for match in season.every if running.league.game in ("", match.game)]
    for report in running.reported.values():
        free = [match for match in free if match.identity != report.match]
    rounds = []
    for number, (tables, drawn) in enumerate(zip(running.rounds, running.since, strict=True), 1):
        results, since = [], moment(drawn)
        free = [match for match in free if moment(match.ended) >= since]
        for at, players in enumerate(tables, 1):
            entry = running.reported.get((number, at))
            if entry is not None:
                results.append(_by_report(number, at, players, entry, matches, season))
                continue
            result = _by_match(number, at, players, running, free, season)
            free = [match for match in free if match.number != result.match]
            results.append(result)
        rounds.append(tuple(results))
    return tuple(rounds)


def _by_report(
    number: int, at: int, players: Sequence[str], report: Placed, matches: dict[str, Match], season: Season
) -> LeagueTable:
    match = matches.get(report.match)
    if match is not None:
        return LeagueTable(number, at, tuple(players), _order(match, players, season), match.number)
    if not report.order:  # the reported match was deleted or does not count any more
        return LeagueTable(number, at, tuple(players))
    named = {name for tied in report.order for name in tied}
    rest = tuple(player for player in players if player not in named)
    order = (*report.order, *((rest,) if rest else ()))
    return LeagueTable(number, at, tuple(players), order, reported=True)


def _by_match(
    number: int, at: int, players: Sequence[str], running: Running, free: Iterable[Match], season: Season
) -> LeagueTable:
    """Decide a table by the first match of all its players, or of those who have not left."""
    staying = [player for player in players if key(player) not in running.withdrawn]
    for who in (players, staying):
        keys = {season.club.player_key(player) for player in who}
        match = next((match for match in free if _people(match) == keys), None)
        match = match if len(who) > 1 else None
        if match is not None:
            return LeagueTable(number, at, tuple(players), _order(match, players, season), match.number)
    if len(staying) > 1:
        return LeagueTable(number, at, tuple(players))
    withdrawn = tuple(player for player in players if player not in staying)
    order = tuple(tied for tied in (tuple(staying), withdrawn) if tied)
    return LeagueTable(number, at, tuple(players), order, alone=True)


def _people(match: Match) -> set[str]:
    return {key(entrant.player) for entrant in match.people}


def _order(match: Match, players: Sequence[str], season: Season) -> Order:
    """Return the order of finish among the players of a table; absent ones come last."""
    places = {key(entrant.player): entrant.place for entrant in match.people}
    last = len(match.entrants) + 1
    by_place: dict[int, list[str]] = {}
    for player in players:
        by_place.setdefault(places.get(season.club.player_key(player), last), []).append(player)
    return tuple(tuple(tied) for _place, tied in sorted(by_place.items()))


# -- points ----------------------------------------------------------------------------------


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
            row.played += not table.alone
            won = tied is table.order[0] and behind > 0
            row.wins += won and not table.alone
            beaten = behind + Fraction(len(tied) - 1, 2)
            row.points += beaten * Fraction(league.table - 1, opponents)


def _add_bye_points(running: Running, number: int, tables: Sequence[LeagueTable], rows: dict[str, Row]) -> None:
    """Give the points of a win for a bye in a Swiss round, but not to later joiners."""
    playing = {name for table in tables for name in table.players}
    if running.league.kind == "swiss":
        for name, row in rows.items():
            if name not in playing and not row.has_left and number > running.missed.get(name, 0):
                row.points += running.league.table - 1


def _rank(league: League, rows: list[Row]) -> tuple[Row, ...]:
    """Return the sorted rows with their places; equals share one.

    In a knock-out, the last table separates those who survived equally many rounds.
    """

    def sort_key(row: Row) -> tuple[bool, int, Fraction, int, Fraction]:
        if league.kind == "knockout":
            return not row.has_left, row.through, Fraction(-row.last), 0, Fraction(0)
        hard = row.met if league.kind == "swiss" else Fraction(0)
        return not row.has_left, 0, row.points, row.wins, hard

    for row in rows:
        row.place = 1 + sum(sort_key(other) > sort_key(row) for other in rows)
    return tuple(sorted(rows, key=lambda row: (row.place, row.player)))


def _survivors(league: League, tables: Sequence[LeagueTable], later: Sequence[Sequence[LeagueTable]]) -> Iterator[str]:
    """Return who survived a round of a knock-out: the players of the next round if it is drawn.

    From the final, only the winner survives.
    """
    if league.kind == "knockout":
        for table in later[0] if later else ():
            yield from table.players
        for table in tables if not later else ():
            yield from advancing(league, table)[: 1 if len(tables) == 1 else None]


# -- going on --------------------------------------------------------------------------------


def advancing(league: League, table: LeagueTable) -> tuple[str, ...]:
    """Return who advances from a table of a knock-out: the best; seeds separate equals."""
    if table.order is None:
        return ()
    seeds = {name: place for place, name in enumerate(league.players)}
    order = [name for tied in table.order for name in sorted(tied, key=lambda name: seeds[name])]
    return tuple(order[: league.best if len(order) > 1 else 1])


def tied_at_the_cut(league: League, table: LeagueTable, *, final: bool) -> tuple[str, ...]:
    """Return those who tied at a table of a knock-out although only some of them advance.

    From the final, only the winner advances.
    """
    survivors = set(advancing(league, table)[: 1 if final else None])
    return next((tied for tied in table.order or () if survivors & {*tied} and {*tied} - survivors), ())


def begin(
    name: str,
    kind: Kind,
    players: Sequence[str],
    *,
    table: int,
    rounds: int = 0,
    group: int = 0,
    best: int = 0,
    seed: str = "",
    game: str = "",
    progress: Progress = lambda _at, _of: None,
) -> League:
    """Create a league with the rounds that can be drawn now; players are in the order of seeds."""
    lots, everyone = Random(seed), tuple(players)
    groups: tuple[tuple[str, ...], ...] = ()
    first: list[Round] = []
    if kind == "groups":
        number = len(schedule.sizes(len(everyone), group, LEAST_IN_GROUP))
        groups = tuple(tuple(group_) for group_ in schedule.snake(everyone, number))
        drawn = [_draw_all(group_, min(table, len(group_)), rounds, lots, progress) for group_ in groups]
        last = max(map(len, drawn))
        first = [tuple(seats for group_ in drawn if at < len(group_) for seats in group_[at]) for at in range(last)]
    elif kind == "robin":
        first = _draw_all(everyone, table, rounds, lots, progress)
        last = len(first)
    elif kind == "swiss":
        first = [schedule.swiss([(player, 0) for player in _shuffle(everyone, lots)], (), table, lots)]
        last = rounds or _usual_rounds(len(everyone), table)
    else:
        first, last = [_knockout(everyone, table)], 0
    return League(name, kind, everyone, table, tuple(first), groups, last, best or max(1, table // 2), seed, game)


def draw(running: Running, season: Season) -> Round:
    """Draw the next round. Raises LeagueError ("open", "over")."""
    league, now = running.league, standing(running, season)
    if now.open:
        raise LeagueError("open")
    if now.over or league.kind in ("robin", "groups"):
        raise LeagueError("over")
    lots = Random(f"{league.seed}/{len(running.rounds)}")
    rows = [row for row in now.groups[0] if not row.has_left]
    if league.kind == "swiss":
        if len(rows) < 2:
            raise LeagueError("over")
        scores = [(row.player, int(2 * row.points)) for row in rows]
        return schedule.swiss(scores, running.rounds, league.table, lots)
    return _next_knockout_round(league, now.rounds[-1])


def _next_knockout_round(league: League, tables: Sequence[LeagueTable]) -> Round:
    """Draw the next knock-out round: duels follow the bracket; else firsts, then seconds, are
    mixed.
    """
    on = [advancing(league, table) for table in tables]
    if league.table == 2:
        names = [name for advancing in on for name in advancing]
        return tuple(tuple(names[at : at + 2]) for at in range(0, len(names), 2))
    ranked = [advancing[place] for place in range(league.best) for advancing in on if place < len(advancing)]
    return _knockout(ranked, league.table)


def join(running: Running, season: Season, player: str) -> Joined:
    """Add somebody to a running league, or back into it. Raises LeagueError.

    Rounds with played tables stay. In a Swiss league the player joins the next round. In duels of
    everybody, the player meets whoever has a bye, and the others in extra rounds; rounds at larger
    tables that are still unplayed are drawn again. In the first round of a knock-out, the player
    joins the smallest undecided table or replaces a bye.
    """
    league, now = running.league, standing(running, season)
    if now.over:
        raise LeagueError("over")
    drawn = len(now.rounds)
    if player in league.players:
        return Joined(league.name, player, drawn)
    if league.kind == "swiss":
        if drawn >= league.last:
            raise LeagueError("begun")
        return Joined(league.name, player, drawn)
    if league.kind == "knockout":
        return _into_the_first_round(league, now, player)
    played = [
        number
        for number, tables in enumerate(now.rounds, 1)
        if any(table.order is not None and not table.alone for table in tables)
    ]
    kept = max(played, default=0)
    groups = league.groups or (league.players,)
    there = [[member for member in group if key(member) not in running.withdrawn] for group in groups]
    at = min(range(len(there)), key=lambda number: (len(there[number]), -number))
    if league.table == 2:
        rounds = _duels_with(running.rounds[kept:], there[at], player)
    elif kept == drawn:
        raise LeagueError("begun")
    else:
        rounds = _redraw(running, kept, there[at], player)
    return Joined(league.name, player, kept, tuple(rounds), at + 1 if league.groups else 0)


def _duels_with(rounds: Sequence[Round], others: Sequence[str], player: str) -> list[Round]:
    """Return rounds in which a player meets each of the others: byes first, then one by one."""
    waiting, rounds_ = list(others), []
    for tables in rounds:
        playing = {name for seats in tables for name in seats}
        free = next((other for other in waiting if other not in playing), None)
        if free is None:
            rounds_.append(tables)
        else:
            waiting.remove(free)
            rounds_.append((*tables, _first_seat(free, player, len(waiting))))
    return [*rounds_, *((_first_seat(other, player, place),) for place, other in enumerate(waiting))]


def _first_seat(first: str, second: str, turn: int) -> tuple[str, str]:
    return (first, second) if turn % 2 else (second, first)


def _redraw(running: Running, kept: int, others: Sequence[str], player: str) -> list[Round]:
    """Draw the unplayed rounds again with an additional player at the tables of a group."""
    league, everyone = running.league, [*others, player]
    lots = Random(f"{league.seed}/{player}")
    ours = [tuple(seats for seats in tables if {*seats} & {*others}) for tables in running.rounds]
    numbers = [number for number in range(kept, len(ours)) if ours[number]]
    seats_each = min(league.table, len(everyone))
    fresh = iter(schedule.draw_rounds(everyone, seats_each, len(numbers), lots, before=ours[:kept]))
    rounds = []
    for number in range(kept, len(ours)):
        theirs = [seats for seats in running.rounds[number] if not {*seats} & {*others}]
        rounds.append((*theirs, *(next(fresh) if number in numbers else ())))
    return rounds


def _into_the_first_round(league: League, now: LeagueStanding, player: str) -> Joined:
    """Seat the player at the smallest undecided table of the first round."""
    free = [table for table in now.rounds[0] if table.order is None or len(table.players) == 1]
    most = league.table if league.table == 2 else league.table + 1
    at = min(free, key=lambda table: (len(table.players), -table.table), default=None)
    if len(now.rounds) > 1 or at is None or len(at.players) >= most:
        raise LeagueError("begun")
    tables = tuple((*table.players, player) if table is at else table.players for table in now.rounds[0])
    return Joined(league.name, player, 0, (tables,))


def _knockout(players: Sequence[str], table: int) -> Round:
    if table == 2:
        return schedule.bracket(players)
    number = len(schedule.sizes(len(players), table))
    return tuple(tuple(seats) for seats in schedule.snake(players, number))


def _draw_all(players: Sequence[str], table: int, rounds: int, lots: Random, progress: Progress) -> list[Round]:
    number = rounds or schedule.rounds_for_all(len(players), table)
    return schedule.draw_rounds(players, table, number, lots, progress)


def _shuffle(players: Sequence[str], lots: Random) -> list[str]:
    mixed = list(players)
    lots.shuffle(mixed)
    return mixed


def _usual_rounds(players: int, table: int) -> int:
    """Return the number of Swiss rounds after which one player can be the only one to win all
    tables.
    """
    rounds, unbeaten = 0, players
    while unbeaten > 1:
        unbeaten, rounds = -(-unbeaten // table), rounds + 1
    return rounds


MOST_PLAYERS = 64
"""The most players of a league."""
LEAST_IN_GROUP = 3
"""The fewest players of a group; else there is one group fewer."""
