"""Points that make things even: fitted to games, and compared with the points they have."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from math import exp, log, sqrt
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from q40k.geometry.arrays import Floats, Ints
from q40k.lab.designs import Plan, list_bouts
from q40k.lab.engines import Engine
from q40k.lab.figures import PRIOR, centre_covariance, design_effect, fit_logit
from q40k.lab.studies import list_looks
from q40k.lab.subject import Lab, base_id, own_price
from q40k.season.statistics import Z

FACTORS = (0.67, 1.0, 1.5)
"""The prices that are tried, as parts of the listed one: what a price does shows only if it varies."""
GROUPS = 10
"""So many times the totals are fitted again without a part of the games: how far they differ is their error."""
LEAST_LISTS, SELDOM = 96, 2
"""Fewer games with lists say nothing of a price; then lists are fitted at every second look, as that takes its time."""
LEAST_SLOPE = 0.1
"""With less effect of a price nobody can say which one is right."""
LOOSE = 0.7
"""How far, in logarithms, a formation may be from its listed share of its army."""
STIFF = 1000.0
"""How strongly the points of something better are held above those of something worse."""
STEPS = 3000
RATE = 0.02


class Price(Struct, frozen=True, kw_only=True):
    """The price at which an entry wins its even share, with its interval, beside the listed one."""

    id: str
    listed: float
    fair: float
    low: float
    high: float
    games: int

    @property
    def surplus(self) -> float:
        """Return how much it costs too much; negative if it costs too little."""
        return self.listed - self.fair


class NoPrices(ValueError):
    """The games do not show what a price does."""


def vary_prices(entries: Sequence[str], prices: Mapping[str, float], number: int) -> tuple[str, ...]:
    """Return a field whose entries bring prices of their own, in turn for each game and seat."""
    seats = []
    for seat, id in enumerate(entries):
        price = max(1, round(prices[id] * FACTORS[(number + seat) % len(FACTORS)]))
        seats.append(f"{id}@{price}")
    return tuple(seats)


def fit_prices(
    fields: Sequence[tuple[Sequence[str], Sequence[float]]],
    listed: Mapping[str, float],
    seeds: Sequence[int] | None = None,
) -> tuple[list[Price], float]:
    """Return the price of each entry that makes it even, and what a price does to the chance to win.

    The chance to win a game is exp(a) over the sum of exp(a) of its seats. There a is the strength of
    the entry at its listed price plus slope × log(price / listed price); one slope is common to all.
    The fair price is that at which a is the mean. Fields with the same one of `seeds` are one observation.
    Raises NoPrices.
    """
    ids = list(listed)
    place = {id: number for number, id in enumerate(ids)}
    seats = np.array([[place[base_id(seat)] for seat in field] for field, _won in fields])
    paid = [[log((own_price(seat) or listed[base_id(seat)]) / listed[base_id(seat)]) for seat in f] for f, _w in fields]
    won = np.array([shares for _field, shares in fields])
    means, covariance = _maximise(seats, np.array(paid), won, len(ids), seeds)
    slope = means[-1]
    games = np.bincount(seats.ravel(), minlength=len(ids))
    if not fields or abs(slope) < LEAST_SLOPE or abs(slope) < Z * sqrt(covariance[-1, -1]):
        raise NoPrices(slope)
    prices = []
    for number, id in enumerate(ids):
        shift = -means[number] / slope
        gradient = np.zeros(len(means))
        gradient[number], gradient[-1] = -1 / slope, means[number] / slope**2
        off = Z * sqrt(gradient @ covariance @ gradient)
        fair, low, high = (round(listed[id] * exp(shift + step), 2) for step in (0.0, -off, off))
        prices.append(Price(id=id, listed=listed[id], fair=fair, low=low, high=high, games=int(games[number])))
    return prices, float(slope)


def _maximise(seats: Ints, paid: Floats, won: Floats, size: int, seeds: Sequence[int] | None) -> tuple[Floats, Floats]:
    """Return the strengths, behind them the slope, at the maximum of the posterior; and their covariance."""
    design = np.zeros((*seats.shape, size + 1))
    np.put_along_axis(design, seats[:, :, None], 1.0, 2)
    design[:, :, -1] = paid
    precision = np.eye(size + 1) / PRIOR**2
    precision[-1, -1] = 1e-6
    means, curvature, chances = fit_logit(design, won, np.ones(seats.shape), precision)
    effect = design_effect(seats, won, chances, size, seeds)
    # What a seat decides cancels out between both seats of a seed, but not what a price does: prices differ there.
    return means, max(effect, 1.0) * centre_covariance(np.linalg.inv(curvature), size)


Look = Callable[[list[Price], int], object]
"""Shown the prices that fit so far, and to how many games."""


def play_priced(
    engine: Engine, plan: Plan, lab: Lab, library: Any, look: Look | None = None
) -> tuple[list[Price], int]:
    """Play the bouts of a plan with prices that vary, or with lists; return the prices that fit, and the games.

    `look` comes after few games first. Raises NoPrices, and as `Engine.play`.
    """
    entries = lab.entries(library, lab.priced)
    bouts = list_bouts(plan)
    listed = {id: entry.price for id, entry in entries.items() if entry.price is not None}
    if not lab.lists:
        listed = {id: listed[id] for id in plan.entries if id in listed}
        bouts = [replace(bout, seats=vary_prices(bout.seats, listed, number)) for number, bout in enumerate(bouts)]

    def fit(end: int) -> tuple[list[Price], int]:
        played = zip(bouts[:end], engine.play(bouts[:end], len(bouts)), strict=True)
        games = [(bout, result) for bout, result in played if result.refusal is None]
        seeds = [bout.seed for bout, _result in games]
        if lab.lists:
            sides = [(result.fielded[0], result.fielded[1], result.won[0]) for _bout, result in games]
            return price_totals(sides, listed, lab.better(library), seeds), len(games)
        return fit_prices([(bout.seats, result.won) for bout, result in games], listed, seeds)[0], len(games)

    if look is not None:
        ends = list(list_looks(plan))
        for end in [end for end in ends if end >= LEAST_LISTS][::SELDOM] if lab.lists else ends:
            with suppress(NoPrices):
                look(*fit(end))
    return fit(len(bouts))


# -- totals: a side's chance follows the ratio of both sides' points --------------------------------


Fielded = tuple[Sequence[str], Sequence[str], float]
"""A game: what both sides fielded, as `army/formation`, and its worth to the first: 1, a half or 0."""


def price_totals(
    games: Sequence[Fielded],
    listed: Mapping[str, float],
    better: Sequence[tuple[str, str]] = (),
    seeds: Sequence[int] | None = None,
) -> list[Price]:
    """Return the points that fit games of two sides best, with intervals by the jackknife over groups.

    Games with the same one of `seeds` are in one group.
    """
    whole = fit_totals(games, listed, better)
    number = {seed: place for place, seed in enumerate(dict.fromkeys(seeds or range(len(games))))}
    group_of = [number[seed] % GROUPS for seed in seeds or range(len(games))]
    groups = [[game for game, group in zip(games, group_of, strict=True) if group != out] for out in range(GROUPS)]
    parts = [fit_totals(group, listed, better) for group in groups]
    counts = Counter(id for first, second, _worth in games for id in (*first, *second))
    prices = []
    for id, fair in whole.items():
        logs = [log(part[id]) for part in parts]
        middle = sum(logs) / GROUPS
        off = Z * sqrt((GROUPS - 1) / GROUPS * sum((value - middle) ** 2 for value in logs))
        low, high = fair * exp(-off), fair * exp(off)
        rounded = {"fair": round(fair, 2), "low": round(low, 2), "high": round(high, 2)}
        prices.append(Price(id=id, listed=listed[id], games=counts[id], **rounded))
    return prices


def fit_totals(
    games: Sequence[Fielded], listed: Mapping[str, float], better: Sequence[tuple[str, str]] = ()
) -> dict[str, float]:
    """Return the points that fit games of two sides best; the first army's total stays as listed.

    The chance of a side follows the ratio of both totals. Points stay near the listed ones. Of each pair
    of `better` the first costs at least as much as the second.
    """
    ids = list(listed)
    place = {id: number for number, id in enumerate(ids)}
    counts = np.zeros((2, len(games), len(ids)))
    for row, (first_side, second_side, _worth) in enumerate(games):
        for side, fielded in enumerate((first_side, second_side)):
            for id in fielded:
                counts[side, row, place[id]] += 1
    won = np.array([worth for _first, _second, worth in games])
    first = np.log(np.array([listed[id] for id in ids]))
    by_army: dict[str, list[int]] = {}
    for id in ids:
        by_army.setdefault(id.partition("/")[0], []).append(place[id])
    # The logarithms of the points, and behind them that of how steeply the chance goes with them.
    parameters = np.append(first, np.log(4.0))
    above, below = (np.array([place[pair[end]] for pair in better], dtype=int) for end in (0, 1))
    mean, spread = np.zeros_like(parameters), np.zeros_like(parameters)
    for step in range(1, STEPS + 1):
        each, steep = np.exp(parameters[:-1]), np.exp(parameters[-1])
        mine, theirs = counts[0] @ each, counts[1] @ each
        ahead = steep * np.log(mine / theirs)
        off = 1 / (1 + np.exp(-ahead)) - won
        shares = counts[0] * each / mine[:, None] - counts[1] * each / theirs[:, None]
        slope = np.append(steep * (shares * off[:, None]).sum(0), (off * ahead).sum())
        drift = parameters[:-1] - first
        for army in by_army.values():
            slope[army] += (drift[army] - drift[army].mean()) / LOOSE**2
        behind = STIFF * np.maximum(0.0, parameters[below] - parameters[above])
        np.add.at(slope, below, behind)
        np.add.at(slope, above, -behind)
        mean, spread = 0.9 * mean + 0.1 * slope, 0.999 * spread + 0.001 * slope**2
        least = np.sqrt(spread / (1 - 0.999**step)) + 1e-8
        parameters -= RATE * mean / (1 - 0.9**step) / least
    each, scale = np.exp(parameters[:-1]), next(iter(by_army.values()))
    each *= np.exp(first)[scale].sum() / each[scale].sum()
    return raise_better({id: float(each[place[id]]) for id in ids}, better)


def raise_better(points: Mapping[str, float], better: Sequence[tuple[str, str]]) -> dict[str, float]:
    """Return points of which nothing better costs less than something worse: it is raised to that."""
    raised = dict(points)
    for _ in better:
        for first, second in better:
            raised[first] = max(raised[first], raised[second])
    return raised
