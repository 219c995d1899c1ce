"""Steps of blips: never into sight, beside a marine, or onto an object."""

from __future__ import annotations

from q40k.games.space_hulk.rules.command import Act
from q40k.games.space_hulk.rules.movement.moved import Moved
from q40k.games.space_hulk.rules.movement.through_fire import enters_fire, march_on
from q40k.games.space_hulk.rules.movement.ways import StepPath, must_be_free
from q40k.games.space_hulk.rules.paying import begin_alien_action
from q40k.games.space_hulk.rules.places import Eyes, adjacent_marine, board
from q40k.games.space_hulk.rules.questions import find_alien, must_be_in_edition, refuse
from q40k.games.space_hulk.rules.registry import event, fold
from q40k.games.space_hulk.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule


@event
class BlipStepped(Event, tag="blip-stepped-into-sight"):
    """A blip was moved into sight by mistake: it goes back, and its turn is over."""

    who: str
    seen_by: str


@fold(BlipStepped)
def _stepped(state: Match, event: BlipStepped) -> Match:
    return state.with_blip(event.who, ap=0).replace(active=None)


def step_blip(live: Live[Match], command: Act, path: StepPath) -> Rule[None]:
    """Move a blip one square; a step into sight is taken back and ends its turn.

    Rule: SH-BLIP-4, SH-BLIP-5, SH-BLIP-8, SH-ENTRY-2, SH-ENTRY-7, SH-ENTRY-8
    """
    who = find_alien(live.state, command.who).id
    if path.exit is not None:
        yield from refuse("SH-ENTRY-8", "aliens-stay", who=who)
    if path.kind == "ladder":
        must_be_in_edition(live.state, "ladder")
    yield from must_be_free(live.state, who, path)
    yield from must_fit_blip(live.state, who, path)
    yield from begin_alien_action(live, command, 1)
    ground = board(live.state)
    if ground is not None and path.end is not None:
        seer = _find_seer(live.state, path)
        if seer:
            yield BlipStepped(who=who, seen_by=seer)
            return
    name = None if ground is None or path.end is None else ground.name(path.end)
    into_fire = enters_fire(live.state, path)
    yield Moved(who=who, at=name, how=path.kind)
    if into_fire:
        yield from march_on(live, who)


def _find_seer(state: Match, path: StepPath) -> str:
    """Return a marine who would see the blip at the end of its step; "" for nobody."""
    assert path.end is not None
    eyes = Eyes(state)
    if path.start is not None:
        eyes.free.add(path.start)
    seers = eyes.seers(path.end)
    return seers[0].id if seers else ""


def must_fit_blip(state: Match, who: str, path: StepPath) -> Rule[None]:
    """Refuse a square beside a marine, or with an object.

    Rule: SH-BLIP-6, SH-BLIP-7
    """
    ground = board(state)
    if ground is None or path.end is None:
        return
    marine = adjacent_marine(state, path.end)
    if marine is not None:
        yield from refuse("SH-BLIP-6", "beside-marine", who=who, marine=marine.id)
    name = ground.name(path.end)
    for item in state.things.values():
        if item.at == name:
            yield from refuse("SH-BLIP-7", "object-there", who=who, object=item.id)


def find_seer_of_step(state: Match, path: StepPath) -> str:
    """Return a marine who would see a blip make this step; "" for nobody.

    Rule: SH-BLIP-5
    """
    return "" if board(state) is None or path.end is None else _find_seer(state, path)
