"""Objects: picked up in passing, left behind, handed over."""

from __future__ import annotations

from q40k.games.space_hulk.board.facings import straight_ahead
from q40k.games.space_hulk.rules.command import Act, Place
from q40k.games.space_hulk.rules.paying import AlienActed, alien_acts, marine_acts
from q40k.games.space_hulk.rules.places import cell
from q40k.games.space_hulk.rules.questions import find, forbid, refuse, side_of
from q40k.games.space_hulk.rules.registry import command, event, fold, rule
from q40k.games.space_hulk.rules.state import Blip, Marine, Match, Thing
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.kernel.lookup import nearest
from q40k.packs.said import Name


@command
class Pass(Act, tag="pass"):
    """A figure hands an object over to one of its side in the square straight ahead."""

    object: Place
    to: Name


@event
class PickedUp(Event, tag="picked-up"):
    """A figure carries an object now."""

    who: str
    object: str


@event
class Dropped(Event, tag="dropped"):
    """A figure has left an object behind."""

    who: str
    object: str
    at: str | None


@event
class HandedOver(Event, tag="handed-over"):
    """An object has changed hands."""

    who: str
    to: str
    object: str


@fold(PickedUp)
def _picked_up(state: Match, event: PickedUp) -> Match:
    return _with(state, event.object, at=None, carrier=event.who)


@fold(Dropped)
def _dropped(state: Match, event: Dropped) -> Match:
    return _with(state, event.object, at=event.at, carrier=None)


@fold(HandedOver)
def _handed_over(state: Match, event: HandedOver) -> Match:
    return _with(state, event.object, carrier=event.to)


def _with(state: Match, id: str, **changes: object) -> Match:
    return state.replace(things={**state.things, id: state.things[id].replace(**changes)})


def find_thing(state: Match, said: str) -> Thing:
    """The object of that name. Raises Refused (SH-OBJECT-1)."""
    if said in state.things:
        return state.things[said]
    raise forbid("SH-OBJECT-1", "unknown-object", said=said, nearest=nearest(said, state.things))


def pick_up(live: Live[Match], who: str, take: str | None) -> Rule[None]:
    """Pick up what lies on the square one has come to, free and without choice.

    Rule: SH-OBJECT-1
    """
    at = live.state.piece(who).position.at
    if take is not None and at is None:
        yield PickedUp(who=who, object=find_thing(live.state, take).id)
        return
    for one in live.state.things.values():
        if at is not None and one.at == at:
            yield PickedUp(who=who, object=one.id)


def leave_behind(live: Live[Match], who: str, leave: str | None) -> Rule[None]:
    """Leave an object on the square one has come to.

    Rule: SH-OBJECT-2
    """
    if leave is None:
        return
    thing = find_thing(live.state, leave)
    if thing.carrier != who:
        raise forbid("SH-OBJECT-2", "carries-it-not", who=who, object=thing.id)
    yield Dropped(who=who, object=thing.id, at=live.state.piece(who).position.at)


@rule(Pass)
def hand_over(live: Live[Match], command: Pass) -> Rule[None]:
    """Hand an object over.

    Rule: SH-OBJECT-3, SH-AP-5
    """
    giver, taker = find(live.state, command.who), find(live.state, command.to)
    thing = find_thing(live.state, command.object)
    if isinstance(giver, Blip) or isinstance(taker, Blip) or side_of(giver) != side_of(taker):
        raise forbid("SH-OBJECT-3", "not-of-a-side", who=giver.id, to=taker.id)
    if thing.carrier != giver.id:
        raise forbid("SH-OBJECT-3", "carries-it-not", who=giver.id, object=thing.id)
    here, there = cell(live.state, giver.id), cell(live.state, taker.id)
    facing = giver.position.facing
    if here and there and facing:
        ahead = straight_ahead(facing, there[1] - here[1], there[2] - here[2])
        if not ahead or here[0] != there[0]:
            yield from refuse("SH-OBJECT-3", "not-ahead", who=giver.id, target=taker.id)
    if isinstance(giver, Marine):
        yield from marine_acts(live, command, 1)
    else:
        yield from alien_acts(live, command, 1)
    yield HandedOver(who=giver.id, to=taker.id, object=thing.id)
    if not isinstance(giver, Marine):
        yield AlienActed(who=giver.id)
