"""The terrain: where a step leads, what bars it, and what an alien can do on a square."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from q40k.games.space_hulk.board import (
    COMPASS,
    FACINGS,
    RELATIVE,
    Board,
    Direction,
    Mask,
    ahead_and_right,
    columns_and_rows,
    direction,
    facing_towards,
    opposite,
    quarter_turns,
)
from q40k.games.space_hulk.packs.boards import STEPS, Cell, Facing
from q40k.games.space_hulk.state.match import Match, Stealer
from q40k.games.space_hulk.state.places import (
    PLACES,
    Eyes,
    board,
    burning_squares,
    cell,
    closed_doors,
    eyes_of,
    pieces_by_square,
)
from q40k.kernel.events import Refusal
from q40k.kernel.state import Part, remember_while_same
from q40k.tabletop.asking import doubt, forbid

Kind = Literal["forward", "backward", "sideways", "ladder", "entering"]


class StepPath(Part, frozen=True):
    """A step: its kind, its start and end, or the exit by which it leaves.

    Without places `start` and `end` are None. `top`: it ends at the top of a ladder.
    """

    kind: Kind
    start: Cell | None = None
    end: Cell | None = None
    exit: str | None = None
    top: bool = False


def find_step_path(state: Match, who: str, to: str | None, dir: str | None, facing: Facing | None) -> StepPath:
    """Return the step to a square or exit, or in a direction from that facing. Raises Refused
    (SH-MOVE-1).
    """
    piece, ground, start = state.piece(who), board(state), cell(state, who)
    if piece.lurking.entry is not None:
        return StepPath("entering", None, _entry_square(ground, piece.lurking.entry, to))
    if ground is None or start is None:
        return _path_without_places(state, to, dir)
    if to is not None:
        exit_path = _path_through_exit(ground, start, to, facing)
        if exit_path is not None:
            return exit_path
        end = ground.cell(to.upper())
        if end is None:
            raise forbid("SH-BOARD-9", "unknown-square", said=to)
    else:
        end = _cell_in_direction(ground, start, dir, facing)
    if end is None or not ground.is_floor(end):
        return _path_over_edge(ground, start, end, facing)
    if ground.ladders.get(start) == end:
        return StepPath("ladder", start, end, top=end in ground.tops)
    if not ground.is_adjacent(start, end):
        names = {"start": ground.name(start), "end": ground.name(end)}
        raise forbid("SH-MOVE-1", "not-adjacent", **names)
    kind = _kind(facing, end[1] - start[1], end[2] - start[2])
    return StepPath(kind, start, end, top=end in ground.tops)


def _entry_square(ground: Board | None, entry: str, to: str | None) -> Cell | None:
    """Return the square where a piece at an entry comes in; None where no places are kept.

    Rule: SH-ENTRY-2
    """
    if ground is None:
        return None
    first = ground.first_square(entry)
    if to is not None and to.upper() != entry and ground.cell(to.upper()) != first:
        raise forbid("SH-ENTRY-2", "comes-in-there", entry=entry, at=ground.name(first))
    return first


def _kind(facing: Facing | None, dx: int, dy: int) -> Direction:
    return "forward" if facing is None else direction(facing, dx, dy)


def _path_without_places(state: Match, to: str | None, dir: str | None) -> StepPath:
    """Return a step without places: only its kind and exit. `top` ends at the top of a ladder on
    the same level.

    Rule: SH-MOVE-6, SH-LADDER-4
    """
    layout = state.setup.layout
    exits = {"EXIT", *(() if layout is None else (exit_.id for exit_ in layout.exits))}
    exit_id = next((name for name in (to, (dir or "").upper()) if name in exits), None)
    text = (dir or "forward").casefold()
    if text in ("up", "down"):
        return StepPath("ladder", top=text == "up")
    ahead = RELATIVE.get(text, RELATIVE["forward"])[0]
    kind: Kind = "forward" if ahead > 0 else "backward" if ahead < 0 else "sideways"
    return StepPath(kind, exit=exit_id, top=text == "top")


def _cell_in_direction(ground: Board, start: Cell, dir: str | None, facing: Facing | None) -> Cell | None:
    """Return the cell in a direction such as "forward-left", "NE" or "down". Raises Refused."""
    text = dir or "forward"
    if text.casefold() in ("up", "down"):
        end = ground.ladders.get(start)
        if end is None or (end in ground.tops) != (text.casefold() == "up"):
            raise forbid("SH-LADDER-1", "no-ladder", at=ground.name(start))
        return end
    if text.upper() in COMPASS:
        dx, dy = COMPASS[text.upper()]
    elif text.casefold() in RELATIVE and facing is not None:
        dx, dy = columns_and_rows(facing, *RELATIVE[text.casefold()])
    else:
        raise forbid("SH-MOVE-1", "unknown-direction", said=text)
    return start[0], start[1] + dx, start[2] + dy


def _path_through_exit(ground: Board, start: Cell, to: str, facing: Facing | None) -> StepPath | None:
    """Return the step out of the named exit, or None if there is none. Raises Refused."""
    exit_ = ground.exits.get(to.upper())
    if exit_ is None:
        return None
    if ground.cell(exit_.square) != start:
        raise forbid("SH-MOVE-6", "not-at-exit", exit=exit_.id)
    return StepPath(_kind(facing, *STEPS[exit_.side]), start, None, exit=exit_.id)


def _path_over_edge(ground: Board, start: Cell, end: Cell | None, facing: Facing | None) -> StepPath:
    """Return the step straight across the edge through an exit. Raises Refused.

    Rule: SH-MOVE-6
    """
    for exit_ in ground.exits.values():
        dx, dy = STEPS[exit_.side]
        if ground.cell(exit_.square) == start and end == (start[0], start[1] + dx, start[2] + dy):
            return StepPath(_kind(facing, dx, dy), start, None, exit=exit_.id)
    raise forbid("SH-MOVE-4", "wall-there")


def must_be_free(state: Match, who: str, path: StepPath) -> Iterator[Refusal]:
    """Refuse a step into an obstacle, or diagonally between two.

    Rule: SH-MOVE-4, SH-MOVE-5, SH-FIRE-2, SH-FIRE-3, SH1-MOVE-5, SH1-FIRE-3, SH-LIB-8
    """
    ground, end = board(state), path.end
    if ground is None or end is None:
        return
    name = ground.name(end)
    other = pieces_by_square(state).get(end)
    if other is not None:
        raise forbid("SH-MOVE-4", "square-taken", at=name, who=other)
    if end in closed_doors(state):
        raise forbid("SH-MOVE-4", "door-closed", at=name)
    if end in ground.generators or state.barrier == name:
        raise forbid("SH-MOVE-4", "barred", at=name)
    fires = burning_squares(state)
    if end in fires and not is_within_one_fire(state, ground, path):
        yield doubt("SH-MOVE-4", "fire-there", at=name, who=who)
    start = path.start
    if start is not None and path.kind != "ladder" and start[1] != end[1] and start[2] != end[2]:
        eyes = eyes_of(state)
        if eyes.bars((end[0], end[1], start[2])) and eyes.bars((end[0], start[1], end[2])):
            yield doubt("SH-MOVE-5", "corner-barred", at=name, who=who)


def is_within_one_fire(state: Match, ground: Board, path: StepPath) -> bool:
    """Return whether a step begins and ends in the same burning section."""
    if path.start is None or path.end is None:
        return False
    names = {ground.name(path.start), ground.name(path.end)}
    return any(names <= set(fire.squares) for fire in state.fires.values())


# -- the terrain of an alien ---------------------------------------------------------------


Doors = Mask
"""Doors that the alien would have opened on its path."""


NONE: Doors = 0


class Terrain:
    """The board as one alien finds it: built once for a decision, asked often.

    `barred` are squares with fire, the barrier, and doors that stay shut. `openable` are closed doors
    that can be opened. `unwalled` are the squares without a wall, whatever stands or burns there;
    on the `steppable` ones nothing does. `occupied` are the squares of other pieces. `here` is its own
    square, None while it waits.
    """

    def __init__(self, state: Match, who: str) -> None:
        ground = board(state)
        assert ground is not None
        self.state, self.ground, self.who = state, ground, who
        self.bits = ground.bits
        self.here = cell(state, who)
        self.occupied = {at: id for at, id in pieces_by_square(state).items() if id != who}
        doors = closed_doors(state)
        closed, self.openable = ground.mask(doors), ground.mask(door for door in doors if self._is_openable(door))
        self.barred = ground.mask(burning_squares(state)) | (closed & ~self.openable)
        if state.barrier is not None and (there := ground.cell(state.barrier)) is not None:
            self.barred |= self.bits[there]
        self.unwalled = ground.looked_through & ~(ground.mask(ground.locked) & closed)
        self.steppable = self.unwalled & ~self.barred & ~ground.mask(self.occupied)
        self._eyes: dict[Doors, Eyes] = {}

    def _is_openable(self, door: Cell) -> bool:
        """Return whether a door can be opened: neither locked nor held shut by fire.

        Rule: SOLO-MOVE-2, SH-FIRE-6, SH-MISSION-4
        """
        ground: Board = self.ground
        return door not in ground.locked and ground.section(door) not in self.state.fires

    def is_seen(self, there: Cell, opened: Doors = NONE) -> bool:
        """Return whether a marine sees a square after the alien has left its own and `opened`
        doors.
        """
        return bool(self.seen_squares(opened) & self.bits[there])

    def seen_squares(self, opened: Doors = NONE) -> Mask:
        """Return the squares that marines see after the alien has left its own and `opened` doors.

        Rule: SOLO-MOVE-3
        """
        return self._eyes_with(opened).seen

    def steps_into_sight(self, here: Cell, square: Mask, opened: Doors) -> bool:
        """Return whether a step from a square onto another, a mask, leads from out of sight into sight."""
        seen = self.seen_squares(opened)
        return bool(square & seen) and not self.bits[here] & seen

    def opens(self, there: Cell) -> bool:
        """Return whether a closed door is on a square that the alien can open."""
        return bool(self.bits.get(there, 0) & self.openable)

    def find_seer(self, there: Cell) -> str:
        """Return the first marine who sees a square; "" for nobody."""
        seers = self._eyes_with(NONE).seers(there)
        return seers[0].id if seers else ""

    def _eyes_with(self, opened: Doors) -> Eyes:
        if opened not in self._eyes:
            clear = opened & ~self.ground.mask(self.occupied)
            if self.here is not None:
                clear |= self.bits[self.here] & ~(self.barred | self.openable)
            eyes = eyes_of(self.state)
            self._eyes[opened] = eyes.with_free(eyes.free | clear) if clear & ~eyes.free else eyes
        return self._eyes[opened]

    @property
    def in_sight(self) -> bool:
        """Whether a marine sees the alien now."""
        return self.here is not None and self.is_seen(self.here)

    def is_free(self, there: Cell) -> bool:
        """Return whether the alien could stand on a square now."""
        return bool(self.bits.get(there, 0) & self.steppable & ~self.openable)

    def bars(self, there: Cell) -> bool:
        """Return whether pieces, fire or a corner between them bar the next square."""
        if there in self.occupied or not self.bits[there] & self.unwalled & ~self.barred:
            return True
        if self.here is None or self.ground.ladders.get(self.here) == there:
            return False
        level, x, y = self.here
        diagonal = x != there[1] and y != there[2]
        return diagonal and not self.is_corner_open(((level, there[1], y), (level, x, there[2])))

    def is_corner_open(self, flank: tuple[Cell, Cell] | None) -> bool:
        """Return whether a diagonal step past two cells is open.

        Rule: SH-MOVE-5, SH1-MOVE-5
        """
        return flank is None or bool(self.ground.mask(flank) & self.steppable & ~self.openable)


@remember_while_same(*PLACES)
def _terrains(_state: Match) -> dict[str, Terrain]:
    """Return the terrains built so far while everything stays where it is."""
    return {}


def terrain_of(state: Match, who: str) -> Terrain:
    """Return the board as an alien finds it; equal for all states in which everything is where it is now."""
    terrains = _terrains(state)
    if who not in terrains:
        terrains[who] = Terrain(state, who)
    return terrains[who]


# -- what an alien can do on a square ------------------------------------------------------


Gait = Literal["stealer", "stealer-1st", "blip"]
"""The kind of walker: a stealer of the 4th or the 1st edition, or a blip."""


NOWHERE: Facing = "N"
"""The facing of a blip, which has none."""


class Node(Part, frozen=True, cache_hash=True):
    """The square and facing of an alien; `odd`: it has made an odd number of quarter turns in a row
    (1st edition).
    """

    cell: Cell
    facing: Facing
    odd: bool = False


_node = lru_cache(maxsize=16384)(Node)
"""Equal nodes that are the same object are found faster."""


class Edge(NamedTuple):
    """One action: a turn on the square, or a step with the quarter turn that belongs to it.

    `square` is its end as a mask. `flank` are the two cells beside a diagonal step, `corner` the same as
    a mask. `turn` is the facing it turns to, `first` whether that is before the step. `fronts`: the
    square lies in front, so that a door on it can be opened.
    """

    end: Node
    cost: int
    step: bool
    flank: tuple[Cell, Cell] | None = None
    turn: Facing | None = None
    first: bool = False
    fronts: bool = True
    square: Mask = 0
    corner: Mask | None = None


@lru_cache(maxsize=65536)
def edges(ground: Board, gait: Gait, node: Node) -> tuple[Edge, ...]:
    """Return what an alien can do from a node, without regard to obstacles.

    Rule: SOLO-MOVE-1, SH-AP-5, SH-MOVE-3, SH1-AP-5, SH1-MOVE-3
    """
    if gait == "blip":
        steps = [(there, flank) for there, flank in ground.cells_around(node.cell)]
        if node.cell in ground.ladders:
            steps.append((ground.ladders[node.cell], None))
        return tuple(
            Edge(
                _node(there, NOWHERE),
                1,
                step=True,
                flank=flank,
                square=ground.bits[there],
                corner=_corner(ground, flank),
            )
            for there, flank in steps
        )
    actions = list(_step_edges(ground, gait, node))
    for facing in FACINGS:
        quarters = quarter_turns(node.facing, facing)
        if quarters == 0:
            continue
        if gait == "stealer":
            end, cost = _node(node.cell, facing), 1
        elif quarters == 2:
            end, cost = _node(node.cell, facing, node.odd), 1
        else:
            end, cost = _node(node.cell, facing, not node.odd), int(node.odd)
        actions.append(Edge(end, cost, step=False, turn=facing))
    return tuple(actions)


def _step_edges(ground: Board, gait: Gait, node: Node) -> list[Edge]:
    actions = []
    for there, flank in ground.cells_around(node.cell):
        dx, dy = there[1] - node.cell[1], there[2] - node.cell[2]
        fronts = ahead_and_right(node.facing, dx, dy)[0] == 1
        square, corner = ground.bits[there], _corner(ground, flank)
        actions += [
            Edge(_node(there, facing), cost, True, flank, turn, first, fronts, square, corner)
            for facing, cost, turn, first in _strides(gait, node.facing, dx, dy)
        ]
    foot = ground.ladders.get(node.cell)
    if foot is not None and gait == "stealer":
        for facing in FACINGS:
            if quarter_turns(node.facing, facing) < 2:
                turn = None if facing == node.facing else facing
                actions.append(Edge(_node(foot, facing), 1, step=True, turn=turn, square=ground.bits[foot]))
    return actions


def _corner(ground: Board, flank: tuple[Cell, Cell] | None) -> Mask | None:
    return None if flank is None else ground.mask(flank)


@lru_cache(maxsize=256)
def _strides(gait: Gait, facing: Facing, dx: int, dy: int) -> tuple[tuple[Facing, int, Facing | None, bool], ...]:
    """Return the cheapest ways to make a step: the facing after it, the cost, the turn, whether the
    turn is first.
    """
    side = 1 if gait == "stealer" else 2
    costs = {"forward": 1, "sideways": side, "backward": 2}
    plain = costs[direction(facing, dx, dy)]
    if gait == "stealer-1st":
        return ((facing, plain, None, False),)
    strides: list[tuple[Facing, int, Facing | None, bool]] = [(facing, plain, None, False)]
    for other in FACINGS:
        if quarter_turns(facing, other) == 1:
            turned_first = costs[direction(other, dx, dy)]
            if turned_first < plain:
                strides.append((other, turned_first, other, True))
            else:
                strides.append((other, plain, other, False))
    return tuple(strides)


@lru_cache(maxsize=4096)
def squares_beside(ground: Board, cell: Cell) -> tuple[Cell, ...]:
    """Return the squares that share a side with a cell, and its ladder's other end.

    Rule: SOLO-ACT-2, SOLO-TARGET-2, SH-LADDER-2
    """
    level, x, y = cell
    squares = [there for dx, dy in STEPS.values() if ground.is_floor(there := (level, x + dx, y + dy))]
    if cell in ground.ladders:
        squares.append(ground.ladders[cell])
    return tuple(squares)


def attack_facing(ground: Board, here: Cell, there: Cell) -> Facing | None:
    """Return the facing to attack from a square; None over a ladder, where it does not matter.

    Rule: SOLO-ACT-2, SH-MELEE-1, SH-MELEE-9
    """
    if here[0] != there[0] or ground.ladders.get(here) == there:
        return None
    return facing_towards(there[1] - here[1], there[2] - here[2])


# -- where a path begins -------------------------------------------------------------------


OPENING = 1
"""The extra cost of a door on the path (SH-AP-5)."""


def gait_of(state: Match, who: str) -> Gait:
    """Return how an alien walks; a blip that was turned up walks as a stealer."""
    if who in state.blips and state.blips[who].present:
        return "blip"
    return stealer_gait(state)


def stealer_gait(state: Match) -> Gait:
    """Return how stealers walk in the edition of a match."""
    return "stealer" if state.edition.turn_in_step else "stealer-1st"


def start_nodes(state: Match, who: str) -> list[Node]:
    """Return the square and facing of an alien; empty while it waits outside."""
    here, piece = cell(state, who), state.piece(who)
    if here is None:
        return []
    if isinstance(piece, Stealer):
        return [Node(here, piece.position.facing or NOWHERE, bool(piece.turns % 2))]
    return [Node(here, NOWHERE)]


def entry_edges(terrain: Terrain, how: Gait, entry: str) -> list[Edge]:
    """Return how an alien may come in by an entry: straight, then with its free quarter turn.

    Rule: SH-ENTRY-2, SH-MOVE-3, SOLO-ACT-5
    """
    first = terrain.ground.first_square(entry)
    square = terrain.bits[first]
    if how == "blip":
        return [Edge(_node(first, NOWHERE), 1, step=True, square=square)]
    inward = opposite(terrain.ground.entries[entry].side)
    turned = [facing for facing in FACINGS if how == "stealer" and quarter_turns(inward, facing) == 1]
    ends = (inward, *turned)
    turns = [None if facing == inward else facing for facing in ends]
    return [
        Edge(_node(first, facing), 1, step=True, turn=turn, square=square)
        for facing, turn in zip(ends, turns, strict=True)
    ]
