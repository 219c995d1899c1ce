"""Figures: shares of victory with their intervals, lengths, who kills whom, what was used."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from math import exp, inf, log, sqrt
from statistics import fmean
from typing import Any

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from q40k.geometry.arrays import Floats, Ints
from q40k.kernel.events import Refusal
from q40k.lab.designs import Plan
from q40k.lab.subject import Bout, Result
from q40k.season.statistics import Z, wilson
from q40k.study.figures import estimate

PRIOR = 2.0
"""The standard deviation of strengths before any game, in logarithms: it keeps the unbeaten finite."""
NEWTON_STEPS = 50
CLOSE = 1e-10
DIGITS = 6
"""Shares are rounded to so many digits, so that no machine's last bit shows."""


class Share(Struct, frozen=True):
    """A share of victory with its interval."""

    share: float
    low: float
    high: float

    @property
    def width(self) -> float:
        """Return the width of the interval."""
        return self.high - self.low


class PairShare(Share, frozen=True):
    """The share of one entry against another, and how often they met."""

    games: int


def share_of(won: float, games: float) -> Share:
    """Return the share won of some games with Wilson's interval."""
    return _round_share(won / games if games else 0.5, *wilson(won, games))


def share_by_seeds(seats: Iterable[tuple[int, float]]) -> Share:
    """Return the share won with an interval in which each seed is one observation.

    `seats` holds the seed and the share won of every seat. Games with the same dice end alike, or the other way round
    if a seat decides them. Wilson's interval is taken of as many games as would vary so much if each had its own dice.
    """
    by_seed = defaultdict[int, list[float]](list)
    for seed, won in seats:
        by_seed[seed].append(won)
    number, seeds = sum(map(len, by_seed.values())), len(by_seed)
    if not number:
        return share_of(0, 0)
    share = sum(map(sum, by_seed.values())) / number
    effect = whole = number / seeds  # whole: all games of a seed end alike
    spread = share * (1 - share)
    if seeds > 1 and spread > 0:
        off = sum((sum(won) - share * len(won)) ** 2 for won in by_seed.values())
        # Seeds tell how games vary only as far as some were won and some lost; one more seed is taken to be the worst.
        telling = 4 * spread * seeds
        effect = (telling * off / ((seeds - 1) * whole * spread) + whole) / (telling + 1)
    games = number / effect
    return _round_share(share, *wilson(share * games, games))


def mean_with_interval(values: Sequence[float]) -> Share:
    """Return a mean with its interval by Student's distribution."""
    if len(values) < 2:
        return Share(fmean(values) if values else 0.0, -inf, inf)
    interval = estimate(values)
    return Share(interval.mean, interval.low, interval.high)


def means_by_seed(values: Iterable[tuple[int, float]]) -> list[float]:
    """Return the mean of the values of each seed."""
    by_seed = defaultdict[int, list[float]](list)
    for seed, value in values:
        by_seed[seed].append(value)
    return [fmean(of_seed) for of_seed in by_seed.values()]


def _round_share(*values: float) -> Share:
    return Share(*(round(value, DIGITS) for value in values))


# -- who wins by what speaks for it --------------------------------------------------------------


