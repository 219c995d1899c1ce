"""A league or a knock-out as it stands: what came of each table, standings, what is next.

A table is decided by the first match of exactly its players that ended after the draw, unless
people say another match, or an order of finish. So an amended match mends the league, too; what
was drawn before stays drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import Final

from msgspec import Struct

from q40k.season import schedule
from q40k.season.club import Running, key
from q40k.season.decisions import Joined, Kind, League, Placed, Round
from q40k.season.results import moment
from q40k.season.schedule import Progress
from q40k.season.season import Match, Season

Order = tuple[tuple[str, ...], ...]
"""An order of finish: the first, those behind them; who tied is together."""


class LeagueError(Exception):
    """What a league cannot do, by `code`: "open" while tables are to be played, "over", or "begun"
    where it is too late to join.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Seated(Struct, frozen=True):
    """A table of a round (numbers from 1): who sits there, and in which order they came in.

    The order is None while it is to be played. It comes from the match of number `match`, from
    what people `said`, or from there being nobody else left (`alone`).
    """

    round: int
    table: int
    players: tuple[str, ...]
    order: Order | None = None
    match: int = 0
    said: bool = False
    alone: bool = False


class Row(Struct):
    """How somebody stands in a league: place, tables played, wins, points.

    `met` is the sum of the points of the opponents met: of equals, who had the harder draw is
    first. `through` is how many rounds of a knock-out were survived, `last` the place at the last
    table that was played, `gone` who has left.
    """

    player: str
    played: int = 0
    wins: int = 0
    points: Fraction = Fraction(0)
    met: Fraction = Fraction(0)
    through: int = 0
    last: int = 0
    gone: bool = False
    place: int = 0


