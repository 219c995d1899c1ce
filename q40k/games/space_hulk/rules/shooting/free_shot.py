"""The free shot that a move or a turn allows."""

from __future__ import annotations

from q40k.games.space_hulk.rules.aliens.unplaced import introduce
from q40k.games.space_hulk.rules.places import seen_blips
from q40k.games.space_hulk.rules.registry import event, fold
from q40k.games.space_hulk.rules.shooting.firing import fire
from q40k.games.space_hulk.rules.state import Aim, Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule


@event
class ShotOwed(Event, tag="shot-owed"):
    """Blips have come into sight: the free shot waits until they are turned up."""

    who: str


@fold(ShotOwed)
def _owed(state: Match, event: ShotOwed) -> Match:
    return state.with_marine(event.who, aim=Aim(owed=True))


def take_free_shot(live: Live[Match], who: str, target: str | None) -> Rule[None]:
    """Shoot after a move or a turn at no cost; blips that came into sight are turned up first.

    Rule: SH-SHOOT-3, SH-SHOOT-4, SH-AP-5, SH1-AP-6
    """
    if target is None:
        return
    if next(seen_blips(live.state), None) is not None:
        yield ShotOwed(who=who)
        return
    yield from introduce(live, target)
    yield from fire(live, who, target, "moving")
