"""What one alien does: attack who is beside it, else go on; a blip may reveal itself first."""

from __future__ import annotations

from q40k.games.space_hulk.board.facings import quarter_turns, towards
from q40k.games.space_hulk.packs.boards import Cell, Facing
from q40k.games.space_hulk.rules.command import Act
from q40k.games.space_hulk.rules.melee.assault import Assault
from q40k.games.space_hulk.rules.movement.doors import Door
from q40k.games.space_hulk.rules.movement.step import Step
from q40k.games.space_hulk.rules.movement.turning import Turn, turn_cost
from q40k.games.space_hulk.rules.places import beside_marine, cell
from q40k.games.space_hulk.rules.registry import REGISTRY
from q40k.games.space_hulk.rules.settling import settle
from q40k.games.space_hulk.rules.solo.lie import Lie
from q40k.games.space_hulk.rules.solo.lots import lot
from q40k.games.space_hulk.rules.solo.order import Finished, Why
from q40k.games.space_hulk.rules.solo.passages import Edge, beside
from q40k.games.space_hulk.rules.solo.placing import can_reveal, reveal
from q40k.games.space_hulk.rules.solo.priority import Aimed, foremost, sifted, target
from q40k.games.space_hulk.rules.solo.steps import beside_marines, facing_to, held_back, ways_on
from q40k.games.space_hulk.rules.solo.ways import OPENING, Choice, within_reach
from q40k.games.space_hulk.rules.state import Blip, Marine, Match, Stealer
from q40k.games.space_hulk.rules.turn.winning import check_at_once
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule


def spent(state: Match, who: str) -> Finished | None:
    """That an alien is done with: dead, or without points."""
    piece = state.piece(who)
    if not piece.present:
        return Finished(who=who, why="dead")
    return Finished(who=who, why="acted") if piece.acts.ap <= 0 else None


def act(live: Live[Match], who: str) -> Rule[None]:
    """An alien acts until it has done, or the table must say something.

    Rule: SOLO-ACT-1, SOLO-ACT-3, SOLO-TURN-4
    """
    while not live.state.outcome.over and not live.state.pending:
        over = spent(live.state, who)
        if over is not None:
            yield over
            return
        piece = live.state.piece(who)
        if isinstance(piece, Stealer):
            what = yield from _stealer(live, piece)
        else:
            assert isinstance(piece, Blip)
            what = yield from _blip(live, piece)
        if what is None:
            return
        if isinstance(what, Finished):
            yield what
            return
        yield from REGISTRY.carry_out(live, what)
        yield from settle(live)
        yield from check_at_once(live)


def _stealer(live: Live[Match], stealer: Stealer) -> Rule[Act | Finished | None]:
    """The next act of a stealer.

    Rule: SOLO-ACT-1, SOLO-ACT-2, SOLO-MOVE-3
    """
    lie = Lie(live.state, stealer.id)
    if stealer.lurking.held:
        return Finished(who=stealer.id, why="held")
    near = beside_marines(lie)
    if near:
        return (yield from _attack(live, lie, stealer, near))
    return (yield from _go(live, lie, stealer))


def _attack(
    live: Live[Match], lie: Lie, stealer: Stealer, near: list[Marine]
) -> Rule[Act | Finished]:
    """Attack who is next to it, turning to him first; the same until one of them is dead.

    Rule: SOLO-ACT-2, SOLO-TARGET-1
    """
    kept = [one for one in near if one.id == live.state.solo.targets.get(stealer.id)]
    if kept:
        foe = kept[0]
    else:
        foe, rank = yield from foremost(live, near, stealer.id)
        yield Aimed(who=stealer.id, marine=foe.id, by="beside", rank=rank)
    wanted, facing = facing_to(lie, foe), stealer.position.facing
    if wanted is not None and facing is not None and wanted != facing:
        cost = turn_cost(stealer, live.state, quarter_turns(facing, wanted))
        if cost <= stealer.acts.ap:
            return Turn(who=stealer.id, facing=wanted)
    elif stealer.acts.ap >= 1:
        return Assault(who=stealer.id, target=foe.id)
    return Finished(who=stealer.id, why="acted")


