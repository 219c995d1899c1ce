"""Objects: pick up on the move, leave behind, hand over."""

from q40k.games.space_hulk.rules.activation import begin_action
from q40k.games.space_hulk.state.activation import AlienActed
from q40k.games.space_hulk.state.match import Blip, Marine, Match, MissionObject
from q40k.games.space_hulk.state.movement.objects import Dropped, HandedOver, Pass, PickedUp
from q40k.games.space_hulk.state.places import cell, is_ahead
from q40k.games.space_hulk.state.questions import find_piece, side_of
from q40k.games.space_hulk.state.registry import rule
from q40k.kernel import events, lookup
from q40k.tabletop.asking import forbid, refuse


def find_object(state: Match, name: str) -> MissionObject:
    """Return the object of that name. Raises Refused (SH-OBJECT-1)."""
    if name in state.things:
        return state.things[name]
    raise forbid("SH-OBJECT-1", "unknown-object", said=name, nearest=lookup.nearest(name, state.things))


def pick_up(live: events.Live[Match], who: str, take: str | None) -> events.Rule[None]:
    """Pick up every object on the square that a figure has come to, free and compulsory.

    Without places, pick up the object that `take` names.

    Rule: SH-OBJECT-1
    """
    at = live.state.piece(who).position.at
    if take is not None and at is None:
        yield PickedUp(who=who, object=find_object(live.state, take).id)
        return
    for item in live.state.things.values():
        if at is not None and item.at == at:
            yield PickedUp(who=who, object=item.id)


def leave_behind(live: events.Live[Match], who: str, leave: str | None) -> events.Rule[None]:
    """Leave an object on the square that a figure has come to.

    Rule: SH-OBJECT-2
    """
    if leave is None:
        return
    item = find_object(live.state, leave)
    if item.carrier != who:
        raise forbid("SH-OBJECT-2", "carries-it-not", who=who, object=item.id)
    yield Dropped(who=who, object=item.id, at=live.state.piece(who).position.at)


@rule(Pass)
def hand_over(live: events.Live[Match], command: Pass) -> events.Rule[None]:
    """Hand an object over.

    Rule: SH-OBJECT-3, SH-AP-5
    """
    giver, taker = find_piece(live.state, command.who), find_piece(live.state, command.to)
    item = find_object(live.state, command.object)
    if isinstance(giver, Blip) or isinstance(taker, Blip) or side_of(giver) != side_of(taker):
        raise forbid("SH-OBJECT-3", "not-of-a-side", who=giver.id, to=taker.id)
    if item.carrier != giver.id:
        raise forbid("SH-OBJECT-3", "carries-it-not", who=giver.id, object=item.id)
    if not is_ahead(live.state, giver, cell(live.state, taker.id)):
        yield from refuse("SH-OBJECT-3", "not-ahead", who=giver.id, target=taker.id)
    yield from begin_action(live, command, 1)
    yield HandedOver(who=giver.id, to=taker.id, object=item.id)
    if not isinstance(giver, Marine):
        yield AlienActed(who=giver.id)
