"""Found a league, draw its next round, let somebody join: each returns the fact to write.

Rounds are drawn among the members of the moment, and hold which matches were over by then. What was
drawn and decided stays as it is.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random

from q40k.season import schedule
from q40k.season.decisions import FACTS, Drawn, Joined, Kind, League, Round
from q40k.season.facts import LeagueState
from q40k.season.league import LeagueError, advancing, points_by_round, standing
from q40k.season.schedule import Progress
from q40k.season.settling import Evidence


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
    evidence: Evidence | None = None,
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
        first = [schedule.swiss([(player, 0) for player in _shuffle(everyone, lots)], (), table, lots)[0]]
        last = rounds or _usual_rounds(len(everyone), table)
    else:
        first, last = [_knockout(everyone, table)], 0
    before = evidence.finished_before(first, game) if evidence is not None else ()
    advance = best or max(1, table // 2)
    return League(name, kind, everyone, table, tuple(first), groups, last, advance, seed, game, before, FACTS)


def draw(state: LeagueState, evidence: Evidence) -> Drawn:
    """Draw the next round. Raises LeagueError ("open", "over")."""
    league, members = state.league, state.members
    if state.is_over:
        raise LeagueError("over")
    if any(table.order is None for table in state.tables):
        raise LeagueError("open")
    if league.kind in ("robin", "groups"):
        raise LeagueError("over")
    lots = f"{league.seed}/{len(state.rounds)}"
    byes: tuple[str, ...] = ()
    if league.kind == "swiss":
        scores = [(row.player, int(2 * row.points)) for row in standing(state).groups[0] if not row.has_left]
        sat_out = Counter(name for drawn in state.rounds for name in drawn.byes)
        tables, byes = schedule.swiss(scores, _seats(state), league.table, Random(lots), sat_out, _list_floaters(state))
    else:
        tables = _next_knockout_round(state)
    before = evidence.finished_before([tables], league.game)
    return Drawn(league.name, tables, members, byes, lots, before, len(state.rounds) + 1)


def _list_floaters(state: LeagueState) -> dict[str, int]:
    """Return who met somebody with more points in the last round (1), or with fewer, or had a bye (-1)."""
    number, drawn = len(state.rounds), state.rounds[-1]
    before = {name: course[number - 2] for name, course in points_by_round(state) if 1 < number <= len(course)}
    floated = dict.fromkeys(drawn.byes, -1)
    for name, other in (table.players for table in drawn.tables if len(table.players) == 2):
        apart = before.get(name, 0) - before.get(other, 0)
        floated |= {name: (apart < 0) - (apart > 0), other: (apart > 0) - (apart < 0)}
    return floated


def _next_knockout_round(state: LeagueState) -> Round:
    """Draw the next knock-out round: duels follow the bracket; else firsts, then seconds, are
    mixed.
    """
    league = state.league
    through = [advancing(league, table, state.members) for table in state.rounds[-1].tables]
    if league.table == 2:
        pairs = [sum(through[at : at + 2], ()) for at in range(0, len(through), 2)]
        return tuple(pair for pair in pairs if pair)
    ranked = [players[place] for place in range(league.best) for players in through if place < len(players)]
    return _knockout(ranked, league.table)


def join(state: LeagueState, evidence: Evidence, player: str) -> Joined:
    """Add somebody to a running league, or back into it. Raises LeagueError.

    Rounds with decided tables stay. In a Swiss league the player joins the next round. In duels of
    everybody, the player meets whoever has a bye, and the others in extra rounds; rounds at larger
    tables that are not begun are drawn again. In the first round of a knock-out, the player
    joins the smallest undecided table or replaces a bye. Who comes back plays the tables that are open.
    """
    league, drawn = state.league, len(state.rounds)
    if state.is_over:
        raise LeagueError("over")
    waiting = any(player in table.players and table.order is None for table in state.tables)
    if waiting or (league.kind == "swiss" and drawn < league.last) or _is_through(state, player):
        return Joined(league.name, player, drawn)
    if player in league.players or league.kind == "swiss":
        raise LeagueError("begun")
    if league.kind == "knockout":
        return _into_the_first_round(state, evidence, player)
    decided = [table.round for table in state.tables if table.order is not None]
    kept = max(decided, default=0)
    groups = league.groups or (league.players,)
    there = [[member for member in group if state.is_member(member)] for group in groups]
    at = min(range(len(there)), key=lambda number: (len(there[number]), -number))
    if league.table == 2:
        rounds = _duels_with(_seats(state)[kept:], there[at], player)
    elif kept == drawn:
        raise LeagueError("begun")
    else:
        rounds = _redraw(state, kept, there[at], player)
    before = evidence.finished_before(rounds, league.game)
    return Joined(league.name, player, kept, tuple(rounds), at + 1 if league.groups else 0, before)


def _is_through(state: LeagueState, player: str) -> bool:
    """Tell whether somebody who left a knock-out has come through to the round that is drawn next."""
    members = (*state.members, player)
    tables = (table for table in state.rounds[-1].tables if player in table.players)
    return state.league.kind == "knockout" and any(player in advancing(state.league, each, members) for each in tables)


def _seats(state: LeagueState) -> list[Round]:
    return [tuple(table.players for table in drawn.tables) for drawn in state.rounds]


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


def _redraw(state: LeagueState, kept: int, others: Sequence[str], player: str) -> list[Round]:
    """Draw the unplayed rounds again with an additional player at the tables of a group."""
    league, everyone, drawn = state.league, [*others, player], _seats(state)
    lots = Random(f"{league.seed}/{player}")
    ours = [tuple(seats for seats in tables if {*seats} & {*others}) for tables in drawn]
    numbers = [number for number in range(kept, len(ours)) if ours[number]]
    seats_each = min(league.table, len(everyone))
    fresh = iter(schedule.draw_rounds(everyone, seats_each, len(numbers), lots, before=ours[:kept]))
    rounds = []
    for number in range(kept, len(ours)):
        theirs = [seats for seats in drawn[number] if not {*seats} & {*others}]
        rounds.append((*theirs, *(next(fresh) if number in numbers else ())))
    return rounds


def _into_the_first_round(state: LeagueState, evidence: Evidence, player: str) -> Joined:
    """Seat the player at the smallest undecided table of the first round."""
    league, tables = state.league, state.rounds[0].tables
    free = [table for table in tables if table.order is None or table.by == "bye"]
    most = league.table if league.table == 2 else league.table + 1
    at = min(free, key=lambda table: (len(table.players), -table.table), default=None)
    if len(state.rounds) > 1 or at is None or len(at.players) >= most:
        raise LeagueError("begun")
    seats = tuple((*table.players, player) if table is at else table.players for table in tables)
    return Joined(league.name, player, 0, (seats,), before=evidence.finished_before([seats], league.game))


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


LEAST_IN_GROUP = 3
"""The fewest players of a group; else there is one group fewer."""
