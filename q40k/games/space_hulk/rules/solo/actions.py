"""The acts of one alien: a blip reveals itself; then it attacks a marine beside it, or moves."""

from q40k.games.space_hulk.board import FACINGS, facing_towards, quarter_turns
from q40k.games.space_hulk.packs.boards import Cell, Facing
from q40k.games.space_hulk.rules import ending, reactions
from q40k.games.space_hulk.rules.conversion import turn_up
from q40k.games.space_hulk.rules.targets import choose_foremost, choose_target, draw_lot
from q40k.games.space_hulk.state import activation, conversion, melee, registry
from q40k.games.space_hulk.state.match import Blip, Conversion, Marine, Match, Stealer
from q40k.games.space_hulk.state.movement.doors import Door
from q40k.games.space_hulk.state.movement.steps import Moved, Step, Turn, turn_cost
from q40k.games.space_hulk.state.movement.terrain import (
    OPENING,
    Edge,
    Node,
    Terrain,
    attack_facing,
    squares_beside,
    stealer_gait,
    terrain_of,
)
from q40k.games.space_hulk.state.places import adjacent_marine, board, burning_squares, cell
from q40k.games.space_hulk.state.solo.actions import finished_event
from q40k.games.space_hulk.state.solo.order import Finished, Why
from q40k.games.space_hulk.state.solo.paths import (
    Choice,
    best_choices,
    is_held_back,
    marines_beside,
    marines_in_reach,
    next_choices,
)
from q40k.games.space_hulk.state.targets import Aimed, sift_marines
from q40k.kernel.events import Live, Rule


def act(live: Live[Match], who: str) -> Rule[None]:
    """Let an alien act until it is done, or the table must decide something.

    Rule: SOLO-ACT-1, SOLO-ACT-3, SOLO-TURN-4
    """
    while not live.state.outcome.over and not live.state.pending:
        finished = finished_event(live.state, who)
        if finished is not None:
            yield finished
            return
        piece = live.state.piece(who)
        if isinstance(piece, Stealer):
            next_act = yield from _next_stealer_act(live, piece)
        else:
            assert isinstance(piece, Blip)
            next_act = yield from _next_blip_act(live, piece)
        if next_act is None:
            return
        if isinstance(next_act, Finished):
            yield next_act
            return
        yield from registry.REGISTRY.carry_out(live, next_act)
        yield from reactions.settle(live)
        yield from ending.check_at_once(live)


def _next_stealer_act(live: Live[Match], stealer: Stealer) -> Rule[registry.Act | Finished | None]:
    """Return the next act of a stealer.

    Rule: SOLO-ACT-1, SOLO-ACT-2, SOLO-MOVE-3
    """
    terrain = terrain_of(live.state, stealer.id)
    if stealer.lurking.held:
        return Finished(who=stealer.id, why="held")
    near = marines_beside(terrain)
    if near:
        return (yield from _attack(live, terrain, stealer, near))
    return (yield from _advance(live, terrain, stealer))


def _attack(
    live: Live[Match], terrain: Terrain, stealer: Stealer, neighbours: list[Marine]
) -> Rule[registry.Act | Finished]:
    """Attack a marine next to it, turning to him first; keep the target until one of them is dead.

    Rule: SOLO-ACT-2, SOLO-TARGET-1
    """
    current = [marine for marine in neighbours if marine.id == live.state.solo.targets.get(stealer.id)]
    if current:
        foe = current[0]
    else:
        foe, rank = yield from choose_foremost(live, neighbours, stealer.id)
        yield Aimed(who=stealer.id, marine=foe.id, by="beside", rank=rank)
    here, there, facing = terrain.here, cell(live.state, foe.id), stealer.position.facing
    needed = None
    if here is not None and there is not None:
        needed = attack_facing(terrain.ground, here, there)
    if needed is not None and facing is not None and needed != facing:
        cost = turn_cost(stealer, live.state, quarter_turns(facing, needed))
        if cost <= stealer.acts.ap:
            return Turn(who=stealer.id, facing=needed)
    elif stealer.acts.ap >= 1:
        return melee.Assault(who=stealer.id, target=foe.id)
    return Finished(who=stealer.id, why="acted")


