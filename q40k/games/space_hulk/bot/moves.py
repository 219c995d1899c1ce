"""Where a marine may go, and how he stands there in the aliens' turn."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from q40k.games.space_hulk.board import FACINGS, Board, Mask, direction, quarter_turns
from q40k.games.space_hulk.bot.fields import Stand
from q40k.games.space_hulk.bot.marine_turn import MarineTurn, Plan
from q40k.games.space_hulk.bot.reasons import Why
from q40k.games.space_hulk.bot.reply import Ground, Post, Squares, Threat
from q40k.games.space_hulk.packs.boards import Cell, Facing
from q40k.games.space_hulk.state import melee, registry
from q40k.games.space_hulk.state.match import Marine
from q40k.games.space_hulk.state.movement.doors import Door
from q40k.games.space_hulk.state.movement.steps import Step, Turn
from q40k.games.space_hulk.state.odds import shot_odds
from q40k.games.space_hulk.state.shooting.aim import can_fire, in_sight, plan_shot
from q40k.games.space_hulk.state.shooting.firing import OVERWATCH_AP, Overwatch
from q40k.kernel.state import Part

SPENT = 2
"""A marine's way takes at most so many command points."""
STANDS = 10
"""So many stands on other squares are looked at closely."""


class _End(Part, frozen=True):
    """Where a marine can get: its cost, the first command, and the doors that he has opened."""

    cost: int
    first: registry.Act | None
    opened: Squares
    steps: int


class _Act(NamedTuple):
    """A turn or a step of a marine: where it leads, and its price in points.

    `square` is its end as a mask, `flank` are the squares beside a diagonal step. One that `opens` a door takes
    the step after it with it.
    """

    kind: Literal["turn", "forward", "backward", "ladder"]
    end: Cell
    facing: Facing
    price: int = 1
    square: Mask = 0
    flank: Mask = 0
    opens: bool = False


@lru_cache(maxsize=8192)
def _acts_on(board: Board, here: Cell, facing: Facing) -> tuple[_Act, ...]:
    """Return what a marine can do on an empty board.

    Rule: SH-AP-5, SH-LADDER-3
    """
    acts = [_Act("turn", here, other) for other in FACINGS if quarter_turns(facing, other) == 1]
    level, x, y = here
    for there in board.neighbours(here):
        if board.ladders.get(here) == there:
            acts.append(_Act("ladder", there, facing, 2, board.bits[there]))
            continue
        kind = direction(facing, there[1] - x, there[2] - y)
        if kind != "sideways":
            is_diagonal = there[1] != x and there[2] != y
            flank = board.mask(((level, there[1], y), (level, x, there[2]))) if is_diagonal else 0
            acts.append(_Act(kind, there, facing, 1 if kind == "forward" else 2, board.bits[there], flank))
    return tuple(acts)


class _Final(Part, frozen=True):
    """What a marine does at the end of his way: how he then stands, the board, the cost, the command."""

    post: Post
    ground: Ground
    cost: int
    command: registry.Act | None
    why: Why


def moves(turn: MarineTurn, marine: Marine, idle: Post) -> Iterator[Plan]:
    """Yield where a marine may go or look, each with all that he may do there."""
    ap, points = turn.budget(marine)
    if (marine.stance.overwatch or marine.stance.guard) and ap == 0:
        return
    shot = _free_shot(turn, marine)
    ends = _ends(turn, marine, idle, ap + min(points, SPENT))
    for stand, end in ends.items():
        yield from _leaves(turn, marine, stand, end, ap, ap + points)
    for stand in _promising(turn, marine, idle, ends):
        end = ends[stand]
        post = idle.replace(here=stand[0], facing=stand[1])
        if end.cost:
            post = post.replace(watches=False, guards=False)
        ground = turn.ground._replace(shut=turn.ground.shut - end.opened) if end.opened else turn.ground
        progress = turn.aims.progress(marine, stand)
        for final in _finals(turn, marine, post, ground, ap + points - end.cost, end.first):
            command = final.command
            if command is None:
                continue
            total = end.cost + final.cost
            value = turn.value((final.post,), ground=final.ground)
            if shot is not None and isinstance(end.first, Turn | Step) and end.first.shoot is not None:
                chance, rest = shot
                value += chance * (
                    turn.value((final.post,), ground=final.ground, threats=rest) + turn.aims.kill - value
                )
            value += progress + turn.outlook(final.post, final.ground) - turn.price(total, ap)
            why: Why = final.why if end.first is None else "way" if end.steps else "look"
            yield turn.plan(value, command, why)


