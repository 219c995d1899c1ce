"""Who plays whom, at which table, in which seat: drawn by lot, and as fair as can be.

Everything follows from the players, the numbers and the lots of a seed: the same draw comes again.
Duels of everybody against everybody go by the circle. Tables of more are searched for: a draw is
changed two players at a time as long as that makes it better, from several beginnings. Seats are
shared out last, whoever plays whom: by changing two seats along a way of tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random
from typing import Final

from q40k.season.decisions import Round

LEAST_AT_TABLE: Final = 3
"""Tables of more than two hold at least so many, or else there is one table fewer."""
TRIES: Final = 6
"""From so many beginnings a round is searched for."""
MENDED: Final = 8
"""So often at most all rounds are gone through once more, to mend what the later ones brought."""
WEIGHTS: Final = (0, 2, 5)
"""What it costs to sit at a smaller table again, by seats: beginnings try one after the other."""
ONE_MORE_TIME: Final = 1_000
"""What it costs in a Swiss round that two meet again, against a difference of points, squared."""

Progress = Callable[[int, int], None]
"""Told how many steps of a draw are done, and how many there are."""

Cost = list[list[int]]
"""What it costs that two players, by their numbers, meet at a table."""


def sizes(players: int, table: int) -> list[int]:
    """How many sit at each table, as even as can be, the larger tables first."""
    number = -(-players // table)
    if number > 1 and players // number < min(table, LEAST_AT_TABLE):
        number -= 1
    even, more = divmod(players, number)
    return [even + (place < more) for place in range(number)]


def rounds_for_all(players: int, table: int) -> int:
    """With how many rounds everybody can have met everybody; of duels they then have, once."""
    if table == 2:
        return players - 1 + players % 2
    return max(1, -(-(players - 1) // (min(table, players) - 1)))


def drawn(
    players: Sequence[str], table: int, rounds: int, lots: Random,
    progress: Progress = lambda _done, _steps: None, before: Sequence[Round] = (),
) -> list[Round]:  # fmt: skip
    """So many rounds in which everybody meets everybody as equally often as can be.

    In each round everybody plays once, but for one of an odd number of duellists; who sits out
    changes. Seats are shared out evenly, too. At tables of more than two, whom players met and
    where they sat in rounds `before` counts as well.
    """
    mixed = list(players)
    lots.shuffle(mixed)
    if table == 2:
        return _seated(_circle(mixed, rounds))
    number = {player: place for place, player in enumerate(mixed)}
    played = [[[number[one] for one in seats if one in number] for seats in tables]
              for tables in before]  # fmt: skip
    found = _even(len(mixed), sizes(len(mixed), table), rounds, lots, progress, played)
    named = [[[mixed[one] for one in seats] for seats in tables] for tables in found]
    return _seated([*before, *named], len(before))[len(before) :]


class _Draw:
    """Rounds of players by their numbers, and how often whom they have met in them.

    `weight` is what it costs to sit at a smaller table again, against one more meeting.
    """

    def __init__(self, players: int, seats: Sequence[int], weight: int) -> None:
        self.seats = seats
        self.weight = weight
        self.rounds: list[list[list[int]]] = []
        self.met = [[0] * players for _ in range(players)]
        self.small = [0] * players

    def count(self, tables: Sequence[Sequence[int]], by: int) -> None:
        """Count the meetings of a round, or count them no more."""
        for table in tables:
            for one, other in combinations(table, 2):
                self.met[one][other] += by
                self.met[other][one] += by
            for one in table if len(table) < max(self.seats) else ():
                self.small[one] += by

    def cost(self) -> Cost:
        """What one more meeting costs each pair: by how much the cube of all of them grows."""
        return [[3 * times * (times + 1) + 1 for times in row] for row in self.met]

    def extra(self) -> list[int]:
        """What it costs each to sit at a smaller table once more, where some are smaller."""
        return [self.weight * (2 * times + 1) for times in self.small]

    @property
    def unfair(self) -> tuple[int, int]:
        """How far the most meetings of a pair are from the fewest, and turns at smaller tables.

        Then the sum of the cubes of all meetings.
        """
        every = [times for one, row in enumerate(self.met) for times in row[:one]]
        turns = max(0, max(self.small) - min(self.small) - 1)
        return max(every) - min(every) + turns, sum(times**3 for times in every)

    def mend(self) -> None:
        """Go through all rounds again, until nothing of what the later ones brought is to mend."""
        for _ in range(MENDED):
            before = str(self.rounds)
            for tables in self.rounds:
                self.count(tables, -1)
                _improve(tables, self.cost(), self.extra())
                self.count(tables, 1)
            if str(self.rounds) == before:
                return


def _even(
    players: int, seats: Sequence[int], rounds: int, lots: Random, progress: Progress,
    before: Sequence[Sequence[Sequence[int]]],
) -> list[list[list[int]]]:  # fmt: skip
    """Rounds of players by number: the fairest of some draws, after those `before`."""
    best: _Draw | None = None
    tries = TRIES if len(seats) > 1 else 1
    for attempt in range(tries):
        draw = _Draw(players, seats, WEIGHTS[attempt % len(WEIGHTS)] * seats[0])
        for tables in before:
            draw.count(tables, 1)
        for done in range(rounds):
            progress(attempt * rounds + done, tries * rounds)
            draw.rounds.append(_searched(players, seats, draw.cost(), lots, draw.extra()))
            draw.count(draw.rounds[-1], 1)
        draw.mend()
        if best is None or draw.unfair < best.unfair:
            best = draw
    assert best is not None
    return best.rounds


def swiss(
    standings: Sequence[tuple[str, int]], rounds: Sequence[Round], table: int, lots: Random
) -> Round:
    """The next round: at each table players of about as many points who have not met, if possible.

    `standings` are the players from the first to the last with their points, as whole numbers. Of
    an odd number of duellists the last who has not sat out yet sits out.
    """
    met = Counter(frozenset(pair) for one in rounds for seats in one
                  for pair in combinations(seats, 2))  # fmt: skip
    players = list(standings)
    if table == 2 and len(players) % 2:
        played = Counter(player for one in rounds for seats in one for player in seats)
        rest = min(reversed(players), key=lambda one: -played[one[0]])
        players.remove(rest)

    cost = [
        [ONE_MORE_TIME * met[frozenset((one, other))] + (made - as_well) ** 2
         for other, as_well in players]
        for one, made in players
    ]  # fmt: skip
    tables = _searched(len(players), sizes(len(players), table), cost, lots, [])
    named = [[players[one][0] for one in seats] for seats in tables]
    return _seated([*rounds, named], len(rounds))[-1]


def snake(players: Sequence[str], tables: int) -> list[list[str]]:
    """Players in the order of their seeds, shared out to and fro, so that tables are even."""
    found: list[list[str]] = [[] for _ in range(tables)]
    for place, player in enumerate(players):
        turn, at = divmod(place, tables)
        found[tables - 1 - at if turn % 2 else at].append(player)
    return found


def bracket(players: Sequence[str]) -> Round:
    """The first round of a knock-out of duels: the best seeds meet last, and sit out where some do.

    A table of one is a place in the bracket that nobody contests.
    """
    places = [0]
    while len(places) < len(players):
        places = [one for place in places for one in (place, 2 * len(places) - 1 - place)]
    seats = [players[place] if place < len(players) else None for place in places]
    pairs = zip(seats[::2], seats[1::2], strict=True)
    return tuple(tuple(one for one in pair if one is not None) for pair in pairs)


# -- the circle ------------------------------------------------------------------------------


def _circle(players: Sequence[str], rounds: int) -> list[list[tuple[str, str]]]:
    """Duels of everybody against everybody, then over again: one stands still, the others turn."""
    ring: list[str | None] = [*players, *([None] if len(players) % 2 else [])]
    found = []
    for turn in range(rounds):
        by = turn % (len(ring) - 1)
        now = [ring[0], *ring[1 + by :], *ring[1 : 1 + by]]
        pairs = zip(now[: len(now) // 2], reversed(now[len(now) // 2 :]), strict=True)
        found.append([(one, two) for one, two in pairs if one is not None and two is not None])
    return found


# -- seats ------------------------------------------------------------------------------------


def _seated(rounds: Sequence[Sequence[Sequence[str]]], fixed: int = 0) -> list[Round]:
    """Everybody’s seats as even as can be: of two seats nobody has one twice more than the other.

    The first `fixed` rounds stay as they are, and may leave more than that.
    """
    made = [[list(seats) for seats in tables] for tables in rounds]
    sat: Counter[tuple[str, int]] = Counter(
        (player, seat) for tables in made for seats in tables for seat, player in enumerate(seats)
    )
    free = [seats for tables in made[fixed:] for seats in tables]
    pairs = list(combinations(range(max(map(len, free), default=0)), 2))
    better = True
    while better:
        better = False
        for one, other in pairs:
            at_both = [seats for seats in free if len(seats) > other]
            while way := _way(at_both, one, other, sat):
                better = True
                for seats in way:
                    _change(seats, one, other, sat)
    return [tuple(tuple(seats) for seats in tables) for tables in made]


def _change(seats: list[str], one: int, other: int, sat: Counter[tuple[str, int]]) -> None:
    """Let those in two seats of a table change places."""
    here, there = seats[one], seats[other]
    sat.subtract([(here, one), (there, other)])
    sat.update([(here, other), (there, one)])
    seats[one], seats[other] = there, here


def _way(
    tables: Sequence[list[str]], one: int, other: int, sat: Counter[tuple[str, int]]
) -> list[list[str]]:
    """Tables to change two seats at, so that these are shared out more evenly; none if they are.

    They lead from somebody who had the one seat too often to somebody who had it too seldom: who
    is between them gains it at one table and loses it at the next.
    """
    leads: dict[str, list[list[str]]] = {}
    for seats in tables:
        leads.setdefault(seats[one], []).append(seats)
    more = {player: sat[player, one] - sat[player, other]
            for seats in tables for player in (seats[one], seats[other])}  # fmt: skip
    for begin in sorted(more, key=lambda player: -more[player]):
        came: dict[str, list[list[str]]] = {begin: []}
        reached = [begin]
        for player in reached:
            if more[player] <= more[begin] - 3:
                return came[player]
            for seats in leads.get(player, ()):
                if seats[other] not in came:
                    came[seats[other]] = [*came[player], seats]
                    reached.append(seats[other])
    return []


# -- tables of more --------------------------------------------------------------------------


def _searched(
    players: int, seats: Sequence[int], cost: Cost, lots: Random, extra: list[int]
) -> list[list[int]]:
    """Players at tables of such sizes, at the least cost that was found.

    The first beginning is the order of their numbers, the others are mixed. `extra` is what it
    costs each to be at a smaller table, nothing where that is all the same.
    """
    best: tuple[int, list[list[int]]] | None = None
    for attempt in range(TRIES):
        order = list(range(players))
        if attempt:
            lots.shuffle(order)
        left = iter(order)
        tables = [[next(left) for _ in range(size)] for size in seats]
        _improve(tables, cost, extra)
        total = sum(cost[one][two] for table in tables for one, two in combinations(table, 2))
        total += sum(_extra(one, table, tables, extra) for table in tables for one in table)
        if best is None or total < best[0]:
            best = total, tables
    assert best is not None
    return best[1]


def _extra(one: int, table: list[int], tables: list[list[int]], extra: list[int]) -> int:
    """What it costs somebody to be at this table because it is smaller than others."""
    return extra[one] if extra and len(table) < len(tables[0]) else 0


def _improve(tables: list[list[int]], cost: Cost, extra: list[int]) -> None:
    """Change places between tables, two players at a time, until nothing makes it better."""
    better = True
    while better:
        better = False
        for one, other in combinations(tables, 2):
            while _change_best(one, other, tables, cost, extra):
                better = True


def _change_best(
    one: list[int], other: list[int], tables: list[list[int]], cost: Cost, extra: list[int]
) -> bool:
    """Let those two of two tables change places who gain most by it, if any do."""
    both = (*one, *other)
    here = {p: sum(cost[p][q] for q in one if q != p) + _extra(p, one, tables, extra)
            for p in both}  # fmt: skip
    there = {p: sum(cost[p][q] for q in other if q != p) + _extra(p, other, tables, extra)
             for p in both}  # fmt: skip
    gain, at, to = max(
        (here[p] + there[q] - here[q] - there[p] + 2 * cost[p][q], -at, -to)
        for at, p in enumerate(one)
        for to, q in enumerate(other)
    )
    if gain <= 0:
        return False
    one[-at], other[-to] = other[-to], one[-at]
    return True
