"""Place the stealers of blips that the program reveals, one by one, nearest to their target."""

from __future__ import annotations

from q40k.games.space_hulk.board.facings import FACINGS, facing_towards
from q40k.games.space_hulk.packs.boards import Cell, Facing
from q40k.games.space_hulk.rules.aliens.convert import (
    Convert,
    Converted,
    StealersLost,
    count_unplaceable,
    new_stealer,
    squares_for_next,
    turn_up,
)
from q40k.games.space_hulk.rules.movement.moved import Moved
from q40k.games.space_hulk.rules.paying import AlienActed
from q40k.games.space_hulk.rules.places import board, burning_squares, cell
from q40k.games.space_hulk.rules.settling import settle
from q40k.games.space_hulk.rules.solo.lie import Terrain
from q40k.games.space_hulk.rules.solo.lots import draw_lot
from q40k.games.space_hulk.rules.solo.passages import Node
from q40k.games.space_hulk.rules.solo.priority import choose_target
from q40k.games.space_hulk.rules.solo.ways import Choice, best_choices
from q40k.games.space_hulk.rules.state import Blip, Conversion, Marine, Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule


def can_reveal(state: Match, blip: Blip) -> bool:
    """Return whether a blip could be revealed: in a fire it would be destroyed instead.

    Rule: SH-FIRE-5, SH1-FIRE-5
    """
    there = cell(state, blip.id)
    return there is None or there not in burning_squares(state) or state.edition.fire_converts


def reveal_blip(live: Live[Match], blip: Blip, *, charges: bool) -> Rule[None]:
    """Reveal a blip and place its stealers; one that charges comes in first.

    Rule: SOLO-ACT-3, SOLO-ACT-5, SOLO-BROOD-5, SOLO-BROOD-7
    """
    ground = board(live.state)
    assert ground is not None
    yield from choose_target(live, blip.id)
    if charges and blip.lurking.entry is not None:
        first = ground.name(ground.first_square(blip.lurking.entry))
        yield Moved(who=blip.id, at=first, how="entering")
    blip = live.state.blips[blip.id]
    yield from turn_up(live, Convert(name=blip.id), blip, own=True)
    yield from place_stealers(live)


def place_stealers(live: Live[Match]) -> Rule[None]:
    """Place the stealers of a blip that the program has revealed, until somebody may react.

    Rule: SOLO-ACT-4, SOLO-BROOD-7, SH-CONVERT-6
    """
    while (top := live.state.conversion) is not None and top.own:
        if not top.left:
            yield Converted(blip=top.blip)
            return
        yield from _place_next(live, top, top.left)
        yield from settle(live)


def _place_next(live: Live[Match], top: Conversion, left: int) -> Rule[None]:
    """Place one stealer: the first on the blip's square, the next as near as possible.

    Rule: SOLO-ACT-4, SOLO-BROOD-7, SH-CONVERT-3, SH-CONVERT-5
    """
    state = live.state
    lost = count_unplaceable(state, top)
    if lost:
        yield StealersLost(blip=top.blip, many=lost)
        return
    blip = state.blips[top.blip]
    if blip.lurking.entry is not None:
        yield new_stealer(state, top, blip, None, None)
        return
    square, facing = yield from _choose_place(live, top)
    if square is None:
        yield StealersLost(blip=top.blip, many=left)
        return
    placed = new_stealer(state, top, blip, square, facing)
    yield placed
    terrain = Terrain(live.state, placed.who)
    if terrain.in_sight and state.edition.placing_reacts:
        yield AlienActed(who=placed.who)


def _choose_place(live: Live[Match], top: Conversion) -> Rule[tuple[str | None, Facing | None]]:
    """Return the square and facing of the next stealer; None if there is none.

    Squares in sight are only for charging stealers, and only if nothing else is left.

    Rule: SOLO-ACT-4, SOLO-BROOD-7, SH-CONVERT-5
    """
    ground = board(live.state)
    assert ground is not None
    marine = yield from choose_target(live, top.blip)
    terrain = Terrain(live.state, top.blip)
    squares = [(name, ground.cell(name)) for name in squares_for_next(live.state, top)]
    free = [at for _name, at in squares if at is not None and not terrain.is_seen(at)]
    if not free and top.blip in live.state.solo.heedless:
        free = [at for _name, at in squares if at is not None]
    if not free:
        return None, None
    if marine is None:
        return ground.name(min(free)), FACINGS[0]
    paths = {at: _best_choice(terrain, at, marine) for at in free}
    least = min(_path_cost(choice) for choice in paths.values())
    nearest = sorted(at for at, choice in paths.items() if _path_cost(choice) == least)
    names = [ground.name(at) for at in nearest]
    name = yield from draw_lot(live, "square", "SOLO-ACT-4", names)
    at = nearest[names.index(name)]
    return name, _placing_facing(live.state, at, paths[at], marine)


def _path_cost(choice: Choice | None) -> int:
    return 0 if choice is None else choice.ap


def _best_choice(terrain: Terrain, at: Cell, marine: Marine) -> Choice | None:
    """Return the best path from a square, with any first facing; None if none is needed."""
    how = "stealer" if terrain.state.edition.turn_in_step else "stealer-1st"
    options = best_choices(terrain, how, [Node(at, facing) for facing in FACINGS], marine)  # type: ignore[arg-type] # a gait
    return options[0] if options else None


def _placing_facing(state: Match, at: Cell, choice: Choice | None, marine: Marine) -> Facing:
    """Return the facing along the path, or beside the marine, towards him.

    Rule: SOLO-ACT-4
    """
    there = cell(state, marine.id)
    onto = there if choice is None else choice.square
    if onto is None or onto == at or onto[0] != at[0]:
        return FACINGS[0]
    return facing_towards(onto[1] - at[1], onto[2] - at[2])
