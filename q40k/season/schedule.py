"""Draw who plays whom, at which table and in which seat, by lot and as fairly as possible.

The players, the numbers and the seed decide everything: the same draw can be repeated. Duels of
everybody against everybody use the circle method. Larger tables are searched for: from several
starting points, two players at a time are swapped while that improves the draw. Seats are shared
out last, by swapping two seats along a path of tables.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, pairwise
from random import Random
from types import MappingProxyType

import networkx as nx
import numpy as np

from q40k.season.decisions import Round
from q40k.season.pairing import Tables, count_meetings, pair_duels, seat_tables

LEAST_AT_TABLE = 2
TURNS = (2, 5, 3, 1)
"""The cost of a first turn at a smaller table, by seats, of each of the draws the fairest is taken from."""

FEW = 40
"""How many exchanges in a row may bring no improvement in one of many rounds."""

Progress = Callable[[int, int], None]
"""Called with the number of finished steps of a draw, and of all steps."""


def sizes(players: int, table: int, least: int = LEAST_AT_TABLE) -> list[int]:
    """Return the number of players at each table, as equal as possible, the largest first.

    No table has more seats than asked, unless another would have fewer than `least` players.
    """
    number = -(-players // table)
    if number > 1 and players // number < least:
        number -= 1
    even, more = divmod(players, number)
    return [even + (place < more) for place in range(number)]


def rounds_for_all(players: int, table: int) -> int:
    """Return the number of rounds in which everybody can meet everybody; in duels exactly once."""
    if table == 2:
        return players - 1 + players % 2
    return max(1, -(-(players - 1) // (min(table, players) - 1)))


def draw_rounds(
    players: Sequence[str],
    table: int,
    rounds: int,
    lots: Random,
    progress: Progress = lambda _done, _steps: None,
    before: Sequence[Round] = (),
) -> list[Round]:
    """Draw `rounds` rounds in which everybody meets everybody about equally often.

    Everybody plays once a round, except one of an odd number of duellists; this one changes. Seats
    are shared out evenly. At tables of more than two, meetings and seats of the rounds `before`
    count.
    """
    mixed = list(players)
    lots.shuffle(mixed)
    if table == 2:
        return _assign_seats(_circle(mixed, rounds))
    number = {player: place for place, player in enumerate(mixed)}
    played = [[[number[player_] for player_ in seats if player_ in number] for seats in tables] for tables in before]
    drawn = [] if before else meet_once(len(mixed), table)
    lots.shuffle(drawn)
    drawn = drawn[:rounds]
    rest = rounds - len(drawn)
    if rest:
        drawn += _fairest_rounds(len(mixed), sizes(len(mixed), table), rest, lots, progress, [*played, *drawn])
    named = [[[mixed[index] for index in seats] for seats in tables] for tables in drawn]
    return _assign_seats([*before, *named], len(before))[len(before) :]


def _fairest_rounds(
    players: int, seats: Sequence[int], rounds: int, lots: Random, progress: Progress, before: Sequence[Tables]
) -> list[Tables]:
    """Return the fairest of several draws of rounds of players by number.

    Each round is as fair as it can be after those before it: another meeting of a pair costs the growth of the sum of
    cubes, another turn at a smaller table that of squares.
    """
    best: tuple[tuple[int, int], list[Tables]] | None = None
    for attempt, turn in enumerate(TURNS):
        met, turns = np.zeros((players, players), dtype=np.int64), np.zeros(players, dtype=np.int64)
        drawn: list[Tables] = []
        for done in range(-len(before), rounds):
            if done >= 0:
                progress(attempt * rounds + done, len(TURNS) * rounds)
                cost = 3 * met * (met + 1) + 1
                np.fill_diagonal(cost, 0)
                drawn.append(seat_tables(seats, cost, lots, turn * seats[0] * (2 * turns + 1), FEW, 2))
            for table in drawn[-1] if done >= 0 else before[done]:
                met[np.ix_(table, table)] += 1
                turns[table] += len(table) < max(seats)
        every = met[np.tril_indices(players, -1)]
        unfair = max(1, int(np.ptp(turns))), int((every**3).sum())
        best = min(best or (unfair, drawn), (unfair, drawn), key=lambda draw: draw[0])
    assert best is not None
    return best[1]


def swiss(
    scores: Sequence[tuple[str, int]],
    rounds: Sequence[Round],
    table: int,
    lots: Random,
    sat_out: Mapping[str, int] = MappingProxyType({}),
    floated: Mapping[str, int] = MappingProxyType({}),
) -> tuple[Round, tuple[str, ...]]:
    """Draw the next round; return it, and who sits out.

    `scores` are the players with their points (whole numbers), the first ones first, `sat_out` how
    often each has sat out, `floated` as in `pair_duels`.
    """
    names = [name for name, _points in scores]
    tables: Sequence[Sequence[str]]
    byes: tuple[str, ...] = ()
    if table == 2:
        tables, byes = pair_duels(scores, rounds, lots, sat_out, floated)
    else:
        met = count_meetings(rounds)
        points = np.array([points for _name, points in scores], dtype=np.int64)
        apart = (points[:, None] - points[None, :]) ** 2
        repeats = np.array([[met[frozenset((name, other))] ** 2 for other in names] for name in names])
        seats = sizes(len(names), table)
        most = int(apart.max()) * sum(size * (size - 1) // 2 for size in seats) + 1
        by_number = seat_tables(seats, repeats * most + apart, lots)
        tables = [[names[index] for index in seats] for seats in by_number]
    return _assign_seats([*rounds, tables], len(rounds))[-1], byes


def snake(players: Sequence[str], tables: int) -> list[list[str]]:
    """Deal players in the order of their seeds to and fro, so that tables are even."""
    dealt: list[list[str]] = [[] for _ in range(tables)]
    for place, player in enumerate(players):
        turn, at = divmod(place, tables)
        dealt[tables - 1 - at if turn % 2 else at].append(player)
    return dealt


def bracket(players: Sequence[str]) -> Round:
    """Return the first round of a knock-out of duels: the best seeds meet last and get the byes.

    A table of one is an uncontested place in the bracket.
    """
    places = [0]
    while len(places) < len(players):
        places = [seed for place in places for seed in (place, 2 * len(places) - 1 - place)]
    seats = [players[place] if place < len(players) else None for place in places]
    pairs = zip(seats[::2], seats[1::2], strict=True)
    return tuple(tuple(player for player in pair if player is not None) for pair in pairs)


# -- the circle ------------------------------------------------------------------------------


def _circle(players: Sequence[str], rounds: int) -> list[list[tuple[str, str]]]:
    """Return duels of all against all, repeated: one player stays, the others rotate."""
    ring: list[str | None] = [*players, *([None] if len(players) % 2 else [])]
    duels = []
    for turn in range(rounds):
        by = turn % (len(ring) - 1)
        now = [ring[0], *ring[1 + by :], *ring[1 : 1 + by]]
        pairs = zip(now[: len(now) // 2], reversed(now[len(now) // 2 :]), strict=True)
        duels.append([(first, second) for first, second in pairs if first is not None and second is not None])
    return duels


# -- finite geometry ---------------------------------------------------------------------------


_FIELDS = dict.fromkeys((3, 5, 7, 11, 13, 17, 19), 0) | {4: 0b111, 8: 0b1011, 16: 0b10011}
"""The sizes of the finite fields in use; those of powers of 2 with the polynomial that they are made by."""


def meet_once(players: int, table: int) -> list[Tables]:
    """Return the rounds of a finite geometry in which nobody meets anybody twice; none if there is none.

    Players are points of a plane over a field with as many elements as there are tables, in as many
    columns as a table has seats; the lines of a slope are a round, and so are the columns of a square.
    One point may be missing.
    """
    number = -(-players // table)
    if number not in _FIELDS or number < table or number * table - players > 1:
        return []
    rounds = [
        [[_add(_multiply(slope, x, number), y, number) * table + x for x in range(table)] for y in range(number)]
        for slope in range(number)
    ]
    if number == table:
        rounds.append([[y * table + x for y in range(number)] for x in range(table)])
    return [
        sorted(([point for point in line if point < players] for line in lines), key=len, reverse=True)
        for lines in rounds
    ]


def _add(first: int, second: int, number: int) -> int:
    """Add in the finite field with so many elements."""
    return first ^ second if _FIELDS[number] else (first + second) % number


def _multiply(first: int, second: int, number: int) -> int:
    """Multiply in the finite field with so many elements."""
    if not _FIELDS[number]:
        return first * second % number
    product = 0
    while second:
        product ^= first if second & 1 else 0
        first, second = first << 1, second >> 1
        first ^= _FIELDS[number] if first & number else 0
    return product


# -- seats ------------------------------------------------------------------------------------


def _assign_seats(rounds: Sequence[Sequence[Sequence[str]]], fixed: int = 0) -> list[Round]:
    """Assign seats as evenly as possible: nobody has one seat twice more often than another.

    The first `fixed` rounds stay unchanged, and may leave a larger difference.
    """
    seated = [[list(seats) for seats in tables] for tables in rounds]
    sat: Counter[tuple[str, int]] = Counter(
        (player, seat) for tables in seated for seats in tables for seat, player in enumerate(seats)
    )
    free = [seats for tables in seated[fixed:] for seats in tables]
    pairs = list(combinations(range(max(map(len, free), default=0)), 2))
    better = True
    while better:
        better = False
        for first, second in pairs:
            at_both = [seats for seats in free if len(seats) > second]
            while path := _find_path(at_both, first, second, sat):
                better = True
                for seats in path:
                    _swap_seats(seats, first, second, sat)
    return [tuple(tuple(seats) for seats in tables) for tables in seated]


def _swap_seats(seats: list[str], first: int, second: int, sat: Counter[tuple[str, int]]) -> None:
    """Swap the players in two seats of a table."""
    here, there = seats[first], seats[second]
    sat.subtract([(here, first), (there, second)])
    sat.update([(here, second), (there, first)])
    seats[first], seats[second] = there, here


def _find_path(tables: Sequence[list[str]], first: int, second: int, sat: Counter[tuple[str, int]]) -> list[list[str]]:
    """Return tables at which swapping two seats makes them more even, or none.

    The path leads from a player who had the first seat too often to one who had it too rarely. The
    players between gain it at one table and lose it at the next.
    """
    graph: nx.DiGraph[str] = nx.DiGraph()
    for seats in tables:
        graph.add_edge(seats[first], seats[second], seats=seats)
    more = {player: sat[player, first] - sat[player, second] for player in graph}
    for begin in sorted(more, key=lambda player: -more[player]):
        for player, path in nx.single_source_shortest_path(graph, begin).items():  # the nearest first
            if more[player] <= more[begin] - 3:
                return [graph.edges[step]["seats"] for step in pairwise(path)]
    return []
