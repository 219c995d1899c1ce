"""Find out who killed a piece, from the events before its death."""

from __future__ import annotations

from q40k.games.space_hulk.rules.melee.fight import Fought
from q40k.games.space_hulk.rules.shooting.firing import Fired
from q40k.games.space_hulk.rules.state import Match
from q40k.kernel.events import Event


def killer_of(event: Event, before: Match) -> str:
    """Return the marine whose shot or fight kills the next piece that dies; "" for nobody."""
    if isinstance(event, Fired) and event.hit:
        return event.who
    if isinstance(event, Fought):
        return event.attacker if event.attacker in before.marines else event.defender
    return ""