def _advance(live: Live[Match], terrain: Terrain, piece: Stealer | Blip) -> Rule[registry.Act | Finished]:
    """Move along the shortest path, up to the last square out of sight.

    Rule: SOLO-MOVE-1, SOLO-MOVE-2, SOLO-MOVE-3, SOLO-MOVE-4
    """
    marine = yield from choose_target(live, piece.id)
    if marine is None:
        return Finished(who=piece.id, why="nobody")
    choices = next_choices(terrain, marine)
    if not choices:
        return Finished(who=piece.id, why="no-way", by=marine.id)
    names = [terrain.ground.name(option.square) for option in choices]
    square = yield from draw_lot(live, "square", "SOLO-MOVE-1", names)
    choice = choices[names.index(square)]
    stop = _find_stop(live.state, terrain, piece, choice)
    if stop is not None:
        return stop
    return _first_act(terrain, piece, choice)


def _find_stop(state: Match, terrain: Terrain, piece: Stealer | Blip, choice: Choice) -> Finished | None:
    """Return why an alien stops on its path, or None if it goes on.

    Rule: SOLO-MOVE-3, SOLO-MOVE-4, SH-BLIP-5, SH-BLIP-6, SH-BLIP-7, SH-ENTRY-7
    """
    square = choice.square
    name = terrain.ground.name(square)

    def stop(why: Why, by: str = "") -> Finished:
        return Finished(who=piece.id, why=why, at=name, by=by)

    if terrain.bars(square):
        return stop("blocked", terrain.occupied.get(square, ""))
    unmasks = isinstance(piece, Blip) and not terrain.opens(square)
    bold = piece.id in state.solo.heedless
    if (is_held_back(terrain, choice) and not bold) or (unmasks and terrain.is_seen(square)):
        return stop("sight", terrain.find_seer(square))
    if not unmasks:
        return None
    marine = adjacent_marine(state, square)
    if marine is not None:
        return stop("beside-marine", marine.id)
    object_id = next((item.id for item in state.things.values() if item.at == name), None)
    return None if object_id is None else stop("object", object_id)


def _first_act(terrain: Terrain, piece: Stealer | Blip, choice: Choice) -> registry.Act | Finished:
    """Return the first act of a path, if there are points for it.

    Rule: SOLO-MOVE-1, SOLO-MOVE-2
    """
    edge, who = choice.edge, piece.id
    door = edge.step and terrain.opens(edge.end.cell)
    if (OPENING if door else edge.cost) > piece.acts.ap:
        return Finished(who=who, why="acted")
    name = terrain.ground.name(edge.end.cell)
    if door:
        return Door(who=who, at=name)
    if not edge.step:
        assert edge.turn is not None
        return Turn(who=who, facing=edge.turn)
    turn = _turn_to_marine(terrain, piece, edge) if isinstance(piece, Stealer) else None
    if turn is not None:
        return Step(who=who, to=name, turn=turn)
    return Step(who=who, to=name, turn=edge.turn, turn_first=edge.first)


def _turn_to_marine(terrain: Terrain, stealer: Stealer, edge: Edge) -> Facing | None:
    """Return the facing towards a marine beside the end of a step, by its free quarter turn.

    None where no turn is needed, or no quarter turn is enough.

    Rule: SOLO-ACT-2, SH-MOVE-3
    """
    state, there, before = terrain.state, edge.end.cell, stealer.position.facing
    places = {marine.id: cell(state, marine.id) for marine in state.marines_in_play}
    adjacent = squares_beside(terrain.ground, there)
    facings = {
        id: facing
        for id, at in places.items()
        if at is not None and at in adjacent and (facing := attack_facing(terrain.ground, there, at)) is not None
    }
    if not facings or edge.first or before is None or not state.edition.turn_in_step:
        return None
    if edge.end.facing in facings.values():
        return None
    chosen, _rank = sift_marines(
        state, [marine for marine in state.marines_in_play if marine.id in facings], stealer.id
    )
    needed = facings[chosen[0].id]
    return needed if quarter_turns(before, needed) == 1 else None