def fit_logit(design: Floats, won: Floats, present: Floats, precision: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the weights of numbers that explain best who won, the curvature there, and the chances by them.

    `design` holds the numbers of each seat of each field. The chance of a seat is exp of their weighed sum, over the
    sum of all seats that are `present` (1, else 0). `precision` is that of a normal prior of the weights.
    """
    weights, curvature, size = np.zeros(design.shape[2]), precision, design.shape[2]
    total, chances = won.sum(1, keepdims=True), present
    for _ in range(NEWTON_STEPS):
        sums = np.where(present > 0, design @ weights, -inf)
        power = np.exp(sums - sums.max(1, keepdims=True))
        chances = power / power.sum(1, keepdims=True)
        slope = np.einsum("gs,gsk->k", won - total * chances, design) - precision @ weights
        average = np.einsum("gs,gsk->gk", chances, design)
        rows = (design - average[:, None, :]).reshape(-1, size)
        curvature = rows.T @ (rows * (total * chances).reshape(-1, 1)) + precision
        step = np.linalg.solve(curvature, slope)
        weights = weights + step
        if np.abs(step).max() < CLOSE:
            break
    return weights, curvature, chances


# -- strengths of entries in fields --------------------------------------------------------------


class Strength(Struct, frozen=True):
    """The strength of an entry in logarithms, 0 for the mean, with its standard deviation."""

    mean: float
    off: float

    def share_in(self, seats: int) -> Share:
        """Return the chance to win among `seats` if all others are of mean strength."""
        low, high = self.mean - Z * self.off, self.mean + Z * self.off
        return _round_share(*(1 / (1 + (seats - 1) * exp(-at)) for at in (self.mean, low, high)))

    @property
    def elo(self) -> Share:
        """Return it in the points of chess: 400 for ten to one."""
        scale = 400 / log(10)
        return _round_share(*(scale * at for at in (self.mean, self.mean - Z * self.off, self.mean + Z * self.off)))


def fit_strengths(
    fields: Iterable[tuple[Sequence[str], Sequence[float]]],
    entries: Sequence[str],
    seeds: Sequence[Hashable] | None = None,
) -> list[Strength]:
    """Return the strengths that explain who won which field best, in the order of `entries`.

    The chance of an entry to win is exp(strength) over the sum of exp(strength) of its field. A
    normal prior keeps strengths finite. Newton's method finds the maximum of the log posterior; the
    inverse of its curvature there holds the variances, taken of the distances from the mean. Fields with the same one
    of `seeds` are one observation; without seeds each is one of its own.
    """
    place = {entry: number for number, entry in enumerate(entries)}
    listed = list(fields)
    seats = np.array([[place[entry] for entry in seats] for seats, _won in listed]).reshape(len(listed), -1)
    won = np.array([shares for _seats, shares in listed]).reshape(seats.shape)
    size = len(entries)
    strengths = np.zeros(size)
    wins = np.bincount(seats.ravel(), won.ravel(), minlength=size)
    curvature = np.eye(size) / PRIOR**2
    for _ in range(NEWTON_STEPS):
        power = np.exp(strengths[seats])
        chances = power / power.sum(1, keepdims=True)
        total = won.sum(1, keepdims=True)
        slope = wins - np.bincount(seats.ravel(), (total * chances).ravel(), minlength=size) - strengths / PRIOR**2
        curvature = np.eye(size) / PRIOR**2
        np.add.at(curvature, (seats, seats), total * chances)
        pairs = total[:, :, None] * chances[:, :, None] * chances[:, None, :]
        np.add.at(curvature, (seats[:, :, None], seats[:, None, :]), -pairs)
        step = np.linalg.solve(curvature, slope)
        strengths = strengths + step
        if np.abs(step).max() < CLOSE:
            break
    power = np.exp(strengths[seats])
    effect = design_effect(seats, won, power / power.sum(1, keepdims=True), size, seeds)
    variances = effect * np.diag(centre_covariance(np.linalg.inv(curvature), size))
    return [Strength(float(mean), sqrt(variance)) for mean, variance in zip(strengths, variances, strict=True)]


def design_effect(seats: Ints, won: Floats, chances: Floats, size: int, seeds: Sequence[Hashable] | None) -> float:
    """Return how many times the variance is what it were if each field had dice of its own.

    One more seed is taken to be the worst: all fields of it end alike.
    """
    number = {seed: place for place, seed in enumerate(dict.fromkeys(seeds or ()))}
    if seeds is None or len(number) in (0, len(seats)):
        return 1.0
    of_field = np.array([number[seed] for seed in seeds])[:, None]
    off, expected = np.zeros((len(number), size)), np.zeros((len(seats), size))
    total = won.sum(1, keepdims=True)
    np.add.at(off, (of_field, seats), won - total * chances)
    np.add.at(expected, (np.arange(len(seats))[:, None], seats), chances)
    variance = float((total * (expected - expected**2)).sum())
    mean, fields = variance / len(number), len(seats) / len(number)
    return (float((off**2).sum()) + fields * mean) / (variance + mean)


def centre_covariance(covariance: NDArray[np.floating[Any]], size: int) -> Floats:
    """Return the covariance after the mean of the first `size` values is taken off each of them.

    Games say nothing about the mean: only the prior holds it, and it is no part of any error.
    """
    centre = np.eye(len(covariance))
    centre[:size, :size] -= 1 / size
    centred: Floats = centre @ covariance @ centre.T
    return centred


# -- ratings of several versions -----------------------------------------------------------------


class Rating(Struct, frozen=True, kw_only=True):
    """The rating of an entry in the points of chess; `world` is the earlier version it belongs to."""

    id: str
    world: str
    elo: Share
    games: int
    seats: int
    won: float


def rate_versions(plan: Plan, bouts: Sequence[Bout], results: Mapping[str, Sequence[Result | None]]) -> list[Rating]:
    """Return the ratings of the entries of a plan, the best first.

    `results` holds those of all bouts by version, "" for today's. Versions never meet: the first entry
    of the plan is taken to be the same in all of them, and ties them together.
    """
    anchor = (plan.entries[0], "")
    rated = [anchor, *((entry, world) for world in results for entry in plan.entries[1:])]
    number = {entry: str(place) for place, entry in enumerate(rated)}
    fields = [
        ([number.get((seat, world), number[anchor]) for seat in bout.seats], result.won, (world, bout.seed))
        for world, played in results.items()
        for bout, result in zip(bouts, played, strict=True)
        if result is not None and result.won
    ]
    games, seats_taken, wins = Counter[str](), Counter[str](), defaultdict[str, float](float)
    for seats, won, _seed in fields:
        games.update(set(seats))
        seats_taken.update(seats)
        for seat, share in zip(seats, won, strict=True):
            wins[seat] += share
    pairs, seeds = [(seats, won) for seats, won, _seed in fields], [seed for _seats, _won, seed in fields]
    strengths = fit_strengths(pairs, list(number.values()), seeds)
    ratings = [
        Rating(id=id, world=world, elo=strength.elo, games=games[key], seats=seats_taken[key], won=wins[key])
        for ((id, world), key), strength in zip(number.items(), strengths, strict=True)
    ]
    return sorted(ratings, key=lambda rating: -rating.elo.share)


# -- a whole study -------------------------------------------------------------------------------


class Figure(Struct, frozen=True, kw_only=True):
    """What a study says of an entry: its share of victory, and how it came about.

    `games` are the games it played, `seats` how often it sat at a table, `won` its victories. `used`
    is what was used in its games, where the table is weighed.
    """

    id: str
    share: float
    low: float
    high: float
    games: int
    seats: int
    won: float
    kills: float = 0
    deaths: float = 0
    turns: float = 0
    used: dict[str, tuple[int, int]] = field(default_factory=dict)


class Length(Struct, frozen=True):
    """How long games are, in turns and entries: the mean, and the shortest and longest but one in ten."""

    turns: float = 0
    turns_short: float = 0
    turns_long: float = 0
    inputs: float = 0
    inputs_short: float = 0
    inputs_long: float = 0


class Figures(Struct, frozen=True, kw_only=True):
    """The results of a study. `even` is the share of one among equals.

    `pairs` holds the share of each entry against each other, where two play.
    `kills` holds who killed whom by their ids, `used` what was used in all games: how often, and how
    often with success. `refusals` say why bouts could not be played, and how many.
    """

    games: int
    even: float
    by_strength: bool
    entries: tuple[Figure, ...]
    length: Length
    met: dict[str, int]
    pairs: dict[str, dict[str, PairShare]]
    kills: dict[str, dict[str, int]]
    used: dict[str, tuple[int, int]]
    refusals: tuple[tuple[Refusal, int], ...]


def work_out(plan: Plan, bouts: Sequence[Bout], results: Sequence[Result]) -> Figures:
    """Return the figures of a study from the results of its bouts."""
    pairs = [(bout, result) for bout, result in zip(bouts, results, strict=True) if result.refusal is None]
    is_mirror = plan.design == "mirror"
    rated = not is_mirror and (plan.seats > 2 or plan.design != "all")
    strengths = None
    if rated and pairs:
        fields = [(bout.seats, result.won) for bout, result in pairs]
        strengths = fit_strengths(fields, plan.entries, [bout.seed for bout, _result in pairs])
    entries = []
    for number, entry in enumerate(plan.entries):
        own = [(b, r) for b, r in pairs if entry in _entries_of(plan, b)]
        share = strengths[number].share_in(plan.seats) if strengths is not None else None
        entries.append(_figure(plan, entry, own, share))
    return Figures(
        games=len(pairs),
        even=1 / plan.seats,
        by_strength=strengths is not None,
        entries=tuple(entries),
        length=_length([result for _bout, result in pairs]),
        met=dict(sorted(Counter(result.met for _bout, result in pairs if result.met).items())),
        pairs={} if is_mirror or plan.seats > 2 else _shares_in_pairs(pairs),
        kills={} if is_mirror else _kills(pairs),
        used=_used(result for _bout, result in pairs),
        refusals=_count_refusals(results),
    )


def _count_refusals(results: Iterable[Result]) -> tuple[tuple[Refusal, int], ...]:
    """Return each refusal with the number of bouts that it ended, the first one first."""
    counted: list[tuple[Refusal, int]] = []
    for refusal in (result.refusal for result in results if result.refusal is not None):
        number = next((place for place, (other, _times) in enumerate(counted) if other == refusal), None)
        if number is None:
            counted.append((refusal, 1))
        else:
            counted[number] = (refusal, counted[number][1] + 1)
    return tuple(counted)


def _entries_of(plan: Plan, bout: Bout) -> tuple[str, ...]:
    """Return the entries that are weighed in a bout, seat by seat."""
    return bout.seats if plan.by_seat else (bout.shared[plan.kind],) * plan.seats


def _figure(plan: Plan, entry: str, own: Sequence[tuple[Bout, Result]], share: Share | None) -> Figure:
    """Return the figure of an entry from its bouts; in a mirror the first seat is weighed."""
    is_mirror = plan.design == "mirror"
    kills = deaths = 0.0
    won: list[tuple[int, float]] = []
    for bout, result in own:
        places = [0] if is_mirror else [seat for seat, id in enumerate(bout.seats) if id == entry]
        won += [(bout.seed, result.won[seat]) for seat in places]
        kills += sum(number for killer, _victim, number in result.kills if killer in places)
        deaths += sum(number for _killer, victim, number in result.kills if victim in places)
    share = share or share_by_seeds(won)
    return Figure(
        id=entry,
        share=share.share,
        low=share.low,
        high=share.high,
        games=len(own),
        seats=len(won),
        won=round(sum(share for _seed, share in won), DIGITS),
        kills=kills,
        deaths=deaths,
        turns=round(fmean(result.turns for _bout, result in own), 2) if own else 0.0,
        used=_used(result for _bout, result in own) if is_mirror else {},
    )


def _used(results: Iterable[Result]) -> dict[str, tuple[int, int]]:
    """Add up what was used."""
    often: Counter[str] = Counter()
    good: Counter[str] = Counter()
    for result in results:
        for name, counts in result.used.items():
            often[name] += counts[0]
            good[name] += counts[1]
    return {name: (number, good[name]) for name, number in sorted(often.items())}


def _shares_in_pairs(pairs: Iterable[tuple[Bout, Result]]) -> dict[str, dict[str, PairShare]]:
    """Return the share of each entry against each other."""
    won: dict[str, dict[str, list[tuple[int, float]]]] = {}
    for bout, result in pairs:
        for seat, other in ((0, 1), (1, 0)):
            if bout.seats[seat] != bout.seats[other]:
                against = won.setdefault(bout.seats[seat], {}).setdefault(bout.seats[other], [])
                against.append((bout.seed, result.won[seat]))
    return {
        first: {second: _pair_share(games) for second, games in sorted(against.items())}
        for first, against in sorted(won.items())
    }


def _pair_share(won: Sequence[tuple[int, float]]) -> PairShare:
    share = share_by_seeds(won)
    return PairShare(share.share, share.low, share.high, len(won))


def _kills(pairs: Iterable[tuple[Bout, Result]]) -> dict[str, dict[str, int]]:
    """Return how often each entry killed each other."""
    counted: dict[str, Counter[str]] = {}
    for bout, result in pairs:
        for killer, victim, number in result.kills:
            counted.setdefault(bout.seats[killer], Counter())[bout.seats[victim]] += number
    return {killer: dict(sorted(victims.items())) for killer, victims in sorted(counted.items())}


def _length(results: Sequence[Result]) -> Length:
    if not results:
        return Length()
    spread = [_spread([result.turns for result in results]), _spread([result.inputs for result in results])]
    return Length(*(value for values in spread for value in values))


def _spread(values: Iterable[int]) -> tuple[float, float, float]:
    """Return the mean, the tenth and the ninetieth of a hundred."""
    ordered = sorted(values)
    tenth = len(ordered) // 10
    return round(fmean(ordered), 2), float(ordered[tenth]), float(ordered[-1 - tenth])


# -- two settings on the same dice -----------------------------------------------------------------


TURNS = "turns"
"""The id of a difference in the length of games."""


class Difference(Struct, frozen=True, kw_only=True):
    """What a second setting changes for an entry on the same dice: both shares, and their difference."""

    id: str
    first: float
    second: float
    difference: float
    low: float
    high: float
    games: int


def compare(plan: Plan, both: Sequence[tuple[Bout, Result, Result]]) -> tuple[Difference, ...]:
    """Return the differences of every entry, and last that of the turns (its id is TURNS).

    `both` holds each bout with its results in the first and in the second setting.
    """
    played = [(bout, first, second) for bout, first, second in both if first.refusal is second.refusal is None]
    rows = []
    for entry in plan.entries:
        pairs = []
        for bout, first, second in played:
            seats = [seat for seat, id in enumerate(_entries_of(plan, bout)) if id == entry]
            if plan.design == "mirror":
                seats = seats[:1]
            wins = (sum(first.won[s] for s in seats), sum(second.won[s] for s in seats))
            pairs += [(bout.seed, *wins)] if seats else []
        rows.append(_difference(entry, pairs, most=1.0))
    turns = [(bout.seed, float(first.turns), float(second.turns)) for bout, first, second in played]
    return (*rows, _difference(TURNS, turns))


def _difference(id: str, pairs: Sequence[tuple[int, float, float]], most: float = inf) -> Difference:
    """Return the mean difference; the games of a seed are one observation. No difference is greater than `most`."""
    share = mean_with_interval(means_by_seed((seed, second - first) for seed, first, second in pairs))
    first, second = (round(fmean(pair[at] for pair in pairs), DIGITS) if pairs else 0.0 for at in (1, 2))
    low, high = max(share.low, -most), min(share.high, most)
    return Difference(id=id, first=first, second=second, difference=share.share, low=low, high=high, games=len(pairs))
