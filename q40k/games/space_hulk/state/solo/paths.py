"""The paths of an alien: to a marine, and to the marines that it could attack this turn."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from q40k.games.space_hulk.board import FACINGS, Board, quarter_turns
from q40k.games.space_hulk.packs.boards import Cell
from q40k.games.space_hulk.state.match import STEALER_AP, Marine, Match, Stealer
from q40k.games.space_hulk.state.movement.terrain import (
    NONE,
    OPENING,
    Doors,
    Edge,
    Gait,
    Node,
    Terrain,
    attack_facing,
    edges,
    entry_edges,
    gait_of,
    squares_beside,
    start_nodes,
    stealer_gait,
    terrain_of,
)
from q40k.games.space_hulk.state.places import cell

FOREVER = 999
"""The number of steps out of sight for a path that never comes into sight; more than any path costs."""


REAR, SIDE, FRONT = 0, 1, 2
"""Where a path ends, seen from the marine; the lowest value is best."""


class Choice(NamedTuple):
    """A first act on a shortest path.

    `square` is where its first step goes, `unseen` the number of steps out of sight, `ap` the total
    cost.
    """

    edge: Edge
    square: Cell
    unseen: int
    ap: int


# -- shortest paths ------------------------------------------------------------------------

Arrivals = dict[Node, list[tuple[Node | None, Edge]]]
"""For every node on a shortest path: the node before it, and the act that leads to it."""


def best_choices(
    terrain: Terrain, how: Gait, starts: Sequence[Node], marine: Marine, entry: str | None = None
) -> list[Choice]:
    """Return the first acts of the best shortest paths to a marine, one for each square.

    A path has the least cost, turns and doors included, and avoids other pieces and fire. If these
    bar every path, they are ignored. Of equally short paths the best stays out of sight longest;
    then it ends at the marine's rear, then at his side.

    Rule: SOLO-MOVE-1, SOLO-MOVE-2
    """
    there = cell(terrain.state, marine.id)
    if there is None:
        return []
    for pieces in (True, False):
        search = _Search(terrain, how, there, pieces=pieces)
        if search.run(starts, entry):
            return search.best(starts, marine)
    return []


class _Search:
    """A search from an alien's nodes, point by point, until it reaches the marine.

    Nodes with a longer route to him are examined later: no step costs less than a point.
    """

    def __init__(self, terrain: Terrain, how: Gait, there: Cell, *, pieces: bool) -> None:
        self.terrain, self.how, self.there, self.pieces = terrain, how, there, pieces
        self.goals = {
            square: attack_facing(terrain.ground, square, there)
            for square in squares_beside(terrain.ground, there)
            if not (pieces and square in terrain.occupied)
        }
        self.bits = terrain.bits
        open_squares = terrain.steppable if pieces else terrain.unwalled
        self.open_squares = open_squares & ~self.bits[there]
        self.open_corners = open_squares & ~terrain.openable
        self.seen = terrain.seen_squares()
        self.distances = terrain.ground.route_lengths(there)
        self.arrivals: Arrivals = {}
        self.costs: dict[Node, int] = {}
        self.length = 0

    def run(self, starts: Sequence[Node], entry: str | None) -> bool:
        """Search; return whether there is a path."""
        queue: dict[int, list[Node]] = {}
        costs, distances = self.costs, self.distances
        if not self._is_connected(starts, entry):
            return False
        for start in starts:
            if start.cell in distances:
                costs[start] = 0
                queue.setdefault(distances[start.cell], []).append(start)
        if entry is not None:
            self._enter(queue, entry)
        while queue:
            estimate = min(queue)
            is_met = False
            for node in queue[estimate]:  # the list grows during the loop
                ap = costs[node]
                if ap + distances[node.cell] != estimate:
                    continue
                if self._is_goal(node):
                    is_met, self.length = True, ap
                    continue
                for edge in edges(self.terrain.ground, self.how, node):
                    if costs.get(edge.end, FOREVER) < ap + edge.cost:
                        continue  # most acts lead back
                    price = self._edge_cost(edge)
                    if price is not None:
                        self._record(queue, ap, node, edge, price)
            del queue[estimate]
            if is_met:
                return True
        return False

    def _is_connected(self, starts: Sequence[Node], entry: str | None) -> bool:
        """Return whether open squares lead from an alien to a square beside the marine: else no path does."""
        ground, bits, distances, free = self.terrain.ground, self.bits, self.distances, self.open_squares
        stack = [start.cell for start in starts if start.cell in distances]
        if entry is not None and (first := ground.first_square(entry)) in distances and bits[first] & free:
            stack.append(first)
        while stack:
            here = stack.pop()
            if here in self.goals:
                return True
            onwards = [there for there in ground.neighbours(here) if bits[there] & free]
            free &= ~ground.mask(onwards)
            stack += sorted(onwards, key=distances.__getitem__, reverse=True)
        return False

    def _enter(self, queue: dict[int, list[Node]], entry: str) -> None:
        """Begin at an entry; its first square may not be a closed door."""
        for edge in entry_edges(self.terrain, self.how, entry):
            if self._edge_cost(edge) == edge.cost:
                self._record(queue, 0, None, edge, 1)

    def _record(self, queue: dict[int, list[Node]], ap: int, node: Node | None, edge: Edge, price: int) -> None:
        total, end = ap + price, edge.end
        if end.cell not in self.distances:
            return
        known_cost = self.costs.get(end)
        if known_cost is None or total < known_cost:
            self.costs[end] = total
            self.arrivals[end] = [(node, edge)]
            queue.setdefault(total + self.distances[end.cell], []).append(end)
        elif total == known_cost and end in self.arrivals:
            self.arrivals[end].append((node, edge))

    def _edge_cost(self, edge: Edge) -> int | None:
        """Return the cost of an act with a door on its square; None if it cannot be done."""
        if not edge.step:
            return edge.cost
        if not (edge.square & self.open_squares and (edge.corner is None or edge.corner & self.open_corners)):
            return None
        if not edge.square & self.terrain.openable:
            return edge.cost
        return edge.cost + OPENING if edge.fronts else None

    def _is_goal(self, node: Node) -> bool:
        if node.cell not in self.goals:
            return False
        needed = self.goals[node.cell]
        return self.how == "blip" or needed is None or node.facing == needed

    # -- of equal paths ------------------------------------------------------------------------

    def best(self, starts: Sequence[Node], marine: Marine) -> list[Choice]:
        """Return the first acts of the best paths, one for each square."""
        onwards, nodes = self._onward_edges()
        ratings: dict[Node, tuple[int, int]] = {}
        for node in sorted(nodes, key=self.costs.__getitem__, reverse=True):
            self._rate_node(node, onwards, marine, ratings)
        firsts: list[tuple[tuple[int, int], Choice]] = []
        outset: list[Node | None] = [None, *starts]
        for start in outset:
            for edge in sorted(onwards.get(start, ()), key=lambda edge: edge.turn is not None):
                value = self._rate_edge(edge, ratings)
                firsts += [
                    (value, Choice(edge, square, value[0], self.length))
                    for square in self._first_squares(edge, value, onwards, ratings)
                ]
        if not firsts:
            return []
        top = max(value for value, _choice in firsts)
        by_square: dict[Cell, Choice] = {}
        for value, choice in firsts:
            if value == top:
                by_square.setdefault(choice.square, choice)
        return [by_square[square] for square in sorted(by_square)]

    def _onward_edges(self) -> tuple[dict[Node | None, list[Edge]], set[Node]]:
        """Return the acts of all shortest paths, by the node where each is done, and all their nodes."""
        onwards: dict[Node | None, list[Edge]] = {}
        ends = [node for node, ap in self.costs.items() if ap == self.length and self._is_goal(node)]
        visited = set(ends)
        while ends:
            for node, edge in self.arrivals.get(ends.pop(), ()):
                onwards.setdefault(node, []).append(edge)
                if node is not None and node not in visited:
                    visited.add(node)
                    ends.append(node)
        return onwards, visited

    def _rate_node(
        self, node: Node, onwards: dict[Node | None, list[Edge]], marine: Marine, ratings: dict[Node, tuple[int, int]]
    ) -> None:
        """Rate the best path from a node: steps out of sight, then where it ends."""
        if node in ratings:
            return
        if self.costs[node] == self.length and self._is_goal(node):
            ratings[node] = (FOREVER, -_end_side(self.terrain, node.cell, self.there, marine))
            return
        for edge in onwards.get(node, ()):
            if edge.end not in ratings:  # a free turn: rated as its start
                self._rate_node(edge.end, onwards, marine, ratings)
        ratings[node] = max(self._rate_edge(edge, ratings) for edge in onwards[node])

    def _rate_edge(self, edge: Edge, ratings: dict[Node, tuple[int, int]]) -> tuple[int, int]:
        unseen, end = ratings[edge.end]
        if not edge.step:
            return unseen, end
        if edge.square & self.seen:
            return 0, end
        return (unseen if unseen == FOREVER else unseen + 1), end

    def _first_squares(
        self,
        edge: Edge,
        value: tuple[int, int],
        onwards: dict[Node | None, list[Edge]],
        ratings: dict[Node, tuple[int, int]],
    ) -> Iterable[Cell]:
        """Return the squares of the first steps of the best paths that begin by an act."""
        if edge.step:
            return (edge.end.cell,)
        squares = []
        for after in onwards.get(edge.end, ()):
            if self._rate_edge(after, ratings) == value:
                squares += list(self._first_squares(after, value, onwards, ratings))
        return dict.fromkeys(squares) or (edge.end.cell,)


def _end_side(terrain: Terrain, here: Cell, there: Cell, marine: Marine) -> int:
    """Return on which side of a marine a square lies.

    Rule: SOLO-MOVE-1
    """
    look, facing = attack_facing(terrain.ground, there, here), marine.position.facing
    if look is None or facing is None:
        return FRONT
    return {0: FRONT, 1: SIDE, 2: REAR}[quarter_turns(look, facing)]


# -- reach ---------------------------------------------------------------------------------


def marines_in_reach(state: Match, who: str, *, heedless: bool = False) -> tuple[str, ...]:
    """Return the marines that an alien could reach to attack this turn, by the points it has.

    It keeps out of sight on its path, unless it is heedless or already in sight. A blip counts as a
    stealer with six points and any facing.

    Rule: SOLO-TARGET-2, SOLO-MOVE-3, SH-ENTRY-6
    """
    return _marines_in_reach(terrain_of(state, who), heedless)


@lru_cache(maxsize=64)
def _marines_in_reach(terrain: Terrain, heedless: bool) -> tuple[str, ...]:
    state, who = terrain.state, terrain.who
    piece = state.piece(who)
    assert not isinstance(piece, Marine)
    how = stealer_gait(state)
    ap = piece.acts.ap if isinstance(piece, Stealer) else STEALER_AP
    places = {at: marine for marine in state.marines_in_play if (at := cell(state, marine.id)) is not None}
    steps_left = _steps_to_nearest(terrain.ground, frozenset(places))
    reached: dict[str, None] = {}
    entry = piece.lurking.entry
    if entry is not None:
        if entry not in terrain.ground.entries:
            return ()
        first = terrain.ground.first_square(entry)
        if first in places and state.options.assault_from_entry and ap >= 1:
            reached[places[first].id] = None
        starts = [
            (1, edge.end)
            for edge in entry_edges(terrain, how, entry)
            if terrain.is_free(first) and (heedless or not terrain.is_seen(first))
        ]
    elif isinstance(piece, Stealer):
        starts = [(0, node) for node in start_nodes(state, who)]
    else:
        here = cell(state, who)
        starts = [] if here is None else [(0, Node(here, facing)) for facing in FACINGS]
    for node in _reachable_nodes(terrain, how, starts, ap, steps_left, heedless=heedless):
        if steps_left[node.cell] == 1:
            for at, marine in places.items():
                if node.cell in squares_beside(terrain.ground, at):
                    look = attack_facing(terrain.ground, node.cell, at)
                    if look is None or look == node.facing:
                        reached[marine.id] = None
    return tuple(marine.id for marine in state.marines_in_play if marine.id in reached)


@lru_cache(maxsize=1024)
def _steps_to_nearest(ground: Board, marines: frozenset[Cell]) -> dict[Cell, int]:
    """Return the route length from each square to the nearest marine."""
    steps: dict[Cell, int] = {}
    for marine in marines:
        for there, length in ground.route_lengths(marine).items():
            steps[there] = min(length, steps.get(there, FOREVER))
    return steps


def _reachable_nodes(
    terrain: Terrain,
    how: Gait,
    starts: Iterable[tuple[int, Node]],
    most: int,
    steps_left: dict[Cell, int],
    *,
    heedless: bool,
) -> Iterator[Node]:
    """Yield the nodes that an alien could reach, if from there it may still reach and attack a marine with `most`.

    A step costs a point at least, and so does the attack: `steps_left` are the steps to the nearest marine.
    """
    costs: dict[tuple[Node, Doors], int] = {}
    queue: dict[int, list[tuple[Node, Doors]]] = {}
    for ap, node in starts:
        if ap + steps_left.get(node.cell, FOREVER) <= most:
            costs[node, NONE] = ap
            queue.setdefault(ap, []).append((node, NONE))
    for ap in range(most):
        for node, opened in queue.get(ap, ()):
            if costs[node, opened] != ap:
                continue
            yield node
            for edge in edges(terrain.ground, how, node):
                rest = most - ap - steps_left.get(edge.end.cell, FOREVER)
                if edge.cost > rest:
                    continue
                price, doors = _edge_cost_with_doors(terrain, edge, opened)
                if price is None or price > rest:
                    continue
                if edge.square and not heedless and terrain.steps_into_sight(node.cell, edge.square, doors):
                    continue
                key = (edge.end, doors)
                if ap + price < costs.get(key, most + 1):
                    costs[key] = ap + price
                    queue.setdefault(ap + price, []).append(key)


def _edge_cost_with_doors(terrain: Terrain, edge: Edge, opened: Doors) -> tuple[int | None, Doors]:
    """Return the cost of an act, and the doors that are open after it."""
    if not edge.step:
        return edge.cost, opened
    closed = terrain.openable & ~opened
    is_closed = bool(edge.square & closed)
    if not edge.square & terrain.steppable or (is_closed and not edge.fronts):
        return None, opened
    if edge.corner is not None and not edge.corner & terrain.steppable & ~closed:
        return None, opened
    return (edge.cost + OPENING, opened | edge.square) if is_closed else (edge.cost, opened)


# -- the next act --------------------------------------------------------------------------


def next_choices(terrain: Terrain, marine: Marine) -> list[Choice]:
    """Return the first acts of the best paths from an alien to a marine.

    Rule: SOLO-MOVE-1, SOLO-ACT-5
    """
    return _next_choices(terrain, marine.id)


@lru_cache(maxsize=64)
def _next_choices(terrain: Terrain, marine_id: str) -> list[Choice]:
    state, piece, marine = terrain.state, terrain.state.piece(terrain.who), terrain.state.marines[marine_id]
    entry = piece.lurking.entry
    if entry is not None and entry not in terrain.ground.entries:
        return []
    return best_choices(terrain, gait_of(state, terrain.who), start_nodes(state, terrain.who), marine, entry)


def is_held_back(terrain: Terrain, choice: Choice) -> bool:
    """Return whether the first step of a path goes from out of sight into sight.

    A door on it is opened first; then its sight is checked again.

    Rule: SOLO-MOVE-3, SOLO-MOVE-2
    """
    square = choice.square
    if terrain.opens(square) or terrain.bars(square) or terrain.in_sight:
        return False
    return terrain.is_seen(square)


def marines_beside(terrain: Terrain) -> list[Marine]:
    """Return the marines next to an alien: by a side, over a ladder, or on its entry's first
    square.

    Rule: SOLO-ACT-2, SH-ENTRY-6
    """
    state, here = terrain.state, terrain.here
    piece = state.piece(terrain.who)
    places: dict[Cell, Marine] = {
        at: marine for marine in state.marines_in_play if (at := cell(state, marine.id)) is not None
    }
    if here is not None:
        near = set(squares_beside(terrain.ground, here))
    elif piece.lurking.entry not in terrain.ground.entries:
        return []
    else:
        near = {terrain.ground.first_square(piece.lurking.entry)}
        if not state.options.assault_from_entry or piece.lurking.held:
            return []
    return [marine for at, marine in places.items() if at in near]
