"""How a D3 is typed: set by the table, or asked with the first one."""

from __future__ import annotations

from q40k.games.quake.rules.registry import event, fold
from q40k.games.quake.rules.state import Match
from q40k.kernel.events import Event


@event
class D3Typed(Event, tag="d3-typed"):
    """Whether a D3 is typed as the D6 it was rolled on."""

    on_d6: bool


@fold(D3Typed)
def _d3_typed(state: Match, event: D3Typed) -> Match:
    return state.replace(d3_on_d6=event.on_d6)
