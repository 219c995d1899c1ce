"""The board in a plain player's eyes: the cost to a goal, and where danger comes from."""

from collections.abc import Iterator
from functools import cached_property, lru_cache
from heapq import heappop, heappush

from q40k.games.space_hulk.board import FACINGS, Board, ahead_and_right, quarter_turns
from q40k.games.space_hulk.packs.boards import Cell, Facing
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.places import board, burning_squares, cell, closed_doors, eyes_of, pieces_by_square
from q40k.games.space_hulk.state.solo.arrivals import AMBUSH_ROUTE

Stand = tuple[Cell, Facing]
"""A square, and the facing there."""
FADES = 0.85
"""The factor by which danger falls with each step from the marine."""
STEALER, BLIP, ENTRY, AMBUSH = 1.5, 2.0, 0.4, 0.15
"""The weights of a stealer, a blip, an entry without aliens, and a square for an ambush."""
SECOND = 0.3
"""The weight of a square that another marine watches already."""
DETOUR = 3
LOST = 999
"""The number of steps where no route leads."""


@lru_cache(maxsize=256)
def costs_to(ground: Board, goals: frozenset[Cell], shut: frozenset[Cell], leave: Facing | None) -> dict[Stand, int]:
    """Return a marine's cost from each square and facing to the nearest goal, on an empty board.

    With `leave` he then leaves the board on that side. A closed door costs a point more.
    """
    costs: dict[Stand, int] = {}
    queue: list[tuple[int, Stand]] = []
    for goal in goals:
        for facing in FACINGS:
            out = 0 if leave is None else _out(facing, leave)
            heappush(queue, (out, (goal, facing)))
    back = _backwards(ground, shut)
    while queue:
        cost, stand = heappop(queue)
        if stand in costs:
            continue
        costs[stand] = cost
        for before, price in back.get(stand, ()):
            if before not in costs:
                heappush(queue, (cost + price, before))
    return costs


def _out(facing: Facing, leave: Facing) -> int:
    """Return the cost to leave the board from the last square."""
    return {0: 1, 1: 2, 2: 2}[quarter_turns(facing, leave)]


@lru_cache(maxsize=64)
def _backwards(ground: Board, shut: frozenset[Cell]) -> dict[Stand, tuple[tuple[Stand, int], ...]]:
    """Return for each square and facing the acts that lead to it: where from, and the cost."""
    origins: dict[Stand, list[tuple[Stand, int]]] = {}
    for here in ground.cells:
        steps = [(there, corners) for there, corners in ground.cells_around(here)]
        for facing in FACINGS:
            for other in FACINGS:
                if quarter_turns(facing, other) == 1:
                    origins.setdefault((here, other), []).append(((here, facing), 1))
            for there, corners in steps:
                if corners and not any(ground.is_floor(beside) and beside not in shut for beside in corners):
                    continue
                ahead, _right = ahead_and_right(facing, there[1] - here[1], there[2] - here[2])
                if ahead == 0 or there in ground.locked or there in ground.generators:
                    continue
                price = (1 if ahead > 0 else 2) + (there in shut)
                if there in shut and ahead < 0:
                    continue
                origins.setdefault((there, facing), []).append(((here, facing), price))
            if here in ground.ladders:
                origins.setdefault((ground.ladders[here], facing), []).append(((here, facing), 2))
    return {stand: tuple(entries) for stand, entries in origins.items()}


@lru_cache(maxsize=16384)
def _route_squares(ground: Board, source: Cell, at: Cell) -> tuple[tuple[Cell, float], ...]:
    """Return the squares on the shortest routes, with weights that fall towards the source."""
    back, out = ground.route_lengths(at), ground.route_lengths(source)
    return tuple(
        (there, FADES ** back[there])
        for there, done in out.items()
        if there != at and done + back.get(there, LOST) == out[at]
    )


@lru_cache(maxsize=256)
def _danger(ground: Board, sources: tuple[tuple[Cell, float], ...], marines: tuple[Cell, ...]) -> dict[Cell, float]:
    """Weigh each square on the routes from squares with their weights to the marines; the nearest count."""
    danger: dict[Cell, float] = {}
    for source, weight in sources:
        lengths = ground.route_lengths(source)
        routes = {at: lengths[at] for at in marines if at in lengths}
        least = min(routes.values(), default=0)
        for at, length in routes.items():
            if length > least + DETOUR:
                continue
            worth = weight * 0.95**length
            for there, fades in _route_squares(ground, source, at):
                danger[there] = danger.get(there, 0.0) + worth * fades
    return danger


@lru_cache(maxsize=1024)
def _ambush_squares(ground: Board, at: Cell) -> tuple[Cell, ...]:
    """Return the squares as far from a marine as a blip in ambush."""
    return tuple(there for there, steps in ground.route_lengths(at).items() if steps == AMBUSH_ROUTE)


class Field:
    """A state in a plain player's eyes, made once for a decision.

    `danger` says how much may come over each square on the routes from aliens and entries to
    marines.
    """

    def __init__(self, state: Match) -> None:
        ground = board(state)
        assert ground is not None
        self.state, self.ground = state, ground
        self.occupied = pieces_by_square(state)
        self.shut = frozenset(closed_doors(state))
        self.fires = burning_squares(state)
        self.eyes = eyes_of(state)
        self._aliens = dict(self._alien_weights())

    def _alien_weights(self) -> Iterator[tuple[Cell, float]]:
        """Yield the squares of aliens, on the board and at entries, with their weights."""
        weights: dict[Cell, float] = {}
        for alien in self.state.aliens_in_play:
            weight = STEALER if alien.id in self.state.stealers else BLIP
            entry = alien.lurking.entry
            there = cell(self.state, alien.id)
            if entry is not None and entry in self.ground.entries:
                there = self.ground.first_square(entry)
            if there is not None:
                weights[there] = weights.get(there, 0.0) + weight
        yield from weights.items()

    @cached_property
    def danger(self) -> dict[Cell, float]:
        """Weigh each square by the aliens that may come over it to the marines."""
        ground = self.ground
        marines = [at for marine in self.state.marines_in_play if (at := cell(self.state, marine.id))]
        sources = dict(self._aliens)
        for entry in ground.entries:
            sources.setdefault(ground.first_square(entry), ENTRY)
        if self.state.options.solo:
            for there in self._ambushes(marines):
                sources.setdefault(there, AMBUSH)
        return _danger(ground, tuple(sources.items()), tuple(marines))

    def _ambushes(self, marines: list[Cell]) -> set[Cell]:
        """Return the squares where a blip might lie in ambush next."""
        candidates = {
            there
            for at in marines
            for there in _ambush_squares(self.ground, at)
            if there not in self.occupied and there not in self.shut
        }
        return {there for there in candidates if not self.ground.bits[there] & self.eyes.seen}

    @cached_property
    def watched(self) -> frozenset[Cell]:
        """The squares that marines on overwatch see."""
        return frozenset(
            there
            for marine in self.state.marines_in_play
            if marine.stance.overwatch and marine.position.facing is not None
            if (here := cell(self.state, marine.id)) is not None
            for there, line in self.ground.lookout(here, marine.position.facing, False).lines.items()
            if line.is_clear(self.eyes.free)
        )

    def steps_to_marine(self, there: Cell) -> int:
        """Return the steps to the nearest marine."""
        places = (cell(self.state, marine.id) for marine in self.state.marines_in_play)
        lengths = self.ground.route_lengths(there)
        return min((lengths.get(at, LOST) for at in places if at is not None), default=LOST)