class Standing(Struct, frozen=True):
    """A league with all its tables, round by round, and everybody’s row, group by group."""

    league: League
    rounds: tuple[tuple[Seated, ...], ...]
    groups: tuple[tuple[Row, ...], ...]

    @property
    def open(self) -> tuple[Seated, ...]:
        """The tables that are to be played, those drawn first first."""
        return tuple(one for tables in self.rounds for one in tables if one.order is None)

    @property
    def over(self) -> bool:
        """Whether nothing is left to play or to draw."""
        if self.open or not self.rounds:
            return False
        if self.league.kind == "knockout":
            return len(self.rounds[-1]) == 1
        return len(self.rounds) >= self.league.last

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won, group by group; nobody before it is over."""
        if not self.over:
            return ()
        return tuple(row.player for rows in self.groups for row in rows if row.place == 1)


def standing(running: Running, season: Season) -> Standing:
    """How a league stands."""
    league = running.league
    rounds = _seated(running, season)
    members = league.groups or (league.players,)
    rows = {name: Row(name, gone=key(name) in running.gone) for name in league.players}
    for number, tables in enumerate(rounds, 1):
        for one in tables:
            _count(league, one, rows)
        for name in _on(league, tables, rounds[number:]):
            rows[name].through += 1
        if league.kind in ("swiss", "knockout") and all(one.order is not None for one in tables):
            _sit_out(running, number, tables, rows)
    for tables in rounds:
        for one in tables:
            for player in one.players:
                rows[player].met += sum(rows[other].points for other in one.players
                                        if other != player)  # fmt: skip
    groups = tuple(_ranked(league, [rows[name] for name in names]) for names in members)
    return Standing(league, rounds, groups)


def leagues(season: Season) -> list[Standing]:
    """Every league, those begun last first."""
    return [standing(one, season) for one in reversed(season.club.leagues.values())]


# -- what came of the tables -------------------------------------------------------------------


def _seated(running: Running, season: Season) -> tuple[tuple[Seated, ...], ...]:
    """Every table with its order of finish; a match decides one table at most."""
    matches = {one.identity: one for one in season.every}
    free = [one for one in season.every if running.league.game in ("", one.game)]
    for said in running.said.values():
        free = [one for one in free if one.identity != said.match]
    rounds = []
    for number, (tables, drawn) in enumerate(zip(running.rounds, running.since, strict=True), 1):
        found, since = [], moment(drawn)
        free = [one for one in free if moment(one.ended) >= since]
        for at, players in enumerate(tables, 1):
            told = running.said.get((number, at))
            if told is not None:
                found.append(_as_said(number, at, players, told, matches, season))
                continue
            one = _played(number, at, players, running, free, season)
            free = [match for match in free if match.number != one.match]
            found.append(one)
        rounds.append(tuple(found))
    return tuple(rounds)


def _as_said(
    number: int, at: int, players: Sequence[str], said: Placed, matches: dict[str, Match],
    season: Season,
) -> Seated:  # fmt: skip
    match = matches.get(said.match)
    if match is not None:
        return Seated(number, at, tuple(players), _order(match, players, season), match.number)
    if not said.order:  # the match that was said is gone, or counts no more
        return Seated(number, at, tuple(players))
    named = {name for tied in said.order for name in tied}
    rest = tuple(one for one in players if one not in named)
    order = (*said.order, *((rest,) if rest else ()))
    return Seated(number, at, tuple(players), order, said=True)


def _played(
    number: int, at: int, players: Sequence[str], running: Running, free: Iterable[Match],
    season: Season,
) -> Seated:  # fmt: skip
    """A table as the first match of all its players decided it, or of those who have not left."""
    left = [one for one in players if key(one) not in running.gone]
    for who in (players, left):
        wanted = {season.club.known(one) for one in who}
        match = next((one for one in free if {key(each.player) for each in one.people} == wanted),
                     None) if len(who) > 1 else None  # fmt: skip
        if match is not None:
            return Seated(number, at, tuple(players), _order(match, players, season), match.number)
    if len(left) > 1:
        return Seated(number, at, tuple(players))
    gone = tuple(one for one in players if one not in left)
    order = tuple(one for one in (tuple(left), gone) if one)
    return Seated(number, at, tuple(players), order, alone=True)


def _order(match: Match, players: Sequence[str], season: Season) -> Order:
    """The order of finish among those of a table; who was not there comes last."""
    places = {key(one.player): one.place for one in match.people}
    last = len(match.entrants) + 1
    found: dict[int, list[str]] = {}
    for one in players:
        found.setdefault(places.get(season.club.known(one), last), []).append(one)
    return tuple(tuple(tied) for _place, tied in sorted(found.items()))


# -- points ----------------------------------------------------------------------------------


def _count(league: League, one: Seated, rows: dict[str, Row]) -> None:
    """A point for everybody one came in before, a half for who tied.

    At a table smaller than usual each is worth as much more, so that its first gets as much.
    """
    if one.order is None:
        return
    behind = len(one.players)
    opponents = max(len(one.players) - 1, 1)
    for tied in one.order:
        behind -= len(tied)
        for name in tied:
            row = rows[name]
            row.last = len(one.players) - behind - len(tied) + 1
            row.played += not one.alone
            won = tied is one.order[0] and behind > 0
            row.wins += won and not one.alone
            beaten = behind + Fraction(len(tied) - 1, 2)
            row.points += beaten * Fraction(league.table - 1, opponents)


def _sit_out(running: Running, number: int, tables: Sequence[Seated], rows: dict[str, Row]) -> None:
    """Who sits out in a Swiss round has the points of a win; not who came after it."""
    playing = {name for one in tables for name in one.players}
    if running.league.kind == "swiss":
        for name, row in rows.items():
            if name not in playing and not row.gone and number > running.missed.get(name, 0):
                row.points += running.league.table - 1


def _ranked(league: League, rows: list[Row]) -> tuple[Row, ...]:
    """The rows in their order, with their places; equals share one.

    In a knock-out who came as far is told apart by the last table alone.
    """

    def made(row: Row) -> tuple[bool, int, Fraction, int, Fraction]:
        if league.kind == "knockout":
            return not row.gone, row.through, Fraction(-row.last), 0, Fraction(0)
        hard = row.met if league.kind == "swiss" else Fraction(0)
        return not row.gone, 0, row.points, row.wins, hard

    for row in rows:
        row.place = 1 + sum(made(other) > made(row) for other in rows)
    return tuple(sorted(rows, key=lambda row: (row.place, row.player)))


def _on(
    league: League, tables: Sequence[Seated], later: Sequence[Sequence[Seated]]
) -> Iterator[str]:
    """Who has survived a round of a knock-out: those whom the next one was drawn with, if it was.

    Of a final that is who has won it.
    """
    if league.kind == "knockout":
        for one in later[0] if later else ():
            yield from one.players
        for one in tables if not later else ():
            yield from through(league, one)[: 1 if len(tables) == 1 else None]


# -- going on --------------------------------------------------------------------------------


def through(league: League, one: Seated) -> tuple[str, ...]:
    """Who goes on from a table of a knock-out: the best; of equals the better seeds."""
    if one.order is None:
        return ()
    seeds = {name: place for place, name in enumerate(league.players)}
    order = [name for tied in one.order for name in sorted(tied, key=lambda name: seeds[name])]
    return tuple(order[: league.best if len(order) > 1 else 1])


def tied_at_the_cut(league: League, one: Seated, *, final: bool) -> tuple[str, ...]:
    """Those who tied at a table of a knock-out so that some of them go on, and some do not.

    From the final one goes on, who has won.
    """
    on = set(through(league, one)[: 1 if final else None])
    return next((tied for tied in one.order or () if on & {*tied} and {*tied} - on), ())


def begin(
    name: str, kind: Kind, players: Sequence[str], *, table: int, rounds: int = 0, group: int = 0,
    best: int = 0, seed: str = "", game: str = "", progress: Progress = lambda _at, _of: None,
) -> League:  # fmt: skip
    """A new league with what can be drawn of it; the players are in the order of their seeds."""
    lots, everyone = Random(seed), tuple(players)
    groups: tuple[tuple[str, ...], ...] = ()
    first: list[Round] = []
    if kind == "groups":
        number = len(schedule.sizes(len(everyone), group))
        groups = tuple(tuple(one) for one in schedule.snake(everyone, number))
        drawn = [_all(one, min(table, len(one)), rounds, lots, progress) for one in groups]
        last = max(map(len, drawn))
        first = [tuple(seats for one in drawn if at < len(one) for seats in one[at])
                 for at in range(last)]  # fmt: skip
    elif kind == "robin":
        first = _all(everyone, table, rounds, lots, progress)
        last = len(first)
    elif kind == "swiss":
        first = [schedule.swiss([(one, 0) for one in _mixed(everyone, lots)], (), table, lots)]
        last = rounds or _usual(len(everyone), table)
    else:
        first, last = [_knockout(everyone, table)], 0
    return League(
        name, kind, everyone, table, tuple(first), groups, last, best or max(1, table // 2), seed,
        game,
    )  # fmt: skip


def draw(running: Running, season: Season) -> Round:
    """The next round. Raises LeagueError ("open", "over")."""
    league, now = running.league, standing(running, season)
    if now.open:
        raise LeagueError("open")
    if now.over or league.kind in ("robin", "groups"):
        raise LeagueError("over")
    lots = Random(f"{league.seed}/{len(running.rounds)}")
    rows = [row for row in now.groups[0] if not row.gone]
    if league.kind == "swiss":
        if len(rows) < 2:
            raise LeagueError("over")
        made = [(row.player, int(2 * row.points)) for row in rows]
        return schedule.swiss(made, running.rounds, league.table, lots)
    return _next(league, now.rounds[-1])


def _next(league: League, tables: Sequence[Seated]) -> Round:
    """Those who go on: in duels as the bracket has them, else firsts, then seconds, mixed."""
    on = [through(league, one) for one in tables]
    if league.table == 2:
        left = [name for one in on for name in one]
        return tuple(tuple(left[at : at + 2]) for at in range(0, len(left), 2))
    ranked = [one[place] for place in range(league.best) for one in on if place < len(one)]
    return _knockout(ranked, league.table)


def join(running: Running, season: Season, player: str) -> Joined:
    """How somebody comes into a league that goes on, or back into it. Raises LeagueError.

    What was begun stays as it was drawn. In a Swiss league they play from the next round on; in
    duels against everybody they meet who sits out, or who is left in rounds of their own; rounds at
    larger tables that are not begun are drawn anew. In the first round of a knock-out they come to
    the smallest table that is not decided, or sits out.
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
    begun = [number for number, tables in enumerate(now.rounds, 1)
             if any(one.order is not None and not one.alone for one in tables)]  # fmt: skip
    kept = max(begun, default=0)
    groups = league.groups or (league.players,)
    there = [[one for one in group if key(one) not in running.gone] for group in groups]
    at = min(range(len(there)), key=lambda number: (len(there[number]), -number))
    if league.table == 2:
        rounds = _duels(running.rounds[kept:], there[at], player)
    elif kept == drawn:
        raise LeagueError("begun")
    else:
        rounds = _anew(running, kept, there[at], player)
    return Joined(league.name, player, kept, tuple(rounds), at + 1 if league.groups else 0)


