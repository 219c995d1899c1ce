"""Figures are what other code computes, and what was planted is found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import exp, log, sqrt
from random import Random

import msgspec
import pytest

from q40k.games.game import Game
from q40k.lab.designs import Design, Plan, list_bouts
from q40k.lab.figures import Strength, compare, fit_strengths, share_by_seeds, share_of, work_out
from q40k.lab.jobs import play_bout
from q40k.lab.points import NoPrices, fit_prices, vary_prices
from q40k.lab.subject import Bout, Result


def coins(games: int = 400, seed: int = 1, entries: tuple[str, ...] = ("fair", "bent")) -> Plan:
    return Plan(kind="coins", entries=entries, by_seat=True, shared={}, seats=2, design="all", games=games, seed=seed)


@cache
def chance(mine: float, theirs: float, need: int = 3, they_need: int = 3) -> float:
    """The exact chance of who tosses first, by recursion: heads come with `mine` and `theirs`."""
    # After a round without heads everything is as before, so it is divided out.
    none = (1 - mine) * (1 - theirs)
    after = 0.0
    if need == 1:
        after += mine
    else:
        after += mine * theirs * (chance(mine, theirs, need - 1, they_need - 1) if they_need > 1 else 0.0)
        after += mine * (1 - theirs) * chance(mine, theirs, need - 1, they_need)
    if they_need > 1:
        after += (1 - mine) * theirs * chance(mine, theirs, need, they_need - 1)
    return after / (1 - none)


def test_a_planted_advantage_is_found_with_its_sign_and_size(coin: Game) -> None:
    plan = coins(800)
    bouts = list_bouts(plan)
    figures = work_out(plan, bouts, [play_bout(coin.lab, None, bout) for bout in bouts])
    fair, bent = figures.entries
    exact = (chance(2 / 3, 1 / 2) + 1 - chance(1 / 2, 2 / 3)) / 2
    assert bent.low > 0.5 > fair.high
    assert bent.low < exact < bent.high
    assert (bent.games, fair.won + bent.won) == (800, 800)
    pair = figures.pairs["bent"]["fair"]
    assert (pair.share, pair.low, pair.high, pair.games) == (bent.share, bent.low, bent.high, 800)
    assert figures.pairs["fair"]["bent"].share == pytest.approx(1 - pair.share)


@pytest.mark.parametrize(("won", "games"), [(0, 10), (7, 10), (28.5, 60), (300, 300)])
def test_an_interval_solves_wilsons_equation(won: float, games: int) -> None:
    """Each end is a share p from which the share won is 1.96 standard deviations of p away."""
    share = share_of(won, games)
    for end in (share.low, share.high):
        off = abs(won / games - end)
        assert off == pytest.approx(1.959964 * sqrt(end * (1 - end) / games), abs=1e-5)
    assert share.low <= won / games <= share.high


def log_posterior(strengths: Sequence[float], fields: Sequence[tuple[tuple[int, ...], tuple[float, ...]]]) -> float:
    total = -sum(strength * strength for strength in strengths) / 8
    for seats, won in fields:
        below = log(sum(exp(strengths[seat]) for seat in seats))
        total += sum(share * (strengths[seat] - below) for seat, share in zip(seats, won, strict=True))
    return total


def test_strengths_are_the_maximum_of_the_posterior_and_errors_its_curvature() -> None:
    chance_ = Random(4)
    true = (0.9, 0.0, -0.6, 0.3)
    fields = []
    for _ in range(300):
        seats = tuple(chance_.sample(range(4), 3))
        winner = chance_.choices(seats, [exp(true[seat]) for seat in seats])[0]
        fields.append((seats, tuple(float(seat == winner) for seat in seats)))
    fitted = fit_strengths([(tuple(map(str, seats)), won) for seats, won in fields], list("0123"))
    best = [strength.mean for strength in fitted]
    here, step = log_posterior(best, fields), 1e-3

    def posterior(*changes: tuple[int, float]) -> float:
        other = list(best)
        for place, by in changes:
            other[place] += by
        return log_posterior(other, fields)

    for place in range(4):
        assert posterior((place, step)) < here
        assert posterior((place, -step)) < here
    curvature = [
        [
            (
                posterior((a, step), (b, step))
                - posterior((a, step), (b, -step))
                - posterior((a, -step), (b, step))
                + posterior((a, -step), (b, -step))
            )
            / (-4 * step * step)
            for b in range(4)
        ]
        for a in range(4)
    ]
    covariance = inverse(curvature)
    means, whole = [sum(row) / 4 for row in covariance], sum(map(sum, covariance)) / 16
    variances = [row[place] - 2 * means[place] + whole for place, row in enumerate(covariance)]
    assert [strength.off**2 for strength in fitted] == pytest.approx(variances, rel=1e-3)
    centred = [strength - sum(true) / 4 for strength in true]
    assert all(abs(f.mean - t) < 3 * f.off for f, t in zip(fitted, centred, strict=True))


def inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Gauss and Jordan, by hand."""
    size = len(matrix)
    rows = [[*row, *(float(n == k) for k in range(size))] for n, row in enumerate(matrix)]
    for n in range(size):
        rows[n] = [value / rows[n][n] for value in rows[n]]
        for k in range(size):
            if k != n:
                rows[k] = [value - rows[k][n] * own for value, own in zip(rows[k], rows[n], strict=True)]
    return [row[size:] for row in rows]


