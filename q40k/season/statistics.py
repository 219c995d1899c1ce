"""Work out the statistics of a season: the totals of players, their strength, records, and wins.

Strength comes from the full orders of finish: Bradley-Terry, updated as Weng and Lin describe. Each
match counts as all its pairs of sides: who finished ahead of whom, and who tied. Winners are not
compared with the field as a whole: that would reward playing often, even when losing.
"""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from math import sqrt
from typing import Literal

from msgspec import Struct, field

from q40k.packs.base import Names
from q40k.season.matches import Match, Spool
from q40k.season.results import moment
from q40k.table.briefs import HOURS
from q40k.table.outcomes import NOBODY, Count, Entrant


class PlayerTotals(Struct):
    """Hold the totals of a player over all matches.

    `places` is the sum of the places of the matches. `met` is the number of opponents; `halves` counts two
    for each opponent beaten and one for a tie. `counts` are what the games count.
    """

    player: str
    matches: int = 0
    places: int = 0
    wins: int = 0
    points: Fraction = Fraction(0)
    halves: int = 0
    met: int = 0
    counts: dict[str, int] = field(default_factory=dict)

    @property
    def mean_place(self) -> float:
        """Return the mean of their places."""
        return self.places / self.matches

    @property
    def beaten(self) -> Fraction:
        """Return how many opponents they beat, a tie counting half."""
        return Fraction(self.halves, 2)

    @property
    def share(self) -> Fraction:
        """Return the share of their opponents that they beat."""
        return Fraction(self.halves, 2 * self.met) if self.met else Fraction(0)


def standings(matches: Iterable[Match], counts: Sequence[Count] = ()) -> list[PlayerTotals]:
    """Return the totals of everybody, the most wins first, then by share of opponents beaten."""
    by_player: dict[str, PlayerTotals] = {}
    for match in matches:
        for entrant in match.people:
            standing = by_player.setdefault(entrant.player, PlayerTotals(entrant.player))
            halves, met = match.beaten(entrant)
            standing.matches += 1
            standing.places += entrant.place
            standing.wins += match.is_won_by(entrant)
            if entrant.points:
                standing.points += entrant.points
            standing.halves += halves
            standing.met += met
            _count(standing, entrant, counts)
    return sorted(by_player.values(), key=lambda total: (-total.wins, -total.share, total.player))


def _count(standing: PlayerTotals, entrant: Entrant, counts: Sequence[Count]) -> None:
    for count in counts:
        before, new = standing.counts.get(count.id, 0), entrant.counts.get(count.id, 0)
        standing.counts[count.id] = before + new if count.keeps == "sum" else max(before, new)


class Meeting(Struct):
    """Count how often one finished ahead of the other, behind, or level, on different sides."""

    before: int = 0
    behind: int = 0
    even: int = 0

    @property
    def times(self) -> int:
        """Return how often they have met."""
        return self.before + self.behind + self.even


def meetings(matches: Iterable[Match], names: Container[str] | None = None) -> dict[tuple[str, str], Meeting]:
    """Return the meetings of everybody, or of those with these names, with everybody they met, both ways."""
    by_pair: dict[tuple[str, str], Meeting] = {}
    for match in matches:
        people = [entrant for entrant in match.people if names is None or entrant.player in names]
        for entrant in people:
            for other in people:
                if entrant.side == other.side:
                    continue
                meeting = by_pair.setdefault((entrant.player, other.player), Meeting())
                meeting.before += entrant.place < other.place
                meeting.behind += entrant.place > other.place
                meeting.even += entrant.place == other.place
    return by_pair


# -- strength --------------------------------------------------------------------------------------


LEAST_MATCHES = 5
"""Fewer matches are too few to judge."""
USUAL = 25.0
"""The strength of somebody of whom nothing is known."""
CAUTION = 2.0
"""The certain strength is this many standard deviations below the mean."""


class Strength(Struct, frozen=True):
    """Hold a strength after a match (its index in the season, and its identity): mean and standard deviation."""

    match: int
    identity: str
    mu: float
    sigma: float


class Rating(Struct):
    """Hold somebody's strength over time, oldest first: the current mean and standard deviation, and the extremes."""

    player: str
    course: Sequence[Strength]
    matches: int = 0
    mu: float = USUAL
    sigma: float = USUAL / 3
    low: float = USUAL
    high: float = USUAL

    @property
    def sure(self) -> float:
        """Return the strength somebody very likely has at least; players are sorted by it."""
        return self.mu - CAUTION * self.sigma

    @property
    def tells(self) -> bool:
        """Tell whether there are enough matches to judge."""
        return self.matches >= LEAST_MATCHES


