"""Missions drafted by chance: a board that grows from the shipped pieces, and a goal at its far end.

A way leads from the boarding party to the far end; at its junctions side corridors branch off, and aliens enter at
their ends.
"""

from collections.abc import Callable, Mapping
from itertools import product
from random import Random
from typing import Any, Literal, cast, get_args

from msgspec import Struct, field

from q40k.games.space_hulk.packs.boards import STEPS, Entry, Exit, Facing, Laid, Layout, name_of
from q40k.games.space_hulk.packs.missions import Goal, Mission, Start
from q40k.games.space_hulk.packs.pieces import TURNS, Offset, Piece, rotate, shape
from q40k.lab.subject import DRAFTED_BY, title_of
from q40k.tabletop.asking import forbid

Aim = Literal["leave", "burn"]
AIMS: tuple[Aim, ...] = get_args(Aim)
SQUARES = (14, 30)
"""The way has at least, and at most about, so many squares."""
OPTIONS = ("goal", "squares")
_STRAIGHT = ("corridor-2", "corridor-3", "corridor-4", "room-through", "bend")
_JUNCTIONS = ("t-junction", "crossing")
_APART = 7
"""After so many squares of the way a junction is due."""
_TRIES = 200
_VAULT = "V"
"""The letter of the section that is to burn."""
_END: dict[Aim, str] = {"leave": "corridor-2", "burn": "room-end"}
Joint = tuple[Offset, Facing]


class _Stuck(Exception):
    """No piece fits any more."""


class _Spot(Struct, frozen=True):
    """A piece that fits: where its squares and open sides come to lie, and by which it is joined."""

    piece: str
    turn: Facing
    corner: Offset
    floor: frozenset[Offset]
    joints: frozenset[Joint]
    joined: Joint


class _Growth(Struct):
    """A board that grows, in columns and rows of any sign."""

    pieces: Mapping[str, Piece]
    chance: Random
    laid: list[_Spot] = field(default_factory=list)
    floor: set[Offset] = field(default_factory=set)

    def spots(self, piece: str, joint: Joint) -> list[_Spot]:
        """Return every way in which a piece can be joined to an open side, in an order by chance."""
        (x, y), side = joint
        target, back = _step((x, y), side), _opposite(side)
        fitting = []
        for turn in TURNS:
            floor, joints = shape(rotate(self.pieces[piece].rows, turn))
            for (cell, _side), (dx, dy) in ((own, own[0]) for own in joints if own[1] == back):
                corner = (target[0] - dx, target[1] - dy)
                spot = _Spot(
                    piece,
                    turn,
                    corner,
                    frozenset(_add(corner, at) for at in floor),
                    frozenset((_add(corner, at), facing) for at, facing in joints),
                    (_add(corner, cell), back),
                )
                if self._fits(spot, joint):
                    fitting.append(spot)
        self.chance.shuffle(fitting)
        return fitting

    def _fits(self, spot: _Spot, joint: Joint) -> bool:
        """Return whether a piece overlaps nothing and touches the board at the joint only."""
        if spot.floor & self.floor:
            return False
        contacts = {(cell, side) for cell, side in product(spot.floor, TURNS) if _step(cell, side) in self.floor}
        free = {_step(cell, side) for cell, side in spot.joints - {spot.joined}}
        return contacts <= {spot.joined} and not free & self.floor

    def add(self, spot: _Spot) -> None:
        """Lay a piece."""
        self.laid.append(spot)
        self.floor |= spot.floor

    def extend(self, pieces: tuple[str, ...], joint: Joint) -> _Spot:
        """Lay one of some pieces at an open side. Raises _Stuck."""
        for piece in self.chance.sample(pieces, len(pieces)):
            for spot in self.spots(piece, joint):
                self.add(spot)
                return spot
        raise _Stuck


def _step(cell: Offset, side: Facing) -> Offset:
    return _add(cell, STEPS[side])


def _opposite(side: Facing) -> Facing:
    return TURNS[(TURNS.index(side) + 2) % len(TURNS)]


def _add(cell: Offset, by: Offset) -> Offset:
    return cell[0] + by[0], cell[1] + by[1]


# -- the board -----------------------------------------------------------------------------


class _Plan(Struct, frozen=True):
    """A grown board: its pieces, the last one of the way, and the open sides where aliens enter."""

    growth: _Growth
    last: _Spot
    entries: tuple[Joint, ...]


