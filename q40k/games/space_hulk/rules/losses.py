"""Who dies, and what that brings with it: objects dropped, bonuses lost, blips turned up."""

from __future__ import annotations

from typing import Literal

from q40k.games.space_hulk.rules.questions import number
from q40k.games.space_hulk.rules.registry import event, fold
from q40k.games.space_hulk.rules.state import Aim, Blip, Match, Stealer
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule

Cause = Literal[
    "shot", "flame", "fire", "assault", "explosion", "storm", "fall", "self-destruct", "hand",
    "convert",
]  # fmt: skip


@event
class Killed(Event, tag="killed"):
    """A piece is destroyed; a blip is turned up then, where its value is known."""

    who: str
    by: Cause
    value: int | None = None


@event
class DoorGone(Event, tag="door-gone"):
    """A door is destroyed for good."""

    at: str
    by: Cause


@fold(Killed)
def _killed(state: Match, event: Killed) -> Match:
    """Take a piece off; what it carried lies where it stood, nobody aims at it any more.

    Rule: SH-OBJECT-2, SH-BLIP-9, SH-CONVERT-6
    """
    piece = state.piece(event.who)
    things = {
        id: one.replace(carrier=None, at=piece.position.at) if one.carrier == piece.id else one
        for id, one in state.things.items()
    }
    state = state.with_piece(event.who, alive=False).replace(things=things)
    for id, one in state.marines.items():
        if one.aim.target == event.who:
            state = state.with_marine(id, aim=Aim())
    if isinstance(piece, Stealer):
        state = state.replace(kills=state.tally.kills + 1)
    if isinstance(piece, Blip):
        state = state.with_blip(piece.id, value=event.value or piece.value)
        worth = event.value or 1
        up = dict(state.pile.up)
        up[event.value or 0] = up.get(event.value or 0, 0) + 1
        state = state.replace(kills=state.tally.kills + worth, up=up)
    return state.replace(active=None) if state.play.active == event.who else state


@fold(DoorGone)
def _door_gone(state: Match, event: DoorGone) -> Match:
    for id, one in state.marines.items():
        if one.aim.target == event.at:
            state = state.with_marine(id, aim=Aim())
    return state.replace(doors={**state.doors, event.at: "gone"})


@event
class BlipCounted(Event, tag="blip-counted"):
    """A blip of the table's that died unrevealed is turned up: it counts its number."""

    blip: str
    value: int


@fold(BlipCounted)
def _counted(state: Match, event: BlipCounted) -> Match:
    """What was counted as one, unknown, counts as many as it stood for.

    Rule: SH-BLIP-9
    """
    up = {**state.pile.up, 0: state.pile.up.get(0, 1) - 1}
    up[event.value] = up.get(event.value, 0) + 1
    kills = state.tally.kills + event.value - 1
    found = {value: n for value, n in up.items() if n}
    return state.with_blip(event.blip, value=event.value).replace(up=found, kills=kills)


def turn_up_the_dead(live: Live[Match], before: Match) -> Rule[None]:
    """Ask what blips stood for that have died since, unknown to the app, where a goal counts them.

    Rule: SH-BLIP-9, SH-WIN-1
    """
    mission = live.state.setup.mission
    if mission is None or all(one.by != "kill" for one in mission.goals):
        return
    for blip in before.lying:
        now = live.state.blips[blip.id]
        if not now.present and now.value is None:
            value = yield from number("stealer", "value", "SH-BLIP-9", 3, least=1, blip=blip.id)
            yield BlipCounted(blip=blip.id, value=value)


def kill(state: Match, who: str, by: Cause) -> Killed:
    """A piece is destroyed; a blip that the app has dealt shows its value.

    Rule: SH-BLIP-9, SH-ALPHA-1
    """
    piece = state.piece(who)
    return Killed(who=who, by=by, value=piece.value if isinstance(piece, Blip) else None)