# -- blips ---------------------------------------------------------------------------------


def _next_blip_act(live: Live[Match], blip: Blip) -> Rule[registry.Act | Finished | None]:
    """Return the next act of a blip; it reveals itself before it moves if a marine is within reach.

    Rule: SOLO-ACT-3, SOLO-ACT-5, SOLO-BROOD-5, SOLO-BROOD-7
    """
    state = live.state
    if blip.lurking.held:
        return Finished(who=blip.id, why="held")
    charges = blip.id in state.solo.charge
    terrain = terrain_of(state, blip.id)
    if charges and blip.lurking.entry is not None and not terrain.is_free(_entry_square(terrain, blip)):
        return Finished(who=blip.id, why="entry", at=blip.lurking.entry)
    may_reveal = not blip.acts.activated and can_reveal(state, blip)
    if may_reveal and (charges or marines_in_reach(state, blip.id)):
        yield Finished(who=blip.id, why="revealed")
        yield from reveal_blip(live, blip, charges=charges)
        return None
    return (yield from _advance(live, terrain, blip))


def _entry_square(terrain: Terrain, blip: Blip) -> Cell:
    assert blip.lurking.entry is not None
    return terrain.ground.first_square(blip.lurking.entry)


# -- placing stealers ----------------------------------------------------------------------


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
    yield from turn_up(live, conversion.Convert(name=blip.id), blip, own=True)
    yield from place_stealers(live)


def place_stealers(live: Live[Match]) -> Rule[None]:
    """Place the stealers of a blip that the program has revealed, until somebody may react.

    Rule: SOLO-ACT-4, SOLO-BROOD-7, SH-CONVERT-6
    """
    while (top := live.state.conversion) is not None and top.own:
        if not top.left:
            yield conversion.Converted(blip=top.blip)
            return
        yield from _place_next(live, top, top.left)
        yield from reactions.settle(live)


def _place_next(live: Live[Match], top: Conversion, left: int) -> Rule[None]:
    """Place one stealer: the first on the blip's square, the next as near as possible.

    Rule: SOLO-ACT-4, SOLO-BROOD-7, SH-CONVERT-3, SH-CONVERT-5
    """
    state = live.state
    lost = conversion.count_unplaceable(state, top)
    if lost:
        yield conversion.StealersLost(blip=top.blip, many=lost)
        return
    blip = state.blips[top.blip]
    if blip.lurking.entry is not None:
        yield conversion.new_stealer(state, top, blip, None, None)
        return
    square, facing = yield from _choose_place(live, top)
    if square is None:
        yield conversion.StealersLost(blip=top.blip, many=left)
        return
    placed = conversion.new_stealer(state, top, blip, square, facing)
    yield placed
    terrain = terrain_of(live.state, placed.who)
    if terrain.in_sight and state.edition.placing_reacts:
        yield activation.AlienActed(who=placed.who)


def _choose_place(live: Live[Match], top: Conversion) -> Rule[tuple[str | None, Facing | None]]:
    """Return the square and facing of the next stealer; None if there is none.

    Squares in sight are only for charging stealers, and only if nothing else is left.

    Rule: SOLO-ACT-4, SOLO-BROOD-7, SH-CONVERT-5
    """
    ground = board(live.state)
    assert ground is not None
    marine = yield from choose_target(live, top.blip)
    terrain = terrain_of(live.state, top.blip)
    squares = [(name, ground.cell(name)) for name in conversion.squares_for_next(live.state, top)]
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
    starts = [Node(at, facing) for facing in FACINGS]
    options = best_choices(terrain, stealer_gait(terrain.state), starts, marine)
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
