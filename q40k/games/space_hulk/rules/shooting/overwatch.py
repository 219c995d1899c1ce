"""Overwatch and jams: set, dropped, cleared."""

from __future__ import annotations

from q40k.games.space_hulk.rules.command import Act
from q40k.games.space_hulk.rules.paying import Keeps, StanceEnded, marine_acts
from q40k.games.space_hulk.rules.questions import find_marine, forbid, must_be_open, must_know
from q40k.games.space_hulk.rules.registry import command, event, fold, rule
from q40k.games.space_hulk.rules.shooting.aim import can_fire, gun_of
from q40k.games.space_hulk.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule


@command
class Overwatch(Act, tag="overwatch"):
    """A marine goes on overwatch; with `off` he gives it up, free (1st edition)."""

    off: bool = False


@command
class Unjam(Act, tag="unjam"):
    """A marine clears his jammed bolter; `back`: on overwatch again, where he may be."""

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
    """Never on overwatch and on guard together.

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
        must_know(live.state, "drop")
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
    yield from marine_acts(live, command, OVERWATCH_AP)
    yield OnOverwatch(who=marine.id)


@rule(Unjam)
def unjam(live: Live[Match], command: Unjam) -> Rule[None]:
    """Clear a jam; overwatch comes back if nothing has ended it since.

    Rule: SH-JAM-4, SH-JAM-5, SH-JAM-6, SH-AP-5, SH1-JAM-4, SH1-JAM-5
    """
    marine = find_marine(live.state, command.who)
    if not marine.stance.jammed:
        raise forbid("SH-JAM-4", "not-jammed", who=marine.id)
    kept: tuple[Keeps, ...] = ("overwatch",)
    if live.state.options.unjam_keeps_guard:
        kept = ("overwatch", "guard")
    marine = yield from marine_acts(live, command, 1, keeps=kept)
    back = command.back and marine.stance.watched and not marine.stance.guard
    yield JamCleared(who=marine.id, back=back)


OVERWATCH_AP = 2
"""What going on overwatch, or on guard, costs (SH-AP-5)."""
