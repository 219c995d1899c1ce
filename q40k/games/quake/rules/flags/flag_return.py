"""The return of a flag to where it began: by an opponent's touch, or by agreement."""

from __future__ import annotations

from q40k.games.quake.rules.flags.carrying import change_flag
from q40k.games.quake.rules.registry import event, fold
from q40k.games.quake.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule


@event
class FlagReturned(Event, tag="flag-returned"):
    """A flag went back to where it began, by an opponent's touch or by agreement (FLAG-3)."""

    flag: str
    player: str | None = None


@fold(FlagReturned)
def _flag_returned(state: Match, event: FlagReturned) -> Match:
    return change_flag(state, event.flag, carrier=None, fell=None, at=None, sharers=())


def send_flags_home(live: Live[Match], player: str) -> Rule[None]:
    """Send every flag that a player carries back to where it began, by agreement.

    Rule: TEAM-1
    """
    for flag in tuple(live.state.flags.values()):
        if flag.carrier == player:
            yield FlagReturned(flag=flag.id)
