"""The way of an alien to a marine, and whom it could attack this turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from q40k.games.space_hulk.board.facings import FACINGS, opposite, quarter_turns, towards
from q40k.games.space_hulk.packs.boards import Cell, Facing
from q40k.games.space_hulk.rules.places import cell
from q40k.games.space_hulk.rules.solo.lie import NONE, Doors, Lie
from q40k.games.space_hulk.rules.solo.passages import (
    NOWHERE,
    Edge,
    Gait,
    Node,
    beside,
    edges,
)
from q40k.games.space_hulk.rules.state import STEALER_AP, Marine, Match, Stealer

FOREVER: Final = 999
"""Steps before a way comes into sight, where it never does."""
REAR, SIDE, FRONT = 0, 1, 2
"""Where a way ends, seen from the marine: what is liked best first."""
OPENING: Final = 1
"""What a door on the way costs besides (SH-AP-5)."""


class Choice(NamedTuple):
    """A first act on a shortest way; `square` is where its first step goes, `unseen` how many
    steps the way stays out of sight, `ap` what it costs in all.
    """

    edge: Edge
    square: Cell
    unseen: int
    ap: int


def gait(state: Match, who: str) -> Gait:
    """How an alien walks; a blip that has been turned up walks as what stood under it."""
    if who in state.blips and state.blips[who].present:
        return "blip"
    return "stealer" if state.edition.turn_in_step else "stealer-1st"


def stands(state: Match, who: str) -> list[Node]:
    """Where an alien stands and looks; nothing while it waits outside."""
    here, piece = cell(state, who), state.piece(who)
    if here is None:
        return []
    if isinstance(piece, Stealer):
        return [Node(here, piece.position.facing or NOWHERE, bool(piece.turns % 2))]
    return [Node(here, NOWHERE)]


def entrances(lie: Lie, how: Gait, entry: str) -> list[Edge]:
    """How an alien may come in by an entry: straight, with its free quarter turn behind it.

    Rule: SH-ENTRY-2, SH-MOVE-3, SOLO-ACT-5
    """
    first = lie.ground.first_square(entry)
    if how == "blip":
        return [Edge(Node(first, NOWHERE), 1, step=True)]
    inward = opposite(lie.ground.entries[entry].side)
    ends = [one for one in FACINGS if quarter_turns(inward, one) < (2 if how == "stealer" else 1)]
    return [
        Edge(Node(first, one), 1, step=True, turn=None if one == inward else one) for one in ends
    ]


# -- shortest ways -------------------------------------------------------------------------

Came = dict[Node, list[tuple[Node | None, Edge]]]
"""For every square and facing on a shortest way: whence, and by what."""


def choices(
    lie: Lie, how: Gait, starts: Sequence[Node], marine: Marine, entry: str | None = None
) -> list[Choice]:
    """The first acts of the best shortest ways to a marine, one for each square they lead to.

    The least points, turns and doors included, past other pieces as they stand; where these or
    fire bar every way, the way without them. Of ways equally short the one that stays out of sight
    longest, then the one that ends at the marine's rear, then at his side.

    Rule: SOLO-MOVE-1, SOLO-MOVE-2
    """
    there = cell(lie.state, marine.id)
    if there is None:
        return []
    for pieces in (True, False):
        search = _Search(lie, how, there, pieces=pieces)
        if search.run(starts, entry):
            return search.best(starts, marine)
    return []


def cost(lie: Lie, how: Gait, starts: Sequence[Node], marine: Marine) -> int | None:
    """What the shortest way to a marine costs; None where there is none."""
    there = cell(lie.state, marine.id)
    if there is None:
        return None
    for pieces in (True, False):
        search = _Search(lie, how, there, pieces=pieces)
        if search.run(starts, None):
            return search.length
    return None


class _Search:
    """A search from where an alien stands, point by point, until the marine is met.

    Where the route to him is the longer, it looks later: no step costs less than a point.
    """

    def __init__(self, lie: Lie, how: Gait, there: Cell, *, pieces: bool) -> None:
        self.lie, self.how, self.there, self.pieces = lie, how, there, pieces
        self.goals = {
            one: _towards(lie, one, there)
            for one in beside(lie.ground, there)
            if not (pieces and one in lie.taken)
        }
        self.left = lie.ground.routes(there)
        self.came: Came = {}
        self.far: dict[Node, int] = {}
        self.length = 0

    def run(self, starts: Sequence[Node], entry: str | None) -> bool:
        """Search; returns whether there is a way."""
        queue: dict[int, list[Node]] = {}
        for one in starts:
            if one.cell in self.left:
                self.far[one] = 0
                queue.setdefault(self.left[one.cell], []).append(one)
        if entry is not None:
            for edge in entrances(self.lie, self.how, entry):
                if self._open(edge) and edge.end.cell not in self.lie.shut:
                    self._reach(queue, 0, None, edge, 1)
        while queue:
            due = min(queue)
            met = False
            for node in queue[due]:  # grows while it is walked
                ap = self.far[node]
                if ap + self.left[node.cell] != due:
                    continue
                if self._meets(node):
                    met, self.length = True, ap
                    continue
                for edge in edges(self.lie.ground, self.how, node):
                    price = self._price(edge)
                    if price is not None:
                        self._reach(queue, ap, node, edge, price)
            del queue[due]
            if met:
                return True
        return False

    def _reach(
        self, queue: dict[int, list[Node]], ap: int, node: Node | None, edge: Edge, price: int
    ) -> None:
        total, end = ap + price, edge.end
        if end.cell not in self.left:
            return
        known = self.far.get(end)
        if known is None or total < known:
            self.far[end] = total
            self.came[end] = [(node, edge)]
            queue.setdefault(total + self.left[end.cell], []).append(end)
        elif total == known and end in self.came:
            self.came[end].append((node, edge))

    def _price(self, edge: Edge) -> int | None:
        """What an act costs, a door before it included; None where it cannot be done."""
        if not edge.step:
            return edge.cost
        if not self._open(edge):
            return None
        if edge.end.cell not in self.lie.shut:
            return edge.cost
        return edge.cost + OPENING if edge.fronts else None

    def _open(self, edge: Edge) -> bool:
        there = edge.end.cell
        if there == self.there or there in self.lie.walls:
            return False
        if self.pieces and (there in self.lie.taken or there in self.lie.barred):
            return False
        return edge.flank is None or self.lie.corner(edge.flank, pieces=self.pieces)

    def _meets(self, node: Node) -> bool:
        if node.cell not in self.goals:
            return False
        wanted = self.goals[node.cell]
        return self.how == "blip" or wanted is None or node.facing == wanted

    # -- of equal ways -------------------------------------------------------------------------

    def best(self, starts: Sequence[Node], marine: Marine) -> list[Choice]:
        """The first acts of the ways that are liked best, one for each square."""
        onwards = self._onwards()
        liked: dict[Node, tuple[int, int]] = {}
        for node in sorted(self.far, key=lambda one: -self.far[one]):
            if node in onwards or (self.far[node] == self.length and self._meets(node)):
                self._like(node, onwards, marine, liked)
        firsts: list[tuple[tuple[int, int], Choice]] = []
        outset: list[Node | None] = [None, *starts]
        for start in outset:
            for edge in sorted(onwards.get(start, ()), key=lambda one: one.turn is not None):
                value = self._through(edge, liked)
                firsts += [
                    (value, Choice(edge, square, value[0], self.length))
                    for square in self._squares(edge, value, onwards, liked)
                ]
        if not firsts:
            return []
        top = max(value for value, _choice in firsts)
        found: dict[Cell, Choice] = {}
        for value, choice in firsts:
            if value == top:
                found.setdefault(choice.square, choice)
        return [found[square] for square in sorted(found)]

    def _onwards(self) -> dict[Node | None, list[Edge]]:
        """The acts of all shortest ways, by where they are done."""
        onwards: dict[Node | None, list[Edge]] = {}
        ends = [one for one, ap in self.far.items() if ap == self.length and self._meets(one)]
        known = set(ends)
        while ends:
            for node, edge in self.came.get(ends.pop(), ()):
                onwards.setdefault(node, []).append(edge)
                if node is not None and node not in known:
                    known.add(node)
                    ends.append(node)
        return onwards

    def _like(
        self,
        node: Node,
        onwards: dict[Node | None, list[Edge]],
        marine: Marine,
        liked: dict[Node, tuple[int, int]],
    ) -> None:
        """Say how good the best way from a place is: steps out of sight, then where it ends."""
        if node in liked:
            return
        if self.far[node] == self.length and self._meets(node):
            liked[node] = (FOREVER, -_end(self.lie, node.cell, self.there, marine))
            return
        for edge in onwards.get(node, ()):
            if edge.end not in liked:  # a free turn: as far as where it began
                self._like(edge.end, onwards, marine, liked)
        liked[node] = max(self._through(edge, liked) for edge in onwards[node])

    def _through(self, edge: Edge, liked: dict[Node, tuple[int, int]]) -> tuple[int, int]:
        unseen, end = liked[edge.end]
        if not edge.step:
            return unseen, end
        if self.lie.seen(edge.end.cell):
            return 0, end
        return (unseen if unseen == FOREVER else unseen + 1), end

    def _squares(
        self,
        edge: Edge,
        value: tuple[int, int],
        onwards: dict[Node | None, list[Edge]],
        liked: dict[Node, tuple[int, int]],
    ) -> Iterable[Cell]:
        """The squares of the first steps of the best ways that begin by an act."""
        if edge.step:
            return (edge.end.cell,)
        found = []
        for after in onwards.get(edge.end, ()):
            if self._through(after, liked) == value:
                found += list(self._squares(after, value, onwards, liked))
        return dict.fromkeys(found) or (edge.end.cell,)


def _towards(lie: Lie, here: Cell, there: Cell) -> Facing | None:
    """How one must look to attack; None over a ladder, where it does not matter.

    Rule: SH-MELEE-1, SH-MELEE-9
    """
    if here[0] != there[0] or lie.ground.ladders.get(here) == there:
        return None
    return towards(there[1] - here[1], there[2] - here[2])


def _end(lie: Lie, here: Cell, there: Cell, marine: Marine) -> int:
    """Where a square lies, seen from a marine.

    Rule: SOLO-MOVE-1
    """
    look, facing = _towards(lie, there, here), marine.position.facing
    if look is None or facing is None:
        return FRONT
    return {0: FRONT, 1: SIDE, 2: REAR}[quarter_turns(look, facing)]


# -- reach ---------------------------------------------------------------------------------


def within_reach(
    state: Match, who: str, *, heedless: bool = False, lie: Lie | None = None
) -> tuple[str, ...]:
    """The marines an alien could come to attack this turn, by the points it has.

    It keeps out of sight on the way, unless it is heedless or stands in sight already. A blip is
    reckoned as a stealer with six points that faces as it likes.

    Rule: SOLO-TARGET-2, SOLO-MOVE-3, SH-ENTRY-6
    """
    lie, piece = lie or Lie(state, who), state.piece(who)
    assert not isinstance(piece, Marine)
    how: Gait = "stealer" if state.edition.turn_in_step else "stealer-1st"
    ap = piece.acts.ap if isinstance(piece, Stealer) else STEALER_AP
    places = {at: one for one in state.standing if (at := cell(state, one.id)) is not None}
    met: dict[str, None] = {}
    entry = piece.lurking.entry
    if entry is not None:
        if entry not in lie.ground.entries:
            return ()
        first = lie.ground.first_square(entry)
        if first in places and state.options.assault_from_entry and ap >= 1:
            met[places[first].id] = None
        begin = [
            (1, edge.end)
            for edge in entrances(lie, how, entry)
            if lie.stands_free(first) and (heedless or not lie.seen(first))
        ]
    elif isinstance(piece, Stealer):
        begin = [(0, node) for node in stands(state, who)]
    else:
        here = cell(state, who)
        begin = [] if here is None else [(0, Node(here, facing)) for facing in FACINGS]
    near = {at: one.id for at, one in places.items() for at in beside(lie.ground, at)}
    if near:
        for node in _reached(lie, how, begin, ap - 1, heedless=heedless):
            if node.cell in near:
                for at, one in places.items():
                    if node.cell in beside(lie.ground, at):
                        look = _towards(lie, node.cell, at)
                        if look is None or look == node.facing:
                            met[one.id] = None
    return tuple(one.id for one in state.standing if one.id in met)


def _reached(
    lie: Lie, how: Gait, begin: Iterable[tuple[int, Node]], most: int, *, heedless: bool
) -> Iterator[Node]:
    """Where an alien could stand with at most so many points spent."""
    far: dict[tuple[Node, Doors], int] = {}
    queue: dict[int, list[tuple[Node, Doors]]] = {}
    for ap, node in begin:
        far[node, NONE] = ap
        queue.setdefault(ap, []).append((node, NONE))
    for ap in range(most + 1):
        for node, opened in queue.get(ap, ()):
            if far[node, opened] != ap:
                continue
            yield node
            for edge in edges(lie.ground, how, node):
                price, doors = _priced(lie, edge, opened)
                if price is None or ap + price > most:
                    continue
                shy = edge.step and not heedless and not lie.seen(node.cell, doors)
                if shy and lie.seen(edge.end.cell, doors):
                    continue
                key = (edge.end, doors)
                if ap + price < far.get(key, most + 1):
                    far[key] = ap + price
                    queue.setdefault(ap + price, []).append(key)


def _priced(lie: Lie, edge: Edge, opened: Doors) -> tuple[int | None, Doors]:
    """What an act costs, and the doors that stand open after it."""
    if not edge.step:
        return edge.cost, opened
    there = edge.end.cell
    shut = there in lie.shut and there not in opened
    if there in lie.barred or there in lie.taken or (shut and not edge.fronts):
        return None, opened
    flank = edge.flank
    if flank is not None and all(_bars(lie, one, opened) for one in flank):
        return None, opened
    return (edge.cost + OPENING, opened | {there}) if shut else (edge.cost, opened)


def _bars(lie: Lie, there: Cell, opened: Doors) -> bool:
    if not lie.ground.is_floor(there) or there in lie.barred or there in lie.taken:
        return True
    return there in lie.shut and there not in opened
