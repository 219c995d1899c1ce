"""Swiss rounds are as good as they can be: compared with a reference matching, and with all arrangements there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import networkx as nx
import pytest

from q40k.season.decisions import Round
from q40k.season.pairing import join_costs, pair_duels
from q40k.season.schedule import draw_rounds, meet_once, rounds_for_all, sizes, swiss
from tests.season.test_schedule import meetings, names

Score = tuple[str, int]


def play_swiss(players: int, table: int, rounds: int, seed: int) -> Iterator[tuple[list[Score], list[Round], Round]]:
    """A Swiss league with results by lot: the scores, the rounds before, and the round that was drawn."""
    lots = Random(seed)
    points = dict.fromkeys(names(players), 0)
    before: list[Round] = []
    sat_out: Counter[str] = Counter()
    for _ in range(rounds):
        scores = sorted(points.items(), key=lambda score: -score[1])
        drawn, byes = swiss(scores, before, table, lots, sat_out)
        yield scores, list(before), drawn
        before.append(drawn)
        sat_out.update(byes)
        for name in byes:
            points[name] += 2
        for seats in drawn:
            order = list(seats)
            lots.shuffle(order)
            for place, player in enumerate(order):
                points[player] += 2 * (len(order) - 1 - place)


# ---- duels


def parts(scores: Sequence[Score], before: Sequence[Round], pair: Sequence[str], byes: Counter[str]) -> tuple[int, ...]:
    """What a pair, or somebody alone, costs: byes, meetings, points of the bye, points apart, seats."""
    points = dict(scores)
    if len(pair) == 1:
        return byes[pair[0]], 0, sum(other < points[pair[0]] for other in points.values()), 0, 0
    met = meetings(list(before))[frozenset(pair)]
    sat: Counter[tuple[str, int]] = Counter()
    for drawn in before:
        for seats in drawn:
            sat.update((player, place) for place, player in enumerate(seats))
    first, second = (sat[player, 0] - sat[player, 1] for player in pair)
    uneven = min((first + 1) ** 2 + (second - 1) ** 2, (first - 1) ** 2 + (second + 1) ** 2)
    return 0, met**2, 0, (points[pair[0]] - points[pair[1]]) ** 2, uneven


@pytest.mark.parametrize("players", range(2, 65))
def test_a_round_of_duels_is_the_optimum_of_a_reference_matching(players: int) -> None:
    lots = Random(players)
    scores = [(name, lots.randrange(0, 12)) for name in names(players)]
    before: list[Round] = []
    byes: Counter[str] = Counter()
    for _ in range(min(4, players - 1)):
        mixed = names(players)
        lots.shuffle(mixed)
        before.append(tuple((mixed[at], mixed[at + 1]) for at in range(0, players - 1, 2)))
        byes.update(mixed[players - players % 2 :])
    pairs, resting = pair_duels(scores, before, lots, byes, {})
    assert sorted(name for seats in (*pairs, resting) for name in seats) == sorted(names(players))
    reference = nx.Graph()
    every = [*combinations(names(players), 2), *((name, "bye") for name in names(players) if players % 2)]
    for first, second in every:
        cost = parts(scores, before, [first] if second == "bye" else [first, second], byes)
        reference.add_edge(first, second, weight=sum(part * 10 ** (12 * at) for at, part in enumerate(reversed(cost))))
    best = nx.min_weight_matching(reference)
    optimum = [[name for name in sorted(pair) if name != "bye"] for pair in best]
    chosen = [list(pair) for pair in pairs] + [[name] for name in resting]

    def total(tables: list[list[str]]) -> tuple[int, ...]:
        costs = [parts(scores, before, table, byes) for table in tables]
        return tuple(map(sum, zip(*costs, strict=True)))

    assert total(chosen) == total(optimum)


def test_costs_that_are_joined_never_weigh_less_important_parts_up() -> None:
    costs = [(0, 5, 9), (1, 0, 0), (0, 6, 0), (0, 5, 8)]
    joined = join_costs(costs, 3)
    for first in combinations(range(4), 3):
        for second in combinations(range(4), 3):
            sums = [tuple(sum(costs[at][part] for at in three) for part in range(3)) for three in (first, second)]
            totals = [sum(joined[at] for at in three) for three in (first, second)]
            assert (sums[0] < sums[1]) == (totals[0] < totals[1])


@pytest.mark.parametrize("players", [4, 6, 7, 10, 15, 24])
def test_duels_meet_again_only_when_all_have_met(players: int) -> None:
    rounds = players - 1 + players % 2
    drawn = [drawn for _scores, _before, drawn in play_swiss(players, 2, rounds // 2, players)]
    assert max(meetings(drawn).values()) == 1


def test_nobody_floats_the_same_way_twice_in_a_row_where_another_can() -> None:
    scores = [("a", 2), ("b", 2), ("c", 2), ("d", 0), ("e", 0), ("f", 0)]
    for down in "abc":
        for up in "def":
            others = {name: -1 for name in "abc" if name != down} | {name: 1 for name in "def" if name != up}
            pairs, _resting = pair_duels(scores, [], Random(1), {}, others)
            assert frozenset((down, up)) in set(map(frozenset, pairs)), "the two who may float meet"
    resting = pair_duels(scores[:5], [], Random(1), {}, {"d": -1})[1]
    assert resting == ("e",)


# ---- larger tables


def arrangements(free: tuple[str, ...], seats: Counter[int]) -> Iterator[list[tuple[str, ...]]]:
    """Every way to seat players at tables of these sizes."""
    if not free:
        yield []
        return
    for size in [size for size, left in seats.items() if left]:
        rest = seats - Counter([size])
        for others in combinations(free[1:], size - 1):
            table = (free[0], *others)
            staying = tuple(name for name in free if name not in table)
            yield from ([table, *more] for more in arrangements(staying, rest))


def table_cost(scores: dict[str, int], met: Counter[frozenset[str]], drawn: Sequence[Sequence[str]]) -> tuple[int, int]:
    pairs = [pair for seats in drawn for pair in combinations(seats, 2)]
    repeats = sum(met[frozenset(pair)] ** 2 for pair in pairs)
    return repeats, sum((scores[first] - scores[second]) ** 2 for first, second in pairs)


@pytest.mark.parametrize(
    ("players", "table"), [(6, 3), (7, 3), (8, 4), (9, 3), (10, 4), (10, 5), (11, 4), (12, 4), (12, 6)]
)
def test_a_round_at_larger_tables_is_the_best_of_all_arrangements(players: int, table: int) -> None:
    for scores, before, drawn in play_swiss(players, table, 3, players):
        met = meetings(before)
        seats = Counter(sizes(players, table))
        best = min(table_cost(dict(scores), met, tables) for tables in arrangements(tuple(dict(scores)), seats))
        assert table_cost(dict(scores), met, drawn) == best


def can_avoid(players: frozenset[str], seats: Counter[int], met: Counter[frozenset[str]]) -> bool:
    """Whether all can sit at tables without meeting anybody again: by trying all."""
    if not players:
        return True
    new = {
        name: {other for other in players if other != name and not met[frozenset((name, other))]} for name in players
    }
    first = min(sorted(players), key=lambda name: len(new[name]))

    def grow(table: frozenset[str], candidates: list[str], size: int) -> bool:
        if len(table) == size:
            return can_avoid(players - table, seats - Counter([size]), met)
        return any(
            grow(table | {name}, [other for other in candidates[at + 1 :] if other in new[name]], size)
            for at, name in enumerate(candidates)
        )

    return any(grow(frozenset([first]), sorted(new[first]), size) for size, left in seats.items() if left)


@pytest.mark.parametrize(
    ("players", "table", "rounds"),
    [
        (13, 4, 4),
        (15, 3, 5),
        (16, 4, 4),
        (18, 3, 6),
        (20, 4, 5),
        (21, 3, 7),
        (24, 4, 5),
        (24, 5, 4),
        (24, 6, 3),
        (24, 12, 2),
    ],
)
def test_tables_repeat_a_meeting_only_where_no_arrangement_avoids_it(players: int, table: int, rounds: int) -> None:
    for seed in range(3):
        for _scores, before, drawn in play_swiss(players, table, rounds, seed):
            met = meetings(before)
            if any(met[pair] for pair in meetings([drawn])):
                assert not can_avoid(frozenset(names(players)), Counter(sizes(players, table)), met)


# ---- finite geometry


@pytest.mark.parametrize(("players", "table"), [(9, 3), (16, 4), (25, 5), (49, 7), (64, 8), (24, 5), (15, 4), (8, 3)])
def test_where_a_plane_exists_everybody_meets_everybody_just_once(players: int, table: int) -> None:
    rounds = draw_rounds(names(players), table, rounds_for_all(players, table), Random(1))
    met = meetings(rounds)
    assert set(met.values()) == {1}
    assert len(met) == players * (players - 1) // 2
    for drawn in rounds:
        assert sorted(map(len, drawn)) == sorted(sizes(players, table))


@pytest.mark.parametrize(("players", "table", "rounds"), [(20, 4, 5), (15, 3, 5), (12, 3, 4), (64, 4, 16), (56, 7, 8)])
def test_where_there_are_as_many_tables_as_a_field_has_elements_nobody_meets_twice(
    players: int, table: int, rounds: int
) -> None:
    assert len(meet_once(players, table)) == rounds
    assert max(meetings(draw_rounds(names(players), table, rounds, Random(1))).values()) == 1
    assert meet_once(players - 2, table) == []
