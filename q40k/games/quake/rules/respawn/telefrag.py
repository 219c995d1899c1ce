"""TELEFRAG: an arrival kills every champion standing in that portal."""

from __future__ import annotations

from q40k.games.quake.rules.damage.deaths import die_by_accident
from q40k.games.quake.rules.melee.melees import join_remaining, melees
from q40k.games.quake.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule


def telefrag(live: Live[Match], portal: int, by: str) -> Rule[None]:
    """Kill every champion standing in a portal, without any roll: it is their accident.

    They die in the order of play. A champion that came back so into a melee joins the rest of it.

    Rule: PORTAL-6, SCORE-3, MELEE-5
    """
    victims = tuple(p for p in live.state.occupants(portal) if p != by)
    fighting = melees(live.state) if victims and live.state.play.phase == "melee" else ()
    for victim in victims:
        yield from die_by_accident(live, victim, "telefragged", by=by, portal=portal)
    for melee in fighting:
        if any(victim in melee for victim in victims):
            yield from join_remaining(live, by, melee)