def test_a_strength_is_a_share_and_a_rating() -> None:
    strength = Strength(log(3), 0.1)
    assert strength.share_in(2).share == 0.75
    assert strength.share_in(4).share == 0.5
    assert strength.elo.share == pytest.approx(400 * 0.4771, abs=0.1)


def test_a_fair_price_is_found_again() -> None:
    """A price holds back: the chance falls with its logarithm. One entry is 20 % too cheap."""
    chance_ = Random(8)
    listed = {"a": 10.0, "b": 20.0, "c": 30.0, "d": 15.0}
    worth = {"a": 12.0, "b": 20.0, "c": 30.0, "d": 15.0}
    fields = []
    for number in range(6000):
        seats = vary_prices(chance_.sample(list(listed), 2), listed, number)
        paid = [(seat.partition("@")[0], float(seat.partition("@")[2])) for seat in seats]
        powers = [(worth[id] / price) ** 2 for id, price in paid]
        winner = chance_.choices((0, 1), powers)[0]
        fields.append((seats, tuple(float(seat == winner) for seat in (0, 1))))
    prices, slope = fit_prices(fields, listed)
    assert slope == pytest.approx(-2, abs=0.2)
    ratio = {price.id: price.fair / worth[price.id] for price in prices}
    assert {id: value / ratio["b"] for id, value in ratio.items()} == pytest.approx(dict.fromkeys(listed, 1), abs=0.06)
    cheap = next(price for price in prices if price.id == "a")
    assert cheap.high > cheap.fair > cheap.low > cheap.listed
    with pytest.raises(NoPrices):
        fit_prices([(("a@10", "b@20"), (0.5, 0.5)), (("a@10", "b@30"), (0.5, 0.5))], listed)


def test_a_comparison_takes_the_difference_seed_by_seed() -> None:
    """Of eight seeds with two games each, one game ends otherwise: -1/2 for one observation of eight."""
    plan = coins(16)
    bouts = list_bouts(plan)
    first = [Result(won=(1.0, 0.0), turns=4)] * 16
    second = [Result(won=(1.0, 0.0), turns=6)] * 15 + [Result(won=(0.0, 1.0), turns=6)]
    rows = {row.id: row for row in compare(plan, list(zip(bouts, first, second, strict=True)))}
    loser = bouts[15].seats[0]
    assert rows[loser].difference == pytest.approx(-1 / 16)
    assert rows[loser].low == pytest.approx(-1 / 16 - 2.364624 / 16, abs=1e-3), "Student's distribution with 7"
    assert (rows["turns"].difference, rows["turns"].low, rows["turns"].high) == (2, 2, 2)


def test_no_difference_of_shares_is_greater_than_all_games_however_few_there_were() -> None:
    plan = coins(4)
    bouts = list_bouts(plan)
    results = [[Result(won=(float(at), 1.0 - at), turns=4) for at in won] for won in ((0, 0, 0, 0), (1, 0, 1, 1))]
    rows = [row for row in compare(plan, list(zip(bouts, *results, strict=True))) if row.id != "turns"]
    assert {(row.low, row.high) for row in rows} == {(-1.0, 1.0)}


SAME = 0.7
"""In so many pairs of games the second one goes to the winner of the first."""


@pytest.mark.parametrize(("entries", "design", "leagues"), [("ab", "all", 2000), ("abcdef", "robin", 500)])
def test_19_of_20_intervals_hold_where_games_of_a_seed_end_alike(entries: str, design: Design, leagues: int) -> None:
    strengths = {entry: 0.5 * (number - (len(entries) - 1) / 2) for number, entry in enumerate(entries)}
    chance_, held, differences = Random(1), [], []
    for number in range(leagues):
        plan = msgspec.structs.replace(coins(60, number, tuple(entries)), design=design)
        bouts = list_bouts(plan)
        results = [play_league(bouts, strengths, chance_) for _ in range(2)]
        for figure in work_out(plan, bouts, results[0]).entries:
            true = 1 / (1 + exp(-strengths[figure.id] * (2 if design == "all" else 1)))
            held.append(figure.low <= true <= figure.high)
        rows = compare(plan, list(zip(bouts, *results, strict=True)))
        differences += [row.low <= 0 <= row.high for row in rows if row.id != "turns"]
    assert 0.93 < sum(held) / len(held) < 0.97
    assert 0.93 < sum(differences) / len(differences) < 0.97


def play_league(bouts: Sequence[Bout], strengths: Mapping[str, float], chance_: Random) -> list[Result]:
    """Return results by strengths; games with the same seed often end alike."""
    winners: dict[int, str] = {}
    results = []
    for bout in bouts:
        winner = chance_.choices(bout.seats, [exp(strengths[seat]) for seat in bout.seats])[0]
        if bout.seed in winners and chance_.random() < SAME:
            winner = winners[bout.seed]
        winners.setdefault(bout.seed, winner)
        results.append(Result(won=tuple(float(seat == winner) for seat in bout.seats)))
    return results


def test_seeds_that_all_split_and_an_entry_that_wins_all_have_an_interval_still() -> None:
    split = share_by_seeds([(seed, float(seat)) for seed in range(20) for seat in range(2)])
    assert 0.05 < split.width < 0.2
    won = share_by_seeds([(seed, 1.0) for seed in range(20) for _ in range(2)])
    assert (won.low, won.high) == pytest.approx((share_of(20, 20).low, 1)), "20 seeds are 20 observations"
    alone = share_by_seeds([(seed, float(seed < 7)) for seed in range(10)])
    assert (alone.low, alone.high) == pytest.approx((share_of(7, 10).low, share_of(7, 10).high), abs=0.02)