def _duels(rounds: Sequence[Round], others: Sequence[str], player: str) -> list[Round]:
    """Rounds in which somebody meets each of the others: whoever sits out, then one after one."""
    left, found = list(others), []
    for tables in rounds:
        playing = {name for seats in tables for name in seats}
        free = next((one for one in left if one not in playing), None)
        if free is None:
            found.append(tables)
        else:
            left.remove(free)
            found.append((*tables, _first_seat(free, player, len(left))))
    return [*found, *((_first_seat(one, player, place),) for place, one in enumerate(left))]


def _first_seat(one: str, other: str, turn: int) -> tuple[str, str]:
    return (one, other) if turn % 2 else (other, one)


def _anew(running: Running, kept: int, others: Sequence[str], player: str) -> list[Round]:
    """The rounds that are not begun, drawn anew with somebody more at the tables of a group."""
    league, everyone = running.league, [*others, player]
    lots = Random(f"{league.seed}/{player}")
    ours = [tuple(seats for seats in tables if {*seats} & {*others}) for tables in running.rounds]
    wanted = [number for number in range(kept, len(ours)) if ours[number]]
    fresh = iter(schedule.drawn(everyone, min(league.table, len(everyone)), len(wanted), lots,
                                before=ours[:kept]))  # fmt: skip
    found = []
    for number in range(kept, len(ours)):
        theirs = [seats for seats in running.rounds[number] if not {*seats} & {*others}]
        found.append((*theirs, *(next(fresh) if number in wanted else ())))
    return found


