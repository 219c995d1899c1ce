"""What a plain player sees on the board: how far it is to a goal, and whence danger comes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from heapq import heappop, heappush
from typing import Final

from q40k.games.space_hulk.board.board import Board
from q40k.games.space_hulk.board.facings import (
    FACINGS,
    ahead_and_right,
    in_front_arc,
    opposite,
    quarter_turns,
)
from q40k.games.space_hulk.board.sight import is_line_clear
from q40k.games.space_hulk.packs.boards import Cell, Facing
from q40k.games.space_hulk.rules.places import (
    Eyes,
    board,
    burning_squares,
    cell,
    closed_doors,
    pieces_by_square,
)
from q40k.games.space_hulk.rules.solo.arrivals import AMBUSH_ROUTE
from q40k.games.space_hulk.rules.state import Blip, Match, Stealer

Stand = tuple[Cell, Facing]
"""A square, and the way one looks there."""
FADES: Final = 0.85
"""How much less a square counts for each step that it is farther from the marine."""
STEALER, BLIP, ENTRY, AMBUSH = 1.5, 2.0, 0.4, 0.15
"""What comes from a stealer, a blip, an entry with nobody before it, a place for an ambush."""
SECOND: Final = 0.3
"""What it is worth to watch a square that somebody watches already."""
GOOD: Final = 0.8
"""A facing that watches as much of the best is kept."""
DETOUR: Final = 3
LOST: Final = 999
"""Steps to where no route leads."""


@lru_cache(maxsize=256)
def costs_to(
    ground: Board, goals: frozenset[Cell], shut: frozenset[Cell], leave: Facing | None
) -> dict[Stand, int]:
    """What a marine pays from each square and facing to one of some squares, with no one about.

    With `leave` he goes on out of the board that way. A closed door costs a point more.
    """
    found: dict[Stand, int] = {}
    queue: list[tuple[int, Stand]] = []
    for goal in goals:
        for facing in FACINGS:
            out = 0 if leave is None else _out(facing, leave)
            heappush(queue, (out, (goal, facing)))
    back = _backwards(ground, shut)
    while queue:
        cost, stand = heappop(queue)
        if stand in found:
            continue
        found[stand] = cost
        for before, price in back.get(stand, ()):
            if before not in found:
                heappush(queue, (cost + price, before))
    return found


def _out(facing: Facing, leave: Facing) -> int:
    """What leaving costs from the last square."""
    return {0: 1, 1: 2, 2: 2}[quarter_turns(facing, leave)]


@lru_cache(maxsize=64)
def _backwards(ground: Board, shut: frozenset[Cell]) -> dict[Stand, tuple[tuple[Stand, int], ...]]:
    """For each square and facing, whence a marine comes to it by one act, and what that costs."""
    found: dict[Stand, list[tuple[Stand, int]]] = {}
    for here in ground.cells:
        steps = [(there, flank) for there, flank in ground.cells_around(here)]
        for facing in FACINGS:
            for other in FACINGS:
                if quarter_turns(facing, other) == 1:
                    found.setdefault((here, other), []).append(((here, facing), 1))
            for there, flank in steps:
                if flank and not any(ground.is_floor(one) and one not in shut for one in flank):
                    continue
                ahead, _right = ahead_and_right(facing, there[1] - here[1], there[2] - here[2])
                if ahead == 0 or there in ground.locked or there in ground.generators:
                    continue
                price = (1 if ahead > 0 else 2) + (there in shut)
                if there in shut and ahead < 0:
                    continue
                found.setdefault((there, facing), []).append(((here, facing), price))
            if here in ground.ladders:
                found.setdefault((ground.ladders[here], facing), []).append(((here, facing), 2))
    return {stand: tuple(some) for stand, some in found.items()}


@lru_cache(maxsize=16384)
def _ways_between(ground: Board, source: Cell, at: Cell) -> tuple[tuple[Cell, float], ...]:
    """The squares on the shortest routes to one, which count less the farther they are from it."""
    back, out = ground.route_lengths(at), ground.route_lengths(source)
    return tuple(
        (there, FADES ** back[there])
        for there, done in out.items()
        if there != at and done + back.get(there, LOST) == out[at]
    )


class Field:
    """A state as a plain player takes it in: made once for a decision.

    `danger` says for each square how much may come over it: it lies on the ways from aliens and
    entries to the marines.
    """

    def __init__(self, state: Match) -> None:
        ground = board(state)
        assert ground is not None
        self.state, self.ground = state, ground
        self.taken = pieces_by_square(state)
        self.shut = frozenset(closed_doors(state))
        self.fires = burning_squares(state)
        self.eyes = Eyes(state)
        self._aliens = dict(self._on_the_way())
        self._looks: dict[Stand, frozenset[Cell]] = {}

    def _on_the_way(self) -> Iterator[tuple[Cell, float]]:
        """Where aliens are, on the board and at entries; a blip is worth two."""
        found: dict[Cell, float] = {}
        aliens: tuple[Stealer | Blip, ...] = (*self.state.stealers_in_play, *self.state.blips_in_play)
        for one in aliens:
            weight = STEALER if one.id in self.state.stealers else BLIP
            entry = one.lurking.entry
            there = cell(self.state, one.id)
            if entry is not None and entry in self.ground.entries:
                there = self.ground.first_square(entry)
            if there is not None:
                found[there] = found.get(there, 0.0) + weight
        yield from found.items()

    @cached_property
    def danger(self) -> dict[Cell, float]:
        """How much may come over each square on its way to the marines."""
        ground, found = self.ground, dict[Cell, float]()
        marines = [at for one in self.state.marines_in_play if (at := cell(self.state, one.id))]
        sources = dict(self._aliens)
        for entry in ground.entries:
            sources.setdefault(ground.first_square(entry), ENTRY)
        if self.state.options.solo:
            for there in self._ambushes(marines):
                sources.setdefault(there, AMBUSH)
        for source, weight in sources.items():
            routes = {
                at: ground.route_lengths(source)[at] for at in marines if at in ground.route_lengths(source)
            }
            least = min(routes.values(), default=0)
            for at, far in routes.items():
                if far > least + DETOUR:
                    continue
                worth = weight * 0.95**far
                for there, fades in _ways_between(ground, source, at):
                    found[there] = found.get(there, 0.0) + worth * fades
        return found

    def _ambushes(self, marines: list[Cell]) -> set[Cell]:
        """Where a blip might lie in ambush next."""
        far = {
            there
            for at in marines
            for there, steps in self.ground.route_lengths(at).items()
            if steps == AMBUSH_ROUTE and there not in self.taken and there not in self.shut
        }
        return {there for there in far if not self.eyes.seers(there)}

    @cached_property
    def watched(self) -> frozenset[Cell]:
        """The squares that marines on overwatch look at."""
        return frozenset(
            there
            for one in self.state.marines_in_play
            if one.stance.overwatch and one.position.facing is not None
            if (here := cell(self.state, one.id)) is not None
            for there in self.looks(here, one.position.facing)
        )

    def alien_near(self, there: Cell) -> int:
        """How many steps the nearest alien is off, those at entries included."""
        ways = (self.ground.route_lengths(source).get(there, LOST) for source in self._aliens)
        return min(ways, default=LOST)

    def looks(self, here: Cell, facing: Facing) -> frozenset[Cell]:
        """The squares of danger that a marine would see from there."""
        stand = (here, facing)
        if stand not in self._looks:
            free = self.eyes.free
            self._looks[stand] = frozenset(
                there
                for there in self.danger
                if in_front_arc(facing, here, there) and is_line_clear(here, there, free)
            )
        return self._looks[stand]

    def watch(self, here: Cell, facing: Facing) -> float:
        """How much danger comes through what a marine would see, watched squares counting less."""
        return sum(
            self.danger[there] * (SECOND if there in self.watched else 1.0)
            for there in self.looks(here, facing)
        )

    def best_facing(self, here: Cell, facing: Facing) -> Facing:
        """The facing that watches most, the present one if it is nearly as good."""
        best = max(FACINGS, key=lambda one: self.watch(here, one))
        good = self.watch(here, facing) >= GOOD * self.watch(here, best)
        return facing if good else best


def turn_towards(facing: Facing, wanted: Facing) -> Facing:
    """The quarter turn that brings one nearer to a facing."""
    if quarter_turns(facing, wanted) < 2:
        return wanted
    return next(one for one in FACINGS if one not in (facing, opposite(facing)))
