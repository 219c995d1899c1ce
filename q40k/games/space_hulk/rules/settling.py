"""Do what follows an action automatically: convert blips in sight, end bonuses, work through
windows.
"""

from __future__ import annotations

from q40k.games.space_hulk.rules.aliens import convert, window
from q40k.games.space_hulk.rules.paying import AimLost
from q40k.games.space_hulk.rules.places import Eyes, cell, seen_blips
from q40k.games.space_hulk.rules.shooting.aim import in_sight
from q40k.games.space_hulk.rules.state import Conversion, Match, Window
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule


def settle(live: Live[Match]) -> Rule[None]:
    """Go on until the table must decide something: conversions first, then the windows.

    Rule: SH-REACT-1, SH-CONVERT-2, SH-SUSTAIN-4, SH1-REACT-1
    """
    if live.state.play.phase == "setup" or live.state.outcome.over:
        return
    while True:
        yield from _end_lost_aims(live)
        new = _find_new_blip(live.state)
        if new is not None:
            yield convert.BlipSeen(blip=new)
            continue
        top = live.state.pending[-1] if live.state.pending else None
        if isinstance(top, Conversion):
            if not (yield from convert.continue_conversion(live, top)):
                return
        elif isinstance(top, Window):
            if not (yield from window.continue_window(live, top)):
                return
        else:
            return


def _find_new_blip(state: Match) -> str | None:
    """Return a blip in sight that is not yet pending.

    A blip that was just turned up must be placed before others are.

    Rule: SH-CONVERT-2, SH-CONVERT-3
    """
    top = state.conversion
    if top is not None and top.first and top.left is not None:
        return None
    pending_blips = {entry.blip for entry in state.pending if isinstance(entry, Conversion)}
    return next((blip for blip in seen_blips(state) if blip not in pending_blips), None)


def _end_lost_aims(live: Live[Match]) -> Rule[None]:
    """End sustained fire at targets out of sight.

    Rule: SH-SUSTAIN-4, SH1-SUSTAIN-4
    """
    aiming = [marine for marine in live.state.marines_in_play if marine.aim.target is not None]
    eyes = Eyes(live.state) if aiming else None
    for marine in aiming:
        target = marine.aim.target or ""
        if cell(live.state, marine.id) and not in_sight(live.state, marine, target, eyes):
            yield AimLost(who=marine.id)