def _go(live: Live[Match], lie: Lie, piece: Stealer | Blip) -> Rule[Act | Finished]:
    """Go on along the shortest way, up to the last square out of sight.

    Rule: SOLO-MOVE-1, SOLO-MOVE-2, SOLO-MOVE-3, SOLO-MOVE-4
    """
    marine = yield from target(live, piece.id)
    if marine is None:
        return Finished(who=piece.id, why="nobody")
    ways = ways_on(lie, marine)
    if not ways:
        return Finished(who=piece.id, why="no-way", by=marine.id)
    names = [lie.ground.name(one.square) for one in ways]
    square = yield from lot(live, "square", "SOLO-MOVE-1", names)
    choice = ways[names.index(square)]
    stop = _stops(lie, piece, choice)
    if stop is not None:
        return stop
    return _along(lie, piece, choice)


def _stops(lie: Lie, piece: Stealer | Blip, choice: Choice) -> Finished | None:
    """Why an alien goes no further on its way, if it does not.

    Rule: SOLO-MOVE-3, SOLO-MOVE-4, SH-BLIP-5, SH-BLIP-6, SH-BLIP-7, SH-ENTRY-7
    """
    state, square = lie.state, choice.square
    name = lie.ground.name(square)

    def stop(why: Why, by: str = "") -> Finished:
        return Finished(who=piece.id, why=why, at=name, by=by)

    if lie.bars(square):
        return stop("blocked", lie.taken.get(square, ""))
    unmasks = isinstance(piece, Blip) and square not in lie.shut
    bold = piece.id in state.solo.heedless
    if (held_back(lie, choice) and not bold) or (unmasks and lie.seen(square)):
        return stop("sight", lie.seer(square))
    if not unmasks:
        return None
    marine = beside_marine(state, square)
    if marine is not None:
        return stop("beside-marine", marine.id)
    thing = next((one.id for one in state.things.values() if one.at == name), None)
    return None if thing is None else stop("object", thing)


def _along(lie: Lie, piece: Stealer | Blip, choice: Choice) -> Act | Finished:
    """The first act on a way, if there are points for it.

    Rule: SOLO-MOVE-1, SOLO-MOVE-2
    """
    edge, who = choice.edge, piece.id
    door = edge.step and edge.end.cell in lie.shut
    if (OPENING if door else edge.cost) > piece.acts.ap:
        return Finished(who=who, why="acted")
    name = lie.ground.name(edge.end.cell)
    if door:
        return Door(who=who, at=name)
    if not edge.step:
        assert edge.turn is not None
        return Turn(who=who, facing=edge.turn)
    turn = _turned_to_attack(lie, piece, edge) if isinstance(piece, Stealer) else None
    if turn is not None:
        return Step(who=who, to=name, turn=turn)
    return Step(who=who, to=name, turn=edge.turn, turn_first=edge.first)


def _turned_to_attack(lie: Lie, stealer: Stealer, edge: Edge) -> Facing | None:
    """The free quarter turn of a step after which a stealer stands beside a marine: to face him.

    None where none is needed, or none would do.

    Rule: SOLO-ACT-2, SH-MOVE-3
    """
    state, there, before = lie.state, edge.end.cell, stealer.position.facing
    places = {one.id: cell(state, one.id) for one in state.standing}
    near = beside(lie.ground, there)
    looks = {
        one: towards(at[1] - there[1], at[2] - there[2])
        for one, at in places.items()
        if at is not None and at in near and at[0] == there[0]
    }
    if not looks or edge.first or before is None or not state.edition.turn_in_step:
        return None
    if edge.end.facing in looks.values():
        return None
    first, _rank = sifted(state, [one for one in state.standing if one.id in looks], stealer.id)
    wanted = looks[first[0].id]
    return wanted if quarter_turns(before, wanted) == 1 else None


# -- blips ---------------------------------------------------------------------------------


def _blip(live: Live[Match], blip: Blip) -> Rule[Act | Finished | None]:
    """The next act of a blip: reveal itself, before it moves, if a marine is within reach.

    Rule: SOLO-ACT-3, SOLO-ACT-5, SOLO-BROOD-5, SOLO-BROOD-7
    """
    state = live.state
    if blip.lurking.held:
        return Finished(who=blip.id, why="held")
    charges = blip.id in state.solo.charge
    lie = Lie(state, blip.id)
    if charges and blip.lurking.entry is not None and not lie.stands_free(_first(lie, blip)):
        return Finished(who=blip.id, why="entry", at=blip.lurking.entry)
    fresh = not blip.acts.activated and can_reveal(state, blip)
    if fresh and (charges or within_reach(state, blip.id, lie=lie)):
        yield Finished(who=blip.id, why="revealed")
        yield from reveal(live, blip, charges=charges)
        return None
    return (yield from _go(live, lie, blip))


def _first(lie: Lie, blip: Blip) -> Cell:
    assert blip.lurking.entry is not None
    return lie.ground.first_square(blip.lurking.entry)
