"""Designs: which bouts a study plays. A bout is determined by its number, so a study can grow."""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, count, islice, permutations
from random import Random
from typing import Any, Literal

from msgspec import Struct, field

from q40k.lab.subject import Bout

Design = Literal["mirror", "all", "robin", "fields"]
"""How bouts are drawn up.

*mirror*: all seats are alike, to weigh the table. *all*: everybody meets everybody, from every seat,
on the same dice. *robin*: a round robin of pairs. *fields*: random fields; everybody plays equally
often, and seats are rotated.
"""
MOST_GAMES = 100_000
"""The most bouts of a study; so seeds of studies never overlap."""


class Plan(Struct, frozen=True, kw_only=True):
    """A study: what is weighed (`entries` of `kind`), what takes turns (`shared`), and how many play."""

    kind: str
    entries: tuple[str, ...]
    by_seat: bool
    shared: Mapping[str, tuple[str, ...]]
    seats: int
    design: Design
    games: int
    seed: int = 1
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def block(self) -> int:
        """Return the number of bouts after which the study is balanced again, or nearly."""
        if self.design == "all":
            return self.seats * sum(1 for _ in _line_ups(self.entries, self.seats))
        return max(len(self.entries), self.seats)


def list_bouts(plan: Plan) -> list[Bout]:
    """Return the bouts of a study, in their order."""
    return list(islice(_bouts(plan), plan.games))


def _bouts(plan: Plan) -> Iterator[Bout]:
    if plan.design == "mirror":
        yield from _mirror(plan)
        return
    for seats, turn, number in _seatings(plan):
        shared = _take_turn(plan.shared, turn)
        yield Bout(seats, _seed(plan, number), plan.kind, shared, plan.options)


def _seatings(plan: Plan) -> Iterator[tuple[tuple[str, ...], int, int]]:
    """Yield who sits where, whose turn it is of what is shared, and the number of the dice."""
    if plan.design == "fields":
        for number, seats in enumerate(_fields(plan)):
            yield seats, number, number
        return
    line_ups = list(_line_ups(plan.entries, plan.seats) if plan.design == "all" else _rounds(plan.entries))
    for number in count():
        place, turn = number % len(line_ups), number // len(line_ups)
        for shift in range(plan.seats):
            yield (*line_ups[place][shift:], *line_ups[place][:shift]), place + turn, number


def _mirror(plan: Plan) -> Iterator[Bout]:
    """Yield bouts of equal seats: every entry on the same dice, while everything else takes turns."""
    for number in count():
        shared = _take_turn(plan.shared, number)
        for entry in plan.entries:
            seats = (entry if plan.by_seat else "",) * plan.seats
            own = {} if plan.by_seat else {plan.kind: entry}
            kind = plan.kind if plan.by_seat else ""
            yield Bout(seats, _seed(plan, number), kind, {**shared, **own}, plan.options)


def _seed(plan: Plan, number: int) -> int:
    return plan.seed * MOST_GAMES + number


def _take_turn(shared: Mapping[str, Sequence[str]], turn: int) -> dict[str, str]:
    """Return what is shared in a turn: every combination comes equally often."""
    values = {}
    for kind, ids in sorted(shared.items()):
        values[kind] = ids[turn % len(ids)]
        turn //= len(ids)
    return values


def _line_ups(entries: Sequence[str], seats: int) -> Iterator[tuple[str, ...]]:
    """Yield every field of different entries; if there are too few, each among equals of another."""
    if len(entries) >= seats:
        yield from combinations(entries, seats)
    else:
        for entry, other in permutations(entries, 2):
            yield (entry, *(other,) * (seats - 1))


def _rounds(entries: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the pairs of a round robin, round by round: one stays, the others move round it."""
    circle = [*entries, *([""] if len(entries) % 2 else [])]
    half = len(circle) // 2
    for _ in range(len(circle) - 1):
        for pair in zip(circle[:half], reversed(circle[half:]), strict=True):
            if all(pair):
                yield pair
        circle.insert(1, circle.pop())


def _fields(plan: Plan) -> Iterator[tuple[str, ...]]:
    """Yield random fields of different entries, each turned so that everybody sits everywhere."""
    chance = Random(f"fields/{plan.seed}")
    sat = {entry: [0] * plan.seats for entry in plan.entries}
    deck: deque[str] = deque()
    while True:
        drawn: list[str] = []
        skipped: list[str] = []
        while len(drawn) < plan.seats:
            if not deck:
                deck.extend(chance.sample(plan.entries, len(plan.entries)))
            card = deck.popleft()
            (skipped if card in drawn else drawn).append(card)
        deck.extendleft(reversed(skipped))
        turned = [(*drawn[shift:], *drawn[:shift]) for shift in range(plan.seats)]
        field_ = min(turned, key=lambda seats: sum(sat[entry][seat] for seat, entry in enumerate(seats)))
        for seat, entry in enumerate(field_):
            sat[entry][seat] += 1
        yield field_
