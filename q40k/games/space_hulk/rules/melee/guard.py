"""Guard: prepare a marine to fight off an attacker."""

from __future__ import annotations

from q40k.games.space_hulk.rules.command import Act
from q40k.games.space_hulk.rules.paying import begin_marine_action
from q40k.games.space_hulk.rules.questions import find_marine, must_be_in_edition
from q40k.games.space_hulk.rules.registry import command, event, fold, rule
from q40k.games.space_hulk.rules.shooting.overwatch import OVERWATCH_AP
from q40k.games.space_hulk.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule


@command
class Guard(Act, tag="guard"):
    """Put a marine on guard."""


@event
class OnGuard(Event, tag="on-guard"):
    """A marine is on guard."""

    who: str


@fold(OnGuard)
def _on_guard(state: Match, event: OnGuard) -> Match:
    return state.with_marine(event.who, guard=True, overwatch=False, watched=False)


@rule(Guard)
def guard(live: Live[Match], command: Guard) -> Rule[None]:
    """Go on guard, with any weapon; overwatch ends.

    Rule: SH-GUARD-1, SH-GUARD-2, SH-JAM-3, SH-AP-5
    """
    must_be_in_edition(live.state, "guard")
    marine = find_marine(live.state, command.who)
    yield from begin_marine_action(live, command, OVERWATCH_AP)
    yield OnGuard(who=marine.id)
