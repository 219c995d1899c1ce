"""Hide secrets: blips are the stealer player's secret, the counter is the marine player's."""

from msgspec import structs

from q40k.games.space_hulk.state.blips import BlipPlaced
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.turn import CounterDrawn, is_counter_hidden
from q40k.kernel.events import Event


def mask_state(state: Match, viewer: str | None) -> Match:
    """Return the state as `viewer` may know it.

    Rule: SH-SECRET-1, SH-SECRET-2, SH-SECRET-3
    """
    secret = [blip for blip in state.blips_in_play if blip.value is not None]
    if viewer != "stealer" and secret:
        state = state.replace(blips={**state.blips, **{blip.id: blip.replace(value=None) for blip in secret}})
    if viewer != "marine" and state.counter.drawn is not None and is_counter_hidden(state):
        state = state.replace(drawn=None)
    return state


def mask_event(state: Match, event: Event, viewer: str | None) -> Event:
    """Return the event as `viewer` may know it in the present state.

    Rule: SH-SECRET-1, SH-SECRET-2
    """
    if isinstance(event, BlipPlaced) and viewer != "stealer":
        blip = state.blips.get(event.name)
        is_revealed = blip is not None and not blip.present
        return event if is_revealed else structs.replace(event, value=None)
    if isinstance(event, CounterDrawn) and viewer != "marine":
        is_hidden = event.turn == state.play.turn and is_counter_hidden(state)
        return structs.replace(event, value=None) if is_hidden else event
    return event