def ratings(matches: Iterable[Match]) -> list[Rating]:
    """Rate the players of one game's matches in the order of play; the strongest is first.

    Players of a side are rated as a team. Sides without a name are skipped, and so are matches with
    fewer than two named sides.
    """
    from openskill.models import BradleyTerryFull, BradleyTerryFullRating

    model = BradleyTerryFull()
    held: dict[str, BradleyTerryFullRating] = {}
    by_player: dict[str, Rating] = {}
    strengths = Spool(Strength, "player TEXT, match INTEGER", 2)
    for number, match in enumerate(matches):
        sides = _sides(match)
        if len(sides) < 2:
            continue
        names = [[player_ for player_, _place in side] for side in sides]
        teams = [[held.get(player_) or model.rating() for player_ in side] for side in names]
        ranks = [float(side[0][1]) for side in sides]
        for team, side in zip(model.rate(teams, ranks=ranks), names, strict=True):
            for rated, player in zip(team, side, strict=True):
                held[player] = rated
                if player not in by_player:
                    by_player[player] = Rating(player, strengths.where("player = ?", player))
                rating = by_player[player]
                rating.mu, rating.sigma = rated.mu, rated.sigma
                rating.low, rating.high = min(rating.low, rated.mu), max(rating.high, rated.mu)
                strength = Strength(number, match.identity, rated.mu, rated.sigma)
                strengths.add(strength, player, rating.matches)
                rating.matches += 1
    return sorted(by_player.values(), key=lambda r: (not r.tells, -r.sure, r.player))


def _sides(match: Match) -> list[list[tuple[str, int]]]:
    """Return the players of every named side, each with its place."""
    sides = (
        [(entrant.player, entrant.place) for entrant in side if entrant.player != NOBODY]
        for side in match.sides.values()
    )
    return [side for side in sides if side]


# -- luck --------------------------------------------------------------------------------------


LuckVerdict = Literal["better", "worse", "close"]


class LuckBalance(Struct):
    """Hold what dice brought a player over the matches that were studied, in victories.

    `won` are their victories, a draw shared; `spread` is half of the interval of `luck`. Choices
    have cost `errors` in `decisions`.
    """

    player: str
    matches: int = 0
    won: float = 0.0
    luck: float = 0.0
    spread: float = 0.0
    errors: float = 0.0
    decisions: int = 0

    @property
    def adjusted(self) -> float:
        """Return the victories without what dice brought."""
        return self.won - self.luck

    @property
    def verdict(self) -> LuckVerdict:
        """Tell whether somebody certainly plays better, or worse, than the victories say."""
        if self.luck + self.spread < 0:
            return "better"
        return "worse" if self.luck - self.spread > 0 else "close"


def luck_balances(matches: Iterable[Match]) -> list[LuckBalance]:
    """Return what dice brought everybody in the matches that were studied, the best without dice first."""
    by_player: dict[str, LuckBalance] = {}
    for match in matches:
        for entrant in match.people:
            summary = match.studied.get(entrant.player)
            if summary is None:
                continue
            balance = by_player.setdefault(entrant.player, LuckBalance(entrant.player))
            balance.matches += 1
            balance.won += 1 / len(match.sides) if match.is_draw else float(match.is_won_by(entrant))
            balance.luck += summary.luck.mean
            balance.spread = sqrt(balance.spread**2 + (summary.luck.width / 2) ** 2)
            balance.errors += summary.errors.mean
            balance.decisions += summary.decisions
    return sorted(by_player.values(), key=lambda b: (-b.adjusted / b.matches, b.player))


# -- records ---------------------------------------------------------------------------------------


RecordKind = Literal["match", "evening", "wins", "turns", "table", "evening-matches"]
_OTHERS: tuple[RecordKind, ...] = ("wins", "evening-matches", "turns", "table")
"""The kinds whose name tells what was counted."""


class Record(Struct, frozen=True):
    """Hold a record: its kind, what was counted ("" if the kind tells it), how much, by whom, when.

    `players` are all who hold it; `when` is the day of the first.
    """

    kind: RecordKind
    count: str
    most: int
    players: tuple[str, ...]
    when: str


class _Best:
    """Hold the highest number so far and its holders."""

    def __init__(self) -> None:
        self.most = 0
        self.players: dict[str, None] = {}
        self.when = ""

    def add(self, player: str, much: int, when: str) -> None:
        """Compare somebody's number."""
        if much < self.most or much < 1:
            return
        if much > self.most:
            self.most, self.players, self.when = much, {}, when
        self.players[player] = None


def records(matches: Iterable[Match], counts: Sequence[Count]) -> list[Record]:
    """Return all records of one game's matches in the order of play; zero is no record."""
    best: dict[tuple[RecordKind, str], _Best] = {}
    for count in counts:
        best["match", count.id] = _Best()
        if count.keeps == "sum":
            best["evening", count.id] = _Best()
    for kind in _OTHERS:
        best[kind, ""] = _Best()
    _of_matches(matches, counts, best)
    for night in evenings(matches):
        _of_evening(night, counts, best)
    return [
        Record(kind, count, holder.most, tuple(holder.players), holder.when)
        for (kind, count), holder in best.items()
        if holder.most
    ]


def evenings(matches: Iterable[Match]) -> Iterator[Iterator[Match]]:
    """Group matches by evening: an evening ends HOURS hours after the end of its first match."""
    began: float | None = None

    def beginning(match: Match) -> float:
        nonlocal began
        at = moment(match.ended)
        if began is None or at - began > HOURS * 3600:
            began = at
        return began

    return (night for _began, night in groupby(matches, beginning))


