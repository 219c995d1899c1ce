"""Who may know what: blips are the stealer player's secret, the counter the marine player's."""

from __future__ import annotations

from msgspec import structs

from q40k.games.space_hulk.rules.aliens.blips import BlipPlaced
from q40k.games.space_hulk.rules.state import Match
from q40k.games.space_hulk.rules.turn.points import CounterDrawn
from q40k.kernel.events import Event


def counter_hidden(state: Match) -> bool:
    """Whether the counter lies face down: from the draw to the end phase; alone it lies open.

    Rule: SH-SECRET-2, SOLO-TURN-4
    """
    if state.options.solo:
        return False
    return state.play.phase != "end" and not state.outcome.over


def masked(state: Match, viewer: str | None) -> Match:
    """The state as `viewer` may know it.

    Rule: SH-SECRET-1, SH-SECRET-2, SH-SECRET-3
    """
    if viewer != "stealer":
        for blip in state.lying:
            if blip.value is not None:
                state = state.with_blip(blip.id, value=None)
    if viewer != "marine" and state.counter.drawn is not None and counter_hidden(state):
        state = state.replace(drawn=None)
    return state


def masked_event(state: Match, event: Event, viewer: str | None) -> Event:
    """The event as `viewer` may know it, in the state as it is now.

    Rule: SH-SECRET-1, SH-SECRET-2
    """
    if isinstance(event, BlipPlaced) and viewer != "stealer":
        blip = state.blips.get(event.name)
        known = blip is not None and not blip.present
        return event if known else structs.replace(event, value=None)
    if isinstance(event, CounterDrawn) and viewer != "marine":
        first = event.turn == state.play.turn and counter_hidden(state)
        return structs.replace(event, value=None) if first else event
    return event
