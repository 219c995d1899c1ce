"""Overwatch and jams: go on overwatch, drop it, clear a jam."""

from __future__ import annotations

from q40k.games.space_hulk.rules.command import Act
from q40k.games.space_hulk.rules.paying import Keeps, StanceEnded, begin_marine_action
from q40k.games.space_hulk.rules.questions import (
    find_marine,
    forbid,
    must_be_in_edition,
    must_be_open,
)
from q40k.games.space_hulk.rules.registry import command, event, fold, rule
from q40k.games.space_hulk.rules.shooting.aim import can_fire, gun_of
from q40k.games.space_hulk.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule


@command
class Overwatch(Act, tag="overwatch"):
    """Put a marine on overwatch; with `off` he gives it up, free (1st edition)."""

    off: bool = False


@command
class Unjam(Act, tag="unjam"):
    """Clear a jammed bolter; `back` puts the marine on overwatch again if he may."""

    back: bool = True


@event
class OnOverwatch(Event, tag="on-overwatch"):
    """A marine is on overwatch."""

    who: str


@event
class JamCleared(Event, tag="jam-cleared"):
    """A storm bolter is clear again; `back`: its owner is on overwatch again."""

    who: str
    back: bool


@fold(OnOverwatch)
def _on_overwatch(state: Match, event: OnOverwatch) -> Match:
    """Set overwatch and end guard: a marine is never on both.

    Rule: SH-OVERWATCH-6, SH-GUARD-2
    """
    return state.with_marine(event.who, overwatch=True, guard=False, watched=False)


@fold(JamCleared)
def _cleared(state: Match, event: JamCleared) -> Match:
    return state.with_marine(event.who, jammed=False, overwatch=event.back, watched=False)


@rule(Overwatch)
def overwatch(live: Live[Match], command: Overwatch) -> Rule[None]:
    """Go on overwatch, with a bolter or a cannon that can be fired.

    Rule: SH-OVERWATCH-1, SH-OVERWATCH-6, SH-AP-5, SH-GUARD-2, SH1-OVERWATCH-1, SH1-OVERWATCH-5
    """
    marine = find_marine(live.state, command.who)
    if command.off:
        must_be_in_edition(live.state, "drop")
        must_be_open(live.state)
        if not marine.stance.overwatch:
            raise forbid("SH1-OVERWATCH-5", "not-on-overwatch", who=marine.id)
        yield StanceEnded(who=marine.id, overwatch=True)
        return
    gun_of(marine, "SH-OVERWATCH-1")
    if marine.stance.jammed:
        raise forbid("SH-JAM-3", "jammed", who=marine.id)
    if not can_fire(marine):
        raise forbid("SH-OVERWATCH-1", "no-ammunition", who=marine.id)
    yield from begin_marine_action(live, command, OVERWATCH_AP)
    yield OnOverwatch(who=marine.id)


@rule(Unjam)
def unjam(live: Live[Match], command: Unjam) -> Rule[None]:
    """Clear a jam; overwatch comes back if nothing has ended it since.

    Rule: SH-JAM-4, SH-JAM-5, SH-JAM-6, SH-AP-5, SH1-JAM-4, SH1-JAM-5
    """
    marine = find_marine(live.state, command.who)
    if not marine.stance.jammed:
        raise forbid("SH-JAM-4", "not-jammed", who=marine.id)
    keeps: tuple[Keeps, ...] = ("overwatch",)
    if live.state.options.unjam_keeps_guard:
        keeps = ("overwatch", "guard")
    marine = yield from begin_marine_action(live, command, 1, keeps=keeps)
    back = command.back and marine.stance.watched and not marine.stance.guard
    yield JamCleared(who=marine.id, back=back)


OVERWATCH_AP = 2
"""The cost of going on overwatch or on guard (SH-AP-5)."""
