"""Objects: pick up on the move, leave behind, hand over."""

from q40k.games.space_hulk.board import is_straight_ahead
from q40k.games.space_hulk.rules.activation import AlienActed, begin_alien_action, begin_marine_action
from q40k.games.space_hulk.rules.places import cell
from q40k.games.space_hulk.rules.questions import find_piece, forbid, refuse, side_of
from q40k.games.space_hulk.rules.registry import Act, Event, Place, fold, rule
from q40k.games.space_hulk.rules.state import Blip, Marine, Match, MissionObject
from q40k.kernel import commands, events, lookup


class Pass(Act, tag="pass"):
    """Hand an object to a figure of one's own side in the square straight ahead."""

    object: Place
    to: commands.Name


class PickedUp(Event, tag="picked-up"):
    """A figure has picked up an object."""

    who: str
    object: str


class Dropped(Event, tag="dropped"):
    """A figure has left an object behind."""

    who: str
    object: str
    at: str | None


class HandedOver(Event, tag="handed-over"):
    """An object has changed hands."""

    who: str
    to: str
    object: str


@fold(PickedUp)
def _picked_up(state: Match, event: PickedUp) -> Match:
    return _change_object(state, event.object, at=None, carrier=event.who)


@fold(Dropped)
def _dropped(state: Match, event: Dropped) -> Match:
    return _change_object(state, event.object, at=event.at, carrier=None)


@fold(HandedOver)
def _handed_over(state: Match, event: HandedOver) -> Match:
    return _change_object(state, event.object, carrier=event.to)


def _change_object(state: Match, id: str, **changes: object) -> Match:
    return state.replace(things={**state.things, id: state.things[id].replace(**changes)})


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
    here, there = cell(live.state, giver.id), cell(live.state, taker.id)
    facing = giver.position.facing
    if here and there and facing:
        is_ahead = is_straight_ahead(facing, there[1] - here[1], there[2] - here[2])
        if not is_ahead or here[0] != there[0]:
            yield from refuse("SH-OBJECT-3", "not-ahead", who=giver.id, target=taker.id)
    if isinstance(giver, Marine):
        yield from begin_marine_action(live, command, 1)
    else:
        yield from begin_alien_action(live, command, 1)
    yield HandedOver(who=giver.id, to=taker.id, object=item.id)
    if not isinstance(giver, Marine):
        yield AlienActed(who=giver.id)
