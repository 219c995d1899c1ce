"""Find the routes of a piece: steps and turns on the present board, with their costs."""

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from q40k.games.space_hulk.board import FACINGS, direction, quarter_turns
from q40k.games.space_hulk.packs.boards import STEPS, Cell
from q40k.games.space_hulk.state.match import Blip, Marine, Match
from q40k.games.space_hulk.state.movement.steps import MARINE_COSTS, Step, Turn
from q40k.games.space_hulk.state.movement.terrain import (
    OPENING,
    Edge,
    Node,
    Terrain,
    edges,
    entry_edges,
    gait_of,
    start_nodes,
)
from q40k.games.space_hulk.state.places import adjacent_marine, cell
from q40k.games.space_hulk.state.registry import Act

Goal = Cell | str
"""A square, or the name of an exit."""


class Leg(NamedTuple):
    """One action of a route: where it ends, its cost, and the total cost up to there."""

    act: Act
    end: Node | str
    cost: int
    total: int = 0  # same either way: the search sets it when it reaches the end

    @property
    def goal(self) -> Goal:
        """The square or exit where it ends."""
        return self.end if isinstance(self.end, str) else self.end.cell


class Routes:
    """The cheapest routes of a piece from its square or entry; of equal ones, the straightest.

    They avoid pieces, fire and closed doors; with `doors`, an alien opens those it can. `most` is
    the highest total cost. A blip keeps out of sight, and off squares beside marines. There are no
    routes if its place is not known.

    Rule: SH-MOVE-1, SH-MOVE-2, SH-MOVE-4, SH-MOVE-5, SH-MOVE-6, SH-AP-5, SH-BLIP-5, SH-BLIP-6
    """

    def __init__(self, state: Match, who: str, *, most: int | None = None, doors: bool = False) -> None:
        self.state, self.piece, self.doors = state, state.piece(who), doors
        self.terrain = Terrain(state, who)
        self._arrivals: dict[Node | str, tuple[Node | None, Leg]] = {}
        self._first_reached: dict[Goal, Node | str] = {}
        self._search(99 if most is None else most)

    def route_to(self, goal: Goal) -> tuple[Leg, ...]:
        """Return the actions of the cheapest route to a square or an exit, none if there is no
        route.
        """
        legs: list[Leg] = []
        there: Node | str | None = self._first_reached.get(goal)
        while there is not None and (arrival := self._arrivals.get(there)) is not None:
            there, leg = arrival
            legs.append(leg)
        return tuple(reversed(legs))

    @property
    def squares(self) -> frozenset[Cell]:
        """The squares that the piece could reach."""
        return frozenset(goal for goal in self._first_reached if not isinstance(goal, str))

    # -- the search ------------------------------------------------------------------------

    def _search(self, most: int) -> None:
        queue: list[tuple[int, int, int, int]] = []  # cost, actions, diagonal steps among them, index in `due`
        due: list[tuple[Node | None, Leg | None, Node | str]] = []
        done: set[Node | str] = set()
        for node in self._start_nodes():
            due.append((None, None, node))
            heappush(queue, (0, 0, 0, len(due) - 1))
        for first in self._entry_legs():
            if first.cost <= most:
                due.append((None, first, first.end))
                heappush(queue, (first.cost, 1, 0, len(due) - 1))
        while queue:
            cost, acts, bends, number = heappop(queue)
            before, leg, there = due[number]
            if there in done:
                continue
            done.add(there)
            if leg is not None:
                self._arrivals[there] = (before, leg._replace(total=cost))
            self._first_reached.setdefault(there if isinstance(there, str) else there.cell, there)
            if isinstance(there, str):
                continue
            for onward in self._legs_from(there):
                if onward.end not in done and cost + onward.cost <= most:
                    due.append((there, onward, onward.end))
                    bent = bends + _is_diagonal(there, onward)
                    heappush(queue, (cost + onward.cost, acts + 1, bent, len(due) - 1))

    def _start_nodes(self) -> list[Node]:
        if not isinstance(self.piece, Marine):
            return start_nodes(self.state, self.piece.id)
        here, facing = cell(self.state, self.piece.id), self.piece.position.facing
        return [] if here is None or facing is None else [Node(here, facing)]

    def _entry_legs(self) -> Iterator[Leg]:
        """Yield the first steps of an alien that waits at an entry."""
        if isinstance(self.piece, Marine) or self.piece.lurking.held:
            return
        entry = self.piece.lurking.entry
        if entry is not None and entry in self.terrain.ground.entries:
            for edge in entry_edges(self.terrain, gait_of(self.state, self.piece.id), entry):
                yield from self._alien_leg(edge)

    def _legs_from(self, node: Node) -> Iterator[Leg]:
        if isinstance(self.piece, Marine):
            yield from self._marine_legs(self.piece, node)
            return
        for edge in edges(self.terrain.ground, gait_of(self.state, self.piece.id), node):
            yield from self._alien_leg(edge)

    def _alien_leg(self, edge: Edge) -> Iterator[Leg]:
        """Yield an alien's action if it is possible."""
        terrain, who, there = self.terrain, self.piece.id, edge.end.cell
        if not edge.step:
            assert edge.turn is not None
            yield Leg(Turn(who=who, facing=edge.turn), edge.end, edge.cost)
            return
        opens = self.doors and terrain.opens(there) and edge.fronts and there not in terrain.occupied
        if not (opens or terrain.is_free(there)) or not terrain.is_corner_open(edge.flank):
            return
        if isinstance(self.piece, Blip) and not self._fits_blip(there):
            return
        step = Step(who=who, to=terrain.ground.name(there), turn=edge.turn, turn_first=edge.first)
        yield Leg(step, edge.end, edge.cost + OPENING * opens)

    def _fits_blip(self, there: Cell) -> bool:
        """Return whether a blip may come to a square.

        Rule: SH-BLIP-5, SH-BLIP-6, SH-BLIP-7
        """
        name = self.terrain.ground.name(there)
        has_object = any(item.at == name for item in self.state.things.values())
        return not (has_object or self.terrain.is_seen(there) or adjacent_marine(self.state, there))

    def _marine_legs(self, marine: Marine, node: Node) -> Iterator[Leg]:
        """Yield a marine's turns, steps, ladder and exit.

        Rule: SH-AP-5, SH-AP-6, SH-MOVE-2, SH-LADDER-3, SH1-AP-5
        """
        who, ground, terrain, edition = (marine.id, self.terrain.ground, self.terrain, self.state.edition)
        here, facing = node.cell, node.facing
        for other in FACINGS:
            quarters = quarter_turns(facing, other)
            cost = 1 if quarters == 1 else edition.half_turn if quarters == 2 else None
            if cost is not None:
                yield Leg(Turn(who=who, facing=other), Node(here, other), cost)
        for there, flank in ground.cells_around(here):
            price = MARINE_COSTS.get(direction(facing, there[1] - here[1], there[2] - here[2]))
            if price is not None and terrain.is_free(there) and terrain.is_corner_open(flank):
                yield Leg(Step(who=who, to=ground.name(there)), Node(there, facing), price)
        foot = ground.ladders.get(here)
        if foot is not None and "ladder" in edition.subjects and terrain.is_free(foot):
            step = Step(who=who, to=ground.name(foot))
            yield Leg(step, Node(foot, facing), MARINE_COSTS["ladder"])
        for exit in ground.exits.values():
            price = MARINE_COSTS.get(direction(facing, *STEPS[exit.side]))
            if price is not None and ground.cell(exit.square) == here:
                yield Leg(Step(who=who, to=exit.id), exit.id, price)


def _is_diagonal(node: Node, leg: Leg) -> bool:
    end = leg.goal
    return not isinstance(end, str) and end[1] != node.cell[1] and end[2] != node.cell[2]