def _grow(pieces: Mapping[str, Piece], squares: int, aim: Aim, chance: Random) -> _Plan:
    """Grow a board from the west. Raises _Stuck."""
    growth = _Growth(pieces, chance)
    floor, joints = shape(rotate(pieces["dead-end"].rows, "S"))
    start = _Spot("dead-end", "S", (0, 0), frozenset(floor), frozenset(joints), ((0, 0), "W"))
    growth.add(start)
    (joint,) = joints
    joint = _lay_straight(growth, "corridor-4", joint)
    branches: list[Joint] = []
    length, since = 5, 0
    while length < squares or len(branches) < 2:
        is_due = since >= _APART or (since > 1 and chance.random() < 0.4)
        spot = growth.extend(_JUNCTIONS if is_due else _STRAIGHT, joint)
        onward = [own for own in spot.joints if own != spot.joined]
        ahead = [own for own in onward if own[1] != "W"]
        if not ahead:
            raise _Stuck
        joint = max(ahead, key=lambda own: (own[1] == "E", chance.random()))
        branches += sorted(set(onward) - {joint})
        way = abs(joint[0][0] - spot.joined[0][0]) + abs(joint[0][1] - spot.joined[0][1]) + 1
        length, since = length + way, 0 if is_due else since + way
    last = growth.extend((_END[aim],), joint)
    return _Plan(growth, last, tuple(_lead_away(growth, branch) for branch in branches))


def _lay_straight(growth: _Growth, piece: str, joint: Joint) -> Joint:
    """Lay a corridor; return its far side."""
    return _far_side(growth.extend((piece,), joint))


def _far_side(corridor: _Spot) -> Joint:
    return next(own for own in corridor.joints if own != corridor.joined)


def _lead_away(growth: _Growth, joint: Joint) -> Joint:
    """Lay a side corridor, as long as it fits; return the open side at its end."""
    for piece in growth.chance.sample(("corridor-3", "corridor-4", "corridor-6"), 2):
        for spot in growth.spots(piece, joint):
            growth.add(spot)
            return _far_side(spot)
    return joint


# -- the mission ---------------------------------------------------------------------------


def draft_mission(
    id: str, seed: int, options: Mapping[str, Any], pieces: Mapping[str, Piece]
) -> tuple[Layout, Mission, Aim]:
    """Return a board, a mission on it and what it is about.

    Options: `goal` (leave, burn) and `squares`, the length of the way; else they come by chance. Raises Refused.
    """
    chance = Random(f"mission/{seed}")
    aim, squares = chance.choice(AIMS), chance.randint(*SQUARES)
    aim, squares = cast("Aim", options.get("goal", aim)), options.get("squares", squares)
    least, most = SQUARES
    if aim not in AIMS or not isinstance(squares, int) or not least <= squares <= most:
        raise forbid("SH-SETUP-1", "no-draft", goals="|".join(AIMS), least=least, most=most)
    for _ in range(_TRIES):
        try:
            plan = _grow(pieces, squares, aim, chance)
        except _Stuck:
            continue
        return _board_of(id, plan, aim), _mission_of(id, plan, aim, squares, chance), aim
    raise forbid("SH-SETUP-1", "no-way", squares=squares)


def _board_of(id: str, plan: _Plan, aim: Aim) -> Layout:
    move = _mover(plan)
    laid = tuple(
        Laid(
            piece=spot.piece,
            at=move(spot.corner),
            turn=spot.turn,
            section=_VAULT if aim == "burn" and spot is plan.last else None,
        )
        for spot in plan.growth.laid
    )
    entries = tuple(
        Entry(id=f"{side}{number}", square=move(cell), side=side) for number, (cell, side) in enumerate(plan.entries, 1)
    )
    ends = plan.last.joints - {plan.last.joined}
    exits = tuple(Exit(id="OUT", square=move(cell), side=side) for cell, side in ends)
    return Layout(id=id, name=title_of(id), laid=laid, entries=entries, exits=exits, source=DRAFTED_BY)


def _mover(plan: _Plan) -> Callable[[Offset], str]:
    """Return what names a square of the grown board, the lowest and westernmost being A1."""
    west, south = (min(cell[axis] for cell in plan.growth.floor) for axis in (0, 1))
    return lambda cell: name_of((1, cell[0] - west, cell[1] - south), levels=False)


def _mission_of(id: str, plan: _Plan, aim: Aim, squares: int, chance: Random) -> Mission:
    move, count = _mover(plan), chance.randint(1, 3)
    limit = squares // 2 + chance.randint(0, 4)
    goals: dict[Aim, tuple[Goal, ...]] = {
        "leave": (
            Goal(side="marine", by="leave", count=count, exit="OUT"),
            Goal(side="stealer", by="bar", count=count, exit="OUT"),
        ),
        "burn": (
            Goal(side="marine", by="burn", sections=(_VAULT,), at_once=True),
            Goal(side="stealer", by="wipe-out", fallback=True),
            Goal(side="stealer", by="outlast", turn=limit, fallback=True),
        ),
    }
    front_to_rear = [(4, 0), (3, 0), (2, 0), (1, 0), (0, 0)]
    return Mission(
        id=id,
        name=title_of(id),
        board=id,
        editions=("4", "1"),
        squads=("squad-sword",),
        squads_1st=("squad-1st",),
        start=tuple(Start(at=move(cell), facing="E") for cell in front_to_rear),
        starting_blips=chance.randint(0, 2),
        blips_per_turn=chance.randint(1, 2),
        turn_limit=limit if aim == "burn" else None,
        alpha=False,
        goals=goals[aim],
        source=DRAFTED_BY,
    )
