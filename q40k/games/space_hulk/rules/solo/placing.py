"""Blips that the program reveals: their stealers are placed one by one, nearest to their target."""

from __future__ import annotations

from q40k.games.space_hulk.board.facings import FACINGS, towards
from q40k.games.space_hulk.packs.boards import Cell, Facing
from q40k.games.space_hulk.rules.aliens.convert import (
    Convert,
    Converted,
    StealersLost,
    new_stealer,
    squares_for,
    turn_up,
    without_figure,
)
from q40k.games.space_hulk.rules.movement.moved import Moved
from q40k.games.space_hulk.rules.paying import AlienActed
from q40k.games.space_hulk.rules.places import board, burning, cell
from q40k.games.space_hulk.rules.settling import settle
from q40k.games.space_hulk.rules.solo.lie import Lie
from q40k.games.space_hulk.rules.solo.lots import lot
from q40k.games.space_hulk.rules.solo.passages import Node
from q40k.games.space_hulk.rules.solo.priority import target
from q40k.games.space_hulk.rules.solo.ways import Choice, choices
from q40k.games.space_hulk.rules.state import Blip, Conversion, Marine, Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule


def can_reveal(state: Match, blip: Blip) -> bool:
    """Whether a blip could be revealed: in a fire it would be destroyed instead.

    Rule: SH-FIRE-5, SH1-FIRE-5
    """
    there = cell(state, blip.id)
    return there is None or there not in burning(state) or state.edition.fire_converts


def reveal(live: Live[Match], blip: Blip, *, charges: bool) -> Rule[None]:
    """A blip reveals itself, and its stealers are placed; one that charges comes in first.

    Rule: SOLO-ACT-3, SOLO-ACT-5, SOLO-BROOD-5, SOLO-BROOD-7
    """
    ground = board(live.state)
    assert ground is not None
    yield from target(live, blip.id)
    if charges and blip.lurking.entry is not None:
        first = ground.name(ground.first_square(blip.lurking.entry))
        yield Moved(who=blip.id, at=first, how="entering")
    blip = live.state.blips[blip.id]
    yield from turn_up(live, Convert(name=blip.id), blip, own=True)
    yield from place_all(live)


def place_all(live: Live[Match]) -> Rule[None]:
    """Place the stealers of a blip that the program has revealed, as far as nobody may react.

    Rule: SOLO-ACT-4, SOLO-BROOD-7, SH-CONVERT-6
    """
    while (top := live.state.conversion) is not None and top.own:
        if not top.left:
            yield Converted(blip=top.blip)
            return
        yield from _place_next(live, top, top.left)
        yield from settle(live)


def _place_next(live: Live[Match], top: Conversion, left: int) -> Rule[None]:
    """Place one stealer: the first on the blip's square, the next as near as may be.

    Rule: SOLO-ACT-4, SOLO-BROOD-7, SH-CONVERT-3, SH-CONVERT-5
    """
    state = live.state
    lost = without_figure(state, top)
    if lost:
        yield StealersLost(blip=top.blip, many=lost)
        return
    blip = state.blips[top.blip]
    if blip.lurking.entry is not None:
        yield new_stealer(state, top, blip, None, None)
        return
    square, facing = yield from _where(live, top)
    if square is None:
        yield StealersLost(blip=top.blip, many=left)
        return
    placed = new_stealer(state, top, blip, square, facing)
    yield placed
    lie = Lie(live.state, placed.who)
    if lie.in_sight and state.edition.placing_reacts:
        yield AlienActed(who=placed.who)


def _where(live: Live[Match], top: Conversion) -> Rule[tuple[str | None, Facing | None]]:
    """The square and facing of the next stealer; None where there is none.

    Squares in sight only for those who charge, and only when nothing else is left.

    Rule: SOLO-ACT-4, SOLO-BROOD-7, SH-CONVERT-5
    """
    ground = board(live.state)
    assert ground is not None
    marine = yield from target(live, top.blip)
    lie = Lie(live.state, top.blip)
    open_ = [(one, ground.cell(one)) for one in squares_for(live.state, top)]
    free = [at for _name, at in open_ if at is not None and not lie.seen(at)]
    if not free and top.blip in live.state.solo.heedless:
        free = [at for _name, at in open_ if at is not None]
    if not free:
        return None, None
    if marine is None:
        return ground.name(min(free)), FACINGS[0]
    ways = {at: _first_choice(lie, at, marine) for at in free}
    least = min(_length(one) for one in ways.values())
    among = sorted(at for at, one in ways.items() if _length(one) == least)
    names = [ground.name(at) for at in among]
    name = yield from lot(live, "square", "SOLO-ACT-4", names)
    at = among[names.index(name)]
    return name, _faces(live.state, at, ways[at], marine)


def _length(choice: Choice | None) -> int:
    return 0 if choice is None else choice.ap


def _first_choice(lie: Lie, at: Cell, marine: Marine) -> Choice | None:
    """The best way on from a square, whichever way one looks at first; None: none is needed."""
    how = "stealer" if lie.state.edition.turn_in_step else "stealer-1st"
    found = choices(lie, how, [Node(at, facing) for facing in FACINGS], marine)  # type: ignore[arg-type] # a gait
    return found[0] if found else None


def _faces(state: Match, at: Cell, choice: Choice | None, marine: Marine) -> Facing:
    """Along the way; beside the marine, at him.

    Rule: SOLO-ACT-4
    """
    there = cell(state, marine.id)
    onto = there if choice is None else choice.square
    if onto is None or onto == at or onto[0] != at[0]:
        return FACINGS[0]
    return towards(onto[1] - at[1], onto[2] - at[2])