def _promising(turn: MarineTurn, marine: Marine, idle: Post, ends: dict[Stand, _End]) -> list[Stand]:
    """Return the stands to look at closely: those on his square, then the nearest to the goal and to the danger."""

    def promise(stand: Stand) -> float:
        post = idle.replace(here=stand[0], facing=stand[1])
        return turn.aims.progress(marine, stand) + turn.outlook(post, turn.ground) - ends[stand].cost / 1000

    moved = sorted((stand for stand in ends if stand[0] != idle.here), key=promise, reverse=True)
    return [*(stand for stand in ends if stand[0] == idle.here), *moved[:STANDS]]


def _free_shot(turn: MarineTurn, marine: Marine) -> tuple[float, tuple[Threat, ...]] | None:
    """Return the chance of the shot that comes with a move, and the threats without its target."""
    target = turn.target(marine)
    if target is None:
        return None
    shot = plan_shot(turn.state, marine, target, "moving")
    chance = float(shot_odds(shot.gun.dice, shot.needs, shot.hits).kill)
    return chance, turn.without(target)


def _ends(turn: MarineTurn, marine: Marine, post: Post, most: int) -> dict[Stand, _End]:
    """Return where a marine can get with so many points, by the cheapest way."""
    start: Stand = (post.here, post.facing)
    ends: dict[Stand, _End] = {start: _End(0, None, frozenset(), 0)}
    queue: list[list[Stand]] = [[start], *([] for _ in range(most))]
    shot = turn.target(marine)
    floor = _floor(turn, marine)
    for cost, stands in enumerate(queue):
        for stand in stands:
            end = ends[stand]
            if cost > end.cost:
                continue
            for act in _acts(turn, floor, stand, end.opened):
                total = cost + act.price
                there = (act.end, act.facing)
                other = ends.get(there)
                if total > most or (other is not None and other.cost <= total):
                    continue
                first = end.first or _command_of(turn, marine, act, shot)
                opened = end.opened | {act.end} if act.opens else end.opened
                ends[there] = _End(total, first, opened, end.steps + (act.kind != "turn"))
                queue[total].append(there)
    return ends


class _Floor(NamedTuple):
    """Where a marine may step now: `barred` and `shut` squares, and those beside which a diagonal step is open."""

    barred: Mask
    shut: Mask
    corners: Mask


def _floor(turn: MarineTurn, marine: Marine) -> _Floor:
    board, ground = turn.board, turn.ground
    barred = board.mask(there for there, who in turn.field.occupied.items() if who != marine.id)
    corners = turn.field.eyes.free | board.bits[turn.posts[marine.id].here]
    return _Floor(barred | board.mask(ground.walls), board.mask(ground.shut), corners)


def _acts(turn: MarineTurn, floor: _Floor, stand: Stand, opened: Squares) -> Iterator[_Act]:
    """Yield the turns and steps that a marine can do from a stand, having opened some doors."""
    for act in _acts_on(turn.board, *stand):
        if act.square & floor.barred or (act.flank and not act.flank & floor.corners):
            continue
        if not act.square & floor.shut or act.end in opened:
            yield act
        elif act.kind == "forward" and act.end not in turn.board.locked:
            yield act._replace(price=2, opens=True)