def _of_matches(matches: Iterable[Match], counts: Sequence[Count], best: dict[tuple[RecordKind, str], _Best]) -> None:
    """Find the records of single matches, and the longest winning streaks."""
    of_count = [(count.id, best["match", count.id]) for count in counts]
    running: dict[str, tuple[int, str]] = {}
    for match in matches:
        for entrant in match.people:
            for count, most in of_count:
                if entrant.counts.get(count, 0) >= most.most:
                    most.add(entrant.player, entrant.counts.get(count, 0), match.began)
            much, since = running.get(entrant.player, (0, ""))
            now = (much + 1, since or match.began) if match.is_won_by(entrant) else (0, "")
            running[entrant.player] = now
            best["wins", ""].add(entrant.player, *now)
            best["turns", ""].add(entrant.player, match.turns, match.began)
            best["table", ""].add(entrant.player, len(match.entrants), match.began)


def _of_evening(night: Iterable[Match], counts: Sequence[Count], best: dict[tuple[RecordKind, str], _Best]) -> None:
    began, played = "", Counter[str]()
    totals = [(count.id, Counter[str]()) for count in counts if count.keeps == "sum"]
    for match in night:
        began = began or match.began
        for entrant in match.people:
            played[entrant.player] += 1
            for count, total in totals:
                total[entrant.player] += entrant.counts.get(count, 0)
    for player, much in played.items():
        best["evening-matches", ""].add(player, much, began)
    for count, total in totals:
        for player, much in total.items():
            best["evening", count].add(player, much, began)


# -- wins of figures and armies --------------------------------------------------------------------


LEAST_PLAYED = 5
"""Fewer matches are too few to judge."""
Z = 1.959963984540054
"""The interval contains the true value 19 times out of 20."""

Verdict = Literal["few", "as-expected", "more", "less"]


class WinCount(Struct):
    """Hold how often something was fielded and won, and how often luck alone would win.

    `even` adds up, over its matches, the share of the sides that won: 0 for a draw, more than an
    even share if several sides won. A match that nobody won does not count for or against it.
    """

    id: str
    name: Names | None = None
    played: int = 0
    wins: int = 0
    even: float = 0.0

    @property
    def share(self) -> float:
        """Return the share of its matches that it won."""
        return self.wins / self.played

    @property
    def expected(self) -> float:
        """Return the share it would have won if all sides were equal."""
        return self.even / self.played

    @property
    def interval(self) -> tuple[float, float]:
        """Return the interval of its true share, right 19 times out of 20."""
        return wilson(self.wins, self.played)

    @property
    def verdict(self) -> Verdict:
        """Return what can be said about its wins."""
        low, high = self.interval
        if self.played < LEAST_PLAYED:
            return "few"
        if low > self.expected:
            return "more"
        return "less" if high < self.expected else "as-expected"


def wilson(wins: float, played: float) -> tuple[float, float]:
    """Return the Wilson score interval of a share, right 19 times out of 20."""
    if not played:
        return 0.0, 1.0
    share, square = wins / played, Z * Z
    middle = share + square / (2 * played)
    half = Z * sqrt(share * (1 - share) / played + square / (4 * played * played))
    below = 1 + square / played
    return max(0.0, (middle - half) / below), min(1.0, (middle + half) / below)


def figure_wins(matches: Iterable[Match]) -> list[WinCount]:
    """Return the wins of every figure, the one played most first."""
    return [wins for _all, wins in _count_wins(matches, lambda entrant: ("", entrant.figure))]


def player_figures(matches: Iterable[Match]) -> list[tuple[str, WinCount]]:
    """Return the wins of every figure of every player, the one played most first."""
    return _count_wins(matches, lambda entrant: (entrant.player, entrant.figure))


def army_wins(matches: Iterable[Match]) -> list[WinCount]:
    """Return the wins of every army, the one played most first."""
    return [wins for _all, wins in _count_wins(matches, lambda entrant: ("", entrant.army), has_name=False)]


def _count_wins(
    matches: Iterable[Match], which: Callable[[Entrant], tuple[str, str]], *, has_name: bool = True
) -> list[tuple[str, WinCount]]:
    """Count wins by side of `which` players fielded what: two of the same on one side count as one."""
    records: dict[tuple[str, str], WinCount] = {}
    for match in matches:
        sides = match.sides
        luck = sum(match.is_won_by(side[0]) for side in sides.values()) / len(sides)
        for side in sides.values():
            fielded = {which(entrant): entrant for entrant in side if which(entrant)[1]}
            for key, entrant in fielded.items():
                record = records.setdefault(key, WinCount(key[1]))
                record.name = (entrant.figure_name if has_name else None) or record.name
                record.played += 1
                record.wins += match.is_won_by(entrant)
                record.even += luck
    every = ((player, record) for (player, _id), record in records.items())
    return sorted(every, key=lambda pair: (-pair[1].played, -pair[1].wins, pair[1].id))
