"""Deaths and their consequences: objects dropped, bonuses lost, blips turned up."""

from typing import Literal

from q40k.games.space_hulk.rules.questions import choose_number
from q40k.games.space_hulk.rules.registry import Event, fold
from q40k.games.space_hulk.rules.state import Aim, Blip, Match, Stealer
from q40k.kernel.events import Live, Rule

Cause = Literal["shot", "flame", "fire", "assault", "explosion", "storm", "fall", "self-destruct", "hand", "convert"]


class Killed(Event, tag="killed"):
    """A piece is destroyed. A blip is turned up then; `value` is set if it is known."""

    who: str
    by: Cause
    value: int | None = None


class DoorGone(Event, tag="door-gone"):
    """A door is destroyed for good."""

    at: str
    by: Cause


@fold(Killed)
def _killed(state: Match, event: Killed) -> Match:
    """Take a piece off the board, leave its objects on its square, and end fire at it.

    Rule: SH-OBJECT-2, SH-BLIP-9, SH-CONVERT-6
    """
    piece = state.piece(event.who)
    things = {
        id: item.replace(carrier=None, at=piece.position.at) if item.carrier == piece.id else item
        for id, item in state.things.items()
    }
    state = state.with_piece(event.who, alive=False).replace(things=things)
    for id, marine in state.marines.items():
        if marine.aim.target == event.who:
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
    for id, marine in state.marines.items():
        if marine.aim.target == event.at:
            state = state.with_marine(id, aim=Aim())
    return state.replace(doors={**state.doors, event.at: "gone"})


class BlipCounted(Event, tag="blip-counted"):
    """The table turns up a blip that died unrevealed: it counts its number of stealers."""

    blip: str
    value: int


@fold(BlipCounted)
def _counted(state: Match, event: BlipCounted) -> Match:
    """Replace the single kill of an unknown blip by the number of its stealers.

    Rule: SH-BLIP-9
    """
    up = {**state.pile.up, 0: state.pile.up.get(0, 1) - 1}
    up[event.value] = up.get(event.value, 0) + 1
    kills = state.tally.kills + event.value - 1
    turned_up = {value: n for value, n in up.items() if n}
    return state.with_blip(event.blip, value=event.value).replace(up=turned_up, kills=kills)


def ask_values_of_dead_blips(live: Live[Match], before: Match) -> Rule[None]:
    """Ask for the value of blips that have died unknown to the app, if a goal counts kills.

    Rule: SH-BLIP-9, SH-WIN-1
    """
    mission = live.state.setup.mission
    if mission is None or all(goal.by != "kill" for goal in mission.goals):
        return
    for blip in before.blips_in_play:
        now = live.state.blips[blip.id]
        if not now.present and now.value is None:
            value = yield from choose_number("stealer", "value", "SH-BLIP-9", 1, 3, blip=blip.id)
            yield BlipCounted(blip=blip.id, value=value)


def kill_event(state: Match, who: str, by: Cause) -> Killed:
    """Return the event of a destroyed piece; a blip that the app has dealt shows its value.

    Rule: SH-BLIP-9, SH-ALPHA-1
    """
    piece = state.piece(who)
    return Killed(who=who, by=by, value=piece.value if isinstance(piece, Blip) else None)