def _command_of(turn: MarineTurn, marine: Marine, act: _Act, shot: str | None) -> registry.Act:
    """Return the command of an act, with its free shot if the target is in sight after it."""
    if act.opens:
        return Door(who=marine.id, at=turn.board.name(act.end))
    allows_shot = turn.edition.moved_shot_turn if act.kind == "turn" else act.kind != "ladder"
    shoot = shot if shot is not None and allows_shot and _sees_after(turn, marine, act, shot) else None
    if act.kind == "turn":
        return Turn(who=marine.id, facing=act.facing, shoot=shoot)
    return Step(who=marine.id, to=turn.board.name(act.end), shoot=shoot)


def _sees_after(turn: MarineTurn, marine: Marine, act: _Act, target: str) -> bool:
    """Return whether a marine has a target in sight and arc after an act."""
    moved = turn.state.with_marine(marine.id, at=turn.board.name(act.end), facing=act.facing)
    return in_sight(moved, moved.marines[marine.id], target)


def _leaves(turn: MarineTurn, marine: Marine, stand: Stand, end: _End, ap: int, most: int) -> Iterator[Plan]:
    """Yield the step out by an exit, if that is a goal."""
    for exit in turn.board.exits.values():
        turns = quarter_turns(stand[1], exit.side)
        is_sideways = turns == 1
        if turn.board.cell(exit.square) != stand[0] or is_sideways or not turn.aims.leaves(marine, exit.id):
            continue
        cost = end.cost + (1 if turns == 0 else 2)
        if cost <= most:
            command = end.first or Step(who=marine.id, to=exit.id)
            value = turn.value(without=(marine.id,)) + turn.aims.gain_of_leaving(marine) - turn.price(cost, ap)
            yield turn.plan(value, command, "leave")


def _finals(
    turn: MarineTurn, marine: Marine, post: Post, ground: Ground, rest: int, first: registry.Act | None
) -> Iterator[_Final]:
    """Yield what a marine does where he gets to: nothing, watch, guard, or close or open a door.

    `first` is the command that begins his way there.
    """
    nothing = _Final(post, ground, 0, first, "over")
    if rest - turn.points < OVERWATCH_AP:  # else he stands ready: action points are lost with the turn
        yield nothing
    yield from _stances(turn, marine, nothing, rest)
    if rest < 1:
        return
    for door, why in _doors_ahead(turn, post, ground):
        shut = ground.shut - {door} if door in ground.shut else ground.shut | {door}
        command = first or Door(who=marine.id, at=turn.board.name(door))
        moved = _Final(post, ground._replace(shut=shut), 1, command, why)
        yield moved
        yield from _stances(turn, marine, moved, rest - 1)


def _stances(turn: MarineTurn, marine: Marine, final: _Final, rest: int) -> Iterator[_Final]:
    """Yield overwatch and guard, with the points that are left."""
    if rest < OVERWATCH_AP:
        return
    post, command, cost = final.post, final.command, final.cost + OVERWATCH_AP
    if can_fire(marine) and not post.watches:
        watching = _Final(post.replace(watches=True, guards=False), final.ground, cost, command, final.why)
        yield watching if command else watching.replace(command=Overwatch(who=marine.id), why="watch")
    if "guard" in turn.edition.subjects and not post.guards:
        guarding = _Final(post.replace(guards=True, watches=False), final.ground, cost, command, final.why)
        yield guarding if command else guarding.replace(command=melee.Guard(who=marine.id), why="guard")


def _doors_ahead(turn: MarineTurn, post: Post, ground: Ground) -> Iterator[tuple[Cell, Why]]:
    """Yield the doors that a marine can move, in the three squares before him."""
    level, x, y = post.here
    for name, now in turn.state.doors.items():
        door = turn.board.cell(name)
        if now == "gone" or door is None or door in turn.board.locked or door[0] != level:
            continue
        is_beside = max(abs(door[1] - x), abs(door[2] - y)) == 1
        if not is_beside or direction(post.facing, door[1] - x, door[2] - y) != "forward":
            continue
        if door in ground.shut:
            yield door, "open-door"
        elif turn.field.occupied.get(door, post.id) == post.id and not _holds_object(turn, name):
            yield door, "shut-door"


def _holds_object(turn: MarineTurn, square: str) -> bool:
    return any(item.at == square for item in turn.state.things.values())
