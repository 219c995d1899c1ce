"""Draws are fair: in who plays, in meetings, in seats; and the same lots draw the same."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from q40k.season.decisions import Round
from q40k.season.schedule import bracket, draw_rounds, rounds_for_all, sizes, snake, swiss

FEW = settings(max_examples=15)


def names(number: int) -> list[str]:
    return [f"p{place}" for place in range(number)]


def meetings(rounds: list[Round]) -> Counter[frozenset[str]]:
    return Counter(frozenset(pair) for seatings in rounds for seats in seatings for pair in combinations(seats, 2))


def spread(numbers: list[int]) -> int:
    return max(numbers) - min(numbers)


def at_smaller_tables(rounds: list[Round], players: int) -> list[int]:
    """How often everybody sat at a table with fewer seats than others."""
    largest = max(len(seats) for seats in rounds[0])
    sat = Counter(name for seatings in rounds for seats in seatings if len(seats) < largest for name in seats)
    return [sat[name] for name in names(players)]


def plainly(players: int, seats: list[int], rounds: int, lots: Random) -> list[Round]:
    """So many rounds by nothing but lot."""
    results = []
    for _ in range(rounds):
        order = names(players)
        lots.shuffle(order)
        rest = iter(order)
        results.append(tuple(tuple(next(rest) for _ in range(size)) for size in seats))
    return results


def unfair(rounds: list[Round], players: int) -> tuple[int, int]:
    """How unevenly people sit at smaller tables, and then how often they meet again."""
    met = meetings(rounds)
    turns = max(0, spread(at_smaller_tables(rounds, players)) - 1)
    return turns, sum(met[frozenset(pair)] ** 3 for pair in combinations(names(players), 2))


@given(st.integers(2, 60), st.integers(2, 12))
@settings(max_examples=200)
def test_tables_are_as_even_as_can_be(players: int, table: int) -> None:
    result = sizes(players, table)
    assert sum(result) == players
    assert spread(result) <= 1
    if len(result) > 1:
        assert min(result) >= 2
    assert max(result) <= table or table == 2, "no table has more seats than asked"


def test_tables_have_the_asked_size_or_one_seat_fewer() -> None:
    assert sizes(5, 3) == [3, 2]
    assert sizes(8, 3) == [3, 3, 2]
    assert sizes(5, 4) == [3, 2]
    assert sizes(7, 3) == [3, 2, 2]
    assert sizes(5, 4, 3) == [5], "a group of two is none"


@given(st.integers(2, 16), st.integers(0, 10**6))
@FEW
def test_in_duels_everybody_meets_everybody_once_and_sits_first_as_often(players: int, seed: int) -> None:
    rounds = draw_rounds(names(players), 2, rounds_for_all(players, 2), Random(seed))
    met = meetings(rounds)
    assert len(met) == players * (players - 1) // 2
    assert set(met.values()) == {1}
    first = Counter(seats[0] for seatings in rounds for seats in seatings)
    assert spread([first[name] for name in names(players)]) <= 1
    for seatings in rounds:
        sitting = [name for seats in seatings for name in seats]
        assert len(set(sitting)) == len(sitting) == players - players % 2


@given(st.integers(3, 24), st.integers(3, 8), st.integers(1, 6), st.integers(0, 10**6))
@FEW
def test_at_tables_of_more_everybody_plays_every_round_and_meets_all_about_as_often(
    players: int, table: int, rounds: int, seed: int
) -> None:
    result = draw_rounds(names(players), table, rounds, Random(seed))
    assert len(result) == rounds
    for seatings in result:
        assert sorted(name for seats in seatings for name in seats) == sorted(names(players))
        assert spread([len(seats) for seats in seatings]) <= 1
    by_lot = [
        unfair(plainly(players, [len(seats) for seats in result[0]], rounds, lots), players)
        for lots in map(Random, range(5))
    ]
    assert unfair(result, players) <= min(by_lot)
    sat = Counter((name, seat) for seatings in result for seats in seatings for seat, name in enumerate(seats))
    least = min(len(seats) for seatings in result for seats in seatings)
    for name in names(players):
        assert spread([sat[name, seat] for seat in range(least)]) <= 1


@pytest.mark.parametrize("players", range(5, 25))
def test_turns_at_smaller_tables_and_seats_are_shared_out(players: int) -> None:
    rounds = draw_rounds(names(players), 4, rounds_for_all(players, 4), Random(1))
    assert spread(at_smaller_tables(rounds, players)) <= 1
    sat = Counter((name, seat) for seatings in rounds for seats in seatings for seat, name in enumerate(seats))
    for seat in range(min(len(seats) for seats in rounds[0])):
        assert spread([sat[name, seat] for name in names(players)]) <= 1


def test_a_draw_says_how_far_it_is() -> None:
    seen: list[tuple[int, int]] = []
    draw_rounds(names(8), 4, 3, Random(1), lambda done, steps: seen.append((done, steps)))
    steps = {number for _done, number in seen}
    assert len(steps) == 1
    assert [done for done, _number in seen] == list(range(steps.pop()))


@pytest.mark.parametrize(("players", "rounds", "most"), [(16, 3, 1), (16, 5, 1), (24, 5, 1), (20, 4, 2), (8, 3, 2)])
def test_fours_seldom_meet_again(players: int, rounds: int, most: int) -> None:
    result = draw_rounds(names(players), 4, rounds, Random(1))
    assert max(meetings(result).values()) <= most


@given(st.integers(2, 14), st.integers(2, 6), st.integers(0, 10**6))
@settings(max_examples=6)
def test_the_same_lots_draw_the_same(players: int, table: int, seed: int) -> None:
    again = [draw_rounds(names(players), table, 3, Random(seed)) for _ in range(2)]
    assert again[0] == again[1]


def test_other_lots_draw_otherwise() -> None:
    draws = {str(draw_rounds(names(12), 4, 3, Random(seed))) for seed in range(5)}
    assert len(draws) == 5


@given(st.integers(4, 16), st.sampled_from([2, 4]), st.integers(0, 10**6))
@FEW
def test_a_swiss_round_puts_equals_together_who_have_not_met(players: int, table: int, seed: int) -> None:
    lots = Random(seed)
    points = dict.fromkeys(names(players), 0)
    rounds: list[Round] = []
    sat_out: Counter[str] = Counter()
    for _ in range(2 if table == 2 else 1):
        ranked = sorted(points.items(), key=lambda score: (-score[1], score[0]))
        tables, byes = swiss(ranked, rounds, table, lots, sat_out)
        rounds.append(tables)
        sat_out.update(byes)
        for seats in rounds[-1]:
            for place, player in enumerate(sorted(seats)):
                points[player] += 2 * (len(seats) - 1 - place)
    if table == 2:
        assert max(meetings(rounds).values()) == 1
        sitting = Counter(name for seatings in rounds for seats in seatings for name in seats)
        assert spread([sitting[name] for name in names(players)]) <= 1
    for seatings in rounds:
        sitting_now = [name for seats in seatings for name in seats]
        assert len(set(sitting_now)) == len(sitting_now)


def test_after_a_swiss_round_winners_meet_winners() -> None:
    ranked = [("a", 2), ("b", 2), ("c", 2), ("d", 2), ("e", 0), ("f", 0), ("g", 0), ("h", 0)]
    before: list[Round] = [(("a", "e"), ("b", "f"), ("c", "g"), ("d", "h"))]
    result, _byes = swiss(ranked, before, 2, Random(3))
    assert all(set(seats) <= set("abcd") or set(seats) <= set("efgh") for seats in result)


@pytest.mark.parametrize("players", range(2, 18))
def test_in_a_bracket_the_best_meet_last_and_sit_out_first(players: int) -> None:
    first = bracket(names(players))
    assert sorted(name for seats in first for name in seats) == sorted(names(players))
    full = 1
    while full < players:
        full *= 2
    assert len(first) == max(1, full // 2)
    alone = {seats[0] for seats in first if len(seats) == 1}
    assert alone == set(names(players)[: full - players])
    winners = [
        seats[0] if seats[0] < (seats[1:] or ("q",))[0] or len(seats) == 1 else seats[1]
        for seats in [tuple(sorted(s, key=lambda n: int(n[1:]))) for s in first]
    ]
    while len(winners) > 1:  # the better seed wins always: then first and second meet in the final
        pairs = list(zip(winners[::2], winners[1::2], strict=True))
        if len(pairs) == 1:
            assert set(pairs[0]) == {"p0", "p1"}
        winners = [min(pair, key=lambda player: int(player[1:])) for pair in pairs]


def test_groups_are_as_strong_as_one_another() -> None:
    assert snake(names(8), 2) == [["p0", "p3", "p4", "p7"], ["p1", "p2", "p5", "p6"]]
    assert [len(group) for group in snake(names(10), 3)] == [3, 3, 4]