def _into_the_first_round(league: League, now: Standing, player: str) -> Joined:
    """A place at the smallest table of the first round that no match has decided."""
    free = [one for one in now.rounds[0] if one.order is None or len(one.players) == 1]
    most = league.table if league.table == 2 else league.table + 1
    at = min(free, key=lambda one: (len(one.players), -one.table), default=None)
    if len(now.rounds) > 1 or at is None or len(at.players) >= most:
        raise LeagueError("begun")
    tables = tuple((*one.players, player) if one is at else one.players for one in now.rounds[0])
    return Joined(league.name, player, 0, (tables,))


def _knockout(players: Sequence[str], table: int) -> Round:
    if table == 2:
        return schedule.bracket(players)
    number = len(schedule.sizes(len(players), table))
    return tuple(tuple(one) for one in schedule.snake(players, number))


def _all(
    players: Sequence[str], table: int, rounds: int, lots: Random, progress: Progress
) -> list[Round]:
    number = rounds or schedule.rounds_for_all(len(players), table)
    return schedule.drawn(players, table, number, lots, progress)


def _mixed(players: Sequence[str], lots: Random) -> list[str]:
    mixed = list(players)
    lots.shuffle(mixed)
    return mixed


def _usual(players: int, table: int) -> int:
    """With so many Swiss rounds one alone can have won all its tables."""
    rounds, left = 0, players
    while left > 1:
        left, rounds = -(-left // table), rounds + 1
    return rounds


MOST_PLAYERS: Final = 64
"""So many play in a league at most."""
