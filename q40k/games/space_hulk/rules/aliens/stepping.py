"""Steps of blips: any square, but none in sight, none beside a marine, none with an object."""

from __future__ import annotations

from q40k.games.space_hulk.rules.command import Act
from q40k.games.space_hulk.rules.movement.moved import Moved
from q40k.games.space_hulk.rules.movement.through_fire import enters_fire, march_on
from q40k.games.space_hulk.rules.movement.ways import Way, must_be_free
from q40k.games.space_hulk.rules.paying import alien_acts
from q40k.games.space_hulk.rules.places import Eyes, beside_marine, board
from q40k.games.space_hulk.rules.questions import find_alien, must_know, refuse
from q40k.games.space_hulk.rules.registry import event, fold
from q40k.games.space_hulk.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule


@event
class BlipStepped(Event, tag="blip-stepped-into-sight"):
    """A blip was moved into sight by mistake: it goes back, and is done for this turn."""

    who: str
    seen_by: str


@fold(BlipStepped)
def _stepped(state: Match, event: BlipStepped) -> Match:
    return state.with_blip(event.who, ap=0).replace(active=None)


def blip_steps(live: Live[Match], command: Act, found: Way) -> Rule[None]:
    """Move a blip one square; a step into sight is taken back and ends its turn.

    Rule: SH-BLIP-4, SH-BLIP-5, SH-BLIP-8, SH-ENTRY-2, SH-ENTRY-7, SH-ENTRY-8
    """
    who = find_alien(live.state, command.who).id
    if found.exit is not None:
        yield from refuse("SH-ENTRY-8", "aliens-stay", who=who)
    if found.kind == "ladder":
        must_know(live.state, "ladder")
    yield from must_be_free(live.state, who, found)
    yield from must_be_fit(live.state, who, found)
    yield from alien_acts(live, command, 1)
    ground = board(live.state)
    if ground is not None and found.end is not None:
        seers = _seers_there(live.state, found)
        if seers:
            yield BlipStepped(who=who, seen_by=seers)
            return
    name = None if ground is None or found.end is None else ground.name(found.end)
    into_fire = enters_fire(live.state, found)
    yield Moved(who=who, at=name, how=found.kind)
    if into_fire:
        yield from march_on(live, who)


def _seers_there(state: Match, found: Way) -> str:
    """Who would see the blip on the square it steps to."""
    assert found.end is not None
    eyes = Eyes(state)
    if found.start is not None:
        eyes.free.add(found.start)
    seen = eyes.seers(found.end)
    return seen[0].id if seen else ""


def must_be_fit(state: Match, who: str, found: Way) -> Rule[None]:
    """Refuse a square beside a marine, or with an object.

    Rule: SH-BLIP-6, SH-BLIP-7
    """
    ground = board(state)
    if ground is None or found.end is None:
        return
    marine = beside_marine(state, found.end)
    if marine is not None:
        yield from refuse("SH-BLIP-6", "beside-marine", who=who, marine=marine.id)
    name = ground.name(found.end)
    for one in state.things.values():
        if one.at == name:
            yield from refuse("SH-BLIP-7", "object-there", who=who, object=one.id)


def seen_there(state: Match, found: Way) -> str:
    """Who would see a blip make this step, before it is made; "" for nobody.

    Rule: SH-BLIP-5
    """
    return "" if board(state) is None or found.end is None else _seers_there(state, found)
