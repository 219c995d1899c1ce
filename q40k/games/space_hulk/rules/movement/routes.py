"""Where a piece could go, and at what cost: routes of steps and turns, as the board lies now."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from q40k.games.space_hulk.board.facings import FACINGS, direction, quarter_turns
from q40k.games.space_hulk.packs.boards import STEPS, Cell
from q40k.games.space_hulk.rules.command import Act
from q40k.games.space_hulk.rules.movement.step import MARINE_COSTS, Step
from q40k.games.space_hulk.rules.movement.turning import Turn
from q40k.games.space_hulk.rules.places import beside_marine, cell
from q40k.games.space_hulk.rules.solo.lie import Lie
from q40k.games.space_hulk.rules.solo.passages import Edge, Node, edges
from q40k.games.space_hulk.rules.solo.ways import OPENING, entrances, gait, stands
from q40k.games.space_hulk.rules.state import Blip, Marine, Match

Goal = Cell | str
"""A square, or an exit by its name."""


class Leg(NamedTuple):
    """One act of a route: where it ends, what it costs, and what all up to it have cost."""

    act: Act
    end: Node | str
    cost: int
    total: int

    @property
    def goal(self) -> Goal:
        """The square, or the exit, that it ends at."""
        return self.end if isinstance(self.end, str) else self.end.cell


class Routes:
    """The cheapest routes of a piece from where it stands or waits; of equal ones the straightest.

    They go round pieces, fire and closed doors; with `doors`, an alien opens those it can. `most`
    is how many points they may cost. A blip keeps out of sight, and off squares beside marines.
    Nothing where its place is not known.

    Rule: SH-MOVE-1, SH-MOVE-2, SH-MOVE-4, SH-MOVE-5, SH-MOVE-6, SH-AP-5, SH-BLIP-5, SH-BLIP-6
    """

    def __init__(
        self, state: Match, who: str, *, most: int | None = None, doors: bool = False
    ) -> None:
        self.state, self.piece, self.doors = state, state.piece(who), doors
        self.lie = Lie(state, who)
        self._came: dict[Node | str, tuple[Node | None, Leg]] = {}
        self._first: dict[Goal, Node | str] = {}
        self._search(99 if most is None else most)

    def to(self, goal: Goal) -> tuple[Leg, ...]:
        """The acts of the cheapest route to a square or an exit; none where there is no route."""
        legs: list[Leg] = []
        there: Node | str | None = self._first.get(goal)
        while there is not None and (came := self._came.get(there)) is not None:
            there, leg = came
            legs.append(leg)
        return tuple(reversed(legs))

    @property
    def squares(self) -> frozenset[Cell]:
        """The squares it could come to."""
        return frozenset(goal for goal in self._first if not isinstance(goal, str))

    # -- the search ------------------------------------------------------------------------

    def _search(self, most: int) -> None:
        queue: list[tuple[int, int, int, int]] = []  # cost, acts, of these diagonal, number
        due: list[tuple[Node | None, Leg | None, Node | str]] = []
        done: set[Node | str] = set()
        for node in self._starts():
            due.append((None, None, node))
            heappush(queue, (0, 0, 0, len(due) - 1))
        for first in self._entering():
            due.append((None, first, first.end))
            heappush(queue, (first.cost, 1, 0, len(due) - 1))
        while queue:
            cost, acts, bends, number = heappop(queue)
            before, leg, there = due[number]
            if there in done:
                continue
            done.add(there)
            if leg is not None:
                self._came[there] = (before, leg._replace(total=cost))
            self._first.setdefault(there if isinstance(there, str) else there.cell, there)
            if isinstance(there, str):
                continue
            for onward in self._acts(there):
                if onward.end not in done and cost + onward.cost <= most:
                    due.append((there, onward, onward.end))
                    bent = bends + _diagonal(there, onward)
                    heappush(queue, (cost + onward.cost, acts + 1, bent, len(due) - 1))

    def _starts(self) -> list[Node]:
        if not isinstance(self.piece, Marine):
            return stands(self.state, self.piece.id)
        here, facing = cell(self.state, self.piece.id), self.piece.position.facing
        return [] if here is None or facing is None else [Node(here, facing)]

    def _entering(self) -> Iterator[Leg]:
        """The first steps of an alien that waits at an entry."""
        if isinstance(self.piece, Marine) or self.piece.lurking.held:
            return
        entry = self.piece.lurking.entry
        if entry is not None and entry in self.lie.ground.entries:
            for edge in entrances(self.lie, gait(self.state, self.piece.id), entry):
                yield from self._alien_leg(edge)

    def _acts(self, node: Node) -> Iterator[Leg]:
        if isinstance(self.piece, Marine):
            yield from self._marine_acts(self.piece, node)
            return
        for edge in edges(self.lie.ground, gait(self.state, self.piece.id), node):
            yield from self._alien_leg(edge)

    def _alien_leg(self, edge: Edge) -> Iterator[Leg]:
        """An alien's act, if it can be done."""
        lie, who, there = self.lie, self.piece.id, edge.end.cell
        if not edge.step:
            assert edge.turn is not None
            yield Leg(Turn(who=who, facing=edge.turn), edge.end, edge.cost, 0)
            return
        opens = self.doors and there in lie.shut and edge.fronts and there not in lie.taken
        if not (opens or lie.stands_free(there)) or not lie.corner(edge.flank):
            return
        if isinstance(self.piece, Blip) and not self._fit(there):
            return
        step = Step(who=who, to=lie.ground.name(there), turn=edge.turn, turn_first=edge.first)
        yield Leg(step, edge.end, edge.cost + OPENING * opens, 0)

    def _fit(self, there: Cell) -> bool:
        """Whether a blip may lie on a square.

        Rule: SH-BLIP-5, SH-BLIP-6, SH-BLIP-7
        """
        name = self.lie.ground.name(there)
        objects = any(one.at == name for one in self.state.things.values())
        return not (objects or self.lie.seen(there) or beside_marine(self.state, there))

    def _marine_acts(self, marine: Marine, node: Node) -> Iterator[Leg]:
        """A marine's turns, steps, ladder and exit.

        Rule: SH-AP-5, SH-AP-6, SH-MOVE-2, SH-LADDER-3, SH1-AP-5
        """
        who, ground, lie, edition = marine.id, self.lie.ground, self.lie, self.state.edition
        here, facing = node.cell, node.facing
        for other in FACINGS:
            quarters = quarter_turns(facing, other)
            cost = 1 if quarters == 1 else edition.half_turn if quarters == 2 else None
            if cost is not None:
                yield Leg(Turn(who=who, facing=other), Node(here, other), cost, 0)
        for there, flank in ground.around(here):
            price = MARINE_COSTS.get(direction(facing, there[1] - here[1], there[2] - here[2]))
            if price is not None and lie.stands_free(there) and lie.corner(flank):
                yield Leg(Step(who=who, to=ground.name(there)), Node(there, facing), price, 0)
        foot = ground.ladders.get(here)
        if foot is not None and "ladder" in edition.subjects and lie.stands_free(foot):
            step = Step(who=who, to=ground.name(foot))
            yield Leg(step, Node(foot, facing), MARINE_COSTS["ladder"], 0)
        for exit in ground.exits.values():
            price = MARINE_COSTS.get(direction(facing, *STEPS[exit.side]))
            if price is not None and ground.cell(exit.square) == here:
                yield Leg(Step(who=who, to=exit.id), exit.id, price, 0)


def _diagonal(node: Node, leg: Leg) -> bool:
    """Whether an act is a step by a corner."""
    end = leg.goal
    return not isinstance(end, str) and end[1] != node.cell[1] and end[2] != node.cell[2]
