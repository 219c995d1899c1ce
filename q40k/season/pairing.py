"""Seat players at tables at the lowest cost: duels by an exact matching, larger tables by matching and exchange.

Costs are whole numbers whose parts lie so far apart that a smaller part never outweighs a larger one:
another meeting always costs more than any distance in points.

The matching is networkx's (Edmonds' blossom). Its integers have any size; rustworkx's have 128 bits
and wrap around in silence.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from random import Random

import networkx as nx
import numpy as np
from numpy.typing import NDArray

Grid = NDArray[np.int64]
Tables = list[list[int]]
"""Players by number, table by table."""

STARTS = 4
"""How many arrangements the exchange starts from."""
STEPS = 250
"""How many exchanges in a row may bring no improvement."""
LOTS = 1 << 20


def join_costs(costs: Sequence[Sequence[int]], times: int) -> list[int]:
    """Return one cost for each entry of `costs`, the most important part first.

    The sum of `times` entries is smaller only if a more important part of the sum is smaller, or all
    those are equal.
    """
    totals = [0] * len(costs)
    for part in zip(*costs, strict=True):
        scale = max(part, default=0) * times + 1
        totals = [total * scale + cost for total, cost in zip(totals, part, strict=True)]
    return totals


def match_pairs(number: int, costs: Mapping[tuple[int, int], int]) -> list[tuple[int, int]]:
    """Return the pairs of players by number, an even number of them, whose sum of costs is the lowest."""
    graph = nx.Graph()
    graph.add_nodes_from(range(number))
    most = max(costs.values(), default=0)
    graph.add_weighted_edges_from((first, second, most - cost) for (first, second), cost in costs.items())
    pairs = nx.max_weight_matching(graph, maxcardinality=True)
    return sorted((min(pair), max(pair)) for pair in pairs)


def count_meetings(rounds: Iterable[Iterable[Sequence[str]]]) -> Counter[frozenset[str]]:
    """Return how often each pair has met."""
    return Counter(frozenset(pair) for tables in rounds for seats in tables for pair in combinations(seats, 2))


def pair_duels(
    scores: Sequence[tuple[str, int]],
    rounds: Sequence[Sequence[Sequence[str]]],
    lots: Random,
    sat_out: Mapping[str, int],
    floated: Mapping[str, int],
) -> tuple[list[tuple[str, str]], tuple[str, ...]]:
    """Pair players with their points for a Swiss round; return the pairs, and who sits out.

    It counts, in this order: that nobody sits out again before all have; that nobody meets again;
    that one with few points sits out; that points are close; that nobody `floated` in the last round the same way,
    down (-1) or up (1); that both can have the seat they had less often; the lot.
    """
    number = len(scores)
    met = count_meetings(rounds)
    firsts = Counter(seats[0] for tables in rounds for seats in tables)
    firsts.subtract(name for tables in rounds for seats in tables for name in seats[1:])
    edges = list(combinations(range(number), 2))
    costs = []
    for first, second in edges:
        (name, points), (other, others) = scores[first], scores[second]
        seats = min(
            (firsts[name] + 1) ** 2 + (firsts[other] - 1) ** 2, (firsts[name] - 1) ** 2 + (firsts[other] + 1) ** 2
        )
        repeats, apart = met[frozenset((name, other))] ** 2, points - others
        down, up = (name, other) if apart > 0 else (other, name)
        again = (floated.get(down) == -1) + (floated.get(up) == 1) if apart else 0
        costs.append((0, repeats, 0, apart**2, again, seats, lots.randrange(LOTS)))
    if number % 2:
        for player, (name, points) in enumerate(scores):
            fewer = sum(others < points for _name, others in scores)
            edges.append((player, number))
            again = floated.get(name) == -1
            costs.append((sat_out.get(name, 0), 0, fewer, 0, int(again), 0, lots.randrange(LOTS)))
    joined = join_costs(costs, number // 2 + 1)
    pairs = match_pairs(number + number % 2, dict(zip(edges, joined, strict=True)))
    duels = [(scores[first][0], scores[second][0]) for first, second in pairs if second < number]
    return duels, tuple(scores[first][0] for first, second in pairs if second == number)


# -- tables of three and more ----------------------------------------------------------------


def seat_tables(
    seats: Sequence[int], cost: Grid, lots: Random, extra: Grid | None = None, steps: int = STEPS, starts: int = STARTS
) -> Tables:
    """Seat players at tables of these sizes, at the lowest cost that is found.

    `cost` holds the cost of each pair at one table, `extra` that of a smaller table for each player.
    The first start puts players together by matching, the others by lot.
    """
    best: tuple[int, Tables] | None = None
    for attempt in range(starts if len(seats) > 1 else 1):
        tables = _match_layers(seats, cost) if not attempt else _deal(seats, lots)
        attempted = exchange(tables, cost, lots, extra, steps)
        if best is None or attempted[0] < best[0]:
            best = attempted
    assert best is not None
    return best[1]


def _deal(seats: Sequence[int], lots: Random) -> Tables:
    order = list(range(sum(seats)))
    lots.shuffle(order)
    waiting = iter(order)
    return [[next(waiting) for _ in range(size)] for size in seats]


def _match_layers(seats: Sequence[int], cost: Grid) -> Tables:
    """Fill tables seat by seat: the next player of each block of ranks goes where the matching is cheapest."""
    waiting = iter(range(sum(seats)))
    blocks = [[next(waiting) for _ in range(size)] for size in seats]
    tables = [[block[0]] for block in blocks]
    for layer in range(1, max(seats)):
        free = [number for number, size in enumerate(seats) if size > layer]
        players = [blocks[number][layer] for number in free]
        costs = {
            (place, len(free) + at): int(cost[player, tables[number]].sum())
            for place, player in enumerate(players)
            for at, number in enumerate(free)
        }
        for place, at in match_pairs(2 * len(free), costs):
            tables[free[at - len(free)]].append(players[place])
    return tables


def exchange(tables: Tables, cost: Grid, lots: Random, extra: Grid | None, steps: int) -> tuple[int, Tables]:
    """Exchange players between tables, two at a time; return the lowest cost that was met, and its tables.

    The best exchange is taken even if it costs; players stay a while where they were put, so that the
    search leaves a hollow. It ends after `steps` exchanges without a new lowest cost.
    """
    players, largest = len(cost), max(map(len, tables))
    at = np.zeros(players, dtype=np.int64)
    for number, table in enumerate(tables):
        at[table] = number
    sums = np.stack([cost[:, table].sum(axis=1) for table in tables], axis=1)
    if extra is not None:
        small = np.array([len(table) < largest for table in tables])
        sums = sums + extra[:, None] * small
    now = int(sum(cost[np.ix_(table, table)].sum() for table in tables)) // 2
    now += int(sums[range(players), at].sum()) - int(sum(cost[np.ix_(table, table)].sum() for table in tables))
    best, arrangement, waited = now, at.copy(), 0
    until = np.zeros(players, dtype=np.int64)
    while waited < steps and len(tables) > 1:
        waited += 1
        here, there = sums[range(players), at], sums[:, at]
        gain = there + there.T - 2 * cost - here[:, None] - here[None, :]
        waits = until > waited
        held = (at[:, None] == at[None, :]) | ((waits[:, None] | waits[None, :]) & (now + gain >= best))
        gain = np.where(held, _NEVER, gain)
        first, second = divmod(int(lots.choice(np.flatnonzero(gain == gain.min()))), players)
        if gain[first, second] == _NEVER:
            break
        now += int(gain[first, second])
        moved = cost[:, second] - cost[:, first]
        sums[:, at[first]] += moved
        sums[:, at[second]] -= moved
        at[first], at[second] = at[second], at[first]
        until[[first, second]] = waited + lots.randint(2, 6)
        if now < best:
            best, arrangement, waited = now, at.copy(), 0
            until[:] = 0
    return best, [np.flatnonzero(arrangement == number).tolist() for number in range(len(tables))]


_NEVER = np.iinfo(np.int64).max
